//! Threads, locks, coroutines, memory, garbage collection.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
线程 执行绪 thread
多执行绪 multithread, thread
多线程 thread, multithread
单线程 thread, single
主线程 主执行绪 main thread
子线程 child thread, thread
线程池 执行绪池 thread pool
线程安全 thread safe
线程局部 线程本地 线程局部存储 thread local, tls
线程数 thread count
线程间通信 channel, inter thread
线程切换 context switch
绿色线程 green thread
守护线程 daemon thread
界面线程 ui thread
进程 process
行程 trip, process
多进程 multiprocess, multiprocessing
子进程 child process, subprocess, spawn
父进程 parent process
主进程 main process, master
进程池 process pool
进程间通信 inter process communication, ipc
进程管理 process manager
进程号 pid
守护进程 daemon
僵尸进程 zombie
孤儿进程 orphan
看门狗 watchdog
派生进程 fork
并发 concurrency, concurrent
并发控制 concurrency control
并发安全 concurrent safe, thread safe
并发限制 concurrency limit, semaphore
并发请求 concurrent request
高并发 high concurrency
并行 平行 parallel
并行计算 parallel computing, parallel
串行 串行化 serial, sequential
阻塞 block, blocking
非阻塞 nonblocking, non blocking
同步锁 lock, mutex
锁 lock, mutex
互斥 mutual exclusion, mutex
互斥锁 互斥量 mutex
读写锁 rwlock, read write lock
读锁 read lock
写锁 write lock
自旋锁 spinlock, spin
可重入锁 reentrant lock
可重入 reentrant
乐观锁 optimistic lock, version
悲观锁 pessimistic lock
分布式锁 distributed lock, lock
文件锁 file lock, flock
全局锁 global lock
全局解释器锁 gil
死锁 deadlock
死锁检测 deadlock detection, deadlock
活锁 livelock
锁竞争 lock contention
锁超时 lock timeout
锁等待 lock wait
持有锁 hold lock
释放锁 release lock, unlock
获取锁 抢锁 acquire lock, lock
续期 续约 续租 renew, lease
租约 租期 lease
无锁 lock free, lockfree
无锁队列 lock free queue
原子 原子性 atomic
原子操作 atomic operation, atomic
原子变量 atomic
比较并交换 比较交换 compare swap, cas, compare exchange
内存屏障 memory barrier, fence
内存序 内存顺序 memory order, ordering
栅栏 屏障 barrier, fence
信号量 号志 semaphore
条件变量 condition variable, condvar, cond
闭锁 倒计时锁 latch
临界区 critical section
管程 monitor
休眠 睡眠 sleep
让出 yield
抢占式 preemptive
协作式 cooperative
上下文切换 context switch
时间片 time slice, quantum
任务窃取 工作窃取 work stealing, steal
运行队列 run queue
就绪队列 ready queue
就绪 ready
优先级反转 priority inversion
亲和性 affinity
反亲和 anti affinity
负载 load
负载均衡 负载平衡 load balance, balancer
负载均衡器 load balancer
负载均衡策略 load balancing policy
池 pool
对象池 object pool, pool
连接池 connection pool, pool
连接数 connection count
最大连接数 max connections
池化 pooling, pool
内存 记忆体 memory
内存池 memory pool, arena
内存分配 memory allocation, alloc
内存分配器 allocator
分配器 配置器 allocator
内存管理 memory management
内存回收 memory reclaim
内存映射 memory map, mmap
内存对齐 memory alignment, align
字节对齐 byte alignment, align
内存布局 memory layout, layout
内存占用 memory usage, footprint
内存限制 memory limit
内存碎片 fragmentation
内存模型 memory model
内存地址 memory address
内存安全 memory safety
内存拷贝 内存复制 memcpy, memory copy
内存页 memory page, page
共享内存 shared memory, shm
虚拟内存 virtual memory
物理内存 physical memory
栈内存 stack memory
堆内存 heap memory, heap
堆转储 heap dump
大页 huge page
缺页 缺页异常 缺页中断 page fault
页表 page table
分页机制 paging
换页 页面置换 paging, swap
交换分区 swap
零拷贝 zero copy
写时复制 cow, copy write
写时拷贝 cow, copy write
垃圾回收 垃圾收集 garbage collection, gc
垃圾回收器 garbage collector, gc
标记清除 mark sweep, sweep
标记整理 mark compact
分代回收 分代 generational, generation
新生代 年轻代 young generation, nursery
老年代 old generation, tenured
可达性 可达性分析 reachability, reachable
终结器 finalizer
三色标记 tricolor, mark
写屏障 write barrier
停顿 暂停时间 pause
安全点 safepoint
缓存行 cache line
伪共享 false sharing, cache padded
局部性 locality
预分配 preallocate, reserve
双重释放 重复释放 double free
释放后使用 uaf, free
地址空间 address space
用户态 用户空间 user space, userspace
内核态 内核空间 kernel space, kernel mode
系统调用 系统呼叫 syscall, system call
内核模块 kernel module
内核线程 kernel thread, kthread
操作系统 作业系统 operating system, os
中断处理 中断处理程序 中断处理函数 interrupt handler, isr, irq
软中断 softirq
中断向量 interrupt vector
陷阱 trap
定时器 计时器 timer
时间轮 timing wheel, time wheel
时钟 clock
时钟周期 clock cycle
系统时钟 system clock
单调时钟 monotonic clock
忙等待 自旋 spin, busy wait
多路复用 复用器 multiplex, mux, epoll
事件轮询 poll, epoll
反应堆 reactor
前摄器 proactor
异步迭代器 async iterator
异步上下文 async context
异步队列 async queue
主循环 main loop
任务取消 取消任务 cancel task, cancellation
取消令牌 取消标记 cancellation token
超时取消 timeout cancel
并发集合 concurrent collection
并发队列 concurrent queue
生产者消费者 producer consumer
扇出 fan
扇入 fan
流水线 管线 pipeline
批次 batch
批大小 批次大小 batch size
限制并发 limit concurrency, semaphore
单飞 singleflight
屏障同步 barrier
同步原语 sync primitive
中断请求 irq
调度算法 scheduling algorithm
调度周期 scheduling cycle
抢占调度 preempt
处理机 中央处理器 cpu, processor
核数 cpu count, cores
多核 multicore
超线程 hyperthread
流式 streaming, stream
流式处理 流处理 stream processing, stream
流式响应 streaming response, stream
流式传输 streaming
流控 流量控制 flow control
流 stream
任务句柄 join handle, handle
广播通道 broadcast channel
一次性通道 oneshot
有界队列 bounded queue
无界队列 unbounded queue
多生产者 mpsc
阻塞任务 spawn blocking, blocking
反应器 reactor
微任务 microtask
宏任务 macrotask
取消安全 cancel safe
任务分配 task assign
任务队列满 queue full, reject
拒绝策略 rejection policy, rejected
核心线程数 core pool size
最大线程数 max threads
线程名 thread name
线程同步 thread synchronization
线程变量 thread local
进程启动 process start, spawn
进程守护 daemon, supervisor
进程监控 process monitor, supervisor
进程锁 process lock
进程通信 ipc
主协程 main goroutine
协程泄漏 goroutine leak
协程切换 coroutine switch
监督者 supervisor
监督树 supervision tree, supervisor
邮箱模型 mailbox
参与者模型 演员模型 actor
消息传递 message passing
共享引用 arc, shared reference
内部可变性 interior mutability, refcell
写冲突 write conflict
写优先 write preferring
公平锁 fair lock
非公平锁 nonfair lock, unfair
递归锁 recursive mutex
偏向锁 biased lock
锁升级 lock upgrade
锁粒度 lock granularity
分段锁 segment lock, striped lock
双检锁 double checked locking
原子写入 atomic write
等待组 wait group
等待唤醒 wait notify
虚假唤醒 spurious wakeup
内存重排 指令重排 reorder
内存泄漏检测 leak detection, leak
内存快照 heap snapshot
内存释放 释放内存 free memory, free
内存申请 申请内存 malloc, alloc
内存回收器 reclaimer
内存越界 bounds
内存不够 oom, memory
内存缓存 memory cache
堆外内存 heap, direct memory
直接内存 direct memory
对象头 object header
对象分配 object allocation
对象回收 object gc
软引用 soft reference
虚引用 phantom reference
垃圾对象 garbage
根集合 roots, root set
分配速率 allocation rate
区域分配器 竞技场 arena, bump allocator
伙伴系统 buddy
块分配 slab
空闲链表 free list
空闲块 free block
大对象 large object
小对象 small object
紧凑 compact
逃逸 escape
";
