//! Files, paths, disks, command lines, devices, embedded systems.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
文件描述符 file descriptor, fd
文件句柄 句柄 handle, file handle
文件路径 file path, path
文件类型 file type, mime
文件大小 file size
文件格式 file format
文件内容 file content
文件权限 file permission, mode, chmod
文件监听 文件监控 文件监视 文件变化 file watcher, watch, notify
文件读写 file io
文件流 file stream
文件头 file header, header
文件列表 file list
文件树 file tree
文件传输 file transfer
文件缓存 file cache
文件存储 file storage
文件扩展名 文件后缀 file extension, extension
文件编码 file encoding
文件搜索 file search
路径 path
绝对路径 absolute path
相对路径 relative path
路径拼接 path join, join
路径分隔符 path separator
路径解析 resolve path, path
路径遍历 目录遍历 path traversal, walk dir
路径匹配 path match, glob
路径规范化 normalize path, canonicalize
搜索路径 search path
家目录 主目录 用户目录 home directory, home
隐藏文件 hidden file, dotfile
配置文件 设定档 配置档 config file, config
配置项 config option, setting
配置中心 config center, config server
配置管理 config management
配置加载 加载配置 load config
配置解析 parse config
配置热更新 config reload
配置优先级 config precedence, override
日志文件 log file
锁文件 lockfile, lock file
可执行文件 executable, binary
二进制文件 binary file, binary
文本文件 text file
压缩文件 archive, compressed file
归档文件 archive, tar
脚本 script
脚本文件 script
批处理文件 batch file
符号链接 软链接 软连接 symlink, symbolic link
硬链接 hard link
管道 pipe, pipeline
命名管道 named pipe, fifo
套接字 通讯端 socket
文件读取 读取文件 read file
写文件 写入文件 文件写入 write file
遍历目录 扫描目录 walk directory, readdir
创建目录 mkdir, create directory
删除文件 文件删除 remove file, unlink
复制文件 拷贝文件 文件复制 copy file
移动文件 move file, rename
打开文件 open file
关闭文件 close file
权限不足 没有权限 无权限 permission denied, forbidden
磁盘 硬盘 磁碟 disk
磁盘空间 disk space
磁盘缓存 disk cache
磁盘读写 disk io
固态硬盘 ssd
块设备 block device
字符设备 char device
设备树 device tree
设备驱动 device driver, driver
设备文件 device file
扇区 sector
簇 cluster
索引节点 inode
超级块 superblock
文件块 block
挂载点 mount point
根文件系统 rootfs
虚拟文件系统 vfs
网络文件系统 nfs
对象存储 object storage, s3
块存储 block storage
存储引擎 storage engine
存储桶 bucket
存储卷 卷 volume
存储过程 stored procedure, procedure
存储空间 storage space
存储后端 storage backend
持久化 持久化存储 persist, persistence
持久卷 persistent volume
预写日志 wal, write ahead log
日志结构合并树 lsm
追加写 append
顺序写 sequential write
随机读 random read
检查点 checkpoint
校验和 checksum
冗余校验 crc, checksum
奇偶校验 parity
纠错 纠错码 error correction, ecc
校验码 check code, checksum
命令行 命令列 command line, cli
命令行参数 命令行选项 command line argument, flag, args
命令行工具 cli
命令行界面 cli
命令解析 parse command
命令补全 shell completion, completion
命令历史 command history, history
子命令 subcommand
终端 终端机 terminal, tty
终端模拟器 terminal emulator
伪终端 pty
外壳 壳 shell
交互式 互动式 interactive
交互模式 interactive mode, repl
提示符 prompt
提示 prompt, hint, tip
光标 cursor
颜色输出 彩色输出 color output, ansi
转义序列 escape sequence, ansi
帮助文档 doc
安静模式 静默模式 quiet, silent
详细模式 详细输出 verbose
调试模式 debug mode
试运行 演练 空跑 dry run
强制覆盖 force overwrite, force
退出状态 exit status
环境配置 environment config
系统服务 system service, systemd
开机启动 自启动 开机自启 autostart, startup
计划任务 crontab, cron
内核参数 kernel parameter, sysctl
用户权限 user permission
超级用户 root, superuser
用户组权限 group permission
系统信息 system info
系统负载 load average
硬件 硬体 hardware
软件 软体 software
固件 韧体 firmware
嵌入式 embedded
单片机 微控制器 microcontroller, mcu
引脚 管脚 pin, gpio
串口 serial port, uart
串行通信 serial communication
波特率 baud rate, baudrate
总线 汇流排 bus
中断控制器 interrupt controller
直接内存访问 dma
外设 peripheral
时钟频率 clock frequency
脉冲 pulse
脉宽调制 pwm
模数转换 adc
数模转换 dac
电压 voltage
电流 current
温度 temperature
湿度 humidity
加速度 acceleration
加速度计 accelerometer
陀螺仪 gyroscope, gyro
电机 马达 motor
步进电机 stepper motor
舵机 servo
继电器 relay
闪存 flash
烧录 烧写 flash, burn
引导程序 引导加载程序 bootloader
引导 boot
引导扇区 boot sector
分区表 partition table
低功耗 low power
功耗 power consumption
睡眠模式 sleep mode
蓝牙 bluetooth, ble
无线 wireless, wifi
红外 infrared
射频 rf, radio
天线 antenna
配对 pair, pairing
热插拔 hotplug
即插即用 plug play
机器人 robot, bot
飞控 flight controller
无人机 drone, uav
姿态 attitude, pose
航点 waypoint
控制环 control loop, pid
滤波 filter
滤波器 filter
卡尔曼滤波 kalman filter
低通滤波 low pass filter
标定 校准 calibrate, calibration
信号强度 rssi, signal strength
固件升级 空中升级 firmware upgrade, ota
分屏 split pane
窗格 pane
通配展开 glob expansion, glob
配色方案 colorscheme, color scheme
快速修复 quickfix, quick
文件浏览器 文件管理器 file manager, file explorer, file browser
最近文件 recent files
文件比较 文件对比 file diff
文件校验 file checksum
文件加密 file encryption
文件压缩 compress file, archive
文件解压 extract, unzip
文件映射 mmap, file mapping
文件属性 file attribute, stat
文件状态 file status, stat
文件所有者 file owner, chown
文件时间 mtime
文件变更 文件改动 file change, watch
目录监听 watch directory
递归删除 递归删除目录 remove, rmtree
递归复制 copy recursively
忽略文件 ignore file, gitignore
大文件 large file
小文件 small file
分块上传 分片上传 multipart upload, chunk upload
缓冲读取 buffered reader
缓冲写入 buffered writer
行缓冲 line buffered
顺序读取 sequential read
文件指针 file pointer, seek
文件末尾 end file, eof
文件结尾 eof
磁盘分区 partition
磁盘使用率 disk usage
输入重定向 stdin redirect
参数展开 parameter expansion
变量展开 variable expansion
命令替换 command substitution
命令别名 alias
命令执行 执行命令 execute command, exec
命令参数 command argument
短选项 short option
长选项 long option
互斥选项 mutually exclusive
必选参数 required argument
环境检测 environment check, doctor
系统通知 system notification
系统日志 syslog
系统属性 system property
硬件抽象层 hal
板级支持包 bsp
实时操作系统 rtos
实时时钟 rtc
任务切换 context switch, task switch
中断服务 isr
开中断 enable interrupt
关中断 disable interrupt
寄存器读写 register access
电平 level
上拉 pull
下拉电阻 pull down
上升沿 rising edge
下降沿 falling edge
消抖 debounce
占空比 duty cycle
设备状态 device status
设备发现 device discovery
设备管理 device management
设备连接 device connect
显示驱动 display driver
液晶 lcd
液晶屏 lcd
触摸屏 touchscreen
指示灯 led
蜂鸣器 buzzer
充电 charge
放电 discharge
省电 power save
休眠唤醒 suspend resume
唤醒源 wakeup source
复位 reset
上电 power
掉电 power
刷机 flash
";
