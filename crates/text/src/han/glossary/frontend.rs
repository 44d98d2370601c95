//! Front-end frameworks: rendering, state, events, lists, forms, templates.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
并发模式 concurrent mode
传送门 portal
引用转发 forward ref
合成事件 synthetic event
车道 lane
提交阶段 commit phase
渲染阶段 render phase
严格模式 strict mode
依赖数组 deps, dependency array
副作用钩子 use effect, effect
依赖追踪 dependency tracking, track
组合式 组合式接口 composition api, composition
选项式 options api
组合式函数 composable
属性透传 attrs, fallthrough
过渡组 transition group
缓存组件 keep alive
下一帧 next frame
首次渲染 initial render, mount
首次加载 initial load
条件加载 conditional load
渲染优化 render optimization
渲染循环 render loop
离屏渲染 离屏 offscreen
脏区域 脏矩形 dirty rect, dirty region
局部刷新 partial refresh
组件属性 props, component props
组件名 component name
组件封装 component
组件销毁 component destroy, unmount
组件缓存 keep alive
状态更新 更新状态 state update, set state
状态提升 lift state
状态存储 state store, store
状态丢失 state loss
状态变更 state change, mutation
派生状态 derived state, getter
单向数据流 data flow
事件触发 触发事件 emit event, trigger event
事件名 event name
事件捕获 event capture
事件解绑 unbind event
事件发布 publish event, emit
事件派发器 event dispatcher
事件发射器 event emitter
事件源 event source
阻止冒泡 stop propagation
阻止默认行为 prevent default
窗口缩放 window resize
拖动条 slider
缩放手势 pinch, zoom
双指缩放 pinch zoom
长列表 long list, virtual list
下拉选项 option
下拉搜索 searchable select
输入提示 suggestion, hint
输入校验规则 validation rule
输入限制 input limit, maxlength
密码框 password input
按钮组 button group
菜单栏 menu bar
弹出菜单 popup menu
弹出层 弹出框 popup, popover, modal
消息提示 message, toast
全局提示 message, toast
加载提示 loading
滚动加载 infinite scroll
滚动监听 scroll listener, scrollspy
滚动穿透 scroll lock
元素可见 visible
文字大小 font size
主题变量 theme variable, css variable
样式计算 computed style
优先级计算 specificity
布局计算 layout, measure
布局约束 constraint
弹性容器 flex container
网格线 grid line
水平对齐 horizontal align
溢出隐藏 overflow hidden
动画曲线 easing, curve
动画控制 animation controller
动画库 animation
进场动画 enter animation
离场动画 leave animation
淡入淡出 fade
淡入 fade
淡出 fade
弹簧动画 弹簧 spring
画笔 brush, pen, paint
图表配置 chart option
图表缩放 chart zoom
数据可视化 data visualization, chart
图层混合 blend
导出表格 export excel
表格行 table row
行选择 row selection
列排序 column sort
列拖拽 column drag
列冻结 freeze column
树节点展开 expand
表单控件 form control
表单集 formset
类视图 class based view
视图切换 view switch
视图解析器 view resolver
模板标签 template tag
模板过滤器 template filter
模板继承 template inheritance, extends
蓝图 blueprint
页面参数 page param
页面返回 navigate, back
页面栈 page stack, navigation stack
导航返回 navigate
手机端 mobile
电脑端 desktop
浏览器环境 browser
跨窗口 cross window
跨组件 cross component
跨页面 cross page
";
