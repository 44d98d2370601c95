//! Distributed systems, messaging, containers, logs, metrics, deployment.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
分布式 分散式 distributed
分布式系统 distributed
集群 丛集 cluster
集群管理 cluster management
集群模式 cluster mode
单机 standalone
单机模式 standalone
高可用 high availability, ha
主备 active standby, failover
主备切换 主从切换 failover, switchover
领导者 leader
领导者选举 选主 leader election, election
跟随者 follower
候选人 候选者 candidate
任期 term
法定人数 quorum
多数派 majority, quorum
日志复制 log replication, raft
日志压缩 log compaction
强一致 强一致性 strong consistency, linearizable
最终一致 最终一致性 eventual consistency
线性一致 线性一致性 linearizable
因果一致 causal
向量时钟 vector clock
逻辑时钟 logical clock, lamport
时钟偏移 clock skew
反熵 anti entropy
流言协议 gossip
成员管理 membership
节点发现 node discovery, discovery
节点故障 node failure
网络分区 network partition
注册中心 registry, service registry
协调者 coordinator
仲裁 arbitration, quorum
再平衡 重平衡 rebalance
数据倾斜 倾斜 skew
热点 hotspot, hot key
冷热分离 hot cold, tiering
容灾 disaster recovery
异地多活 multi region
机房 data center, datacenter, zone
可用区 availability zone, zone
区域 region, area, zone
消息中间件 message broker, mq
消息代理 broker, message broker
消息体 message body, payload
消息头 message header
消息确认 ack, acknowledge
消息重试 message retry, redelivery
消息发送 发送消息 send message
消息接收 接收消息 receive message
消息处理 消息处理器 message handler
消息格式 message format
消息类型 message type
消息推送 push message, push
消息通知 notification
消息订阅 subscribe
消息总线 message bus
消息顺序 顺序消息 message order, ordering
消息积压 积压 堆积 backlog, lag
消费组 消费者组 consumer group
消费进度 消费位点 位点 offset, consumer offset
提交偏移量 commit offset
消息偏移量 offset
死信 死信队列 dead letter queue, dlq
交换器 exchange
主题分区 topic partition
至少一次 delivery, guarantee
至多一次 delivery, guarantee
精确一次 exactly, delivery
恰好一次 exactly, delivery
通配订阅 wildcard
遗嘱消息 will
遗嘱 will
保留消息 retained message, retain
云 云端 cloud
云服务 cloud service
云原生 cloud native
无服务器 serverless
容器化 containerize, docker
容器编排 orchestration
容器运行时 container runtime
镜像仓库 registry
镜像构建 构建镜像 image build, docker build
镜像层 image layer, layer
拉取镜像 pull image
数据卷 volume
边车 sidecar
初始化容器 init container
入口控制器 ingress controller
污点 taint
亲和 affinity
标签选择器 label selector
副本数 replica count, replicas
滚动更新 滚动升级 rolling update
蓝绿部署 blue green
金丝雀 金丝雀发布 canary
自动扩缩容 自动扩容 自动伸缩 autoscale, autoscaler, hpa
扩缩容 scale
水平扩展 scale, horizontal
垂直扩展 scale, vertical
控制平面 控制面 control plane
数据平面 数据面 data plane
调谐 reconcile
自定义资源 custom resource, crd
准入控制 准入控制器 admission controller, admission
准入 admission
节点亲和性 node affinity
节点选择 node selector
污点容忍 toleration
驱逐节点 evict, drain
有状态应用 stateful set
守护进程集 daemonset
垃圾清理 garbage collection, gc
控制组 cgroup
运维 ops, operation
监控指标 metrics, metric
监控系统 monitoring
监控数据 metric
指标采集 指标收集 metrics collect, scrape
指标上报 metrics report, exporter
仪表 gauge, meter
计数指标 counter
日志 记录档 log, logger, logging
日志级别 日志等级 log level
日志格式 log format, formatter
日志输出 打日志 打印日志 日志打印 log output, log
日志记录 logging, log
日志收集 日志采集 log collect, log collector
日志切割 日志轮转 日志滚动 log rotation, rotate
日志库 logger, logging
日志处理器 log handler
日志系统 日志模块 logging, logger
结构化日志 structured logging
操作日志 operation log, audit log
调试日志 debug log
运行日志 log
链路追踪 链路跟踪 分布式追踪 调用链追踪 tracing, trace, span
链路 link, trace
全链路 trace, e2e
追踪上下文 trace context
采样率 sample rate, sampling
可观测性 observability, telemetry
遥测 telemetry
火焰图 flame graph
性能剖析 profiler, profiling
堆栈跟踪 堆栈追踪 堆栈信息 调用堆栈 stack trace, traceback
告警规则 alert rule
告警通知 alert notification
阈值告警 threshold alert
值班 oncall
发布流程 release process
持续集成 continuous integration, ci
持续部署 持续交付 continuous deployment, cd
构建流程 build process, build
构建工具 build tool, build
构建脚本 build script
构建系统 build system
构建产物 产物 artifact, build output
构建缓存 build cache
构建目标 build target
构建配置 build config
自动部署 auto deploy
环境隔离 environment isolation
开发环境 development, dev
测试环境 test environment, staging
生产环境 正式环境 线上环境 production, prod
预发布 预发环境 staging, prerelease
本地开发 local development, dev
开发者 developer
开发模式 development mode, dev
生产模式 production mode
协调循环 reconcile loop
工作队列 workqueue, work queue
通知机制 notify, informer
列举监听 list watch
所有者引用 owner reference
滚动重启 rollout restart
存储类 storage class
卷挂载 volume mount
镜像拉取 image pull
优雅终止 graceful termination
预选 predicate, filter
优选 score, priority
网络插件 cni, network plugin
存储插件 csi
节点池 node pool
节点状态 node status
节点下线 node offline, decommission
节点扩容 scale
集群成员 cluster member, membership
集群扩容 scale
容器组 pod
容器隔离 container isolation
容器管理 container management
机密管理 secret
资源清单 manifest
服务启动 服务启动流程 service start, bootstrap
服务名 service name
服务提供者 service provider, provider
服务容器 service container, container
服务熔断 circuit breaker
服务限流 rate limit
半开 半开状态 half open
隔板 舱壁 bulkhead
";
