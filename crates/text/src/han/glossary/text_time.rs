//! Characters, text, editors, languages, dates, times.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
字符 字元 char, character
字符串 字串 string, str
字符集 charset, character set
字符编码 character encoding, charset
字符串拼接 字符串连接 concat, string builder
字符串匹配 string match
字符串替换 string replace
字符串比较 string compare
字符串分割 string split
字符串格式化 string format, format
字符串插值 string interpolation, template literal
字符串解析 parse string
字符串截取 substring, slice
字符串常量 字符串字面量 string literal
模板字符串 template literal
多行字符串 multiline string
原始字符串 raw string
控制字符 control character
换行 newline, line break, wrap
换行符 newline, line ending
自动换行 word wrap, wrap
回车 回车符 carriage return, enter
制表符 tab
缩进 缩排 indent, indentation
缩进级别 indent level
行尾 line ending, end line
行首 line start
首行 line
行内 inline
段落 paragraph
章节 chapter, section
引号 quote
单引号 single quote
双引号 double quote
反引号 backtick
括号 bracket, parenthesis, paren
圆括号 小括号 parenthesis, paren
方括号 中括号 square bracket, bracket
花括号 大括号 brace, curly
尖括号 angle bracket
括号匹配 bracket match
逗号 comma
尾逗号 trailing comma
分号 semicolon
冒号 colon
句号 period, dot
点号 dot
问号 question mark
感叹号 exclamation, bang
斜杠 斜线 slash
反斜杠 反斜线 backslash
星号 asterisk, star
井号 hash, pound
美元符号 dollar sign
百分号 percent
竖线 pipe, vertical bar
波浪号 tilde
标点 标点符号 punctuation
大写 uppercase, upper
小写 lowercase, lower
大小写 case
大小写转换 upper, lower, case conversion
首字母大写 首字母 capitalize, title case
字母 letter, alpha, alphabet
字母表 alphabet
数字 number, digit
汉字 hanzi, chinese character, cjk
拼音 pinyin
全角 全形 fullwidth
半角 半形 halfwidth
宽字符 wide character, wchar
码点 code point, codepoint
字素 grapheme
组合字符 combining character
代理对 surrogate pair
字节 位元组 byte
字节数 byte length, bytes
比特 位元 bit
表情 表情符号 emoji
文本 文字 text
文本处理 text processing, text
文本解析 text parser
文本匹配 text match
文本搜索 text search
文本替换 text replace, substitute
文本选择 text selection, selection
文本差异 text diff
纯文本 plain text
单词 word
单词边界 word boundary
词 word, term
词频 term frequency, word count
停用词 stop word
词干 词干提取 stem, stemmer
词向量 word embedding
词典 词库 dictionary, lexicon
词汇表 词表 vocabulary, vocab
同义词 synonym
拼写 拼写检查 spell check, spelling
拼写错误 typo, misspell
去空格 去除空格 去除空白 trim, strip
前导零 leading zero
前导空格 leading whitespace
尾部空格 行尾空格 trailing whitespace
截断文本 truncate
摘录 excerpt
选区 选中文本 selection
光标位置 cursor position
光标移动 cursor move
多光标 multi cursor
插入符 caret
文本光标 caret
撤消 undo
查找替换 replace
替换文本 replace text
宏录制 macro record
行号显示 line number
代码高亮 syntax highlight, highlight
括号高亮 bracket highlight
自动缩进 auto indent
自动格式化 auto format
小地图 minimap
编辑模式 edit mode, edit
插入模式 insert mode
可视模式 visual mode
普通模式 normal mode
键盘映射 keymap, keybinding
命令面板 command palette
国际化 i18n, internationalization
本地化 在地化 localization, locale
翻译 translate, translation
翻译文件 locale, translation
语言包 locale, language pack
语言环境 区域设置 地区设置 locale
语言切换 切换语言 switch language, locale
默认语言 default locale
文案 copy, text, label
复数形式 复数规则 plural, pluralize
从右到左 right left, rtl
书写方向 text direction
货币 currency
货币格式 currency format
千分位 千位分隔符 thousands separator
数字格式 数字格式化 number format
日期 date
日期格式 日期格式化 date format
日期时间 datetime
日期解析 parse date
日期范围 date range
日期计算 date arithmetic
时间 time
时间戳 时间戳记 timestamp
时间格式 时间格式化 time format, format time
时间间隔 interval, duration, timedelta
时间差 timedelta, duration
时间段 time range, duration, period
时间范围 time range
时间窗口 time window
时间单位 time unit
时间点 instant, point time
时长 持续时间 duration
时区 timezone
时区转换 timezone conversion, timezone
夏令时 daylight saving, dst
协调世界时 世界时间 utc
本地时间 local time
系统时间 system time
当前时间 现在时间 now, current time
开始时间 起始时间 start time
结束时间 end time
创建时间 created, create time
修改时间 modified time, mtime
截止时间 deadline
截止日期 到期日 due date, deadline
期限 deadline
到期 due, expire
到期时间 expire time
年 year
年份 year
月 month
月份 month
日 天 day
星期 周 week, weekday
工作日 workday, business day, weekday
周末 weekend
节假日 假日 holiday
小时 hour
分钟 minute
秒 second
毫秒 millisecond, ms
微秒 microsecond
纳秒 nanosecond, nano
季度 quarter
闰年 leap year
闰秒 leap second
农历 lunar
倒计时 countdown
秒表 stopwatch
闹钟 alarm
耗时 elapsed, duration, cost
计时 timing, timer, elapsed
频次 frequency
每天 每日 daily
每周 weekly
每月 monthly
每秒 per second
每小时 hourly
定期 periodic, regularly
周期性 periodic
标记语言 markup
超文本标记语言 html
可扩展标记语言 xml
层叠样式表 css
目录索引 toc, table contents
脚注 footnote
引用块 blockquote
有序列表 ordered list
无序列表 unordered list
任务清单 todo list, task list
待办 待办事项 todo
水平线 horizontal rule
标题级别 heading level
代码围栏 fenced code, fence
行内代码 inline code
转义字符 跳脱字元 escape character, escape
实体编码 html entity
百分号编码 网址编码 percent encoding, url encode
逗号分隔 逗号分隔值 csv, comma separated
换行分隔 newline delimited
逐行 line, readline
逐行读取 readline, line
按行 line
首尾 head, tail
正文 body, content
附录 appendix
注脚 footnote
字数 字数统计 word count
行数统计 line count
解码错误 decode error
编码检测 encoding detection, charset
字节顺序标记 bom
文本对象 text object
语法着色 syntax highlight
变量替换 变量插值 variable substitution, interpolate
模板变量 template variable
占位符替换 placeholder replace
字符画 ascii art
模糊搜索器 fuzzy finder
排版 typeset, typography, layout
断行 line breaking, line break
连字 ligature
断字 hyphenation
字形 glyph
字符宽度 char width
文本测量 measure text
文本渲染 text render
字幕 subtitle, caption
打字 typing
打字机 typewriter
输入内容 input
字符分类 character class
字符类 character class
字符范围 character range
字符流 char stream
非法字符 illegal character, invalid character
不可见字符 invisible character
特殊符号 special character, symbol
中文字符 chinese character, cjk
中文分词 chinese segmentation, tokenizer
中文排序 collation
中文乱码 encoding
中文支持 chinese, cjk
行分割 split lines, line split
行合并 join lines
行排序 sort lines
行解析 parse line
行匹配 line match
行注释 line comment
块级 block level
块级元素 block element
标题解析 heading parse
代码块解析 code block parse
自闭合 自闭合标签 self closing
开始标签 start tag
文档对象 document
文档树 document tree
文档结构 document structure
文档生成 generate docs, doc generator
文档解析 document parse
文档类型 document type, doctype
文档片段 document fragment
文档索引 document index
文档格式 document format
文档转换 document convert
文档预览 document preview
文本换行 text wrap
文本高亮 highlight
文本向量 embedding
文本流 text stream
关键词提取 keyword extraction
搜索排序 search ranking, search sort
搜索条件 search criteria
搜索关键字 搜索关键词 search keyword, query
搜索范围 search scope
日期转换 日期转字符串 date format, date convert
日期差 date diff
日期校验 date validation
时间计算 time arithmetic
时间排序 sort time
时间显示 time display
相对时间 relative time, humanize
过期检测 expiration check, expire
每分钟 per minute
每年 yearly
定时表达式 cron expression
周期执行 interval, periodic
单位转换 unit conversion
单位换算 unit conversion
数字类型 numeric type
数字签名算法 signature algorithm
金额格式 money format
金额计算 amount calculation
精度处理 精度控制 precision
进位 carry
位移运算 shift
数值计算 numeric
数值类型 numeric type
数值范围 numeric range
";
