//! Programming languages: functions, types, classes, patterns, syntax.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
函数 函式 function, func
函数式 函数式编程 functional
函数调用 function call, call
函数签名 signature
函数指针 function pointer
函数重载 方法重载 overload
匿名函数 anonymous function, lambda
箭头函数 arrow function
高阶函数 higher order function
高阶组件 higher order component, hoc
纯函数 pure function, pure
内联函数 inline function, inline
内联 inline
生成器函数 generator
构造函数 构造器 建构子 建构函数 constructor, ctor, init
析构函数 析构 解构子 destructor, drop
拷贝构造 copy constructor
移动语义 move semantics, move
解构 解构赋值 destructuring, destructure
展开运算符 spread
剩余参数 rest parameter, rest
默认参数 default argument, default parameter
实参 引数 argument
形参 parameter
传参 argument, parameter, pass
入参 argument, input, param
出参 output, param
返回类型 return type
返回数据 response data, return
尾递归 tail recursion, tail call
尾调用 tail call
递归 递回 recursive, recursion
递归下降 recursive descent
递归深度 recursion depth
柯里化 curry, currying
偏函数 partial
组合函数 compose
管道操作 管道操作符 pipe, pipeline
闭包 closure
作用域链 scope chain
变量提升 hoisting
类 class
类名 class name
类方法 class method
类型系统 type system
类型检查 型别检查 type check, checker
类型检查器 type checker
类型推断 类型推导 type inference, infer
类型注解 type annotation, type hint
类型提示 type hint
类型别名 type alias
类型擦除 type erasure
类型参数 type parameter, generic
类型断言 type assertion, cast
类型守卫 type guard
类型声明 type declaration
类型定义 type definition, typedef
类型安全 type safe
类型转型 cast
联合类型 union type, union
交叉类型 intersection type
可空 可空类型 nullable, optional
可选链 optional chaining
空合并 null coalescing, coalesce
泛型 generic
泛型约束 generic constraint, bound
类型约束 type constraint, trait bound
协变 covariant, covariance
逆变 contravariant
多态 polymorphism, polymorphic
封装性 encapsulation
继承关系 inheritance
多重继承 多继承 multiple inheritance, mro
超类 parent class, base class, superclass
父类 parent, base, superclass
基类 base, base class
子类 派生类 衍生类 subclass, derived
抽象类 abstract class
抽象方法 abstract method
接口定义 interface definition, interface
实现类 implementation, impl
内部类 inner class
匿名类 anonymous class
嵌套类 nested class
单例 单例模式 singleton
静态方法 static method
静态变量 static variable
成员变量 member variable, field
成员函数 成员方法 member function, method
实例方法 instance method
实例化 instantiate, new
实例变量 instance variable
虚函数 virtual function, virtual
虚函数表 虚表 vtable
运算符重载 操作符重载 operator overload
友元 friend
魔术方法 魔法方法 magic method, dunder
元类 metaclass
元编程 metaprogramming
混入 mixin
特质 特征对象 trait
特性开关 功能开关 feature flag, feature toggle
装饰器 装饰模式 装饰者模式 decorator
访问器 accessor, getter
取值函数 getter
存取器 accessor
访问控制 access control, acl
访问权限 access permission, access
访问修饰符 access modifier
访问者 访问者模式 visitor
设计模式 design pattern
工厂 工厂模式 工厂方法 factory
抽象工厂 abstract factory
建造者 建造者模式 构建器 生成器模式 builder
原型 原型链 prototype
观察者 观察者模式 observer
策略模式 strategy
适配器模式 adapter
代理模式 代理类 proxy
外观模式 门面 门面模式 facade
责任链 chain responsibility, chain
责任链模式 chain responsibility, chain
模板方法 template method
状态模式 state
中介者 mediator
享元 flyweight
迭代器模式 iterator
结构体 结构型 struct
结构化 structured
结构共享 structural sharing
枚举类型 枚举值 列举型别 enum
联合体 union
匿名结构体 anonymous struct
元素类型 element type
基本类型 原始类型 基础类型 primitive
引用类型 reference type
值类型 value type
指针 pointer, ptr
智能指针 smart pointer, shared ptr
弱引用 weak reference, weak
强引用 strong reference
引用计数 参考计数 reference count, refcount
循环引用 circular reference, cycle
所有权 ownership, owned
借用检查 借用检查器 borrow checker, borrowck
生命期 lifetime
裸指针 raw pointer
空安全 null safety
模式匹配 pattern matching, match
模式 mode, pattern, schema
正则 正规表达式 正则匹配 regex, regexp
正则表达式 regex, regular expression
捕获组 capture group, group
零宽断言 预查 lookahead, lookbehind
通配符 万用字元 wildcard, glob
断言 assert, assertion
宏 巨集 macro
宏定义 macro, define
宏展开 macro expansion, expand
过程宏 proc macro, derive
条件编译 conditional compilation, cfg, ifdef
预编译 precompile
头文件 标头档 header, include
命名空间 名称空间 命名空间隔离 namespace
命名 naming, name
命名规范 命名规则 naming convention
驼峰 驼峰命名 camel case, camelcase
下划线 底线 underscore, underline, snake case
大驼峰 帕斯卡命名 pascal case
短横线 连字符 中划线 hyphen, dash, kebab case
关键字 保留字 关键词 keyword
语句 陈述式 statement, stmt
语句块 代码块 block, code block
代码段 代码片段 snippet, code segment
代码行 line code
代码行数 line count, loc
表达式 运算式 expression, expr
三元运算符 三目运算符 ternary, conditional
赋值语句 assignment
条件语句 conditional
循环语句 loop
循环 loop, cycle
循环变量 loop variable
跳出循环 break
遍历器 walker, iterator
分支 branch
分支预测 branch prediction
语法 syntax, grammar
语法糖 syntactic sugar, sugar
语法分析 语法解析 parser, syntax analysis, parse
语法分析器 语法解析器 parser
语法规则 grammar rule, grammar
语法高亮 syntax highlight, highlight
语义 semantic
语义分析 semantic analysis, semantic
词法 lexer, lex
词法分析 词法分析器 lexer, tokenizer, lexical
词法单元 token
词法作用域 lexical scope
分词 分词器 断词 tokenize, tokenizer
文法 grammar
产生式 production
终结符 terminal
非终结符 nonterminal
运算符优先级 operator precedence, precedence
结合性 associativity
左结合 left associative
一元运算符 unary operator, unary
二元运算符 binary operator, binary
符号 symbol
符号表 symbol table
符号解析 symbol resolution, resolve
名称解析 name resolution, resolve
重定位 relocation
左值 lvalue
右值 rvalue
右值引用 rvalue reference
常量表达式 constant expression, constexpr
只读 唯读 readonly, read
只写 write
可写 writable
可读 readable
可执行 executable
可调用 可调用对象 callable
可哈希 hashable
可比较 comparable
可序列化 serializable
可复用 reusable
可配置 configurable
可插拔 pluggable
副作用 effect, side effect
幂等 幂等性 idempotent, idempotency
原语 primitive
异步 非同步 async, asynchronous
异步函数 async function
异步编程 async
同步异步 sync, async
承诺 期约 promise
未来值 future
协程 coroutine, goroutine
协程池 goroutine pool, coroutine pool
生成协程 spawn
通道 channel, chan
延迟执行 延后执行 defer, delay
延迟调用 defer
反射机制 reflection
自省 introspection
动态代理 dynamic proxy, proxy
动态类型 dynamic type
静态类型 static type
鸭子类型 duck typing
";
