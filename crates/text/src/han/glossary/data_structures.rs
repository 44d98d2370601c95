//! Data structures, algorithms, numbers, mathematics, caches.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
数组 阵列 array
二维数组 matrix, 2d array
动态数组 vector, dynamic array
稀疏数组 sparse array
字节数组 byte array, bytes
链表 链结串列 linked list
双向链表 doubly linked list, linked list
单链表 singly linked list, linked list
循环链表 circular list
队列 伫列 queue
双端队列 deque
优先队列 优先级队列 priority queue, heap
循环队列 circular queue, ring buffer
阻塞队列 blocking queue
延迟队列 延时队列 delay queue
消息队列 讯息伫列 message queue, mq
任务列表 task list
入队 enqueue, push
出队 dequeue, pop
栈 stack
堆栈 堆叠 stack trace, stack
入栈 压栈 push
出栈 弹栈 pop
栈顶 top, peek
栈帧 stack frame, frame
堆 heap
最小堆 小顶堆 min heap, heap
最大堆 大顶堆 max heap, heap
二叉堆 binary heap
堆排序 heap sort, heapsort
树 tree
二叉树 binary tree, tree
二叉搜索树 二叉查找树 binary search tree, bst
平衡树 平衡二叉树 balanced tree, avl
红黑树 red black tree, rbtree
字典树 前缀树 trie, radix tree
后缀树 suffix tree
后缀数组 suffix array
基数树 radix tree
线段树 segment tree
区间树 interval tree
树状数组 fenwick tree, binary indexed tree
跳表 跳跃表 skip list, skiplist
语法树 抽象语法树 syntax tree, ast
决策树 decision tree
生成树 spanning tree
最小生成树 minimum spanning tree
哈夫曼树 哈夫曼编码 huffman
默克尔树 梅克尔树 merkle tree
四叉树 quadtree
八叉树 octree
森林 forest
子树 subtree
树形结构 树结构 tree
树节点 tree node
树形控件 tree view
图 graph
图结构 graph
有向图 directed graph, digraph
无向图 undirected graph
有向无环图 dag, directed acyclic graph
邻接表 adjacency list
邻接矩阵 adjacency matrix
顶点 vertex
边 edge
环 ring, cycle
环检测 检测环 cycle detection, cycle
连通 connected
连通分量 connected component
强连通分量 strongly connected component, scc
入度 indegree
出度 outdegree
拓扑排序 拓扑序 topological sort, toposort
拓扑 拓扑结构 topology
最短路径 最短路 shortest path, dijkstra
关键路径 critical path
路径规划 寻路 pathfinding, path planning
深度优先 dfs, depth
深度优先搜索 dfs, depth
广度优先 bfs, breadth
广度优先搜索 bfs, breadth
先序遍历 前序遍历 preorder
中序遍历 inorder
后序遍历 postorder
层序遍历 level order
哈希 杂凑 hash
散列 hash
哈希表 散列表 杂凑表 hash table, hash map
哈希值 散列值 hash, digest
哈希函数 散列函数 hash function, hasher
哈希冲突 哈希碰撞 hash collision, collision
一致性哈希 consistent hash
开放寻址 开放定址 open addressing, probe
拉链法 chaining
桶 bucket
负载因子 装载因子 load factor
重新哈希 再哈希 rehash
滚动哈希 rolling hash
布隆过滤器 bloom filter
位图 bitmap, bitset
位集 bitset
位运算 位操作 bitwise, bit
按位 bitwise
按位与 bitwise
按位或 bitwise
异或 xor
移位运算 bit shift, shift
左移 left shift, shl
右移 right shift, shr
取反 invert, negate
取模 取余 modulo, mod, remainder
余数 remainder
整除 floor division, divisible
四舍五入 round
取整 round, floor
向上取整 ceil
向下取整 floor
绝对值 abs, absolute
平方 square
平方根 开方 sqrt, square root
幂 乘方 pow, power
指数 exponent, exponential
对数 log, logarithm
阶乘 factorial
斐波那契 fibonacci
质数 素数 prime
因数 factor
最大公约数 gcd
最小公倍数 lcm
小数 decimal
小数点 decimal point
小数位 decimal places, precision
十进制 decimal
十六进制 hex, hexadecimal
八进制 octal
二进制 二进位 binary
进制转换 radix, base conversion
大端 大端序 big endian
小端 小端序 little endian
字节序 位元组顺序 byte order, endian
补码 complement
浮点 浮点型 float
浮点数 float, floating point
双精度 double
单精度 float, single precision
高精度 大数 big number, bigint, arbitrary precision
大整数 bigint, big integer
整数 整型 整形 integer, int
长整型 long
短整型 short
无符号 unsigned
有符号 signed
正数 positive
负数 negative
正负号 sign
无穷 无穷大 infinity
非数字 nan
复数 complex
有理数 rational
随机 random
随机数 乱数 random, rng
随机数生成器 random generator, rng, prng
伪随机 pseudo random, prng
种子 随机种子 seed
分布 distribution
正态分布 高斯分布 normal distribution, gaussian
方差 variance
标准差 standard deviation, stddev
协方差 covariance
相关系数 correlation
直方图 histogram
加权 weighted
加权平均 weighted average
移动平均 滑动平均 moving average
期望值 expected value, expectation
向量 矢量 vector
矩阵 matrix
矩阵乘法 matrix multiply, matmul, gemm
稀疏矩阵 sparse matrix
转置 transpose
逆矩阵 求逆 inverse, invert
行列式 determinant
特征值 eigenvalue
特征向量 eigenvector, feature vector
奇异值分解 svd
线性代数 linear algebra, linalg
点积 内积 dot product, dot
叉积 外积 cross product, outer
范数 norm
张量 tensor
标量 scalar
四元数 quaternion
欧拉角 euler
三角函数 trigonometry, sin, cos
正弦 sin
余弦 cos
余弦相似度 cosine similarity
正切 tan
微分 求导 导数 derivative, differentiate
积分 points, integral, credit
积分器 integrator
方程 equation
多项式 polynomial
插值法 interpolation
拟合 fit
线性 linear
非线性 nonlinear
线性规划 linear programming
收敛 converge, convergence
傅里叶变换 快速傅里叶变换 fourier transform, fft
卷积 convolution, conv
几何 geometry
凸包 convex hull
多边形 polygon
三角形 triangle
三角剖分 triangulation
圆 circle
圆形 circle
圆角 border radius, rounded
椭圆 ellipse
矩形 长方形 rectangle, rect
正方形 square
曲线 curve
贝塞尔曲线 bezier
线段 segment, line
直线 line
折线 polyline
交集 相交 intersection, intersect
并集 union
差集 difference
补集 complement
笛卡尔积 cartesian product
集合 set, collection
多重集合 multiset
有序集合 sorted set, zset
不可变集合 immutable collection
容器 container
元组 tuple
列表推导 列表推导式 list comprehension, comprehension
字典 dict, dictionary, map
映射关系 mapping
迭代器 迭代子 iterator, iter
可迭代 可迭代对象 iterable
游标 cursor
切片 slice
索引 index
下标 subscript, index
索引器 indexer
倒排索引 inverted index, posting
首元素 first
末尾 尾部 tail, end
头部 header, head
头节点 head
哨兵 sentinel
哨兵模式 sentinel
缓冲池 buffer pool
环形缓冲区 环形缓冲 循环缓冲区 ring buffer, circular buffer
双缓冲 double buffer
滑动窗口 sliding window
窗口函数 window function
双指针 pointers
快慢指针 fast slow pointer
并查集 union, disjoint
单调栈 monotonic stack
前缀和 prefix sum
差分 diff, delta
算法 演算法 algorithm
复杂度 时间复杂度 complexity
空间复杂度 space complexity
排序算法 sort
快速排序 快排 quick sort, quicksort
归并排序 merge sort
插入排序 insertion sort
选择排序 selection sort
冒泡排序 bubble sort
基数排序 radix sort
计数排序 counting sort
桶排序 bucket sort
外部排序 external sort
稳定排序 stable sort
升序 ascending, asc
降序 descending, desc
自然排序 natural sort
二分查找 二分搜索 二分法 折半查找 binary search, bisect
线性查找 顺序查找 linear search
最近邻 近邻搜索 nearest neighbor, knn
最长公共子序列 longest common subsequence, lcs
最长公共前缀 longest common prefix
编辑距离 edit distance, levenshtein
相似度 similarity
汉明距离 hamming distance
欧氏距离 欧几里得距离 euclidean distance
曼哈顿距离 manhattan distance
动态规划 dynamic programming, dp
贪心 贪婪 贪心算法 greedy
贪婪匹配 greedy match
分治 分而治之 divide conquer
回溯法 backtracking
穷举 暴力 brute force
暴力破解 brute force
记忆化 memoize, memo
备忘录 memo, memento
剪枝优化 prune
启发式 heuristic
模拟退火 simulated annealing
遗传算法 genetic algorithm
博弈 game
极大极小 minimax
背包问题 背包 knapsack
组合数 combination
全排列 permutation
子序列 subsequence
子串 子字符串 substring
子数组 subarray
回文 palindrome
逆波兰 后缀表达式 rpn, postfix
最优 optimal
最优解 optimal
近似 approximate
近似算法 approximation
离散 discrete
离散化 discretize
连续 continuous, consecutive
量化 quantize, quantization
舍入 rounding, round
归零 reset, zero
零值 zero value, zero
布尔 布林 bool, boolean
布尔值 布林值 bool, boolean
真值 truthy, truth
真假 boolean
无环 acyclic
有界 bounded
无界 unbounded
惰性 惰性求值 lazy, lazy evaluation
短路 短路求值 short circuit
最近最少使用 lru
最不经常使用 lfu
先进先出 fifo
后进先出 lifo
淘汰 逐出 驱逐 evict, eviction
淘汰策略 淘汰算法 eviction policy, evict
缓存策略 cache policy
缓存命中 命中 cache hit, hit
命中率 hit rate
缓存未命中 未命中 cache miss, miss
缓存失效 cache invalidation, invalidate
缓存过期 cache expire, ttl
缓存清理 清除缓存 clear cache, cache evict
缓存键 cache key
多级缓存 multi level cache
本地缓存 local cache
分布式缓存 distributed cache
查找表 lookup table, lut
对照表 mapping, lookup table
跳转表 jump table
分块 分段 chunk, segment
块 区块 block, chunk
分片 shard, fragment, slice
分区 partition
碎片 fragment, fragmentation
碎片整理 defragment, compaction
压实 compact, compaction
";
