//! Identity, permission, cryptography, attacks, ledgers.
//!
//! Data only; the form is described in the parent module.

pub(super) const TEXT: &str = "\
安全 security, safe, secure
认证 身份认证 auth, authenticate, authentication
鉴权 auth, authorize, authorization
授权 authorize, authorization, permission
身份验证 身份校验 authentication, auth
身份 identity
单点登录 sso
第三方登录 oauth, social login
扫码登录 qr login
登录态 登录状态 session, login state, auth
登录页 登录页面 login page
登录失败 login fail
登录验证 登录校验 login, auth
免登录 anonymous, skip login
自动登录 auto login, remember
记住我 记住密码 remember
匿名用户 匿名 anonymous
游客 访客 guest
双因素认证 2fa, totp, factor
双因子认证 2fa, totp, factor
两步验证 2fa, totp, factor
多因素认证 mfa, multi factor
一次性密码 动态口令 otp, totp
验证码 captcha, verification code, otp
图形验证码 captcha
短信验证码 sms code, verification code
口令 passphrase, password
密码 password
密码强度 password strength
密码哈希 password hash
密码重置 重置密码 找回密码 忘记密码 reset password, password reset
修改密码 change password
明文 plaintext
密文 ciphertext
密钥 金钥 key, secret
公钥 public key
私钥 private key
密钥对 key pair
密钥交换 key exchange
密钥派生 key derivation, kdf
密钥管理 key management, kms
密钥轮换 key rotation
主密钥 master key
会话密钥 session key
访问密钥 access key
秘密 机密 secret
加盐 盐值 盐 salt
初始向量 iv, initialization vector
随机盐 salt, nonce
对称加密 symmetric encryption, aes
非对称加密 asymmetric encryption, rsa
加密算法 cipher, encryption algorithm
流密码 stream cipher
分组密码 块加密 block cipher
椭圆曲线 elliptic curve, ecc
同态加密 homomorphic
零知识证明 zero knowledge proof, zkp
密码学 cryptography, crypto
摘要算法 digest, hash
消息摘要 message digest, digest
消息认证码 mac, hmac
数字签名 digital signature, signature
数字证书 certificate
签名验证 验签 签名校验 verify signature
加签 sign
证书 certificate, cert
证书链 certificate chain
证书校验 证书验证 verify certificate, certificate
自签名 自签名证书 self signed
根证书 root certificate, ca
证书颁发机构 certificate authority, ca
证书吊销 吊销 revoke, revocation, crl
双向认证 mutual tls, mtls
安全传输 tls, secure transport
信任 trust
信任链 chain trust
令牌 权杖 token
访问令牌 access token
刷新令牌 refresh token
令牌过期 token expire
令牌校验 token verify
权限 permission, privilege, access
权限控制 权限管理 permission, access control, rbac
权限校验 权限检查 权限验证 permission check, authorize
权限系统 permission
权限提升 提权 privilege escalation
角色 role
角色权限 role permission, rbac
基于角色 role based, rbac
访问控制列表 acl
数据权限 data permission
最小权限 least privilege
租户 tenant
多租户 multi tenant, tenant
脱敏 redact, mask, desensitize
敏感 sensitive
敏感信息 敏感数据 sensitive, secret
敏感词 sensitive word, profanity
隐私 privacy
审计 audit
审计日志 audit log
合规 compliance
攻击 attack
攻击者 attacker
注入攻击 injection
跨站 csrf, xss, cross site
跨站脚本 跨站脚本攻击 xss, cross site scripting
跨站请求伪造 csrf
请求伪造 request forgery, ssrf
重放攻击 replay attack
中间人 mitm, middle
中间人攻击 mitm, middle
点击劫持 clickjacking, frame options
劫持 hijack
钓鱼 phishing
反爬 反爬虫 anti crawler
防重放 nonce, replay
防盗链 hotlink, referer
防篡改 tamper
篡改 tamper
内容安全策略 content security policy, csp
沙箱 沙盒 sandbox
沙箱环境 sandbox
越权 privilege, unauthorized
越狱 jailbreak
后门 backdoor
木马 trojan
病毒 virus
恶意 malicious
恶意代码 恶意软件 malware
风险 risk
风控 risk control
威胁 threat
加固 harden
混淆 obfuscate
代码混淆 obfuscate, proguard
反调试 anti debug
逆向 reverse engineering, reverse
安全漏洞 vulnerability, cve
安全头 security header
安全策略 security policy
安全上下文 security context
可信 trusted
不可信 untrusted
输入校验 输入验证 input validation, validate
时序攻击 timing attack, constant time
常数时间 constant time
区块链 blockchain
钱包 wallet
助记词 mnemonic
智能合约 smart contract, contract
挖矿 mining, mine
矿工 miner
代币 token
转账 transfer
共识 consensus
共识算法 consensus, raft, paxos
创世块 创世区块 genesis
区块高度 block height
燃料费 gas
交易池 mempool, tx pool
签名者 signer
验证者 validator
质押 stake, staking
登录接口 login api
登录用户 login user, current user
登录拦截 login interceptor, auth guard
登录次数 login attempts
登录过期 session expired, token expired
登录凭证 credential, token
登录认证 login, authentication
登录授权 login, authorization
注册登录 register, login
用户认证 user authentication, auth
用户授权 user authorization
用户状态 user status
认证中心 auth server
认证方式 auth method
认证信息 auth info, credential
认证服务 auth server
授权码 authorization code
授权码模式 authorization code
授权流程 authorization flow
授权服务器 authorization server
授权范围 scope
权限分配 permission assign
权限模型 permission model, rbac
权限标识 permission key
权限组 permission group
接口权限 接口鉴权 api permission, api auth
角色管理 role management
角色分配 role assign
黑白名单 allowlist, denylist
密码加密 password encrypt, password hash
密码校验 密码验证 verify password, check password
加密解密 加解密 encrypt, decrypt
加密传输 encrypted transport, tls
加密密钥 encryption key
加密模式 cipher mode
加密库 crypto
密钥生成 key generation
密钥存储 keystore, key storage
签名密钥 signing key
令牌存储 token store
令牌失效 token invalid, revoke
安全校验 security check
安全认证 security, authentication
安全沙箱 sandbox
防注入 prevent injection, sanitize
防刷 anti abuse, rate limit
防爆破 brute force
防重复提交 prevent duplicate submit, idempotent
防重 idempotent, dedup
防御 defense, guard
输入过滤 input filter, sanitize
脚本过滤 sanitize script
隐私保护 privacy
匿名化 anonymize
";
