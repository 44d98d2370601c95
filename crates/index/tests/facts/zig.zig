const std = @import("std");

/// A store.
pub const Store = struct {
    size: u32,

    pub fn init(size: u32) Store {
        return Store{ .size = size };
    }

    fn get(self: *Store, key: []const u8) !u32 {
        helper(key);
        return self.find(key, limit);
    }
};

const Mode = enum { on, off };
const limit = 3;

fn helper(key: []const u8) void {
    std.debug.print("{s}", .{key});
}

test "runs" {
    helper("a");
}
