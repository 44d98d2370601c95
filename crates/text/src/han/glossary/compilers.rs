//! Compilers, interpreters, modules, editors' language services.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
字节码 bytecode
机器码 machine code
汇编 组合语言 assembly, asm
汇编器 assembler
反汇编 disassemble, disassembler
反编译 decompile
解释器 直译器 interpreter
虚拟机 virtual machine, vm
即时编译 jit
提前编译 aot
源映射 源码映射 source map, sourcemap
源文件 source file, source
目标文件 object file
编译 compile
编译器 compiler
编译期 编译时 compile time, const
编译选项 编译参数 compiler option, compile flag
编译单元 compilation unit, translation unit
交叉编译 cross compile
运行时 执行期 runtime
运行期 runtime
中间代码 中间表示 intermediate representation, ir
代码生成 代码产生 codegen, code generation, generate
代码生成器 code generator, codegen
代码优化 optimization, optimize
优化器 optimizer
优化级别 optimization level
常量折叠 constant folding, fold
常量传播 constant propagation
死代码 无用代码 dead code
死代码消除 dead code elimination, dce
循环展开 loop unrolling, unroll
循环不变量 loop invariant
公共子表达式 common subexpression, cse
逃逸分析 escape analysis
数据流分析 dataflow analysis, dataflow
控制流图 control flow graph, cfg
静态单赋值 ssa
寄存器 暂存器 register
寄存器分配 register allocation, regalloc
指令集 instruction set, isa
指令选择 instruction selection, isel
指令调度 instruction scheduling
操作码 opcode
链接器 连结器 linker, link
链接库 link library
动态库 动态链接库 共享库 shared library, dll, dylib
静态库 static library
静态链接 static link
静态检查 lint, static check
代码检查 代码规范 lint, linter
代码格式化 format, formatter
代码审查 代码评审 code review, review
代码覆盖率 code coverage, coverage
代码提示 智能提示 completion, intellisense
代码跳转 跳转定义 转到定义 goto definition, definition
代码折叠 code folding, fold
代码重构 refactor
查找引用 references
悬停提示 hover
语言服务器 language server, lsp
语言服务 language service
外部函数接口 ffi
互操作 interop
原生 native
原生模块 native module, addon
安全代码 safe
不安全 不安全代码 unsafe
异常安全 exception safe
无操作 noop, nop
空实现 空函数 noop, stub
桩 桩代码 stub
桥接层 bridge
胶水代码 glue, binding
样板代码 boilerplate
伪代码 pseudocode
注释掉 comment
文档注释 文档字符串 docstring, doc comment
单行注释 line comment
多行注释 块注释 block comment
行号 line number, lineno
列号 column number, column
源码位置 源位置 source location, span
回圈 loop
提前返回 early return
特征解析 trait resolution
单态化 monomorphization
名称修饰 name mangling, mangle
支配树 dominator tree
活跃性分析 liveness
内联缓存 inline cache
去优化 deoptimization, deopt
栈上替换 osr
常量池 constant pool
类加载器 class loader
类加载 class load, class loader
双亲委派 parent delegation, class loader
增量解析 incremental parse
作用域分析 scope analysis
语法节点 syntax node
语法单元 token
遍历语法树 visitor, traverse
规则集 ruleset
行宽 line width, print width
单文件组件 single file component, sfc
字段标签 struct tag, tag
字段验证 字段校验 field validation
字段映射 field mapping
模块图 module graph
模块导出 export
模块名 module name
包导入 import
相对导入 relative import
循环导入 circular import
动态导入 dynamic import
默认导出 default export
具名导出 named export
重导出 reexport
类型映射 type mapping
类型注册 type registry
类型检测 type detection
类型标注 type annotation
隐式转换 隐式类型转换 implicit conversion, coercion
显式转换 explicit conversion, cast
向上转型 upcast
向下转型 downcast
接口实现 interface implementation
继承链 inheritance chain, mro
方法解析顺序 mro, method resolution order
方法查找 method lookup
方法分派 动态分派 dynamic dispatch, dispatch
静态分派 static dispatch
多重分派 multiple dispatch
属性描述符 property descriptor
属性代理 delegate
上下文变量 context variable, contextvar
推导式 comprehension
解包赋值 unpack
链式比较 chained comparison
海象运算符 walrus
空值合并 null coalescing
空值检查 null check
边界检查 bounds check
溢出检查 overflow check
除零 除以零 division zero, divide zero
浮点精度 floating point precision
精度丢失 precision loss
大小端 endian
位域 bit field
位掩码 bitmask, mask
字节串 bytes
尾随逗号 trailing comma
标签语句 label
跳转语句 goto, jump
异常声明 throws
资源释放 释放资源 release resource, dispose, close
恐慌 panic
恐慌恢复 recover panic
调试符号 debug symbol, dwarf
符号查找 symbol lookup
跳转目标 jump target
源代码管理 source control
解决方案 solution
程序集 assembly
程序入口 main, entry point
命令行程序 cli
预处理指令 preprocessor directive
编译指示 pragma
编译流程 编译过程 compile, pipeline
编译速度 compile time
目标架构 target arch
抽象层 abstraction layer
指令解码 instruction decode
指令编码 instruction encode
指令指针 程序计数器 program counter, instruction pointer
栈指针 stack pointer
帧指针 frame pointer
调用约定 calling convention, abi
二进制接口 abi
尾调用优化 tail call optimization
窥孔优化 peephole
循环优化 loop optimization
自动向量化 vectorize, vectorization
解释执行 interpret
编译执行 jit
沙箱执行 sandbox
脚本语言 scripting
领域特定语言 dsl
模式语言 schema
标记符 token, marker
词元 token
记号 token
";
