//! Actions of programs: run, load, send, watch, schedule.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
执行 execute, run
执行器 executor
执行计划 execution plan
执行顺序 execution order, order
执行时机 timing
运行 run, running
运行环境 environment, runtime
调用 呼叫 call, invoke
调用者 调用方 caller
被调用 called, callee
调用链 call chain
调用栈 呼叫堆栈 call stack, stack trace
回调 callback
回调函数 callback
触发 trigger, fire, emit
触发器 trigger
触发条件 trigger condition, trigger
激活 activate, active
启动 start, startup, boot
启动器 launcher
启动项 startup
启动时 startup, start
启动流程 启动过程 startup, boot
启动参数 startup argument, launch option
启用 enable
开启 打开 open, enable
开关 switch, toggle, flag
关闭 关掉 close, shutdown
关机 停机 shutdown, power
优雅停机 优雅关闭 优雅退出 graceful shutdown, graceful
平滑重启 热重启 graceful restart, restart
重启 重新启动 restart, reboot
停止 stop
停用 禁用 disable, deactivate
禁止 forbid, prohibit, deny
暂停 pause, suspend
挂起 suspend, pending
恢复 restore, recover, resume
还原 restore, revert
复原 restore
继续执行 resume, continue
取消 cancel
取消订阅 退订 unsubscribe
撤销 undo, revoke, revert
撤回 recall, revoke, withdraw
重做 redo
退出 exit, quit
退出码 exit code, exit status
返回 传回 return
返回值 回传值 return value, return
返回结果 result, return
结束 终结 end, finish
完成后 complete, finished
收尾 finalize, cleanup
善后 cleanup
开始 begin, start
初始化 init, initialize
初始化时 init, initialize
重新初始化 reinitialize, reset
注册 登记 register, signup
注册表 registry
反注册 unregister, deregister
注销 logout, unregister
登录 login, sign
登陆 login, sign
登入 login, sign
登出 logout, sign
退出登录 logout, sign
加载 载入 load
加载中 loading
加载器 loader
加载顺序 load order
加载更多 load, infinite scroll
重新加载 reload
重载 reload, overload
热加载 热重载 hot reload, reload
热更新 热替换 hot update, hot module replacement, hmr
热部署 hot deploy, hot reload
预加载 preload, eager
预取 prefetch
预热 warmup, warm
懒加载 延迟加载 lazy load
按需加载 按需 demand, lazy
卸载 uninstall, unmount, unload
安装 install
安装包 installer, package
安装程序 installer, setup
升级 upgrade
迁移 migration, migrate
移动 move
移位 位移 shift
转移 transfer, move
搬移 move
交换 swap, exchange
对换 互换 swap
转换 转化 变换 convert, transform
转换器 converter, transformer
转为 转成 convert
强制转换 强转 cast, coerce
类型转换 type conversion, cast, convert
转发 forward
转发器 forwarder
转储 dump
中转 relay
跳转 redirect, jump, navigate
跳过 略过 skip
忽略 ignore
忽略大小写 不区分大小写 大小写不敏感 case insensitive, ignore case
区分大小写 大小写敏感 case sensitive
导入 汇入 import
导入导出 import export
导出 汇出 export
上传 upload
下载 download
上传文件 文件上传 file upload, upload
下载文件 文件下载 file download, download
断点续传 resume upload, resumable, range
续传 resume
发送 传送 send
发出 emit, send
发送方 发送者 sender
接收 接收到 receive, recv
接收方 接收者 接收器 receiver
接受 accept
接入 access, integrate
传递 传入 pass, propagate
传播 propagate, propagation
传输 transport, transfer
推送 push
推送通知 push notification
拉 pull
投递 deliver, delivery
分发 dispatch, distribute
分发器 dispatcher
派发 dispatch
分派 dispatch
派生 derive
广播 broadcast
通知 notify, notification
唤醒 wake, notify
订阅 subscribe, subscription
订阅者 subscriber
发布 publish, release
发布订阅 publish subscribe, pubsub
发布者 publisher
提交 commit, submit
申请 apply, request
申报 declare
监听 侦听 listen, watch
监听器 侦听器 listener
监视 watch, monitor
监视器 monitor, watcher
监控 monitor
观察 观测 observe
追踪 trace, track
跟踪 trace, track
记录 record, log
记录器 recorder, logger
录制 record, recording
回放 replay, playback
重放 replay
播放 play
调度 排程 schedule
调度器 排程器 scheduler
调度策略 scheduling policy, schedule
安排 arrange, schedule
编排 orchestrate
排队 queue, enqueue
等待 wait, await
等待队列 wait queue
等待时间 wait time, wait
轮询 poll, polling
轮转 rotate, round robin
旋转 rotate, rotation
重试 retry
重试次数 最大重试次数 retry count, max retries
重试机制 重试策略 retry policy, retry
重试间隔 retry interval, backoff
重新尝试 retry
尝试 try, attempt
退避 backoff
指数退避 exponential backoff, backoff
重连 重新连接 断线重连 reconnect
断线 掉线 disconnect, offline
断开 断开连接 disconnect, close
重置 reset
重命名 改名 rename
重定向 redirect
重排 reorder, reflow
重新排序 reorder, sort
重绘 repaint, redraw
重复 duplicate, repeat
去重 dedup, unique, deduplicate
归类 classify
归档 archive
归并 merge
归约 reduce
归一化 normalize, normalization
规范化 标准化 normalize, normalization
规整 normalize
";
