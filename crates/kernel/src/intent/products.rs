//! Nouns that products of many trades are made of, and the people who use them, in English and Chinese.
//!
//! Owns the lists only. They say that a sentence without a code word may still be about a system: clinics, shops,
//! farms, banks, games, music, maps, printing, logistics, machines.

use super::features::Feature;
use super::lexicon::Group;

/// The lists.
pub(super) const GROUPS: &[Group<Feature>] = &[
    Group {
        feature: Feature::ProductPart,
        words: "drop_down drop_downs dropdowns tooltips popover snackbar accordion breadcrumb breadcrumbs stepper \
            datagrid data_table side_panel bottom_sheet tab_bar nav_menu hamburger_menu context_menu footer_links \
            hero_image splash_screen login_form sign_in_form contact_form search_field filter_bar sort_button \
            save_button submit_button back_button print_button share_button close_button error_page empty_list \
            audit_report monthly_report daily_report year_end_report pdf_receipts packing_slip packing_slips \
            shipping_label shipping_labels tracking_number tracking_page delivery_note purchase_order \
            purchase_orders order_history order_list wish_list wishlist gift_card gift_cards loyalty_points \
            reward_points promo_code promo_codes price_tag price_tags sku skus stock_count stock_list low_stock \
            back_order backorder returns_form unit_price line_item line_items sales_tax vat cash_register \
            cash_drawer opening_hours waiting_list waitlist check_in_desk boarding_pass boarding_passes \
            seat_selection loan_application overdraft account_balance bank_transfer bank_statement standing_order \
            direct_debit repayment repayment_plan premium_calculation claim_form lab_result lab_results test_results \
            medical_record vital_signs triage_queue bed_occupancy ward_list patient_list gradebook report_card \
            lesson_plan enrolment enrollment attendance_sheet transcript crop_plan crop_planner field_map irrigation \
            irrigation_plan greenhouse_sensor milking_robot herd_list harvest_log seed_stock soil_sensor \
            weather_station route_planner delivery_route turn_by_turn geofence waypoint waypoints elevation_profile \
            map_marker map_markers pin_on_the_map zoom_level tile_server print_job print_jobs print_queue \
            print_preview paper_tray label_printer page_margins bleed_marks page_numbers table_of_contents \
            chapter_list footnotes voice_memo track_list mixer_channel equalizer metronome tempo_map waveform \
            sample_rate midi loop_region piano_roll beat_grid save_game save_games saved_game quest_log \
            inventory_slot health_bar power_up spawn_point respawn checkpoint_list matchmaking lobby_screen \
            game_lobby tournament_bracket robot_arm gripper conveyor conveyor_belt charging_station battery_level \
            motor_controller servo lidar autopilot telemetry_panel work_order work_orders shift_schedule time_sheet \
            time_sheets timesheet timesheets payslip payslips payroll leave_request expense_report expense_reports \
            org_chart job_posting applicant_list candidate_list meeting_room room_booking visitor_badge parking_lot \
            parking_space license_plate_reader charging_session meter_data tariff_table energy_report smart_meter \
            thermostat_schedule alarm_panel camera_feed live_feed live_stream chat_window chat_history chat_message \
            message_bubble read_receipt read_receipts typing_indicator unread_count unread_badge friend_list \
            friend_request follower_count news_feed photo_album photo_gallery video_call voice_call call_log \
            contact_list contact_card calendar_event calendar_invite recurring_event recurring_events reminder_email \
            reminder_sms digest_email weekly_digest welcome_email cookie_banner consent_form terms_page privacy_page \
            language_menu currency_picker country_list postcode_lookup postal_code zip_code phone_numbers user_name \
            usernames passcode two_factor captcha face_recognition fingerprint_reader signature_pad picture_upload \
            thumbnails autosave spell_checker word_count undo_button track_changes version_history shared_folder \
            recycle_bin backup_copy",
    },
    Group {
        feature: Feature::Actor,
        words: "nurses doctors_account clinicians physicians pharmacist pharmacists caregiver caregivers shoppers \
            merchants merchant retailer retailers wholesaler wholesalers landlords renters borrowers lender lenders \
            accountant accountants auditor auditors dispatcher dispatchers technician technicians inspector \
            inspectors farmers growers rancher ranchers coaches referees referee commuters drivers_app gamers \
            streamer streamers listener_account listeners_of subscribers_of musicians djs photographers \
            translators_team instructors instructor trainees trainee apprentices parents_portal guardians caretaker \
            janitors supervisor supervisors planner planners recruiter recruiters applicant applicants candidate \
            candidates employer employers contractor contractors freelancer freelancers franchisee concierge \
            housekeeping_staff waiters_app kitchen_staff end_users superuser power_users beta_testers testers",
    },
    // What others than the writer want is a wish for a product.
    Group { feature: Feature::WishHint, words: "want_to wants_to would_love_to asked_for keep_asking_for" },
    Group {
        feature: Feature::TechNoun,
        words: "safari chrome firefox edge_browser browser browsers android ios smartwatch wear_os apple_watch \
            desktop_app mobile_app mobile_version retina high_dpi touchscreen touch_screen screen_reader voiceover \
            talkback keyboard_navigation landscape_mode portrait_mode full_screen fullscreen offline offline_mode \
            airplane_mode background_job background_sync deep_link deep_links app_store play_store installer \
            auto_update crash_reporting rate_limits api_call api_calls sms_gateway smtp_server mail_server \
            email_address print_spooler file_format file_formats file_size csv_import csv_export excel_file \
            word_document pdfs image_quality frame_rate fps bitrate audio_latency gps_signal compass_sensor \
            accelerometer gyroscope nfc rfid bar_code plc modbus mqtt can_bus opc_ua firmware_update two_decimals \
            decimal_places leading_zeros thousand_separator date_format time_format sort_key search_term \
            search_query pagination_size page_size batch_size decimals",
    },
    // Of products, and of everyday life as well: no such word says which.
    Group {
        feature: Feature::Ambiguous,
        words: "prescription prescriptions dosage quiz quizzes interest_rate exchange_rate iphone ipad tablet \
            tablets smartphone gps attendance password passwords phone_number image images robot robots drone drones \
            resolution 价格 时间 日期 单位 图片 详情 关注 评价 话题 排队 座位 成绩 手术 住院 出院 门诊 银行卡 转账 \
            贷款 还款 利息 额度 工资 薪资 岗位 职位 入职 会议 会议室 日程 日历 合同 押金 入住 退房 预订 包厢 成就 \
            技能 装备 金币 电量 键盘 邮件 格式 搜索 滚动 滑动 录音 音量 站点 路况 班级 教室 图书 图纸 流量 话费 缴费 \
            欠费 促销 红包 抽奖 签到 退货 换货 售后 缺货 离线 排名 私信 帖子 指纹 摄像头 用电量 用水量 汇款 选课 \
            回放 封面 双击 视频 录像 照片 相片 文档 表情 群 消息 号码 地址 铃声 闹钟 计时 名单 规格 尺码 颜色 位置 \
            路线 距离 速度 温度",
    },
    // The same in Chinese.
    Group {
        feature: Feature::ProductPart,
        words: "病房 呼叫铃 交接班 交接记录 步数 手环 周报 月报 工时 工时表 扫地机 扫地机器人 洗车机 售货机 自助机 \
            取票机 孵化箱 培养箱 烘干机 视频播放 视频流 直播回放 售价 原价 现价 会员价 金额小数 两位小数 小数位 \
            保留小数 头像框 横幅图 轮播图 封面图 列表项 搜索结果 搜索历史 历史记录 浏览记录 购买记录 消费记录 \
            交易记录 操作记录 登录记录 审批单 申请单 报销单 采购单 入库单 出库单 盘点单 调拨单 送货单 发货单 快递单 \
            面单 运费模板 物流信息 物流轨迹 配送范围 配送费 起送价 优惠活动 秒杀活动 积分 积分商城 积分兑换 会员卡 \
            储值卡 礼品卡 代金券 兑换码 邀请码 推荐位 商品分类 商品图 规格选择 库存预警 补货 退货单 客服聊天 \
            聊天窗口 聊天记录 消息列表 未读消息 未读数 已读 好友列表 好友申请 群聊 群公告 朋友列表 粉丝数 发帖 回帖 \
            楼中楼 举报 敏感词 病例 检验报告 检验结果 化验单 处方单 药品 药房 药品库存 床位图 护理记录 体温单 \
            手术排期 预约挂号 候诊 叫号 取号 问诊 随访 课件 题库 试卷 考卷 答题卡 错题本 成绩单 学分 学籍 作业批改 \
            考勤表 点名 请假单 调休 排课 借书证 续借 预约书 农田 地块 大棚 作物 种植计划 施肥记录 采收 牲畜 耳标 \
            产量 农机 墒情 气象站 土壤湿度 还款计划 授信 账单日 对公账户 开户 销户 冻结 流水单 理财产品列表 保费 \
            投保 核保 保全 机台 产线 工位 工序 工艺 物料 领料 质检 良品率 报工 排产 设备点检 维修单 巡检 巡检记录 \
            车间 叉车 托盘 货位 分拣 打包台 波次 路径规划 导航路线 定位点 标记点 围栏 图钉 比例尺 卫星图 图层控制 \
            缩放级别 班次 车次 检票 选座 票价 改签单 退票费 打印机 打印队列 打印预览 纸张 页边距 页码 页眉 页脚 \
            目录页 装订 标签打印 激光头 喷头 切片 播放列表 播放记录 播放页 随机播放 单曲循环 音效 均衡器 混音 音高 \
            节拍 曲谱 和弦 采样率 降噪 存档 读档 关卡编辑 任务列表 道具 血条 经验值 匹配机制 匹配队列 排位 对局 观战 \
            组队 公会 赛程 赛果 机器人路径 回充 充电桩 电机 舵机 夹爪 传送带 避障 雷达 摄像头画面 人脸识别 指纹锁 \
            云台 飞控 电池电量 遥控器 固件版本 温湿度 恒温 空调控制 灯光控制 窗帘控制 场景联动 门锁 烟感 能耗 抄表 \
            停机 套餐包 简历库 候选人 面试安排 离职手续 工资单 绩效 打分表 待办 待办事项 任务看板 甘特图 里程碑 \
            合同模板 电子签 印章 归档文件 公文 文号 流转 抄送 字数 字数统计 目录结构图 书签 批注 修订 版本对比 稿件 \
            选题 投稿 审稿 排版 字间距 水印图 图床 裁剪 滤镜 贴纸 美颜 画质 清晰度 倍速 弹幕开关 连麦 礼物榜 打赏 \
            带货 橱窗 菜品 桌台 点菜 加菜 催菜 后厨 划菜 外卖订单 客房 房态 房卡 早餐券",
    },
    Group {
        feature: Feature::Actor,
        words: "护士长 会员 老用户 新用户 普通用户 访客用户 病患 护士站 药师 家属 学员 家长 班主任端 教练 裁判 选手 \
            主播 观众 听众 歌手端 版主 楼主 群主 店长 店主 导购 收银 采购员 仓管 仓管员 快递员 配送员 司机 车主 \
            乘务员 机长 旅客 住客 前台人员 保安 物业人员 业务员 销售员 经办人 审批人 负责人 申请人 受益人 投保人 \
            借款人 担保人 操作工 质检员 巡检员 维修工 工程师 农户 养殖户 种植户 经销商 代理商 加盟商 承运商 中介 \
            经纪人 面试官 求职者 应聘者 员工端 主管 审计员 财务 财务人员 会计 出纳 译员 编辑 记者 摄影师 设计师 讲师 \
            助教 监考 考生 管理端 运维 测试人员",
    },
    Group {
        feature: Feature::TechNoun,
        words: "数据 浏览器 谷歌浏览器 安卓机 苹果手机 鸿蒙 平板上 手机上 手机上看 电脑上 网页版 网页端 客户端版本 \
            微信里 微信支付 支付宝 小程序里 扫一扫 蓝牙连接 蓝牙耳机 wifi 断网 离线模式 弱网 横屏 竖屏 全屏 分屏 \
            软键盘 触摸屏 鼠标悬停 右键 长按 下拉刷新 上拉 拖动 勾选 全选 回车 空格 复制粘贴 大小写 生僻字 特殊字符 \
            表情符号 换行 首行缩进 千分位 日期格式 时间格式 位数 精确到 四舍五入 进位 起止时间 结束时间 开始时间 \
            凌晨 夏令时 接口文档 接口返回 响应时间 请求头 文件名 文件大小 文件格式 压缩包 附件大小 下载链接 短信网关 \
            推送通知 自动登录 免登录 记住密码 找回密码 重置密码 指纹登录 登录超时 退出登录 账号密码 切换账号 \
            切换语言 多选 单选题 筛选条件 排序规则 模糊搜索 分词 关键词 数据量 数据导出 报表数据 统计数据 实时数据 \
            首屏 渲染速度 启动速度 耗电 发热 存储空间 内存占用率",
    },
];
