//! Trade, money, organisations, publishing, social applications.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
商品 产品 product, goods
商品列表 product list
商品详情 product detail
商品分类 product category
规格 sku, spec
库存 inventory, stock
扣减库存 扣库存 deduct stock, stock
库存不足 stock, insufficient stock
超卖 oversell
价格 price
单价 unit price
原价 original price
折扣 discount
优惠 discount, promotion
优惠券 coupon
促销 promotion
满减 promotion, discount
秒杀 seckill, flash sale
拼团 group buy
抢购 flash sale
预售 presale
购物车 cart
加入购物车 cart
加购 cart
下单 place order, create order
订单 order
订单号 order number, order id
订单状态 order status
订单详情 order detail
订单列表 order list
订单取消 取消订单 cancel order
创建订单 create order
结算 结账 checkout, settle
支付 付款 payment, pay
支付宝 alipay
微信 wechat, weixin
微信支付 wechat pay
支付回调 payment callback, notify
支付方式 payment method
未支付 待支付 unpaid, pending
已支付 paid
退款 refund
退货 return
售后 sale, refund
收款 collection, receive payment
账单 bill, billing
计费 收费 billing, charge
发票 invoice
税 税费 税率 tax
手续费 fee, commission
运费 shipping fee, freight
物流 logistics, shipping
快递 express, courier
发货 ship, shipment, deliver
收货 receipt
收货地址 shipping address
配送 delivery
仓储 warehouse
采购 purchase
供应商 supplier, vendor
商家 商户 merchant
店铺 shop, store
卖家 seller
买家 buyer
客户 顾客 customer, client
会员 member, membership
会员等级 member level
余额 balance
充值 recharge, top
提现 withdraw
交易 trade, transaction
交易记录 transaction record
流水 ledger, transaction
对账 reconcile, reconciliation
记账 accounting, bookkeeping
账本 ledger
资产 asset
金额 amount, money
金融 finance
银行 bank
银行卡 bank card
信用卡 credit card
信用 credit
借贷 loan
利率 利息 interest rate, interest
汇率 exchange rate
股票 stock
行情 quote, market data
持仓 position, holding
限价单 limit order
撮合 matching engine, match
量化交易 quant trading
回测 backtest
策略回测 backtest
投资组合 portfolio
保险 insurance
合同 contract
审批流 审批流程 approval flow, workflow
请假 leave
考勤 attendance
打卡 checkin, attendance
签到 checkin, signin
员工 employee, staff
部门 department
组织 组织架构 organization, org
公司 企业 company, enterprise
团队 team
岗位 position, post
工资 薪资 salary, payroll
绩效 performance
招聘 recruit
学生 student
老师 教师 teacher
课程 course
考试 exam
题目 question
成绩 grade, score
班级 class
学校 school
医院 hospital
患者 病人 patient
医生 doctor
预约 预订 appointment, booking, reservation
酒店 hotel
机票 flight ticket
航班 flight
票 ticket
座位 seat
餐厅 restaurant
菜品 dish
菜谱 recipe
食材 ingredient
车辆 vehicle
停车 parking
司机 driver
乘客 passenger
城市 city
省份 province
国家 country
邮编 邮政编码 postal code, zip
性别 gender
年龄 age
生日 birthday
身份证 身份证号 id card, identity card
客服 customer service, support
工单系统 ticket
投诉 complaint
反馈意见 feedback
问卷 survey, questionnaire
调查 survey
广告 advertisement, ad
广告位 ad slot
营销 marketing
推广 promotion
渠道 channel
转化率 conversion rate
留存 retention
日活 dau, active user
用户画像 user profile
用户行为 user behavior
漏斗 funnel
访问量 浏览量 page view, views
点击率 click rate, ctr
访问统计 访问计数 analytics, view count
看板 kanban, board, dashboard
报表导出 export report
数据统计 statistics
排期 schedule
需求 requirement
业务 business, biz
业务逻辑 business logic, service
业务规则 business rule
业务异常 business exception
业务层 服务层 service layer, service
领域 领域模型 domain, domain model
领域驱动 domain driven, ddd
聚合根 aggregate root
值对象 value object
领域事件 domain event
仓储模式 repository
表现层 presentation
应用层 application layer
基础设施 infrastructure
数据传输对象 dto
防腐层 anti corruption
洋葱架构 onion
六边形架构 hexagonal
整洁架构 clean architecture
博客 blog
帖子 post, thread
论坛 forum
话题 topic
社区 community
动态流 信息流 feed
转帖 repost
私信 direct message, private message
群聊 group chat
已读 read receipt, read
已读回执 回执 receipt
在线人数 online count
敏感内容 sensitive content
举报 report
封禁 拉黑 ban, block
禁言 mute, ban
置顶 pin, sticky
精华 featured
专栏 column
专辑 album
歌曲 音乐 music, song
歌手 artist
电影 movie
电视 tv
小说 novel
漫画 comic, manga
图书 书籍 book
图书馆 library
作者 author
出版 publish
阅读器 reader
阅读 read
下载量 download count
订单管理 order management
订单系统 order
订单明细 order item
支付接口 payment api
支付状态 payment status
支付渠道 payment channel, gateway
退款流程 refund
退款申请 refund request
库存扣减 deduct stock
库存管理 inventory management
库存锁定 锁库存 lock stock
商品管理 product management
商品库存 product stock
商品评论 product review
价格计算 price calculation
优惠计算 discount calculation
优惠活动 promotion
运费计算 运费模板 freight, shipping
税额计算 tax calculation
会员价 member price
会员卡 member card
兑换 redeem, exchange
兑换码 redeem code
邀请码 invite code
邀请 invite
抽奖 lottery, raffle
红包 red packet
礼品卡 gift card
拍卖 auction
竞价 bid, bidding
出价 bid
挂单 pending order
订单簿 order book
成交 fill, deal
成交量 volume
均线 moving average
技术指标 technical indicator
止盈 profit
仓位 position
杠杆 leverage
保证金 margin
冻结金额 frozen amount
资金 fund
资金流水 fund flow
记账凭证 voucher
科目 subject, account
借方 debit
贷方 credit
发票管理 invoice
报销 reimbursement, expense
预算管理 budget
合同管理 contract
客户管理 crm, customer
供应链 supply chain
仓库管理 warehouse
出库 outbound, stock
入库单 inbound
盘点 stocktaking
物流跟踪 物流信息 tracking, logistics
配送员 骑手 courier, rider
外卖 takeout, delivery
门店 store, shop
收银 收银台 cashier, checkout
小票 receipt
会议室 meeting room
日程 schedule, calendar
日程安排 schedule
提醒事项 reminder
通知公告 notice
站内信 message, notification
消息中心 message center, notification
私聊 private chat
群成员 group member
群主 group owner
聊天记录 chat history
聊天室 chat room
好友申请 friend request
朋友圈 moments
点赞数 like, count
标签云 tag cloud
栏目 column, category
内容管理 cms, content management
内容审核 moderation, content review
后台系统 admin
数据大屏 dashboard
数据看板 dashboard
统计图 chart
访问记录 visit log
操作记录 operation log
项目管理 project management
工时 working hours, timesheet
考勤打卡 attendance
排班 shift, roster
课程表 timetable, schedule
学生管理 student
成绩管理 grade
题库 question bank
答题 answer, quiz
试卷 exam paper
病历 medical record
挂号 registration, appointment
处方 prescription
药品 drug, medicine
地图定位 map location
路线规划 导航路线 route planning, directions
打车 ride, taxi
订票 ticket booking
房源 listing, property
租赁 rental, lease
逾期 overdue, late
罚款 罚金 fine, penalty
滞纳金 late fee, penalty
押金 deposit
借阅 借书 loan, borrow
还书 return
续借 renew, renewal
续费 renew, renewal
违约 default, breach
违约金 penalty
分期 installment
本金 principal
首付 down payment
佣金 commission
汇款 remittance, transfer
清算 clearing, settlement
加班 overtime
入职 onboarding
离职 offboarding, resign
简历 resume
签约 sign, contract
报价 quote, quotation
询价 inquiry, quote
经销商 dealer, distributor
潜在客户 lead
商机 opportunity
调拨 transfer, allocate
换货 exchange
签收 sign, receipt
预定 reservation, booking
床位 bed
学籍 enrollment
选课 course selection, enroll
入住 checkin
退房 checkout
";
