//! What goes wrong, and what is done about it.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
挂了 挂掉 崩了 崩掉 奔溃 crash, panic
崩溃 闪退 crash, panic
宕机 当机 死机 crash, down, outage
卡住 卡死 卡住了 hang, stuck, block
卡顿 jank, lag, stutter
假死 无响应 unresponsive, hang, freeze
冻结 freeze, frozen
死循环 无限循环 infinite loop, loop
报错 错误 error, err
报错信息 错误信息 错误消息 错误提示 出错信息 error message, error
出错 出问题 error, fail
出错时 出错的时候 error
错误处理 error handle, error
错误码 错误代码 error code, errno
错误类型 error type, error kind
错误恢复 error recovery, recover
错误页面 错误页 error page
错误边界 error boundary
错误日志 error log
错误上报 error report, sentry
运行时错误 runtime error
编译错误 编译报错 compile error, compiler error
编译失败 编译不过 compile error, build fail
语法错误 syntax error
逻辑错误 logic error
类型错误 type error
参数错误 invalid argument, bad request
非法参数 invalid argument, illegal argument
段错误 segmentation fault, segfault, sigsegv
空指针异常 null pointer exception, npe
空指针 空引用 null pointer, nil
野指针 悬空指针 悬垂指针 dangling pointer, dangling
越界 bounds, overflow
数组越界 bounds, index
下标越界 bounds, index
溢出 overflow
整数溢出 integer overflow, overflow
栈溢出 堆栈溢出 爆栈 stack overflow
缓冲区溢出 buffer overflow
内存溢出 oom, memory overflow
内存不足 oom, memory
爆内存 oom, memory
内存泄漏 内存泄露 memory leak, leak
泄漏 泄露 leak
资源泄漏 resource leak, leak
句柄泄漏 handle leak, leak
磁盘满 磁盘已满 空间不足 disk full, space
跑不起来 起不来 启动不了 启动失败 start fail, startup
跑不通 跑不过 fail
跑起来 跑起 run, start
打不开 open fail, open
连不上 连接不上 连接失败 connection fail, connect, refused
连接被拒绝 拒绝连接 connection refused
连接被重置 连接重置 connection reset
连接超时 connect timeout, connection timeout
读取超时 读超时 read timeout
写超时 write timeout
请求超时 request timeout
超时时间 timeout, deadline
超时处理 超时控制 timeout
超时 逾时 timeout, deadline
访问不了 无法访问 不可访问 inaccessible, unreachable
不可达 unreachable
找不到 missing, found
未找到 missing, found
没找到 missing, found
找不到模块 module resolve, missing
找不到文件 enoent, exist, found
文件不存在 enoent, exist, found
不存在 missing, exist
已存在 already exists, exist
缺失 缺少 丢失 missing, lost
丢包 packet loss, drop
丢数据 数据丢失 data loss, lost
丢弃 抛弃 discard, drop
丢消息 消息丢失 message loss, lost
乱码 garbled, encoding, mojibake
乱序 reorder, shuffle
错位 misaligned, offset
重影 ghost
花屏 artifact, corrupt
黑屏 black screen
白屏 blank screen, white screen
闪烁 flicker, blink
抖动 jitter, shake
变慢 很慢 太慢 慢 slow, performance
性能问题 性能瓶颈 瓶颈 performance, bottleneck
性能下降 性能退化 性能回退 performance regression, regression
退化 回归 regression, degrade
延迟高 高延迟 latency
占用过高 占用率 占用 usage, occupy
负载过高 高负载 load, overload
过载 overload
耗尽 exhausted, exhaust
用尽 exhausted, exhaust
不足 不够 insufficient
饥饿 starvation
失控 runaway
失效 invalidate, expire
失败 fail, failure
失败率 failure rate
失败重试 retry
失败原因 failure reason, cause
故障 fault, failure
故障转移 failover
故障恢复 recovery, recover
故障排查 排查 排错 troubleshoot, diagnose
诊断 diagnose, diagnostic
诊断信息 diagnostic
异常 exception, error
异常处理 exception handling, exception handler
异常捕获 捕获异常 catch exception, catch
抛出异常 抛异常 raise exception, throw, raise
抛出 throw, raise
捕获 catch, capture
异常类 exception class
异常情况 exception, edge case
异常退出 abnormal exit, crash
异常链 exception chain, cause
未处理 unhandled
未捕获 uncaught
未定义 undefined
未知 unknown
未授权 unauthorized
未实现 implemented, unimplemented
未初始化 uninitialized
未使用 unused
未完成 incomplete, pending
未读 unread
不支持 unsupported, supported
不允许 forbid, disallow, allowed
不兼容 incompatible
不合法 非法 invalid, illegal
不可用 unavailable
不匹配 mismatch
不一致 inconsistent, mismatch
不完整 incomplete
不稳定 unstable, flaky
偶发 intermittent, flaky
复现 重现 reproduce
根因 root cause
缺陷 漏洞 bug, vulnerability
告警 报警 alert, alarm
警告 warning, warn
警告信息 warning message, warning
提醒 remind, reminder
致命错误 fatal error, fatal
致命 fatal
严重 critical, severe
严重性 严重程度 severity
中断 interrupt, abort
中止 abort
终止 terminate, abort, kill
强制终止 强制退出 强杀 kill, force
误报 false positive
漏报 false negative
误差 error, tolerance, epsilon
容错 fault tolerance, fault tolerant
容忍 容忍度 容差 tolerance, tolerate
兜底 fallback, default
降级 fallback, degrade, downgrade
回退 fallback, rollback, backoff
熔断 熔断器 circuit breaker
限流 限速 rate limit, throttle
限流器 rate limiter, limiter
埋点 tracking, track, analytics
打点 metric, track, report
上报 report
灰度 灰度发布 canary, gray, rollout
灰度值 grayscale
透传 passthrough, forward, propagate
落库 入库 persist, save, insert
落盘 刷盘 flush, fsync, persist
联调 integration, debug
踩坑 pitfall
屏蔽 mask, block, suppress
静默 silent, quiet, mute
抑制 suppress
绕过 bypass
规避 avoid, workaround
变通 workaround
写死 硬编码 hardcode, hardcoded
脏数据 dirty data, dirty
脏检查 dirty check, dirty
脏读 dirty read
幻读 phantom read
毛刺 spike, glitch
抢占 preempt, preemption
争用 竞争 contention, race
竞态条件 竞争条件 race condition, race
竞态 race
数据竞争 data race
雪崩 avalanche
缓存雪崩 cache avalanche
缓存穿透 cache penetration
缓存击穿 cache breakdown, stampede
惊群 thundering herd
反压 背压 backpressure
风暴 storm
脑裂 split brain
损坏 corrupt, corrupted, corruption
破坏 break, corrupt
残留 stale, leftover, residual
过时 陈旧 stale, outdated, obsolete
过大 太大 large, oversize
过长 太长 long
过多 max, exceed
过小 太小 small
过期 expire, expiration, expired
重复提交 duplicate submit
重复消费 duplicate consume, idempotent
重复执行 repeat, duplicate
重复请求 duplicate request
拒绝 reject, deny, refuse
拒绝服务 denial service, dos
阻止 prevent, block
爆了 炸了 crash, overflow
打挂 压垮 overload, crash
打满 跑满 saturate, full
撑爆 overflow, oom
跑飞 runaway
卡 卡了 stuck, lag
卡在 stuck, hang
不动 不动了 stuck
进不去 enter fail
登不上 登录不了 登录不上 login
收不到 receive
发不出去 发送不了 send
显示不出来 不显示 没显示 display, show
加载不出来 加载不了 load fail, load
点不动 点击无效 click
不刷新 没刷新 refresh
不更新 没更新 update
不触发 没触发 trigger
不执行 没执行 execute
对不上 mismatch
拉不下来 pull
推不上去 推送失败 push
装不上 install fail, install
编不过 compile
挂不上 mount
关不掉 close
杀不掉 kill
停不下来 stop
删不掉 删除失败 delete
存不进去 save fail, save
写不进去 write fail, write
读不到 read fail, read
拿不到 取不到 获取不到 获取失败 get, fetch
查不到 query, found
匹配不到 匹配不上 match
解析不了 parse
识别不出 识别不了 recognize
打包失败 build fail, build
认证失败 authentication fail, unauthorized
启动慢 startup, slow
加载慢 load, slow
串数据 data mix
削峰 削峰填谷 peak shaving, queue
冷启动 cold start
热启动 warm start
造轮子 reinvent
收口 converge, unify
提测 test
复盘 postmortem, retrospective
拉代码 pull
推代码 push
切分支 checkout branch, checkout
拉分支 create branch, branch
合代码 merge
切流 traffic switch
引流 导流 traffic
放量 ramp, rollout
染色 color, coloring
泳道 lane, swimlane
混沌 混沌工程 chaos
故障注入 fault injection
止损 stop loss
预案 contingency plan
时好时坏 intermittent, flaky
偶现 偶尔失败 intermittent, flaky
必现 reproduce
内存暴涨 内存飙升 内存上涨 memory, leak
飙升 飙高 暴涨 spike, surge
打爆 flood, overload
拥堵 congestion
超限 exceed limit, limit
超出范围 range
格式错误 格式不对 format error, malformed
格式不正确 malformed, invalid format
参数不对 参数有误 invalid argument
有误 不正确 incorrect, invalid
被拒 被拒绝 rejected, denied
被覆盖 override, overwrite
被忽略 ignored
被截断 truncated, truncate
被取消 cancelled, canceled
被删除 deleted
被占用 busy, occupied
被修改 modified, dirty
被回收 collected, reclaimed
被拦截 intercepted, blocked
被阻塞 blocked
提示信息 message, hint
报警通知 alert notification
错乱 disorder, mess
抛错 throw, error
对不齐 misaligned, align
";
