//! Actions on data: read, change, find, check, compute.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
获取 取得 取 get, fetch, acquire
获得 get, obtain
拉取 抓取 fetch, pull
设置 settings, set, option
设定 settings, set
配置 组态 config, configuration, settings
设为 置为 set
赋值 assign, assignment
读 读取 读出 read
写 写入 write
读写 read write, io
写回 write
回写 writeback, write
覆写 overwrite, override
覆盖 override, overwrite, cover
保存 save, store
存 存储 储存 storage, store
存入 put, store
存取 access
放入 put
取出 pop
取回 retrieve, fetch
检索 retrieve, search
创建 新建 建立 create, new
生成 产出 generate
生成器 generator
产生器 generator
构建 建置 build
构造 construct, build
组装 拼装 assemble, build
装配 assemble, wire
删除 删 delete, remove
移除 remove
删掉 删去 delete, remove
清除 clear, clean
清空 clear, empty, truncate
清理 cleanup, clean
清洗 clean, sanitize
净化 sanitize, purify
销毁 destroy, dispose
释放 release, free
回收 reclaim, recycle, gc
丢掉 drop, discard
修改 更改 变更 modify, change
更新 update
更新时间 updated, update time
刷新 refresh, flush
替换 取代 replace
代替 替代 replace, substitute
改写 rewrite
重写 override, rewrite
重构 refactor
修补 patch, fix
修剪 剪枝 prune, trim
裁剪 clip, crop, trim
裁切 crop
截取 slice, substring, crop
截断 truncate
截图 截屏 screenshot, capture
增加 添加 新增 加入 add
追加 附加 append, attach
插入 insert
前置 prepend, pre
增减 increment, decrement
递增 自增 increment, auto increment
递减 自减 decrement
累加 accumulate, sum
累计 累积 accumulate, total
合并 merge, combine
合并请求 merge request, pull request
汇总 summary, aggregate, total
汇聚 aggregate, converge
整合 集成 integrate, integration
组合 combine, compose, composition
拼接 concat, join
连接 connection, connect
连接符 separator
串联 chain, concatenate
联合 union, joint
拆分 切分 split
分割 split
分割线 分隔线 divider, separator
分离 detach, separate
分隔 separate, delimiter
隔离 isolate, isolation
解耦 decouple
提取 抽取 extract
抽离 extract
萃取 extract, traits
过滤 筛选 filter
过滤掉 filter, exclude
剔除 exclude, filter, cull
排除 exclude
选择 选取 select, choose
选中 selected, select
挑选 pick, select
勾选 check, checked
搜索 搜寻 search
寻找 lookup, find, search
查找 find, lookup, search
查询 查 query
查看 view, show
浏览 browse
匹配 match
比对 对比 compare, diff
比较 compare
比较器 comparator
判断 check, determine
判定 check, determine
判空 空值判断 null, empty
判重 duplicate, exists
检查 检查是否 check
检测 侦测 detect
探测 probe, detect
嗅探 sniff
识别 recognize, identify, detect
辨别 distinguish
推断 推导 infer, deduce
推算 estimate, calculate
估算 估计 estimate
预估 estimate
计算 运算 calculate, compute
计数 count
计数器 counter
统计 statistics, stats, count
测量 度量 measure, metric
评估 evaluate, assess
求值 evaluate, eval
校验 validate, check, verify
校验器 验证器 validator
校验规则 验证规则 validation rule, rule
校验失败 验证失败 validation error, invalid
验证 validate, verify
确认 confirm, ack
核对 verify, reconcile
审核 审批 approve, review, audit
审查 review, inspect
检视 inspect
巡检 inspect, check
";
