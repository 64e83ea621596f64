package app

import (
	"errors"
	"net/url"
	"time"
)

// accountSettings are the rows of the table of settings that say how people
// log in; docs/login.md says where their values come from.
var accountSettings = []*setting{
	{Key: "anon_ask", Default: "on", Zh: "访客不登录也能提问：on 或 off", En: "visitors may ask without a login: on or off",
		set: choice(func(c *Config) *bool { return &c.Login.VisitorsLogIn }, "on", "off")},
	{Key: "anon_ask_login", Default: "off", Zh: "访客提问时提示登录：on 或 off", En: "offer a login when a visitor asks: on or off",
		set: choice(func(c *Config) *bool { return &c.Login.LoginOnAsk }, "off", "on")},
	{Key: "registration", Default: "on", Zh: "登录时自动建立新账号：on 或 off", En: "logging in makes new accounts: on or off",
		set: choice(func(c *Config) *bool { return &c.Login.NoRegistration }, "on", "off")},
	{Key: "captcha", Default: "on", Zh: "发验证码前先完成图形验证：on 或 off", En: "a picture puzzle before every code: on or off",
		set: choice(func(c *Config) *bool { return &c.Login.NoCaptcha }, "on", "off")},
	{Key: "session_days", Default: "90", Zh: "登录多少天不用就失效", En: "days after which an unused login is over",
		set: days(func(c *Config) *time.Duration { return &c.Login.SessionIdle })},
	{Key: "admin_session_days", Default: "7", Zh: "管理员的登录多少天不用就失效", En: "days after which an administrator's unused login is over",
		set: days(func(c *Config) *time.Duration { return &c.Login.AdminSessionIdle })},
	{Key: "leave_days", Default: "15", Zh: "注销后多少天真正删除", En: "days after which an account that was given up is deleted",
		set: days(func(c *Config) *time.Duration { return &c.Login.LeaveAfter })},
	{Key: "device_network", Default: "off", Zh: "设备列表显示登录的网段：on 或 off", En: "the list of devices shows their networks: on or off",
		set: choice(func(c *Config) *bool { return &c.Login.ShowNetwork }, "off", "on")},
	{Key: "login_hosts", Zh: "可以互相交接登录的主机名，逗号分隔", En: "hosts of ours between which a login can be handed over, with commas between",
		set: func(c *Config, v string) error { c.Login.Hosts = list(v); return nil }},
	{Key: "account_url", Zh: "在别处管理账号的网址；空：本站设置页", En: "where accounts are managed elsewhere; empty: our own page",
		set: address(func(c *Config) *string { return &c.Login.ManageURL })},

	{Key: "sms_url", Zh: "短信网关地址：收 JSON {phone, code, text…}", En: "message gateway that takes JSON {phone, code, text…}",
		set: address(func(c *Config) *string { return &c.Login.SMS.Gateway })},
	{Key: "sms_key", Secret: true, Zh: "短信网关的密钥（Bearer）", En: "the gateway's key (Bearer)",
		set: str(func(c *Config) *string { return &c.Login.SMS.Key })},
	{Key: "sms_tencent_id", Zh: "腾讯云短信 SecretId", En: "Tencent Cloud SMS: SecretId",
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.ID })},
	{Key: "sms_tencent_key", Secret: true, Zh: "腾讯云短信 SecretKey", En: "Tencent Cloud SMS: SecretKey",
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Key })},
	{Key: "sms_tencent_app", Zh: "腾讯云短信 SdkAppId", En: "Tencent Cloud SMS: SdkAppId",
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.App })},
	{Key: "sms_tencent_sign", Zh: "腾讯云短信签名", En: "Tencent Cloud SMS: signature",
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Sign })},
	{Key: "sms_tencent_template", Zh: "腾讯云短信模板 ID；{1} 是验证码", En: "Tencent Cloud SMS: template, {1} is the code",
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Template })},
	{Key: "sms_tencent_minutes", Default: "off", Zh: "模板的 {2} 是分钟数：on 或 off", En: "{2} of the template is the minutes: on or off",
		set: choice(func(c *Config) *bool { return &c.Login.SMS.Tencent.Minutes }, "off", "on")},
	{Key: "sms_tencent_region", Default: "ap-guangzhou", Zh: "腾讯云短信地域", En: "Tencent Cloud SMS: region",
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Region })},
	{Key: "sms_tencent_url", Default: "https://sms.tencentcloudapi.com", Zh: "腾讯云短信地址", En: "Tencent Cloud SMS: address",
		set: address(func(c *Config) *string { return &c.Login.SMS.Tencent.URL })},

	{Key: "wx_app", Zh: "微信网站应用 AppID（扫码登录）", En: "WeChat website application: AppID (QR code)",
		set: str(func(c *Config) *string { return &c.Login.WeChat.Web.ID })},
	{Key: "wx_secret", Secret: true, Zh: "微信网站应用 AppSecret", En: "WeChat website application: AppSecret",
		set: str(func(c *Config) *string { return &c.Login.WeChat.Web.Secret })},
	{Key: "wx_public_app", Zh: "微信公众号 AppID（微信内登录）", En: "WeChat official account: AppID (inside WeChat)",
		set: str(func(c *Config) *string { return &c.Login.WeChat.Public.ID })},
	{Key: "wx_public_secret", Secret: true, Zh: "微信公众号 AppSecret", En: "WeChat official account: AppSecret",
		set: str(func(c *Config) *string { return &c.Login.WeChat.Public.Secret })},
	{Key: "wx_mini_app", Zh: "微信小程序 AppID", En: "WeChat mini-program: AppID",
		set: str(func(c *Config) *string { return &c.Login.WeChat.Mini.ID })},
	{Key: "wx_mini_secret", Secret: true, Zh: "微信小程序 AppSecret", En: "WeChat mini-program: AppSecret",
		set: str(func(c *Config) *string { return &c.Login.WeChat.Mini.Secret })},
	{Key: "wx_open_url", Default: "https://open.weixin.qq.com", Zh: "微信登录页地址", En: "WeChat: address of the login page",
		set: address(func(c *Config) *string { return &c.Login.WeChat.Open })},
	{Key: "wx_api_url", Default: "https://api.weixin.qq.com", Zh: "微信接口地址", En: "WeChat: address of the API",
		set: address(func(c *Config) *string { return &c.Login.WeChat.API })},

	{Key: "qq_app", Zh: "QQ 互联 APP ID", En: "QQ connect: APP ID",
		set: str(func(c *Config) *string { return &c.Login.QQ.App })},
	{Key: "qq_secret", Secret: true, Zh: "QQ 互联 APP Key", En: "QQ connect: APP Key",
		set: str(func(c *Config) *string { return &c.Login.QQ.Secret })},
	{Key: "qq_url", Default: "https://graph.qq.com", Zh: "QQ 互联地址", En: "QQ connect: address",
		set: address(func(c *Config) *string { return &c.Login.QQ.Graph })},

	{Key: "oneid_issuer", Zh: "OpenID Connect 发行方 issuer，如 https://id.example.com", En: "OpenID Connect: issuer, such as https://id.example.com",
		set: address(func(c *Config) *string { return &c.Login.OneID.Issuer })},
	{Key: "oneid_app", Zh: "OpenID Connect client id", En: "OpenID Connect: client id",
		set: str(func(c *Config) *string { return &c.Login.OneID.App })},
	{Key: "oneid_secret", Secret: true, Zh: "OpenID Connect client secret；空：公开客户端", En: "OpenID Connect: client secret; empty: a public client",
		set: str(func(c *Config) *string { return &c.Login.OneID.Secret })},
	{Key: "oneid_name", Zh: "统一身份登录按钮的名字；空：发行方的主机名", En: "OpenID Connect: what its button says; empty: the issuer's host",
		set: str(func(c *Config) *string { return &c.Login.OneID.Name })},
	{Key: "oneid_scopes", Default: "openid profile", Zh: "OpenID Connect scope，空格分隔", En: "OpenID Connect: scopes, with spaces between",
		set: str(func(c *Config) *string { return &c.Login.OneID.Scopes })},

	{Key: "docs_url", Zh: "在线文档服务地址", En: "online documents service: address",
		set: address(func(c *Config) *string { return &c.Login.Docs.URL })},
	{Key: "docs_app", Zh: "在线文档服务 client id", En: "online documents service: client id",
		set: str(func(c *Config) *string { return &c.Login.Docs.App })},
	{Key: "docs_secret", Secret: true, Zh: "在线文档服务 client secret", En: "online documents service: client secret",
		set: str(func(c *Config) *string { return &c.Login.Docs.Secret })},
}

// address reads an http or https address.
func address(field func(*Config) *string) func(*Config, string) error {
	return func(c *Config, v string) error {
		*field(c) = v
		if v == "" {
			return nil
		}
		if u, err := url.Parse(v); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
			return errors.New("must be an address that begins with https://")
		}
		return nil
	}
}

// days reads a number of days; at least one.
func days(field func(*Config) *time.Duration) func(*Config, string) error {
	return func(c *Config, v string) error {
		n := 0
		if err := number(func(*Config) *int { return &n })(c, v); err != nil || n < 1 || n > 3650 {
			return errors.New("must be a number of days from 1 to 3650")
		}
		*field(c) = time.Duration(n) * 24 * time.Hour
		return nil
	}
}
