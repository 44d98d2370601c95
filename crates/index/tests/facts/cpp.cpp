#include <vector>
#include "store.hpp"
using namespace std;
using ns::Shape;

namespace app {
namespace deep { class Later; }

/// A store.
template <typename T>
class Store : public Base<T>, private ns::Other {
public:
    explicit Store(int size) : size_(size) { init(size); }
    ~Store();
    T get(const std::string& key) const { return find(key, kLimit); }
    Store& operator=(const Store& other) = default;
    static constexpr int kLimit = 3;
    virtual void run() = 0;
private:
    int size_;
};

struct Point { int x; };
enum class Mode { On, Off };
using Names = std::vector<Point>;

template <typename T>
void Store<T>::run() {
    auto item = std::make_unique<Point>(1, 2);
    item->move(Mode::On);
    new Store<int>(3);
    other::helper();
}

int Outer::count(int n) { return n; }
}
