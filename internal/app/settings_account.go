package app

import (
	"net/url"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// accountSettings are the settings about logging in; docs/login.md states where to get their
// values.
var accountSettings = []*configRow{
	{Key: "anon_ask", Default: "on", Text: errs.Text{ZhCN: "访客不登录也能提问", ZhTW: "訪客不登入也能提問", En: "visitors may ask without a login"}, Switch: true,
		set: off(func(c *Config) *bool { return &c.Login.AskNeedsLogin })},
	{Key: "anon_ask_login", Default: "off", Text: errs.Text{ZhCN: "访客提问时提示登录", ZhTW: "訪客提問時提示登入", En: "offer a login when a visitor asks"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.Login.LoginOnAsk })},
	{Key: "registration", Default: "on", Text: errs.Text{ZhCN: "登录时自动建立新账号", ZhTW: "登入時自動建立新帳號", En: "logging in makes new accounts"}, Switch: true,
		set: off(func(c *Config) *bool { return &c.Login.NoRegistration })},
	{Key: "captcha", Default: "on", Text: errs.Text{ZhCN: "发验证码前先完成图形验证", ZhTW: "傳送驗證碼前先完成圖形驗證", En: "a picture puzzle before every code"}, Switch: true,
		set: off(func(c *Config) *bool { return &c.Login.NoCaptcha })},
	{Key: "session_days", Default: "90", Text: errs.Text{ZhCN: "登录多少天不用就失效", ZhTW: "登入幾天沒使用就失效", En: "days after which an unused login is over"},
		set: days(func(c *Config) *time.Duration { return &c.Login.SessionIdle })},
	{Key: "admin_session_days", Default: "7", Text: errs.Text{ZhCN: "管理员的登录多少天不用就失效", ZhTW: "管理員的登入幾天沒使用就失效", En: "days after which an administrator's unused login is over"},
		set: days(func(c *Config) *time.Duration { return &c.Login.AdminSessionIdle })},
	{Key: "admin_factor", Default: "off", Text: errs.Text{ZhCN: "管理员必须开启两步验证；没有开启的只能打开设置它的页面", ZhTW: "管理員必須開啟兩步驟驗證；沒有開啟的只能開啟設定它的頁面", En: "administrators must have two-step login; until then only the page that sets it up is open to them"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.Login.AdminFactor })},
	{Key: "leave_days", Default: "15", Text: errs.Text{ZhCN: "注销后多少天真正删除", ZhTW: "註銷幾天後真正刪除", En: "days after which an account that was given up is deleted"},
		set: days(func(c *Config) *time.Duration { return &c.Login.LeaveAfter })},
	{Key: "device_network", Default: "off", Text: errs.Text{ZhCN: "设备列表显示登录的网段", ZhTW: "裝置清單顯示登入的網段", En: "the list of devices shows their networks"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.Login.ShowNetwork })},
	{Key: "login_hosts", Text: errs.Text{ZhCN: "可以互相交接登录的主机名，逗号分隔", ZhTW: "可以互相交接登入的主機名稱，以逗號分隔", En: "hosts of ours between which a login can be handed over, with commas between"},
		set: func(c *Config, v string) error { c.Login.Hosts = list(v); return nil }},
	{Key: "account_url", Text: errs.Text{ZhCN: "在别处管理账号的网址；空：本站设置页", ZhTW: "在別處管理帳號的網址；空白：本站設定頁", En: "where accounts are managed elsewhere; empty: our own page"},
		set: address(func(c *Config) *string { return &c.Login.ManageURL })},

	{Key: "sms_url", Text: errs.Text{ZhCN: "短信网关地址：收 JSON {phone, code, text…}", ZhTW: "簡訊閘道位址：接收 JSON {phone, code, text…}", En: "message gateway that takes JSON {phone, code, text…}"},
		set: address(func(c *Config) *string { return &c.Login.SMS.Gateway })},
	{Key: "sms_key", Secret: true, Text: errs.Text{ZhCN: "短信网关的密钥（Bearer）", ZhTW: "簡訊閘道的金鑰（Bearer）", En: "the gateway's key (Bearer)"},
		set: str(func(c *Config) *string { return &c.Login.SMS.Key })},
	{Key: "sms_tencent_id", Text: errs.Text{ZhCN: "腾讯云短信 SecretId", ZhTW: "騰訊雲簡訊 SecretId", En: "Tencent Cloud SMS: SecretId"},
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.ID })},
	{Key: "sms_tencent_key", Secret: true, Text: errs.Text{ZhCN: "腾讯云短信 SecretKey", ZhTW: "騰訊雲簡訊 SecretKey", En: "Tencent Cloud SMS: SecretKey"},
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Key })},
	{Key: "sms_tencent_app", Text: errs.Text{ZhCN: "腾讯云短信 SdkAppId", ZhTW: "騰訊雲簡訊 SdkAppId", En: "Tencent Cloud SMS: SdkAppId"},
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.App })},
	{Key: "sms_tencent_sign", Text: errs.Text{ZhCN: "腾讯云短信签名", ZhTW: "騰訊雲簡訊簽名", En: "Tencent Cloud SMS: signature"},
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Sign })},
	{Key: "sms_tencent_template", Text: errs.Text{ZhCN: "腾讯云短信模板 ID；{1} 是验证码", ZhTW: "騰訊雲簡訊範本 ID；{1} 是驗證碼", En: "Tencent Cloud SMS: template, {1} is the code"},
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Template })},
	{Key: "sms_tencent_minutes", Default: "off", Text: errs.Text{ZhCN: "模板的 {2} 是分钟数", ZhTW: "範本的 {2} 是分鐘數", En: "{2} of the template is the minutes"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.Login.SMS.Tencent.Minutes })},
	{Key: "sms_tencent_region", Default: "ap-guangzhou", Text: errs.Text{ZhCN: "腾讯云短信地域", ZhTW: "騰訊雲簡訊地域", En: "Tencent Cloud SMS: region"},
		set: str(func(c *Config) *string { return &c.Login.SMS.Tencent.Region })},
	{Key: "sms_tencent_url", Default: "https://sms.tencentcloudapi.com", Text: errs.Text{ZhCN: "腾讯云短信地址", ZhTW: "騰訊雲簡訊位址", En: "Tencent Cloud SMS: address"},
		set: address(func(c *Config) *string { return &c.Login.SMS.Tencent.URL })},

	{Key: "wx_app", Text: errs.Text{ZhCN: "微信网站应用 AppID（扫码登录）", ZhTW: "微信網站應用程式 AppID（掃描 QR 碼登入）", En: "WeChat website application: AppID (QR code)"},
		set: str(func(c *Config) *string { return &c.Login.WeChat.Web.ID })},
	{Key: "wx_secret", Secret: true, Text: errs.Text{ZhCN: "微信网站应用 AppSecret", ZhTW: "微信網站應用程式 AppSecret", En: "WeChat website application: AppSecret"},
		set: str(func(c *Config) *string { return &c.Login.WeChat.Web.Secret })},
	{Key: "wx_public_app", Text: errs.Text{ZhCN: "微信公众号 AppID（微信内登录）", ZhTW: "微信公眾號 AppID（在微信內登入）", En: "WeChat official account: AppID (inside WeChat)"},
		set: str(func(c *Config) *string { return &c.Login.WeChat.Public.ID })},
	{Key: "wx_public_secret", Secret: true, Text: errs.Text{ZhCN: "微信公众号 AppSecret", ZhTW: "微信公眾號 AppSecret", En: "WeChat official account: AppSecret"},
		set: str(func(c *Config) *string { return &c.Login.WeChat.Public.Secret })},
	{Key: "wx_mini_app", Text: errs.Text{ZhCN: "微信小程序 AppID", ZhTW: "微信小程式 AppID", En: "WeChat mini-program: AppID"},
		set: str(func(c *Config) *string { return &c.Login.WeChat.Mini.ID })},
	{Key: "wx_mini_secret", Secret: true, Text: errs.Text{ZhCN: "微信小程序 AppSecret", ZhTW: "微信小程式 AppSecret", En: "WeChat mini-program: AppSecret"},
		set: str(func(c *Config) *string { return &c.Login.WeChat.Mini.Secret })},
	{Key: "wx_open_url", Default: "https://open.weixin.qq.com", Text: errs.Text{ZhCN: "微信登录页地址", ZhTW: "微信登入頁位址", En: "WeChat: address of the login page"},
		set: address(func(c *Config) *string { return &c.Login.WeChat.Open })},
	{Key: "wx_api_url", Default: "https://api.weixin.qq.com", Text: errs.Text{ZhCN: "微信接口地址", ZhTW: "微信 API 位址", En: "WeChat: address of the API"},
		set: address(func(c *Config) *string { return &c.Login.WeChat.API })},

	{Key: "qq_app", Text: errs.Text{ZhCN: "QQ 互联 APP ID", ZhTW: "QQ 互聯 APP ID", En: "QQ connect: APP ID"},
		set: str(func(c *Config) *string { return &c.Login.QQ.App })},
	{Key: "qq_secret", Secret: true, Text: errs.Text{ZhCN: "QQ 互联 APP Key", ZhTW: "QQ 互聯 APP Key", En: "QQ connect: APP Key"},
		set: str(func(c *Config) *string { return &c.Login.QQ.Secret })},
	{Key: "qq_url", Default: "https://graph.qq.com", Text: errs.Text{ZhCN: "QQ 互联地址", ZhTW: "QQ 互聯位址", En: "QQ connect: address"},
		set: address(func(c *Config) *string { return &c.Login.QQ.Graph })},

	{Key: "oneid_issuer", Text: errs.Text{ZhCN: "OpenID Connect 发行方 issuer，如 https://id.example.com", ZhTW: "OpenID Connect 發行者 issuer，例如 https://id.example.com", En: "OpenID Connect: issuer, such as https://id.example.com"},
		set: address(func(c *Config) *string { return &c.Login.OneID.Issuer })},
	{Key: "oneid_app", Text: errs.Text{ZhCN: "OpenID Connect client id", ZhTW: "OpenID Connect client id", En: "OpenID Connect: client id"},
		set: str(func(c *Config) *string { return &c.Login.OneID.App })},
	{Key: "oneid_secret", Secret: true, Text: errs.Text{ZhCN: "OpenID Connect client secret；空：公开客户端", ZhTW: "OpenID Connect client secret；空白：公開用戶端", En: "OpenID Connect: client secret; empty: a public client"},
		set: str(func(c *Config) *string { return &c.Login.OneID.Secret })},
	{Key: "oneid_name", Text: errs.Text{ZhCN: "统一身份登录按钮的名字；空：发行方的主机名", ZhTW: "統一身分登入按鈕的名稱；空白：發行者的主機名稱", En: "OpenID Connect: what its button says; empty: the issuer's host"},
		set: str(func(c *Config) *string { return &c.Login.OneID.Name })},
	{Key: "oneid_scopes", Default: "openid profile", Text: errs.Text{ZhCN: "OpenID Connect scope，空格分隔", ZhTW: "OpenID Connect scope，以空格分隔", En: "OpenID Connect: scopes, with spaces between"},
		set: str(func(c *Config) *string { return &c.Login.OneID.Scopes })},

	{Key: "docs_url", Text: errs.Text{ZhCN: "在线文档服务地址", ZhTW: "線上文件服務位址", En: "online documents service: address"},
		set: address(func(c *Config) *string { return &c.Login.Docs.URL })},
	{Key: "docs_app", Text: errs.Text{ZhCN: "在线文档服务 client id", ZhTW: "線上文件服務 client id", En: "online documents service: client id"},
		set: str(func(c *Config) *string { return &c.Login.Docs.App })},
	{Key: "docs_secret", Secret: true, Text: errs.Text{ZhCN: "在线文档服务 client secret", ZhTW: "線上文件服務 client secret", En: "online documents service: client secret"},
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
			return setting.Wrong(setting.BadAddress, "")
		}
		return nil
	}
}

// days reads a number of days from 1 to 3650.
func days(field func(*Config) *time.Duration) func(*Config, string) error {
	return func(c *Config, v string) error {
		n := 0
		if err := number(func(*Config) *int { return &n })(c, v); err != nil || n < 1 || n > 3650 {
			return setting.Wrong(setting.OutOfRange, "").With("min", 1).With("max", 3650)
		}
		*field(c) = time.Duration(n) * 24 * time.Hour
		return nil
	}
}
