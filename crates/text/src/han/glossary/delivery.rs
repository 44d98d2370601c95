//! Version control, packages, builds, tests.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
仓库 储存库 repository, repo
代码仓库 repository, repo
代码库 codebase, repository
提交记录 commit history, commit
提交信息 提交说明 commit message
提交历史 commit history, log
暂存 stash, stage
暂存区 staging area, index
工作树 worktree
检出 签出 checkout
变基 rebase
拣选 cherry pick
合并冲突 merge conflict
三方合并 merge, three
合并策略 merge strategy
快进 fast forward
分支合并 merge branch
分支管理 branch
主分支 main branch, master
远程仓库 远端仓库 remote repository, remote
拉取请求 pull request
补丁文件 patch
差异对比 diff
子模组 submodule
大文件存储 lfs
钩子脚本 hook
包 套件 package
包管理 包管理器 套件管理 package manager
包名 package name
软件包 package
安装依赖 install dependencies, install
版本范围 version range, semver
版本约束 version constraint
语义化版本 语义版本 semver, semantic version
版本解析 version resolution, resolver
版本比较 version compare
版本冲突 依赖冲突 version conflict, conflict
依赖树 dependency tree
依赖版本 dependency version
开发依赖 dev dependency
对等依赖 peer dependency
传递依赖 间接依赖 transitive dependency
锁定版本 pin, lock
单体仓库 monorepo
工作区管理 workspace
脚手架 scaffold, cli, generator
打包工具 打包器 bundler
打包体积 包体积 bundle size
代码分割 代码拆分 code splitting, split chunk
分包加载 chunk
摇树 摇树优化 tree shaking
压缩代码 代码压缩 minify
丑化 uglify, minify
转译 转译器 transpile, transpiler
垫片 polyfill, shim
模块解析 module resolution, resolve
模块加载 模块加载器 module loader
模块联邦 module federation
模块热替换 hot module replacement, hmr
别名配置 alias
入口配置 entry
外部依赖 external
插桩 instrument, instrumentation
探查 probe
调试 除错 debug
调试器 除错器 debugger
调试信息 debug info
断点 中断点 breakpoint
条件断点 conditional breakpoint
单步 单步执行 step
单步调试 step
核心转储 core dump
测试 test
测试用例 测试案例 test case
测试套件 test suite
测试框架 test framework
测试数据 test data, fixture
测试夹具 测试固件 夹具 fixture
测试替身 test double, mock
测试覆盖率 test coverage, coverage
测试报告 test report, reporter
测试运行器 test runner
测试工具 test util, test helper
单元测试 单测 unit test
集成测试 整合测试 integration test
端到端 e2e
端到端测试 e2e, test
回归测试 regression test
冒烟测试 smoke test
压力测试 压测 负载测试 stress test, load test
基准测试 benchmark, bench
快照测试 snapshot test, snapshot
模糊测试 fuzz, fuzzing
属性测试 property test
变异测试 mutation test
参数化测试 parametrize, parameterized test
黑盒 black box
白盒 white box
覆盖率 coverage
断言失败 assertion failed, assert
跳过测试 skip
测试前 setup
测试后 teardown
模拟对象 mock
模拟数据 mock data, mock
模拟请求 mock request
打桩 stub, mock
间谍 spy
预期 预期值 期望结果 expected, expect
实际值 actual
超参数 hyperparameter
质量门禁 quality gate
发布说明 更新日志 变更日志 release notes, changelog
变更记录 changelog, history
许可证 授权条款 license
贡献者 contributor
自述文件 readme
发行版 distribution, release
里程碑 milestone
路线图 roadmap
议题 工单 issue, ticket
对象库 object database, odb
松散对象 loose object
引用日志 reflog
浅克隆 shallow clone
重命名检测 rename detection
提交图 commit graph
提交钩子 commit hook, pre commit
提交者 committer
分支保护 branch protection
分支切换 切换分支 checkout branch, switch branch
分支名 branch name
标签管理 tag
工作区状态 working tree status
未跟踪 未跟踪文件 untracked
已修改 modified
已暂存 staged
已删除 deleted
已完成 completed, finished
已取消 cancelled, canceled
已关闭 closed
已过期 expired
已连接 connected
已读取 read
已发送 sent
已订阅 subscribed
已注册 registered
已启用 enabled
已禁用 disabled
已选中 已选 selected
进行中 progress, running
待处理 pending
待定 pending, tbd
草稿箱 drafts
依赖预构建 prebundle, optimize deps
静态资源处理 asset
打包优化 bundle optimization
打包流程 打包过程 bundle, build
插件钩子 plugin hook
插件开发 plugin
项目结构 project structure
项目配置 project config
项目模板 project template
项目初始化 project init, scaffold
项目根目录 project root
构建参数 build argument
构建图 build graph
发布版本 release version, release
发布包 release package
版本发布 release
版本回退 rollback, revert
版本检测 version check
版本锁定 version pin, lock
安装目录 install path
卸载脚本 uninstall
包解析 package resolution
包版本 package version
包依赖 package dependency
包发布 publish package
包索引 package index
包缓存 package cache
包元数据 package metadata
虚拟环境 virtual environment, venv
依赖锁定 lockfile
平台相关 platform specific
测试环境配置 test config
测试类 test class
测试收集 用例收集 test collection, collect
测试发现 test discovery
测试标记 test marker, mark
测试参数化 parametrize
测试隔离 test isolation
测试断言 assert
测试时钟 fake clock
断言重写 assertion rewrite
断言库 assertion
模拟时间 fake timer, mock time
模拟用户 simulate user
性能监控 performance monitor, apm
指标标签 metric label
指标聚合 metric aggregation
日志分析 log analysis
日志流 log stream
日志脱敏 log mask, redact
日志门面 slf4j, log facade
异步日志 async logger, async log
滚动文件 rotating file
调用埋点 instrument
跨度 span
上下文传播 context propagation
事件上报 event report, track
异常上报 error report
数据上报 report
";
