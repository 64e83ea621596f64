package app

import "github.com/wenqu-ai/wenqu/internal/errs"

// loginWords are the administration's labels for the values of the login section, grouped by
// service, some with a help sentence. The texts of variables and flags are not used because they
// are written for a terminal.
var loginWords = map[string]struct{ label, help errs.Text }{
	"anon_ask":           {label: errs.Text{ZhCN: "访客可以提问", ZhTW: "訪客可以提問", En: "Visitors may ask"}},
	"anon_ask_login":     {label: errs.Text{ZhCN: "访客提问时提示登录", ZhTW: "訪客提問時提示登入", En: "Offer a login when a visitor asks"}},
	"registration":       {label: errs.Text{ZhCN: "开放注册", ZhTW: "開放註冊", En: "Registration"}, help: errs.Text{ZhCN: "第一次登录时自动建立账号", ZhTW: "第一次登入時自動建立帳號", En: "A first login makes an account"}},
	"captcha":            {label: errs.Text{ZhCN: "图形验证", ZhTW: "圖形驗證", En: "Picture puzzle"}, help: errs.Text{ZhCN: "发送验证码前先完成", ZhTW: "傳送驗證碼前先完成", En: "Before every code that is sent"}},
	"session_days":       {label: errs.Text{ZhCN: "登录有效期（天）", ZhTW: "登入有效期（天）", En: "A login lasts (days)"}, help: errs.Text{ZhCN: "从最后一次使用算起", ZhTW: "從最後一次使用算起", En: "Since it was last used"}},
	"admin_session_days": {label: errs.Text{ZhCN: "管理员登录有效期（天）", ZhTW: "管理員登入有效期（天）", En: "An administrator's login lasts (days)"}, help: errs.Text{ZhCN: "从最后一次使用算起", ZhTW: "從最後一次使用算起", En: "Since it was last used"}},
	"admin_factor":       {label: errs.Text{ZhCN: "管理员必须开启两步验证", ZhTW: "管理員必須開啟兩步驟驗證", En: "Administrators need a second factor"}},
	"leave_days":         {label: errs.Text{ZhCN: "注销等待期（天）", ZhTW: "刪除帳號等待期（天）", En: "Deleted after leaving (days)"}, help: errs.Text{ZhCN: "期间可以取消，之后真正删除", ZhTW: "期間可以取消，之後真正刪除", En: "Until then it can be taken back"}},
	"device_network":     {label: errs.Text{ZhCN: "设备列表显示网段", ZhTW: "裝置清單顯示網段", En: "Networks in the list of devices"}},
	"login_hosts":        {label: errs.Text{ZhCN: "互通登录的主机名", ZhTW: "互通登入的主機名稱", En: "Hosts that share logins"}, help: errs.Text{ZhCN: "多个用逗号分隔", ZhTW: "多個以逗號分隔", En: "With commas between"}},
	"account_url":        {label: errs.Text{ZhCN: "账号管理网址", ZhTW: "帳號管理網址", En: "Page of the account"}, help: errs.Text{ZhCN: "账号由别处管理时填写；留空用本站的页面", ZhTW: "帳號由別處管理時填寫；留空使用本站的頁面", En: "Where accounts are managed elsewhere; empty: our own page"}},

	"sms_url":              {label: errs.Text{ZhCN: "网关地址", ZhTW: "閘道位址", En: "Gateway address"}, help: errs.Text{ZhCN: "收到的是 JSON：phone、code、text 等", ZhTW: "收到的是 JSON：phone、code、text 等", En: "It is sent JSON with phone, code and text"}},
	"sms_key":              {label: errs.Text{ZhCN: "网关密钥", ZhTW: "閘道金鑰", En: "Gateway key"}, help: errs.Text{ZhCN: "作为 Bearer 发送", ZhTW: "以 Bearer 傳送", En: "Sent as Bearer"}},
	"sms_tencent_id":       {label: errs.Text{ZhCN: "腾讯云 SecretId", ZhTW: "騰訊雲 SecretId", En: "Tencent Cloud SecretId"}},
	"sms_tencent_key":      {label: errs.Text{ZhCN: "腾讯云 SecretKey", ZhTW: "騰訊雲 SecretKey", En: "Tencent Cloud SecretKey"}},
	"sms_tencent_app":      {label: errs.Text{ZhCN: "腾讯云应用 ID", ZhTW: "騰訊雲應用程式 ID", En: "Tencent Cloud application ID"}, help: errs.Text{ZhCN: "控制台里叫 SdkAppId", ZhTW: "主控台裡叫 SdkAppId", En: "SdkAppId in the console"}},
	"sms_tencent_sign":     {label: errs.Text{ZhCN: "腾讯云短信签名", ZhTW: "騰訊雲簡訊簽名", En: "Tencent Cloud signature"}},
	"sms_tencent_template": {label: errs.Text{ZhCN: "腾讯云短信模板 ID", ZhTW: "騰訊雲簡訊範本 ID", En: "Tencent Cloud template ID"}, help: errs.Text{ZhCN: "模板里的 {1} 是验证码", ZhTW: "範本裡的 {1} 是驗證碼", En: "{1} of the template is the code"}},
	"sms_tencent_minutes":  {label: errs.Text{ZhCN: "模板带有效分钟数", ZhTW: "範本帶有效分鐘數", En: "The template says the minutes"}, help: errs.Text{ZhCN: "模板里有 {2} 时打开", ZhTW: "範本裡有 {2} 時開啟", En: "Where the template has {2}"}},
	"sms_tencent_region":   {label: errs.Text{ZhCN: "腾讯云地域", ZhTW: "騰訊雲地域", En: "Tencent Cloud region"}},
	"sms_tencent_url":      {label: errs.Text{ZhCN: "腾讯云接口地址", ZhTW: "騰訊雲 API 位址", En: "Tencent Cloud address"}},

	"wx_app":           {label: errs.Text{ZhCN: "网站应用 AppID", ZhTW: "網站應用程式 AppID", En: "Website AppID"}, help: errs.Text{ZhCN: "电脑上扫码登录", ZhTW: "電腦上掃描 QR 碼登入", En: "Scanning a code on computers"}},
	"wx_secret":        {label: errs.Text{ZhCN: "网站应用 AppSecret", ZhTW: "網站應用程式 AppSecret", En: "Website AppSecret"}},
	"wx_public_app":    {label: errs.Text{ZhCN: "公众号 AppID", ZhTW: "公眾號 AppID", En: "Official account AppID"}, help: errs.Text{ZhCN: "在微信里打开时登录", ZhTW: "在微信裡開啟時登入", En: "Inside WeChat"}},
	"wx_public_secret": {label: errs.Text{ZhCN: "公众号 AppSecret", ZhTW: "公眾號 AppSecret", En: "Official account AppSecret"}},
	"wx_mini_app":      {label: errs.Text{ZhCN: "小程序 AppID", ZhTW: "小程式 AppID", En: "Mini-program AppID"}},
	"wx_mini_secret":   {label: errs.Text{ZhCN: "小程序 AppSecret", ZhTW: "小程式 AppSecret", En: "Mini-program AppSecret"}},
	"wx_open_url":      {label: errs.Text{ZhCN: "登录页地址", ZhTW: "登入頁位址", En: "Login page"}},
	"wx_api_url":       {label: errs.Text{ZhCN: "接口地址", ZhTW: "API 位址", En: "API address"}},

	"qq_app":    {label: errs.Text{ZhCN: "QQ 互联 APP ID", ZhTW: "QQ 互聯 APP ID", En: "QQ connect APP ID"}},
	"qq_secret": {label: errs.Text{ZhCN: "QQ 互联 APP Key", ZhTW: "QQ 互聯 APP Key", En: "QQ connect APP Key"}},
	"qq_url":    {label: errs.Text{ZhCN: "接口地址", ZhTW: "API 位址", En: "API address"}},

	"oneid_issuer": {label: errs.Text{ZhCN: "发行方地址", ZhTW: "發行者位址", En: "Issuer"}, help: errs.Text{ZhCN: "例如 https://id.example.com", ZhTW: "例如 https://id.example.com", En: "Such as https://id.example.com"}},
	"oneid_app":    {label: errs.Text{ZhCN: "客户端 ID", ZhTW: "用戶端 ID", En: "Client ID"}},
	"oneid_secret": {label: errs.Text{ZhCN: "客户端密钥", ZhTW: "用戶端金鑰", En: "Client secret"}, help: errs.Text{ZhCN: "公开客户端没有密钥，留空", ZhTW: "公開用戶端沒有金鑰，留空", En: "Empty for a public client"}},
	"oneid_name":   {label: errs.Text{ZhCN: "登录按钮的名字", ZhTW: "登入按鈕的名稱", En: "What its button says"}, help: errs.Text{ZhCN: "留空用发行方的主机名", ZhTW: "留空使用發行者的主機名稱", En: "Empty: the issuer's host"}},
	"oneid_scopes": {label: errs.Text{ZhCN: "授权范围", ZhTW: "授權範圍", En: "Scopes"}, help: errs.Text{ZhCN: "多个用空格分隔", ZhTW: "多個以空格分隔", En: "With spaces between"}},

	"docs_url":    {label: errs.Text{ZhCN: "服务地址", ZhTW: "服務位址", En: "Address"}},
	"docs_app":    {label: errs.Text{ZhCN: "客户端 ID", ZhTW: "用戶端 ID", En: "Client ID"}},
	"docs_secret": {label: errs.Text{ZhCN: "客户端密钥", ZhTW: "用戶端金鑰", En: "Client secret"}},
}
