//! Parts of a system: tasks, events, modules, services, documents.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
任务 task, job
任务队列 task queue
任务调度 task schedule, scheduler
任务管理 task manager
任务状态 task status
后台任务 background task, background job
异步任务 async task
定时任务 排程任务 cron, scheduled task, schedule
定时 timer, scheduled, cron
周期任务 周期性任务 periodic task
延时任务 延迟任务 delayed task, delay
子任务 subtask
作业 job
工作 work, job
工作流 workflow
工作区 workspace
工作空间 workspace
工作目录 working directory, cwd
工作线程 worker thread, worker
工作进程 worker process, worker
工作节点 worker node
工作簿 workbook
工作表 worksheet, sheet
流程 flow, process
流程图 flowchart
流程控制 control flow
步骤 step
阶段 stage, phase
周期 period, cycle
生命周期 lifecycle, lifetime
生命周期钩子 lifecycle hook, hook
声明周期 lifecycle, lifetime
存活时间 ttl, live
存活期 ttl, live
有效期 expiration, validity, expire
时机 timing
事件 event
事件处理 事件处理器 event handler
事件监听 事件监听器 event listener
事件循环 event loop
事件总线 事件汇流排 event bus
事件驱动 event driven, event
事件冒泡 event bubbling, bubble
事件委托 event delegation, delegate
事件溯源 event sourcing
事件流 event stream
事件分发 事件派发 event dispatch, dispatch
动作 行动 action
行为 behavior
命令 指令 command, instruction
命令模式 command
信号 讯号 signal
信号处理 信号处理函数 signal handler, signal
信号槽 signal slot, slot
槽 插槽 slot
钩子 钩子函数 hook
切面 aspect
切点 pointcut
插件 外挂 plugin
插件系统 插件机制 plugin system, plugin
扩展点 extension point
扩展名 副档名 extension
扩展性 extensibility
组件 元件 component
控件 控制项 widget, control
部件 widget, part
模块 模组 module
模块化 modular, module
子模块 submodule
子系统 subsystem
子集 subset
系统 system
平台 platform
跨平台 cross platform, platform
框架 framework
架构 architecture
结构 structure, struct
层级结构 hierarchy, tree
体系 system, architecture
引擎 engine
核心 core
内核 kernel
驱动 驱动程序 driver
驱动器 driver, drive
接口 介面 interface, api
接口文档 api doc, openapi, swagger
协议 protocol
契约 contract
合约 contract
服务 service
服务器 伺服器 服务端 server
服务发现 service discovery, discovery
服务注册 service register, registry
服务治理 service governance
服务降级 fallback, degrade
服务网格 service mesh, mesh
微服务 microservice
客户端 用户端 client
前端 frontend
后端 backend
前台 foreground
后台 background, backend
后台管理 admin
中间件 中介软体 middleware
中间层 middle layer, intermediate
中间结果 intermediate result
入口 entry, main
入口点 进入点 entry point
入口文件 entry file, main, index
出口 exit, egress
输入输出 input output, io
输出格式 output format, formatter
输入框 input, text field
输入流 input stream, reader
输出流 output stream, writer
输入法 ime, input method
标准输入 stdin, standard input
标准输出 stdout, standard output
标准错误 stderr, standard error
文件 档案 file
文件名 档名 filename, file name
文件夹 资料夹 folder, directory
文件系统 档案系统 filesystem, fs
文档 documentation, docs, document
文章 article, post
页面 page
页 page
首页 主页 home, index
主题 theme, topic
主题切换 theme switch, theme
样式 style
风格 style
代码风格 code style, lint
模型 model
模板 模版 范本 template
模板引擎 template engine, template
示例 范例 例子 example, sample
样例 sample, example
演示 demo
教程 tutorial
指南 guide
手册 manual
帮助 help
帮助信息 usage, help
用法 usage
工具 tool, util
工具类 工具函数 utility, util, helper
工具栏 toolbar
工具链 toolchain
工具箱 toolbox
工具包 toolkit, kit
辅助函数 helper
辅助类 helper
辅助 helper, auxiliary
助手 assistant, helper
向导 wizard
库 函式库 library, lib
第三方库 第三方 third party, vendor
依赖 相依 dependency, depend
依赖关系 dependency
依赖项 dependency
依赖注入 dependency injection, inject, container
依赖管理 dependency management, dependency
依赖图 dependency graph
依赖解析 dependency resolution, resolve
依赖收集 dependency tracking, track
循环依赖 circular dependency, cycle
控制反转 inversion control, ioc
控制器 controller
控制台 主控台 console
控制面板 control panel, dashboard
控制流 control flow
面板 panel
仪表盘 仪表板 dashboard
视图 view
视图模型 view model, viewmodel
资源 resource
资源文件 resource file, resource
资源管理 resource management
资源池 resource pool, pool
资源限制 资源配额 resource limit, quota
配额 quota
预算 budget
成本 代价 开销 cost, overhead
额外开销 overhead
性能 效能 performance
性能优化 performance optimization, optimize
性能测试 performance test, benchmark
性能分析 profiling, profile
性能指标 performance metric
效率 efficiency
吞吐量 throughput
延迟 延时 delay, latency
延迟时间 delay
并发量 并发数 concurrency
可用性 availability
可靠性 reliability
稳定性 stability
安全性 security, safety
一致性 consistency
完整性 integrity
兼容性 compatibility, compat
可见性 visibility
可读性 readability
可维护性 maintainability
可扩展性 scalability, extensibility
可访问性 无障碍 accessibility, a11y
可变 可变的 mutable
不可变 不变 immutable
不变量 invariant
根 root
串 string, serial
符 symbol, character
集 set, collection
核 core, kernel
网 network, net
钥 key
权 permission, weight
证 certificate
签 sign, tag, label
警 alert, alarm
钟 clock
币 coin, currency
账 account, bill
色 color
字 character, word
句 sentence, statement
夹 folder
盘 disk
区 region, zone, area
闸 gate
窗 window
框 box, frame
栏 bar, column
钮 button
格 cell, grid
轴 axis
角 corner, angle
弧 arc
模 mode, modulo
余 remainder
积 product
界 bound, boundary
阈 threshold
址 address
径 path
序 order, sequence
首 first, head
末 last, end
假 false, fake
负 negative
奇 odd
偶 even
升 ascending, upgrade
降 descending, downgrade
增 add, increment
移 move, shift
拷 copy
贴 paste
剪 cut, trim
滚 scroll
缩 shrink, zoom
拖 drag
屏 screen
声 sound
音 audio
频 frequency
钩 hook
叶 leaf
支 branch
载 load
锚 anchor
桥 bridge
筒 bucket
仓 repository, warehouse
镜 mirror
盒 box
箱 box
罩 mask
";
