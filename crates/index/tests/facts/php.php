<?php
namespace App\Stores;

use App\Base\Thing;
use App\Models\{Item, Other as Another};
use function App\helper;
require_once 'boot.php';

const VERSION = 1;

/**
 * A store.
 */
#[Entity]
abstract class Store extends Thing implements Countable, \ArrayAccess
{
    use Cached, Logged;
    public const LIMIT = 3;
    private ?Item $item = null;

    public function __construct(private int $size) { parent::__construct($size); }

    // Gets one.
    public function get(string $key): ?Item
    {
        $found = $this->find($key, self::LIMIT);
        return Item::of(new Another($key), helper($found));
    }

    abstract protected function run();
}

interface Shape extends Area { public function area(): float; }
trait Cached { }
enum Mode: string { case On = 'on'; }
function main(array $args) { return array_map(fn($x) => $x, $args); }
