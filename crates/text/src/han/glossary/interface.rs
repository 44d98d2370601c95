//! Screens: widgets, layout, style, animation, mobile applications.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
界面 画面 ui, interface
布局 版面 layout
布局器 layout
弹性布局 弹性盒子 flexbox, flex
网格布局 网格 栅格 grid
栅格系统 grid
流式布局 flow layout
瀑布流 masonry, waterfall
响应式布局 自适应布局 responsive
响应式 反应式 reactive, responsive
响应式数据 reactive
响应式系统 reactivity, reactive
响应式更新 reactive
绝对定位 position absolute
相对定位 position relative
固定定位 fixed, position
粘性定位 吸顶 sticky, affix
浮动 float, floating
浮层 弹层 popup, overlay, popover
弹窗 弹框 modal, dialog, popup
对话框 对话方块 dialog, modal
模态框 模态 模态对话框 modal
确认框 confirm
消息框 message box
抽屉 drawer
气泡 bubble, popover
气泡卡片 popover
气泡提示 文字提示 工具提示 tooltip
轻提示 吐司 toast
通知栏 notification
下拉 下拉框 下拉菜单 下拉列表 dropdown, select
下拉刷新 pull refresh
上拉加载 load, infinite scroll
无限滚动 infinite scroll
选择框 select
多选框 复选框 核取方块 checkbox
单选框 单选按钮 radio
多选 multiple, multi select
单选 single select, radio
全选 select
反选 invert selection
级联选择 级联选择器 cascader
日期选择器 日期选择 date picker
时间选择器 time picker
颜色选择器 取色器 color picker
文件选择器 文件选择 file picker, file chooser
选择器 selector, picker
滑块 滑动条 slider
滑动验证 slider captcha
开关组件 switch
步进器 stepper
步骤条 steps, stepper
评分组件 rate, rating
标签栏 tab bar
导航 导览 navigation, nav
导航栏 navbar, navigation bar
侧边栏 侧栏 sidebar
面包屑 breadcrumb
页眉 header
页脚 footer
页头 page header
页码 page number, pager
分页器 分页组件 pagination, paginator
轮播 轮播图 走马灯 carousel, swiper
折叠面板 手风琴 accordion, collapse
卡片 card
徽标 徽章 badge
骨架屏 skeleton
加载动画 加载指示器 spinner, loading
加载状态 loading state, loading
空状态 empty state, empty
占位图 placeholder image, placeholder
水印 watermark
遮罩层 overlay, mask
回到顶部 top, backtop
返回顶部 top, backtop
锚点 anchor
时间线 时间轴 timeline
日历 行事历 calendar
甘特图 gantt
树形选择 tree select
树组件 tree
表格组件 table, grid
固定列 sticky column
固定表头 sticky header
可编辑表格 editable table
合并单元格 merge cell, span
穿梭框 transfer
虚拟列表 virtual list
虚拟滚动 virtual scroll
列表渲染 list render
列表项 list item, item
滚动条 scrollbar
滚动事件 scroll event
滚动位置 scroll position
滚动到 scroll
拖拽排序 drag sort, sortable
拖放文件 drop
手势 gesture
手势识别 gesture recognizer
触摸事件 touch event
鼠标事件 mouse event
键盘事件 keyboard event
点击事件 click event, onclick
焦点 focus
焦点管理 focus management
右键 右键菜单 上下文菜单 context menu
视口 viewport
可视区域 可见区域 viewport, visible
窗口 视窗 window
窗口大小 window size, resize
窗口管理 窗口管理器 window manager
全屏 fullscreen
最大化 maximize
最小化 minimize
多窗口 multi window
标题栏 title bar
托盘 系统托盘 tray
桌面 desktop
桌面应用 desktop app, electron
壁纸 wallpaper
锁屏 lock screen
启动页 启动画面 splash
引导页 onboarding, guide
图标库 icon
字体 字型 font
字体大小 字号 font size
字重 font weight
字间距 letter spacing
行高 line height
文本对齐 text align
文字换行 text wrap, wrap
文本溢出 省略号 ellipsis, text overflow
边框 border
边距 margin
外边距 margin
内边距 padding
阴影 shadow
圆角边框 border radius
渐变 gradient
线性渐变 linear gradient
伪类 pseudo class
伪元素 pseudo element
样式表 stylesheet, css
样式隔离 scoped style, css modules
内联样式 行内样式 inline style
媒体查询 media query
暗色模式 深色模式 暗黑模式 夜间模式 dark mode, dark
亮色模式 light mode, light
主题色 theme color, primary color
颜色空间 色彩空间 color space
层叠上下文 stacking context, zindex
动画 animation
动画效果 动效 animation
动画帧 animation frame
过渡 过渡动画 过渡效果 transition
缓动 缓动函数 easing
补间 补间动画 tween
关键帧 keyframe
帧率 fps, frame rate
逐帧 frame
重绘回流 repaint, reflow
回流 reflow
盒模型 box model
画布 canvas
绘图 drawing, draw
绘图上下文 drawing context
矢量图 svg, vector
图表组件 chart
折线图 line chart
柱状图 条形图 bar chart
饼图 pie chart
散点图 scatter
热力图 heatmap
雷达图 radar
坐标轴 axis
刻度 tick
图例 legend
表单项 form item, field
表单验证 表单校验 form validation, validate
表单提交 提交表单 form submit, submit
受控组件 controlled component, controlled
非受控 uncontrolled
父组件 parent component
子组件 child component
组件通信 组件间通信 props, emit
组件库 component library, ui
组件树 component tree
函数组件 function component
类组件 class component
动态组件 dynamic component
异步组件 async component
组件卸载 unmount
组件挂载 mount
组件更新 component update
无状态组件 stateless component
插槽内容 slot
作用域插槽 scoped slot
计算属性 computed
侦听属性 watch, watcher
自定义指令 custom directive, directive
模板语法 template syntax
模板编译 template compile
模板渲染 template render
虚拟节点 vnode
虚拟树 virtual dom
差异算法 diff
协调过程 reconcile, reconciler
纤程 fiber
更新队列 update queue
调和 reconcile
重新渲染 重渲染 rerender, render
渲染器 render, renderer
渲染函数 render function, render
渲染管线 渲染流水线 render pipeline
渲染流程 render
渲染树 render tree
服务端渲染 服务器渲染 server side rendering, ssr
静态站点生成 静态生成 static site generation, ssg
客户端渲染 client side rendering
同构 isomorphic, universal
水合 注水 hydrate, hydration
脱水 dehydrate
首屏 screen, paint
单页应用 single page application, spa
多页应用 multi page
微前端 micro frontend
小程序 mini program, miniapp
公众号 official account
浏览器扩展 浏览器插件 browser extension
脚本注入 script injection
剪贴板 剪贴簿 clipboard
复制粘贴 copy paste, clipboard
撤销重做 undo redo
历史栈 history stack, history
富文本 rich text
富文本编辑器 rich text editor
所见即所得 wysiwyg
代码编辑器 code editor
文本编辑器 text editor
文本框 textbox, text field, input
文本域 多行文本 textarea
自动聚焦 autofocus
自动完成 自动补全 autocomplete, completion
补全候选 候选项 候选词 candidate, completion item
节流 throttle
防抖 去抖 debounce
交叉观察 intersection observer
尺寸变化 resize
屏幕宽度 screen width
屏幕适配 screen adapt, responsive
像素 画素 pixel
像素比 设备像素比 device pixel ratio
分辨率 解析度 resolution
宽高比 纵横比 aspect ratio
横屏 landscape
竖屏 portrait
屏幕旋转 orientation
安全区域 安全区 safe area
状态恢复 state restoration
页面跳转 navigate, redirect
页面切换 page transition
页面加载 page load
页面刷新 刷新页面 reload, refresh
页面标题 page title, title
页面布局 page layout
页面缓存 keep alive, page cache
二维码 qrcode, qr code
条形码 条码 barcode
扫码 扫一扫 scan code, scan qr
图片上传 上传图片 image upload
图片压缩 image compress
图片裁剪 image crop
图片预览 image preview
图片加载 image load, image loader
图片懒加载 lazy image, lazy load
图片处理 图像处理 image processing, image
图片格式 image format
图片缓存 image cache
雪碧图 精灵图 sprite
无障碍访问 accessibility, aria
屏幕阅读器 screen reader
意图过滤器 intent filter
广播接收器 broadcast receiver
内容提供者 content provider
视图绑定 view binding
视图层级 视图树 view hierarchy
视图控制器 view controller
导航控制器 navigation controller
约束布局 constraint layout
线性布局 linear layout
相对布局 relative layout
列表视图 list view
滚动视图 scroll view
自定义视图 custom view
主活动 main activity
权限申请 申请权限 request permission
本地通知 local notification
深度链接 深链接 deep link
应用内购买 iap, purchase
内购 iap, purchase
应用 应用程序 应用程式 application, app
应用商店 app store
应用图标 app icon
应用生命周期 app lifecycle
移动端 mobile
安卓 android
苹果 apple, ios
平板 tablet
模拟器 emulator, simulator
真机 device
震动 振动 vibrate, vibration
相册 gallery, photo album
通讯录 联系人 contact
定位 locate, location, position
定位服务 location service
";
