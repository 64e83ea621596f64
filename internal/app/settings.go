package app

import (
	"errors"
	"log/slog"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/answer/review"
	"github.com/wenqu-ai/wenqu/internal/clamd"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// Config contains the operator's settings from variables, a file and flags. The table `settings`
// states for each value its key, its default and its valid form; the methods `models` and `search`
// parse the model providers and the search source.
type Config struct {
	Addr        string // host:port to listen on
	Data        string // folder of the SQLite database, its backups, caches and people's files
	DatabaseURL string // postgres://…; empty: SQLite in Data
	FullSync    bool   // SQLite: sync to disk at every commit, so that a power failure loses no committed transaction
	MinFree     int64  // bytes; uploads and imports are refused while fewer bytes are free on the disk

	Clamd         *clamd.Client // scans uploads; nil: no scan
	ClamdRequired bool          // refuse a file that was not scanned

	ConversationBytes int64 // bytes that the conversations of one person may use; 0: no limit

	Drain    time.Duration
	Waits    run.Waits // timeouts of answers
	LogLevel slog.Level
	Content  string // folder whose files replace the built-in content

	PublicURL *url.URL       // public address of the server; nil: not configured
	Hosts     []string       // further host names that the server accepts
	Proxies   []netip.Prefix // proxies whose X-Forwarded-For is trusted

	HSTS httpapi.HSTS

	FetchAllow []netip.Prefix // private networks that the page reader and the crawler may enter
	MCPStdio   bool           // administrators may define MCP servers that are programs of this machine
	FetchProxy *url.URL       // proxy for fetching web pages and for requests to MCP servers that are not local; nil: none

	Limits                 bool
	VisitorsPerHour        int // new visitors from one address
	QuestionsPerMinute     int // questions of one person
	UploadsPerMinute       int // upload requests of one person
	VisitorQuestionsPerDay int // questions of one visitor; one address may ask ten times as many
	AnswersPerAddress      int // answers made at the same time for one address
	FilesPerPerson         int // files that one person may keep
	WebCopiesMB            int // megabytes of stored page copies of one person
	FilesMBPerPerson       int // megabytes of all files of one person
	Signing                bool
	ModerationModel        string // model that reviews answers: its id, "on" for the default model, or "off"
	SecretKey              string // seals stored secrets; empty: a key file in Data is used
	MetricsToken           string

	Login account.Settings // how people log in

	BrandName    string
	BrandSlug    string
	BrandSlogan  string
	BrandMark    string
	BrandAccent  string
	DefaultAgent string

	// LLM contains the models; LLMProblems are the model settings that cannot be used.
	LLM         llm.Settings
	LLMProblems []llm.Problem

	// Search contains the search source set by a variable, if any. SearchProblems states why the
	// variable cannot be used.
	Search         []websearch.Source
	SearchProblems []llm.Problem

	// Sources states where the value of each setting comes from, by key.
	Sources map[string]Source
	// Unknown lists the WENQU_ variables that this program does not know, sorted.
	Unknown []string

	values map[string]string // unparsed values by key
}

const prefix = "WENQU_"

// configRow is one row of the table of settings.
type configRow struct {
	Key     string // name in the file; the variable and the flag are derived from it
	Default string
	Secret  bool      // never printed
	Text    errs.Text // what the setting does; for a Switch, Help adds the values on and off
	Switch  bool      // takes the values on and off
	// set parses the value and stores it. Its error states the valid form and never repeats the
	// value.
	set func(c *Config, v string) error
}

// Env returns the name of the setting's variable.
func (s *configRow) Env() string { return prefix + strings.ToUpper(s.Key) }

// Help returns the description of the setting and, for a switch, the values it takes.
func (s *configRow) Help(locale string) string {
	if s.Switch {
		return s.Text.In(locale) + switchValues.In(locale)
	}
	return s.Text.In(locale)
}

var switchValues = errs.Text{ZhCN: "：on 或 off", ZhTW: "：on 或 off", En: ": on or off"}

// Flag returns the name of the setting's flag, without dashes before it.
func (s *configRow) Flag() string { return strings.ReplaceAll(s.Key, "_", "-") }

// settings is the table of settings in the order of the documentation.
var settings = append([]*configRow{
	{Key: "addr", Default: "127.0.0.1:8080", Text: errs.Text{ZhCN: "监听的地址和端口；没有设置且 8080 被占用时，依次试到 8089", ZhTW: "監聽的位址與連接埠；沒有設定且 8080 被占用時，依序試到 8089", En: "address and port to listen on; while it is not set and 8080 is taken, the next free one up to 8089"},
		set: func(c *Config, v string) (err error) { c.Addr, err = v, checkAddr(v); return err }},
	{Key: "data", Default: "data", Text: errs.Text{ZhCN: "数据文件夹：SQLite 数据库、备份和用户上传的文件（files/）", ZhTW: "資料目錄：SQLite 資料庫、備份與使用者上傳的檔案（files/）", En: "folder of the SQLite database, its backups, and people's files (files/)"},
		set: str(func(c *Config) *string { return &c.Data })},
	{Key: "min_free_mb", Default: "512", Text: errs.Text{ZhCN: "磁盘剩余少于这么多 MB 时暂停上传和导入；0：不限", ZhTW: "磁碟剩餘空間少於這麼多 MB 時，暫停上傳與匯入；0：不限", En: "MB of the disk; while less is free, uploads and imports are refused; 0: no limit"},
		set: megabytes(func(c *Config) *int64 { return &c.MinFree })},
	{Key: "clamd", Text: errs.Text{ZhCN: "病毒扫描 clamd 的地址：主机:3310 或 unix:///路径；每个上传的文件先扫描再保存。空：不扫描", ZhTW: "病毒掃描 clamd 的位址：主機:3310 或 unix:///路徑；每個上傳的檔案先掃描再儲存。空白：不掃描", En: "address of a virus scanner that speaks as clamd, host:3310 or unix:///path; each upload is scanned before it is kept. Empty: none is"},
		set: scannerAt},
	{Key: "clamd_required", Default: "on", Text: errs.Text{ZhCN: "扫描不可用时拒收文件（off：放行，并记入安全日志）", ZhTW: "掃描無法使用時拒收檔案（off：放行，並記入安全日誌）", En: "refuse files while the scanner does not answer (off: let them in, with a line in the security log)"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.ClamdRequired })},
	{Key: "conversation_mb", Default: "256", Text: errs.Text{ZhCN: "每个人的对话最多占用多少 MB；满了不能再提问和导入，已有的不受影响；0：不限", ZhTW: "每個人的對話最多占用多少 MB；滿了就不能再提問與匯入，已有的不受影響；0：不限", En: "MB that one person's conversations may take; when they are full, asking and importing stop, and nothing is lost; 0: no limit"},
		set: megabytes(func(c *Config) *int64 { return &c.ConversationBytes })},
	{Key: "database_url", Secret: true, Text: errs.Text{ZhCN: "PostgreSQL 地址 postgres://…；空：SQLite", ZhTW: "PostgreSQL 位址 postgres://…；空白：SQLite", En: "PostgreSQL address postgres://…; empty: SQLite"},
		set: func(c *Config, v string) error {
			c.DatabaseURL = v
			if v != "" && !strings.HasPrefix(v, "postgres://") && !strings.HasPrefix(v, "postgresql://") {
				return errors.New("must begin with postgres://; leave it empty for SQLite")
			}
			return nil
		}},
	{Key: "sync", Default: "normal", Text: errs.Text{ZhCN: "SQLite 同步：normal，或 full（断电也不丢最后几笔）", ZhTW: "SQLite 同步：normal，或 full（斷電也不會遺失最後幾筆）", En: "SQLite: normal, or full to lose nothing to a power failure"},
		set: choice(func(c *Config) *bool { return &c.FullSync }, "normal", "full")},
	{Key: "public_url", Text: errs.Text{ZhCN: "用户访问的网址，如 https://ai.example.com", ZhTW: "使用者造訪的網址，例如 https://ai.example.com", En: "where people find the server, such as https://ai.example.com"},
		set: func(c *Config, v string) (err error) { c.PublicURL, err = publicURL(v); return err }},
	{Key: "hosts", Text: errs.Text{ZhCN: "另外允许的主机名，逗号分隔", ZhTW: "另外允許的主機名稱，以逗號分隔", En: "further host names to answer to, with commas between"},
		set: func(c *Config, v string) error { c.Hosts = list(v); return nil }},
	{Key: "trusted_proxies", Text: errs.Text{ZhCN: "可信反向代理的地址或网段，逗号分隔", ZhTW: "可信任反向代理的位址或網段，以逗號分隔", En: "addresses or networks of trusted reverse proxies, with commas between"},
		set: func(c *Config, v string) (err error) { c.Proxies, err = prefixes(v); return err }},
	{Key: "fetch_allow", Text: errs.Text{ZhCN: "读网页和抓取时可以进入的内网网段，逗号分隔，如 10.0.0.0/8；空：都不进入。云服务器的元数据地址和链路本地地址永远不可访问", ZhTW: "讀取網頁與抓取時可以進入的內部網段，以逗號分隔，例如 10.0.0.0/8；空白：都不進入。雲端主機的中繼資料位址與連結本機位址永遠無法存取", En: "private networks that the reader of pages and the crawler may enter, with commas between, such as 10.0.0.0/8; empty: none. Link-local addresses and those of cloud metadata never"},
		set: func(c *Config, v string) (err error) { c.FetchAllow, err = prefixes(v); return err }},
	{Key: "fetch_proxy", Secret: true, Text: errs.Text{ZhCN: "读网页用的代理，如 http://proxy:3128；域名由它解析，它应拒绝访问内网。空：直接连接", ZhTW: "讀取網頁用的代理伺服器，例如 http://proxy:3128；網域名稱由它解析，它應拒絕存取內部網路。空白：直接連線", En: "proxy for pages, such as http://proxy:3128; it resolves names, and should refuse private networks. Empty: none"},
		set: func(c *Config, v string) (err error) { c.FetchProxy, err = proxyURL(v); return err }},
	{Key: "mcp_stdio", Default: "off", Text: errs.Text{ZhCN: "管理员可以在「管理 › 连接器」里让服务器启动本机程序作为 MCP 服务；程序以本服务的用户运行，等于能在这台机器上执行命令", ZhTW: "管理員可以在「管理 › 連接器」裡讓伺服器啟動本機程式作為 MCP 服務；程式以本服務的使用者執行，等於能在這台機器上執行指令", En: "administrators may have the server start programs of this machine as MCP servers; these run as the user of this server, which amounts to running commands on the machine"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.MCPStdio })},
	{Key: "hsts", Default: "on", Text: errs.Text{ZhCN: "用 HTTPS 访问过后只许用 HTTPS：on、subdomains（含子域名）或 off", ZhTW: "用 HTTPS 造訪過後只允許 HTTPS：on、subdomains（含子網域）或 off", En: "browsers that came by HTTPS keep to it: on, subdomains (all names below, too) or off"},
		set: func(c *Config, v string) error {
			c.HSTS = httpapi.HSTS(strings.ToLower(v))
			if !slices.Contains([]httpapi.HSTS{httpapi.HSTSOff, httpapi.HSTSHost, httpapi.HSTSSubdomains}, c.HSTS) {
				return errors.New("must be on, subdomains or off")
			}
			return nil
		}},
	{Key: "drain", Default: "30s", Text: errs.Text{ZhCN: "停止时等正在进行的回答多久", ZhTW: "停止時，等進行中的回答多久", En: "how long running answers may finish when the server stops"},
		set: duration(func(c *Config) *time.Duration { return &c.Drain })},
	{Key: "first_wait", Default: "60s", Text: errs.Text{ZhCN: "等模型开始回答多久", ZhTW: "等模型開始回答多久", En: "how long to wait for an answer to begin"},
		set: duration(func(c *Config) *time.Duration { return &c.Waits.First })},
	{Key: "next_wait", Default: "90s", Text: errs.Text{ZhCN: "回答中途停顿多久算超时", ZhTW: "回答中途停頓多久算逾時", En: "how long an answer may pause before it counts as stalled"},
		set: duration(func(c *Config) *time.Duration { return &c.Waits.Next })},
	{Key: "answer_time", Default: "30m", Text: errs.Text{ZhCN: "一个回答最多多久", ZhTW: "一則回答最久多久", En: "how long one answer may take"},
		set: duration(func(c *Config) *time.Duration { return &c.Waits.Longest })},
	{Key: "limits", Default: "on", Text: errs.Text{ZhCN: "访问频率限制", ZhTW: "存取頻率限制", En: "rate limits"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.Limits })},
	{Key: "visitors_per_hour", Default: "300", Text: errs.Text{ZhCN: "一个地址每小时可新建的匿名访客；0：不限", ZhTW: "一個位址每小時可新增的匿名訪客；0：不限", En: "new visitors from one address an hour; 0: no limit"},
		set: number(func(c *Config) *int { return &c.VisitorsPerHour })},
	{Key: "questions_per_minute", Default: "60", Text: errs.Text{ZhCN: "一个人每分钟可提的问题；0：不限", ZhTW: "一個人每分鐘可提的問題；0：不限", En: "questions of one person a minute; 0: no limit"},
		set: number(func(c *Config) *int { return &c.QuestionsPerMinute })},
	{Key: "visitor_questions_per_day", Default: "100", Text: errs.Text{ZhCN: "一个匿名访客每天可提的问题，一个地址是它的十倍；0：不限", ZhTW: "一位匿名訪客每天可提的問題，一個位址是它的十倍；0：不限", En: "questions of one visitor a day, and ten times as many of one address; 0: no limit"},
		set: number(func(c *Config) *int { return &c.VisitorQuestionsPerDay })},
	{Key: "answers_per_address", Default: "40", Text: errs.Text{ZhCN: "一个地址同时生成的回答；0：不限", ZhTW: "一個位址同時產生的回答；0：不限", En: "answers being made for one address at a time; 0: no limit"},
		set: number(func(c *Config) *int { return &c.AnswersPerAddress })},
	{Key: "uploads_per_minute", Default: "240", Text: errs.Text{ZhCN: "一个人每分钟可发的上传请求（一个文件两次）；0：不限", ZhTW: "一個人每分鐘可送出的上傳請求（一個檔案兩次）；0：不限", En: "upload requests of one person a minute, two for a file; 0: no limit"},
		set: number(func(c *Config) *int { return &c.UploadsPerMinute })},
	{Key: "files_per_person", Default: "1000", Text: errs.Text{ZhCN: "一个人最多保存的文件数；0：不限", ZhTW: "一個人最多儲存的檔案數；0：不限", En: "files that one person may keep; 0: no limit"},
		set: number(func(c *Config) *int { return &c.FilesPerPerson })},
	{Key: "files_mb_per_person", Default: "2048", Text: errs.Text{ZhCN: "一个人的文件总共多少 MB；0：不限", ZhTW: "一個人的檔案總共多少 MB；0：不限", En: "megabytes that the files of one person may take; 0: no limit"},
		set: number(func(c *Config) *int { return &c.FilesMBPerPerson })},
	{Key: "web_copies_mb_per_person", Default: "64", Text: errs.Text{ZhCN: "一个人的回答读过的网页，留底最多多少 MB；满了去掉最早的", ZhTW: "一個人的回答讀過的網頁，留底最多多少 MB；滿了就去掉最早的", En: "megabytes that copies of the pages behind one person's answers may take; when they are full, the oldest go"},
		set: number(func(c *Config) *int { return &c.WebCopiesMB })},
	{Key: "signing", Default: "off", Text: errs.Text{ZhCN: "敏感接口签名", ZhTW: "敏感介面簽章", En: "signing of sensitive calls"}, Switch: true,
		set: on(func(c *Config) *bool { return &c.Signing })},
	{Key: "moderation_model", Default: review.Off, Text: errs.Text{ZhCN: "审核回答的模型：chatModelId，on（默认模型）或 off", ZhTW: "審核回答的模型：chatModelId，on（預設模型）或 off", En: "model that reviews answers: a chatModelId, on (the default one) or off"},
		set: str(func(c *Config) *string { return &c.ModerationModel })},
	{Key: "secret_key", Secret: true, Text: errs.Text{ZhCN: "加密已存密钥的口令；空：数据文件夹里的 secret.key（备份不含它，请另外保管）", ZhTW: "加密已存金鑰的密碼片語；空白：資料目錄裡的 secret.key（備份不含它，請另外保管）", En: "passphrase that seals stored keys; empty: secret.key in the data folder, which backups leave out: keep it elsewhere too"},
		set: func(c *Config, v string) error {
			c.SecretKey = v
			if v != "" && len(v) < 16 {
				return errors.New("must have at least 16 characters; openssl rand -base64 32 makes a good one")
			}
			return nil
		}},
	{Key: "metrics_token", Secret: true, Text: errs.Text{ZhCN: "从别的机器读 /metrics 的令牌；空：只限本机", ZhTW: "從別的機器讀取 /metrics 的權杖；空白：僅限本機", En: "token for /metrics from other machines; empty: only this one"},
		set: str(func(c *Config) *string { return &c.MetricsToken })},
	{Key: "log_level", Default: "info", Text: errs.Text{ZhCN: "日志级别：debug、info、warn、error", ZhTW: "紀錄層級：debug、info、warn、error", En: "debug, info, warn or error"},
		set: func(c *Config, v string) error {
			if c.LogLevel.UnmarshalText([]byte(v)) != nil {
				return errors.New("must be debug, info, warn or error")
			}
			return nil
		}},
	{Key: "content", Text: errs.Text{ZhCN: "替换内置内容的文件夹", ZhTW: "取代內建內容的資料夾", En: "folder whose files replace the built-in content"},
		set: str(func(c *Config) *string { return &c.Content })},
	{Key: "model", Text: errs.Text{ZhCN: "默认模型；空：第一个可用的", ZhTW: "預設模型；空白：第一個可用的", En: "the default model; empty: the first that works"}, set: elsewhereRead},
	{Key: "probe", Default: "on", Text: errs.Text{ZhCN: "自动发现本机模型服务", ZhTW: "自動尋找本機的模型服務", En: "look for model servers on this machine"}, Switch: true, set: elsewhereRead},
	{Key: "brand_name", Default: "问渠", Text: errs.Text{ZhCN: "产品名", ZhTW: "產品名稱", En: "name of the product"},
		set: str(func(c *Config) *string { return &c.BrandName })},
	{Key: "brand_slug", Default: "wenqu", Text: errs.Text{ZhCN: "产品的英文短名", ZhTW: "產品的英文短名", En: "short name in addresses and exports"},
		set: func(c *Config, v string) error {
			c.BrandSlug = v
			if !slug.MatchString(v) {
				return errors.New("must be lower-case letters, digits and dashes, such as wenqu")
			}
			return nil
		}},
	{Key: "brand_slogan", Default: "问渠那得清如许，为有源头活水来", Text: errs.Text{ZhCN: "标语", ZhTW: "標語", En: "slogan"},
		set: str(func(c *Config) *string { return &c.BrandSlogan })},
	{Key: "brand_mark", Text: errs.Text{ZhCN: "自己的标志图片，本站路径，如 /mark.svg；空：内置", ZhTW: "自己的標誌圖片，本站路徑，例如 /mark.svg；空白：內建", En: "your own mark, a path of this site; empty: the built-in one"},
		set: func(c *Config, v string) error {
			c.BrandMark = v
			if v != "" && (!strings.HasPrefix(v, "/") || strings.HasPrefix(v, "//")) {
				return errors.New("must be a path of this site that begins with one /")
			}
			return nil
		}},
	{Key: "brand_accent", Text: errs.Text{ZhCN: "主色，如 #2f6f6a；空：内置", ZhTW: "主色，例如 #2f6f6a；空白：內建", En: "accent colour such as #2f6f6a; empty: the built-in one"},
		set: func(c *Config, v string) error {
			c.BrandAccent = v
			if v != "" && !colour.MatchString(v) {
				return errors.New("must be a colour such as #2f6f6a")
			}
			return nil
		}},
	{Key: "default_agent", Default: "naQivTmsDa", Text: errs.Text{ZhCN: "默认智能体的编号", ZhTW: "預設智慧體的編號", En: "id of the default agent"},
		set: func(c *Config, v string) error {
			c.DefaultAgent = v
			if !agentID.MatchString(v) {
				return errors.New("must be 1 to 64 letters, digits, _ or -")
			}
			return nil
		}},
}, accountSettings...)

var (
	slug    = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	colour  = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)
	agentID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

var byKey = func() map[string]*configRow {
	m := make(map[string]*configRow, len(settings))
	for _, s := range settings {
		m[s.Key] = s
	}
	return m
}()

func settingOf(key string) *configRow { return byKey[key] }
