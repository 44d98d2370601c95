//! Actions on the form of things: format, pack, bind, show, arrange.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
格式化 format
对齐 align, alignment
填充 padding, fill, pad
补齐 补零 pad, padding
补全 completion, complete
补偿 compensate, compensation
补丁 patch
打补丁 patch, monkey patch
缩放 scale, zoom, resize
放大 zoom, magnify, enlarge
缩小 zoom, shrink
扩大 enlarge, expand
扩容 grow, resize, expand
缩容 shrink, scale down
伸缩 弹性伸缩 scale, autoscale
展开 expand, unfold, spread
折叠 收起 collapse, fold
收缩 shrink
压缩 compress, compression
压缩包 archive, zip
解压 解压缩 decompress, extract, unzip
加密 encrypt, crypto
解密 decrypt
编码 encode, encoding
编码器 encoder
解码 decode
解码器 decoder
编解码 编解码器 codec
转码 transcode
转义 跳脱 escape
反转义 去转义 unescape
序列化 serialize
序列化器 serializer
反序列化 deserialize
解析 parse, resolve
解析器 剖析器 parser
解析错误 解析失败 parse error
解包 拆包 unpack, unwrap
封包 packet, pack
打包 bundle, pack, package
包装 包裹 wrap, wrapper
包装器 wrapper
封装 encapsulate, wrap
包含 include, contain
嵌入 内嵌 embed, embedding
嵌套 nested, nest
附着 attach
挂载 mount
挂接 hook, attach
绑定 bind, binding
双向绑定 binding
解绑 解除绑定 unbind
关联 association, relation
映射 map, mapping
映射表 map
对应 map, correspond
引入 import, introduce
引用 参照 reference, ref
借用 borrow
共享 share, shared
重用 reuse
复用 reuse, mux
复制 拷贝 copy, clone
克隆 clone
深拷贝 深复制 deep copy, clone
浅拷贝 浅复制 shallow copy
粘贴 贴上 paste
剪切 cut
剪贴 clipboard
镜像 image, mirror
同步 sync, synchronize
同步器 synchronizer
备份 backup
回滚 rollback
部署 布署 deploy
发版 release
上线 release, online, deploy
下线 offline, deregister
切换 toggle, switch
翻转 反转 reverse, invert, flip
倒序 逆序 反序 reverse
颠倒 reverse
打乱 洗牌 shuffle
排序 sort, order
排列 permutation, arrange
插值 interpolate, interpolation
采样 抽样 sample, sampling
遍历 走访 traverse, walk, iterate
迭代 iterate, iterator
枚举 列举 enum, enumerate
罗列 列出 list
扫描 scan
爬取 crawl, scrape
打印 列印 print
输出 output
输入 input
渲染 render
绘制 draw, paint
画 draw
显示 show, display
展示 呈现 display, show, present
隐藏 hide, hidden
遮挡 遮盖 occlusion, cover
遮罩 mask, overlay
掩码 mask
点击 单击 click
双击 double click
长按 long press
拖动 拖拽 拖曳 拖放 drag, drop
滑动 swipe, slide
滚动 scroll
悬停 悬浮 hover
聚焦 获得焦点 focus
失焦 失去焦点 blur
触摸 touch
敲击 tap
按下 press
松开 release
翻页 page, paging
分页 pagination, paginate
分组 group
分类 category, classify
分配 allocate, alloc, assign
分摊 amortize
分流 split, shunt
分担 share
指派 assign
授予 grant
许可 license, permit
允许 放行 allow, permit
拦截 intercept
拦截器 interceptor
限制 limit, restrict
约束 constraint
强制 force, enforce
控制 control
管理 manage, management
维护 maintain
保持 keep, retain
保留 reserve, retain, keep
保证 确保 ensure, guarantee
保护 防护 protect, guard
守卫 guard
预防 防止 避免 prevent, avoid
处理 handle, process
处理器 处理程序 处理函数 处理者 handler, processor
处理过程 process
预处理 preprocess
预处理器 preprocessor
后处理 postprocess
批处理 batch
批量 批量操作 batch, bulk
操作 operation, operate
操作符 运算符 运算子 operator
运算元 操作数 operand
使能 enable
协商 negotiate, negotiation
协调 协调器 coordinate, coordinator
协作 collaborate, cooperative
参与 participate
投票 vote
选举 election
竞选 campaign, election
模拟 仿真 mock, simulate
模仿 mimic
伪造 fake, forge
欺骗 spoof
注入 inject
触达 reach
消费 consume
消耗 consume, cost
消费者 consumer
生产者 producer
生产消费 producer consumer
收集 收集器 collect, collector
采集 collect, gather
聚合 aggregate
聚类 cluster, clustering
积累 accumulate
缓存 快取 cache
缓冲 buffer
缓冲区 buffer
占位 placeholder
占位符 placeholder
锁定 lock, pin
解锁 unlock
加锁 上锁 lock, acquire
冲突解决 解决冲突 resolve conflict, conflict
解决 resolve, solve
求解 solve
推进 advance
前进 forward, advance
后退 back, backward
倒退 rewind
回溯 backtrack
回环 loopback
回显 echo
应答 reply, ack, answer
响应 回应 response, respond
回复 reply
反馈 feedback
沟通 communicate
通信 通讯 communication
交互 互动 interact, interactive, interaction
对话 dialog, conversation
握手 handshake
适配 adapt
适配器 adapter
兼容 compatible, compat
桥接 bridge
代理 proxy, agent
委托 委派 delegate
托管 host, managed, hosting
扩展 extension, extend
扩充 extend
继承 inherit, extend
实现 implement
声明 declare, declaration
定义 define, definition
描述 description, describe
标注 annotate, annotation, label
标记 token, mark, tag
注解 annotation
注释 comment
优化 optimize, optimization
调优 tuning, tune
调整 adjust
微调 fine tune
提升 hoist, promote
降低 减少 reduce, decrease
减小 decrease
增长 grow, growth
衰减 decay
平滑 smooth
平衡 balance
均衡 balance
失衡 imbalance
模糊匹配 模糊搜索 模糊查找 fuzzy match, fuzzy
精确匹配 exact match
通配 wildcard
高亮 highlight
强调 emphasis
系结 bind, binding
卷动 scroll
支持 support
模糊 fuzzy, blur
过滤器 filter
";
