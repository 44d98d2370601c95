//! Things and qualities that fit anything, directions, things named by two words.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
程序 程式 program
程序员 programmer
基础 base, basic
底层 low level, underlying
显式 explicit
隐式 implicit
快速 fast, quick
额外 extra
独立 independent, standalone
持续 continuous
稳定 stable
开源 open source
维度 dimension, dim
生效 effective, effect
体验 experience
开头 起始 start, begin
结尾 end, tail
精确 exact, precise
相对 relative
绝对 absolute
价值 value
合法 valid, legal
世界 world
同名 duplicate name
决策 decision
片段 snippet, fragment
公式 formula
主体 body, subject
中心 center
免费 free
高级 advanced
相似 similar
轻量 轻量级 lightweight
数学 math
路线 route
密集 dense
密集型 intensive
渐进 渐进式 progressive
范式 paradigm, normal form
歧义 ambiguous, ambiguity
单行 single line
多行 multiline
链式 链式调用 chain, fluent
对称 symmetric
均匀 uniform
吞吐 throughput
上界 upper bound
下界 lower bound
例外 exception, except
自带 builtin
视觉 visual
职责 responsibility
记忆 memory
算术 arithmetic
加法 addition, add
减法 subtraction, subtract
乘法 multiplication, multiply
除法 division, divide
相邻 adjacent, neighbor
格子 cell, grid
健康 health
健康状态 health status, health
指示 indicate
原地 inplace, place
右上角 top right
左上角 top left
右下角 bottom right
左下角 bottom left
左侧 左边 left
右侧 右边 right
顶部 top
底部 bottom
居中 center
垂直 vertical
水平方向 横向 horizontal
纵向 竖向 vertical
个人 personal
首部 header
所属 owner, belong
子句 clause
实验 experiment
生产 produce, production
工程 project
生态 ecosystem
简写 shorthand, abbreviation
活跃 active
活性 liveness
因子 factor
压力 pressure, stress
变长 variable length
定长 length
深层 deep, nested
收益 gain, profit
学号 student id
单表 single table
初始 initial, init
年度 year, annual
收入 income, revenue
支出 expense
总额 total amount
样子 shape
形状 shape
外观 appearance
颗粒 particle, granule
粗粒度 coarse grained
细粒度 fine grained
清晰度 definition, quality
纯净 pure, clean
特殊情况 special case, edge case
边缘情况 边界情况 edge case, corner case
极端情况 corner case
最坏情况 worst case
唯一值 distinct, unique value
占比 ratio, percentage
同比 year
环比 month
量程 range
量级 magnitude
数量级 magnitude
倍数 multiple
倍率 ratio, multiplier
系数 coefficient, factor
基数 cardinality, radix, base
基线 baseline
基准 benchmark, baseline
基点 basis point
起点 start point, origin
终点 end point, destination
原点 origin
中点 midpoint
中间 middle, mid
两端 ends
两侧 sides
首个 first
末位 last
队首 队头 head, front
队尾 tail, rear
头 head, header
尾 tail
值域 value range
域 domain, field
层数 layer count, depth
位数 digits, bit width
位宽 bit width
组 group
组别 group
组数 group count
子 child, sub
父 parent
父级 parent
子级 child, children
上级 parent, superior
下级 subordinate, child
同级 sibling
平级 sibling
要素 element, factor
高效 efficient
管控 control
候选 candidate
强度 strength, intensity
宿主 host
斜体 italic
公平 fair
公平性 fairness
海量 massive
干净 clean
已满 full
问答 qa, question answer
论文 paper
因果 causal
秒钟 second
二级 second level, secondary
一级 level, primary
复合 composite, compound
单调 monotonic
轨迹 trajectory, track
版权 copyright
本机 localhost, local
事故 incident
蓝色 blue
红色 red
绿色 green
黑色 black
白色 white
灰色 gray
黄色 yellow
美元 dollar, usd
人民币 cny, rmb
会议 meeting
名单 list
备注 remark, note
倒数 countdown, reciprocal
峰值 peak
步长 stride, step
障碍 obstacle
垃圾 garbage
地区 region, area
行级锁 row lock
表级锁 table lock
繁体 traditional chinese
简体 simplified chinese
英语 english
短语 phrase
句子 sentence
运营 operation
商业 business, commercial
财务 finance
链 chain
倍 times, multiple
权威 authoritative
概况 overview
影子 shadow
影子表 shadow table
笔记 note
视角 perspective, view
品牌 brand
赞助 sponsor
赞助商 sponsor
专题 topic
具名 named
箭头 arrow
合计 total, sum
页数 page count, pages
总页数 total pages
总条数 条数 total count, count
环形 ring, circular
分值 score
偏差 deviation, bias
超级 super
无缝 seamless
天数 days
后置 post
名词 noun
动词 verb
一维 1d, dimension
二维 2d, dimension
三维 3d, dimension
多维 multidimensional
奇数 odd
偶数 even
奇偶 parity
手工 manual
受控 controlled
非负 non negative
树形 tree
描边 stroke, outline
费用 fee, cost
街道 street
正序 ascending, asc
曝光 exposure, impression
必传 required
列数 column count
可视 visible, visual
初值 initial value
厂商 vendor
紧急 urgent, emergency
魔法 magic
隐含 implicit
线下 offline
词汇 vocabulary, word
特权 privilege, privileged
社交 social
幅度 amplitude
定向 directed, target
变体 variant
反例 counterexample
兄弟 sibling
公用 common, shared
介质 medium, media
可达 reachable
时延 latency
朴素 naive
热门 hot, popular, trending
精简 minimal, compact
快捷 shortcut, quick
多余 redundant, extra
等效 equivalent
上方 above, top
下方 below, bottom
向上 up, upward
向下 down, downward
往上 up
往下 down
专案 project
类别名 class name
标头 header
连接埠 port
通讯协定 protocol
工作阶段 session
索引标签 tab
扩充功能 extension
相依性 dependency
原始码 source code, source
原始档 source file
指令码 script
资料表 table
资料列 row
资料行 column
资料集 dataset
资料流 stream
预存程序 stored procedure
伺服器端 server side, server
行动装置 mobile device
人工智慧 artificial intelligence, ai
映像档 image
正规表示式 规则运算式 regex, regular expression
下拉式选单 dropdown
卷轴 scrollbar
版面配置 layout
音讯 audio
视讯 video
串流 stream, streaming
样板 template, boilerplate
多型 polymorphism
神经网路 neural network
电子签名 electronic signature
唯一约束冲突 unique constraint, duplicate key
代码补全 code completion, completion
代码实现 implementation
核心类 core class
主流程 main flow, main
主函数 主程序 main
主配置 main config
主文件 main file
子流程 subprocess, subflow
子窗口 child window
子元素 child element, children
父元素 parent element
子类型 subtype
父类型 supertype
超类型 supertype
对象属性 object property
对象图 object graph
对象映射 object mapper, mapper
属性名 property name, attribute name
属性值 property value, attribute value
属性访问 property access, getattr
属性拷贝 属性复制 copy properties
方法名 method name
方法链 method chain
函数名 function name
函数体 function body
函数返回 return
参数名 parameter name
参数个数 参数数量 argument count, arity
参数默认值 default argument
参数传递 argument pass
参数注入 parameter injection
参数解析器 argument resolver, argument parser
参数化 parameterize, parametrize
数组扩容 array grow, resize
队列满 队列已满 queue full
最大长度 max length
长度限制 length limit, max length
大小限制 size limit, max size
次数限制 limit, max attempts
频率限制 速率限制 rate limit
访问频率 access frequency, rate
调用频率 call rate
调用关系 call graph
调用图 call graph
执行时间 execution time, duration
运行时间 uptime, run time
处理时间 processing time
错误原因 error cause, cause
错误类 error class
错误链 error chain
错误栈 error stack
错误传播 error propagation
自定义排序 custom sort, comparator
全局异常 全局异常处理 global exception, exception handler
远程服务 remote server
默认实现 default implementation
当前行 current line
当前页 current page
旧数据 old data, legacy
新数据 new data
空数组 empty array
空列表 empty list
空集合 empty set
空文件 empty file
空目录 empty directory
空数据 empty data
空白行 blank line
宽 width
连线 connection
连线字串 connection string, dsn
";
