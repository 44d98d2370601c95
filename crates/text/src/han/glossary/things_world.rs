//! Qualities, versions, users, devices, what is shown and sent.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
动态 dynamic
静态 static
动态加载 dynamic load, dynamic import
动态链接 dynamic link
静态资源 static resource, static, asset
静态文件 static file, static
静态分析 static analysis, lint
抽象 abstract
具象 concrete
虚拟 virtual
物理 physical, physics
逻辑删除 软删除 soft delete, deleted
逻辑运算 logical operator
实时 realtime, real time
离线 offline
在线 online
在线状态 presence, online
空 空的 empty, null
空值 null, none, nil
空对象 null object
空闲 idle
空闲时间 idle time, idle
空闲连接 idle connection
空间 space
空格 space, whitespace
空白 whitespace, blank
空白字符 空白符 whitespace
空行 blank line, empty line
空字符串 empty string
非空 null, non empty
有效 valid
无效 invalid
有效性 validity, valid
有序 ordered, sorted
无序 unordered
无状态 stateless
有状态 stateful
无限 infinite, unlimited
有限 finite, limited
临时 暂时 temporary, temp
临时文件 temp file, tmp
临时目录 temp directory, tmp
持久 persistent
永久 permanent
长期 long term
短期 short term
短时间 short time
当前 current
当前用户 current user
当前目录 current directory, cwd
上一个 前一个 previous, prev
下一个 后一个 next
下一步 next step, next
最后一个 last
最新 latest
最近使用 recent, lru
最近访问 recent
历史 历史记录 history
原始 raw, original
原始数据 raw data, raw
原始值 raw value, primitive
源 来源 source, origin
目标 target, goal
目的地 destination, dest
目录 directory, dir
根目录 root directory, root
根节点 根结点 root node, root
子目录 subdirectory
父目录 上级目录 parent directory, parent
子节点 child node, child, children
父节点 parent node, parent
叶子节点 叶节点 leaf node, leaf
兄弟节点 sibling
祖先 ancestor
后代 descendant
节点 结点 node
主节点 master, primary, leader
从节点 slave, replica, follower
主从 replication, master slave
主从复制 replication
副本 replica, copy
副本集 replica set
备用 standby, backup
冗余 redundant, redundancy
快照 snapshot
版本 version
版本号 version number, version
版本控制 version control, vcs
版本管理 version management, version
版本兼容 version compatibility
旧版 旧版本 old version, legacy
新版 新版本 new version
遗留 历史遗留 legacy
废弃 弃用 已弃用 deprecated, deprecate
实验性 experimental
测试版 beta
稳定版 stable
预览 preview
预览图 preview, thumbnail
缩略图 thumbnail
草稿 draft
差异 差别 diff, difference
增量 incremental, increment, delta
增量更新 incremental update, incremental
增量编译 incremental compile, incremental
全量 full
全量更新 full update
部分更新 partial update, patch
冲突 conflict
关系 relation, relationship
关系图 graph, diagram
结果 result
结果集 result set
响应结果 response, result
成功 success
成功率 success rate
进度 progress
进度条 progress bar, progress
计量 metering, meter
单位 unit
单元 unit, cell
单元格 储存格 cell
精度 precision
粒度 granularity
质量 品质 quality
格式 format
编码格式 encoding
语言 language
多语言 多语系 multi language, i18n, locale
英文 english
中文 chinese
人工 手动 manual
自动 auto, automatic
自动化 automation, automate
自适应 adaptive, responsive
自动保存 auto save, autosave
自动更新 auto update
自动重试 auto retry, retry
自动生成 auto generate, generated
自动检测 auto detect, detect
智能 smart, intelligent
元数据 后设资料 metadata, meta
元信息 metadata, meta
清单 manifest, list
清单文件 manifest
目录树 directory tree, tree
菜单 选单 menu
菜单项 menu item
条件 condition
条件判断 condition
条件渲染 conditional render
逻辑表达式 logical expression
限定符 qualifier
修饰符 修饰子 modifier
描述符 descriptor
说明符 specifier
分隔符 分隔字元 delimiter, separator
终止符 terminator
定界符 delimiter
字面量 字面值 literal
签名 签章 signature, sign
意图 intent
场景 scene, scenario
用例 use case, case
案例 case
样本 sample
编辑 edit
编辑器 editor
查看器 viewer
浏览器 browser
管理器 manager
管理员 管理者 admin, administrator
管理后台 admin
用户 使用者 user
用户名 username
用户信息 用户资料 user info, profile
用户界面 使用者介面 user interface, ui
用户输入 user input, input
用户体验 ux, user experience
用户组 user group, group
用户管理 user management, user
账号 账户 帐号 帐户 account
个人资料 profile
头像 avatar
昵称 nickname
偏好 偏好设置 preference, prefs
主机 host
主机名 hostname
设备 装置 device
机器 machine
电脑 计算机 computer
手机 mobile, phone
屏幕 萤幕 screen
键盘 keyboard
鼠标 滑鼠 mouse
打印机 printer
摄像头 相机 camera
麦克风 microphone
扬声器 speaker
传感器 sensor
电池 battery
电源 power
电量 battery level, battery
差值 difference, delta
指标 metric, indicator
指示器 indicator
指纹 fingerprint
凭证 凭据 credential
证据 evidence
报告 报表 report
图表 chart
摘要 digest, summary
概要 概览 summary, overview
详情 detail
列表 list
表格 table
表单 form
表头 table header, header
排行榜 leaderboard, ranking
排名 rank, ranking
评分 得分 score, rating
分数 score, fraction
打分 score
评论 留言 comment, review
收藏 favorite, bookmark
书签 bookmark
点赞 like
关注 follow, watch
粉丝 follower
好友 friend
群组 group
频道 channel
房间 room
聊天 chat
邮件 电子邮件 email, mail
邮箱 email, mailbox
附件 attachment
短信 简讯 sms
电话 phone, telephone
电话号码 手机号 手机号码 phone number, phone
地址 位址 address
网址 链接地址 url, link
链接 连结 link
超链接 hyperlink, link, anchor
短链接 短链 short url, shorten
地图 map
地理位置 geolocation, location, geo
经纬度 latitude longitude, geo
天气 weather
新闻 news
公告 announcement, notice
活动 activity, event, campaign
反射 reflection, reflect
快捷方式 捷径 shortcut
快捷键 快速键 shortcut, hotkey, keybinding
键位 按键绑定 keybinding, keymap
按键 key, keypress
按钮 button
图标 图示 icon
图片 图像 影像 image, picture
图形 graphic, shape
背景 background
背景色 背景颜色 background color
背景图 background image
前景色 foreground color
颜色 color
颜色主题 color theme, color scheme
调色板 palette
亮度 brightness
对比度 contrast
饱和度 saturation
色相 hue
透明度 opacity, alpha, transparency
透明 transparent
";
