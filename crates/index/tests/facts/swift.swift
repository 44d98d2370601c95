import Foundation

/// A store.
public final class Store<T>: Base, Named {
    let size: Int
    init(size: Int) { self.size = size }
    func get(_ key: String, limit: Int) -> Item? {
        helper()
        return items.find(key, limit: 3)
    }
    deinit {}
}

struct Point { var x: Int }
enum Mode { case on, off }
protocol Shape: Area { func area() -> Double }
extension Store { func run() { Store(size: 1).get("a", limit: 2) } }
typealias Names = [String]
actor Worker {}
func main() {}
let limit = 3
