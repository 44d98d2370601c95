#import <Foundation/Foundation.h>
#import "Store.h"

/// A store.
@interface Store : Base <Named>
@property (nonatomic) NSString *name;
- (Item *)get:(NSString *)key limit:(int)limit;
+ (instancetype)build;
@end

@protocol Shape <Area>
- (double)area;
@end

@implementation Store
- (Item *)get:(NSString *)key limit:(int)limit {
    helper(key);
    return [self.items find:key limit:limit];
}
+ (instancetype)build { return [[Store alloc] init]; }
@end

static int run(int a) { return a; }
typedef struct { int x; } Point;
