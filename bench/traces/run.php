<?php
// Real exceptions of Laravel's collections and helpers: what PHP prints, and its own list of the frames.
//
//     run.php TREE

$tree = realpath($argv[1]);
spl_autoload_register(function ($class) use ($tree) {
    if (!str_starts_with($class, 'Illuminate\\')) {
        return;
    }
    $path = str_replace('\\', '/', substr($class, 11));
    $places = ["$tree/src/Illuminate/$path.php"];
    foreach (['Collections', 'Macroable', 'Conditionable', 'Reflection'] as $package) {
        $places[] = "$tree/src/Illuminate/$package/" . preg_replace('~^Support/~', '', $path) . '.php';
    }
    foreach ($places as $place) {
        if (is_file($place)) {
            require_once $place;
            return;
        }
    }
});
foreach (['Collections/functions.php', 'Collections/helpers.php', 'Support/functions.php', 'Support/helpers.php', 'Reflection/helpers.php'] as $file) {
    if (is_file("$tree/src/Illuminate/$file")) {
        require_once "$tree/src/Illuminate/$file";
    }
}

$cases = [
    fn () => (new Illuminate\Support\Collection([1]))->firstOrFail(fn ($x) => $x > 3),
    fn () => (new Illuminate\Support\Collection([1, 2]))->sole(),
    fn () => (new Illuminate\Support\Collection([1]))->random(5),
    fn () => (new Illuminate\Support\Collection([1, 2]))->ensure('string'),
    fn () => Illuminate\Support\Arr::random([1], 3),
    fn () => Illuminate\Support\Arr::integer(['a' => 'x'], 'a'),
    fn () => (new Illuminate\Support\Collection([]))->noSuchMethod(),
    fn () => (new Illuminate\Container\Container())->make('NoSuchClass'),
    fn () => (new Illuminate\Pipeline\Pipeline())->send(1)->through(['NoPipe'])->thenReturn(),
    fn () => (new Illuminate\Config\Repository(['a' => 1]))->string('a'),
    fn () => Illuminate\Support\Number::format('x'),
    fn () => (new Illuminate\Encryption\Encrypter('short')),
    fn () => (new Illuminate\Hashing\BcryptHasher(['rounds' => 4, 'verify' => true]))->check('x', 'y'),
];
foreach ($cases as $number => $case) {
    try {
        $case();
    } catch (Throwable $error) {
        // The place of an exception is where it was made; each entry of the trace is a call, within the function of the next.
        $trace = $error->getTrace();
        $frames = [];
        $at = [$error->getFile(), $error->getLine()];
        foreach ($trace as $entry) {
            $hasName = !str_contains($entry['function'], '{closure}') && !str_starts_with($entry['function'], 'require');
            $frames[] = ['path' => $at[0], 'line' => $at[1], 'function' => $hasName ? $entry['function'] : ''];
            $at = [$entry['file'] ?? '', $entry['line'] ?? 0];
        }
        echo json_encode(['id' => 'laravel-' . ($number + 1), 'text' => "PHP Fatal error:  Uncaught $error\n  thrown in {$error->getFile()} on line {$error->getLine()}\n", 'frames' => $frames]), "\n";
    }
}
