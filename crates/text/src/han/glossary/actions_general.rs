//! Actions that fit anything, short spoken verbs, actions with their manner or object.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
访问 access, visit
访问到 access
指向 point, ref
暴露 expose, export
编写 书写 write
改变 变化 change
变动 change
影响 affect, effect
进入 enter
设计 design
开发 develop, development
发起 initiate, start
弹出 pop, popup
压入 push
分裂 split
分解 decompose
划分 partition, divide
分成 split
分散 scatter
区分 distinguish
简化 simplify
增强 enhance
加速 accelerate, speed
缩短 shorten
增大 增多 increase
调节 adjust
限定 restrict, qualify
持有 hold
携带 carry, attach
剩余 剩下 remaining, rest
省略 omit
节省 save
贡献 contribute, contribution
证明 proof, prove
搭建 set, build
等于 相等 equal, eq
不等于 equal
大于 greater, gt
小于 less, lt
大于等于 greater equal, ge
小于等于 less equal, le
等价 equivalent, equal
超过 超出 exceed
低于 below, less
高于 above, greater
重叠 overlap
捕捉 capture
感知 aware, detect
干扰 interfere
切割 切 cut, rotate, split
闭合 close, closed
未闭合 unclosed, unterminated
跨 cross
回补 restore, replenish
跳 jump, skip
加 add
减 subtract, minus
加减 add, subtract
改 change, modify
查看详情 detail
预先 pre, advance
存放 store
拆成 split
试用 trial
重新计算 recompute, recalculate
重新生成 regenerate
重新编译 recompile
重新打开 reopen
重新分配 reallocate, realloc
重新调度 reschedule
重新发送 resend
重新获取 refetch
重新登录 relogin
重新绑定 rebind
重新构建 rebuild
重建 rebuild, recreate
手写 handwritten
打断 interrupt
跑 run
解开 unwrap, solve
抛 throw
拼 concat, join
拆 split
拆解 decompose, split
读到 read
写到 write
传给 传到 pass
转交 delegate, pass
挂钩 hook
插 insert
填 填写 fill
填入 fill
清掉 clear, remove
落地 land, persist
对接 integrate, integration
接管 takeover
放宽 relax
收窄 narrow
扩散 spread, diffuse
下发 dispatch, push
下钻 drill down
上卷 roll
回填 backfill
回源 origin, source
回传 send, return
回查 check
补发 resend
补录 backfill
衍生 derive
延伸 extend
延长 extend, prolong
延续 continue
延期 postpone, delay
推迟 延后 defer, postpone
提速 speed
限时 time limit
限额 quota, limit
打标 打标签 label, tag
打散 scatter, shuffle
打平 拍平 扁平化 flatten
展平 flatten
铺平 flatten
去掉空格 trim
去除 remove, strip
去除重复 dedup
剥离 strip
摘除 remove, detach
截获 intercept
窃取 steal
偷取 steal
嫁接 graft
移植 port
移交 handover
移出 remove, evict
置换 replace, permutation
置空 nullify, clear
置零 清零 zero, reset
归还 return, release
归属 belong, owner
归集 collect
匹配到 match
匹配器 matcher
替换掉 replace
筛 filter
筛掉 filter
筛选器 filter
筛选条件 filter
分析器 analyzer, profiler
探活 health check, probe
嗅探器 sniffer
扫描器 scanner
检查器 checker, inspector
检测器 detector
校正 correct, calibrate
纠正 correct
补救 remedy
汇报 report
播报 announce
触控 touch
唤起 invoke, launch
拉起 launch, start
拉长 stretch
拉伸 stretch
挤出 extrude, evict
顶掉 evict, kick
踢出 踢人 kick
踢掉 kick
跳出 break, exit
跳入 jump
跳跃 jump
编程 programming
二分 binary search, bisect
违反 violate, violation
花费 cost, spend
练习 exercise, practice
失去 lose
上升 rise, increase
下降 drop, decrease
加粗 bold
规划 plan, planner
演进 evolve, evolution
实施 implement
修饰 decorate, modifier
建模 modeling, model
受限 restricted, constrained
预留 reserve
污染 pollute, taint
分层 layered, layer
单向 unidirectional
双向 bidirectional, duplex
耦合 coupling
锁住 lock
移到 move
拓展 extend
开放 open
共用 share
协同 collaborative, cooperate
排他 exclusive
独占 exclusive
附带 attach
滥用 abuse
流转 flow, transition
寻址 addressing
预计 estimate, expected
聚集 gather, cluster
遗漏 漏掉 miss, omit
断电 power loss
赋给 assign
乘以 multiply
转向 redirect, turn
饿死 starvation
溯源 trace, provenance
追溯 trace
误判 false positive, misjudge
查重 duplicate check
调 call, tune
调大 increase
隔开 separate
占满 full
占据 occupy
购买 purchase, buy
合成 synthesize, compose
签发 issue, sign
治理 governance
领取 claim, receive
领用 claim
剖析 profile, dissect
融合 fusion, fuse
跟随 follow
联动 linkage, cascade
验收 acceptance
扣减 扣除 deduct
扣款 deduct, charge
劣化 degrade, regression
轮换 rotate, rotation
录入 input, entry
变形 transform, morph
叠加 overlay, stack
冒泡 bubble
冒烟 smoke
缩减 reduce, shrink
共存 coexist
装饰 decorate
破解 crack
窃听 eavesdrop, tap
校对 proofread
询问 ask, prompt
选定 selected, select
监测 monitor
改造 transform
传值 pass value, value
消失 disappear, vanish
评价 review, rating
支援 support
最佳化 optimize, optimization
侦错 debug
掷回 throw
重新导向 redirect
逸出 escape
存活 alive, survive, live
拨号 dial
拨号器 dialer
连接器 connector
提取器 extractor
格式器 格式化器 formatter
打印器 printer
修复器 fixer
自动修复 autofix, fix
规范检查 lint
刷写 flush
预读 readahead
日志回放 log replay, replay
崩溃恢复 crash recovery
重索引 reindex
重建索引 reindex, rebuild index
唤醒器 waker
追责 blame
绑定器 binder
注册器 registrar, registry
收发 send receive
收发消息 message send, message receive
增删 add remove
增删改 create update delete
加减乘除 arithmetic
启停 start stop
开合 open close
上下移动 move, move down
左右滑动 swipe
前后端 frontend, backend
前后端分离 frontend, backend
上下游 upstream downstream
读多写少 read mostly
一次性任务 oneoff
先写后读 read write
校验通过 valid
通过校验 valid
权衡取舍 tradeoff
求最大值 max
求最小值 min
求平均 average, mean
判断是否为空 empty, null
判断相等 equal
转大写 upper, uppercase
转小写 lower, lowercase
转字符串 stringify, string
转成字符串 stringify, string
转数组 array
转数字 parse number, number
转整数 parse int, int
转列表 list
转对象 object
字符串转数字 字符串转整数 parse int, atoi
数字转字符串 itoa, string
类型判断 type check, isinstance, instanceof
空判断 null check, null
首尾去空格 trim
按值传递 pass value
按引用传递 pass reference
延迟初始化 懒初始化 lazy init
双重检查 double checked locking
双重检查锁 double checked locking
先到先得 fifo
最后写入 last write
取最新 latest
按时间排序 sort time
按名称排序 sort name
随机选择 random choice
随机打乱 shuffle
批量处理 batch process, batch
批量导入 bulk import, batch import
定时清理 cleanup, timer
定时刷新 refresh, interval
定时检查 periodic check
定时执行 schedule, cron
延迟双删 delayed double delete
异步处理 async process
并行处理 parallel process
顺序执行 sequential
远端调用 rpc, remote call
动态修改 dynamic update
自动提交 auto commit, autocommit
自动加载 autoload, auto load
自动填充 autofill, auto fill
自动切换 auto switch
自动识别 auto detect
自动转换 auto convert, coerce
自动播放 autoplay
自动回滚 auto rollback
自动恢复 auto recover
自动分配 auto assign
自动装箱 boxing, autobox
拆箱 unboxing
装箱 boxing
是否存在 exists, exist
是否为空 empty, null
是否相等 equal, equals
是否有效 valid
是否过期 expired, expire
是否包含 contains, include
是否合法 valid, validate
是否启用 enabled
是否登录 login, authenticated
存到 store, save
是否匹配 match
算 算出 compute, calculate
重跑 rerun, retry
拉起来 launch, start
分开 separate, split
建议 suggestion, suggest
";
