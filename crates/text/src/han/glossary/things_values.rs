//! Data, sizes, names, states, parameters, scopes.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
内容 content
数据 资料 data
数据量 data size, volume
数据源 data source, datasource
数据流 stream, data flow
数据集 dataset
数据包 packet
数据结构 data structure
数据类型 data type
数据格式 data format, format
数据模型 data model, model
数据处理 data processing, process
数据转换 data conversion, transform
数据绑定 data binding, bind
数据同步 data sync, sync
数据交换 data exchange
信息 讯息 info, information, message
消息 message, msg
记录数 record count, count
对象 物件 object
实例 instance
实体 entity
元素 element
元素个数 count, size, len
成员 member
条目 entry, item
选项 option
选项卡 标签页 分页标签 tab
可选 可选的 optional
可选项 option
必填 必选 required
必填项 必填字段 required field, required
必需 required
默认 预设 default
预设值 缺省值 缺省 default value, default
默认值 default
默认行为 default behavior, default
默认配置 default config, default
初始值 initial, initial value
初始状态 initial state
最大值 max, maximum
最小值 min, minimum
最大 max
最小 min
最多 max, limit
最少 至少 least, min
上限 limit, max, upper bound
下限 lower bound, min
边界 boundary, bound
边界条件 edge case, boundary
边界值 boundary value
边缘 edge
范围 range, scope
区间 interval, range
间隔 interval, gap
间距 spacing, gap
阈值 门限 threshold
临界 critical
临界值 threshold
容量 capacity
大小 size
尺寸 size, dimension
长度 length, len
宽度 width
高度 height
深度 depth
厚度 thickness
面积 area
体积 volume, size
半径 radius
直径 diameter
角度 angle
方向 direction, orientation
方位 orientation
位置 position, location
坐标 座标 coordinate
偏移 偏移量 offset
距离 distance
速度 speed, velocity
速率 rate
频率 frequency
次数 count, times
数量 个数 count, number
数目 number, count
总数 total, count
总和 求和 sum, total
总计 total
平均 平均值 均值 average, mean
中位数 median
百分比 percent, percentage
百分位 percentile
比例 比率 ratio, proportion
比例尺 scale
概率 机率 probability
权重 weight
优先级 优先权 优先顺序 priority
优先 priority, prefer
级别 等级 层级 level
级联 cascade
层 图层 layer
层次 层次结构 hierarchy
层叠 cascade, stacking
顺序 次序 order
先后顺序 order, sequence
序号 sequence number, index
序列 sequence
序列号 serial number, sequence number
编号 number, id
标识 识别码 id, identifier
标识符 识别字 identifier
唯一标识 唯一标识符 unique id, uuid, identifier
唯一 unique
唯一性 uniqueness, unique
名称 名字 name
姓名 name
别名 alias
全名 全称 full name, qualified name
简称 缩写 abbreviation, short
前缀 字首 prefix
后缀 字尾 suffix
中缀 infix
标题 title, heading
副标题 subtitle
标签 tag, label
标志 旗标 flag
标志位 flag, bit
标记位 flag
状态 state, status
状态码 status code
状态机 state machine, fsm
状态管理 state management, store
状态转换 状态转移 state transition, transition
状态变化 状态改变 state change
状态栏 status bar
状态同步 state sync
类型 型别 type
种类 kind, category
类别 category, kind
属性 attribute, property, attr
特征 feature, trait
性质 property
字段 栏位 field
键 键名 key
键值 key value
键值对 key value, pair
值 value
数值 value, number, numeric
参数 parameter, argument, param
参数校验 参数验证 validate argument, validation
参数列表 parameter list, args
参数解析 argument parse, parse args
命名参数 关键字参数 keyword argument, kwargs, named
位置参数 positional argument, positional
可变参数 不定参数 variadic, varargs, args
变量 变数 variable, var
变量名 variable name
常量 常数 constant, const
环境 environment, env
环境变量 环境变数 environment variable, env
上下文 context, ctx
上下文管理器 context manager
作用域 作用范围 scope
全局 全域 global
全局变量 global variable, global
全局状态 global state
局部 local
局部变量 local variable, local
局部更新 partial update
本地 local
远程 远端 remote
内部 internal, inner
外部 external, outer
内置 builtin
内建 builtin
外置 external
自定义 客制化 定制 custom, customize
用户自定义 custom, user defined
公共 public, common
公有 公开 public
私有 private
受保护 protected
通用 generic, common, general
专用 dedicated
特殊 special
特殊字符 special character, escape
特例 special case
标准 standard
标准库 standard library, std, stdlib
规范 specification, spec
规则 rule
规则引擎 rule engine
约定 convention
原则 principle
策略 policy, strategy
方案 scheme, solution
方法 method
计划 plan
";
