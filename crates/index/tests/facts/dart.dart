import 'dart:io';
import 'package:app/base.dart' as base;

/// A store.
abstract class Store<T> extends Base<T> with Named implements Shape {
  static const limit = 3;
  final int size;

  Store(this.size);
  Store.empty() : size = 0;

  // Gets one.
  Item get(String key) {
    helper(key);
    return items.find(key, limit);
  }

  void run();
  int get count => size;
}

mixin Named {}
enum Mode { on, off }
extension Shout on String { String shout() => toUpperCase(); }
typedef Handler = void Function(int);
void main() { Store(3).run(); }
