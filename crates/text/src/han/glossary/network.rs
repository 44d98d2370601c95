//! Networks, requests, responses, routes, proxies, the web.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
网络 网路 network, net
网络请求 network request, request, fetch
网络错误 网络异常 network error
网络连接 network connection
网络层 network layer
网络接口 network interface
网络协议 network protocol
网络延迟 network latency
网卡 network card, nic, interface
网关 闸道 gateway
网桥 bridge
网段 subnet
子网 子网掩码 subnet, netmask
路由 route, router
路由器 router
路由表 routing table, route
路由参数 route param, path param
路由匹配 route match
路由守卫 导航守卫 route guard, guard
路由配置 route config
路由注册 注册路由 register route, add route
路由跳转 navigate, push
路由组 route group
路由懒加载 lazy route
动态路由 dynamic route
嵌套路由 nested route
静态路由 static route
交换机 switch
防火墙 firewall
端口 埠 port
端口号 port
端口转发 port forward
端口映射 port mapping
端口占用 address, port
监听端口 listen port, bind
域名 网域 domain
域名解析 dns, resolve
域名服务器 nameserver, dns
反向解析 reverse lookup
主机地址 host address
回环地址 loopback
广播地址 broadcast address
多播 组播 multicast
单播 unicast
任播 anycast
报文 数据报 packet, message, datagram
帧 frame
数据帧 frame, dataframe
报文头 包头 header
包体 payload, body
载荷 负载数据 有效载荷 payload
粘包 sticky packet, framing
分帧 framing
分包 fragment, split packet
抓包 packet capture, pcap
组包 reassemble
封包解析 packet parse
重传 retransmit
丢包率 loss rate
拥塞 拥塞控制 congestion control, congestion
滑窗 sliding window
确认应答 ack
三次握手 handshake, syn
四次挥手 挥手 fin, close
半连接 syn queue
半关闭 half close
长连接 keep alive, persistent connection
短连接 short connection
保活 保持连接 keep alive, keepalive
心跳 heartbeat, ping
心跳包 heartbeat, ping
心跳检测 心跳机制 heartbeat
连接管理 connection manager
连接状态 connection state
连接建立 建立连接 connect, dial, establish
关闭连接 连接关闭 close connection, close
连接复用 connection reuse, keep alive
带宽 频宽 bandwidth
流量 traffic
流量限制 traffic limit, rate limit
流量镜像 traffic mirror
网速 network speed
代理服务器 proxy server, proxy
反向代理 reverse proxy
正向代理 forward proxy
透明代理 transparent proxy
隧道 tunnel
内网穿透 nat traversal, tunnel
穿透 traversal, penetrate
打洞 hole punching
虚拟专用网 vpn
上游 upstream
下游 downstream
内网 局域网 lan, intranet
外网 公网 wan, public network
点对点 p2p, peer
对等节点 对等 peer
邻居 neighbor
请求 request, req
请求头 request header, header
请求体 请求正文 request body, body
请求参数 request parameter, query, params
请求方法 request method, http method
请求行 request line
请求路径 request path
请求地址 request url
请求上下文 request context
请求拦截 请求拦截器 request interceptor
请求处理 处理请求 request handler, handle request
请求队列 request queue
请求合并 request batching, coalesce
请求限制 request limit
请求重试 request retry
请求日志 访问日志 access log, request log
请求转发 request forward, proxy
响应头 response header, header
响应体 响应正文 response body, body
响应码 status code
响应时间 response time, latency
响应数据 response data
响应拦截 响应拦截器 response interceptor
响应缓存 response cache
回包 response, reply
查询参数 查询字符串 query string, query param
路径参数 path param
表单数据 form data
分块传输 分块编码 chunked, chunk
内容类型 content type, mime
内容协商 content negotiation, accept
内容长度 content length
内容编码 content encoding
媒体类型 media type, mime
范围请求 range request, range
条件请求 conditional request, etag
缓存控制 cache control
协商缓存 etag, conditional
强缓存 cache control, expires
跨域 跨源 跨域请求 cors, cross origin
跨域资源共享 cors
同源 同源策略 origin
预检 预检请求 preflight
单点 single point
超文本 hypertext
状态行 status line
永久重定向 permanent redirect
临时重定向 temporary redirect
请求过多 throttled, rate limit
坏请求 bad request
长轮询 long polling
服务器推送 server push, sse
服务器发送事件 server sent events, sse
双工 duplex
全双工 full duplex
远程调用 远程过程调用 rpc, remote procedure call
远程执行 remote execute
远程登录 ssh, remote login
服务调用 service call, rpc, invoke
桩函数 stub
序列化协议 protobuf, serialization
接口描述 idl
接口调用 api call
接口地址 endpoint, api url
接口版本 api version
接口测试 api test
接口限流 rate limit
接口返回 api response
端点 endpoint
回调地址 callback url, webhook
网页 webpage, page
网站 website, site
网页抓取 scrape, crawl
站点 site
站点地图 sitemap
爬虫 蜘蛛 crawler, spider
主页面 main page
浏览器兼容 browser compatibility
用户代理 user agent
会话 session
会话管理 session management, session
会话保持 sticky session, session
会话过期 session expire
会话标识 session id
本地存储 local storage, localstorage
会话存储 session storage
服务工作线程 service worker
内容分发网络 cdn
静态服务器 static server
开发服务器 dev server
模拟服务器 mock server
邮件服务器 mail server, smtp
发送邮件 邮件发送 send mail, mailer
收件人 recipient
发件人 sender
抄送 cc
邮件模板 mail template
收件箱 inbox
时间同步 ntp, time sync
字节流 byte stream, bytes
字节缓冲 byte buffer
连接队列 backlog
连接限制 connection limit
空闲超时 idle timeout
读缓冲区 read buffer
写缓冲区 write buffer
发送队列 send queue
发送缓冲区 send buffer
接收缓冲区 receive buffer
多路 multiplex
健康检查 health check, healthcheck
存活检查 存活探针 liveness
就绪检查 就绪探针 readiness
探针 probe
网络隔离 network isolation
网络策略 network policy
白名单 allowlist, whitelist
黑名单 denylist, blacklist, blocklist
互联网 internet
物联网 iot
万维网 web
网络爬虫 crawler, spider
下载器 downloader
断网 offline, network down
弱网 poor network
重发 resend
限速器 rate limiter, limiter
令牌桶 token bucket
漏桶 leaky bucket
服务质量 qos
直播 live stream, live
推流 publish stream, push stream
拉流 play stream, pull stream
证书固定 certificate pinning
多部分 multipart
请求签名 request signing
请求取消 取消请求 abort request, cancel request
请求验证 request validation
请求数 request count
请求来源 origin, referer
响应流 response stream
响应压缩 response compression, gzip
响应状态 response status
发请求 发起请求 send request, request
接收请求 accept request
基本认证 basic auth
重定向策略 redirect policy
重定向次数 max redirects
连接池大小 pool size
连接保持 keep alive
连接升级 协议升级 upgrade
连接参数 connection option
连接对象 connection
连接中断 连接断开 disconnect, connection closed
连接回收 connection recycle
连接检测 connection check, ping
建连 connect
断连 disconnect
流复用 stream multiplex
流优先级 stream priority
帧头 frame header
帧解析 parse frame
帧类型 frame type
头部压缩 header compression, hpack
协议头 protocol header
协议栈 protocol stack
协议缓冲 protobuf
域名校验 domain validation
泛域名 wildcard domain
证书申请 acme
会话复用 session resumption
服务名称指示 sni
应用层协议协商 alpn
代理池 proxy pool
静态文件服务 static file server, serve static
目录浏览 directory listing, autoindex
自定义头 自定义请求头 custom header
缓存头 cache header
跨域头 cors header
访问来源 referer, origin
客户端地址 client address, remote addr
真实地址 real ip, forwarded
地址解析 address resolve, dns
地址族 address family
随机端口 random port, ephemeral
网络测速 speed test
网络状态 network status
网络编程 socket, network
流量整形 traffic shaping
流量分发 traffic routing
流量切换 traffic switch
路由树 route tree, radix tree
路由解析 route resolve
路由元信息 route meta
中间件链 middleware chain
处理链 handler chain, chain
过滤器链 filter chain
拦截器链 interceptor chain
过滤链 filter chain
服务端点 endpoint
网络钩子 webhook
消息帧 message frame
消息分片 message fragment
二进制数据 binary message, binary
房间管理 room
长连接管理 connection manager
重连次数 reconnect attempts
超时重传 retransmission timeout, rto
超时设置 超时配置 timeout
慢连接 slow connection
慢启动 slow start
拥塞窗口 congestion window, cwnd
序列号回绕 wraparound
校验报文 verify packet
种子文件 torrent
磁力链接 magnet
做种 seed
变长整数 varint
临时节点 ephemeral node, ephemeral
";
