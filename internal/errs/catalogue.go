package errs

import "strings"

// Code is the machine code of an error, as it is sent to clients
// (docs/protocol.md, section 1).
type Code string

// Row is one entry of the catalogue.
type Row struct {
	Name   string // short English name for logs
	Status int    // HTTP status when the error comes before a stream has begun
	Text   Text
}

// Text is a sentence in the three languages of the product. It states what happened and
// what to do next. Slots such as {name} are filled from Error.Params.
type Text struct{ ZhCN, ZhTW, En string }

// In returns the sentence in `locale` ("zh-CN", "zh-TW", "en"; anything else is zh-CN).
func (t Text) In(locale string) string {
	switch locale {
	case "en":
		return t.En
	case "zh-TW":
		return t.ZhTW
	default:
		return t.ZhCN
	}
}

// Same returns a text that is the same in every language, such as a number or a name.
func Same(s string) Text { return Text{s, s, s} }

// Fill returns the text with its {name} slots filled. A slot without a value stays as it is.
func (t Text) Fill(values map[string]Text) Text {
	fill := func(locale string) string {
		pairs := make([]string, 0, 2*len(values))
		for name, value := range values {
			pairs = append(pairs, "{"+name+"}", value.In(locale))
		}
		return strings.NewReplacer(pairs...).Replace(t.In(locale))
	}
	return Text{fill("zh-CN"), fill("zh-TW"), fill("en")}
}

// Codes that older clients also use.
const (
	Network    Code = "80001" // the provider could not be reached
	Incomplete Code = "80002" // the answer ended before it was complete
	StreamFail Code = "80003" // another failure of the provider
	Timeout    Code = "80004" // the provider did not answer in time
	Unknown    Code = "20000"
	LoginOver  Code = "23000"
)

// Codes that older clients do not have.
const (
	BadRequest     Code = "20001" // the body is not JSON or a field has a wrong type or value
	NotFound       Code = "20004" // the id does not exist, or belongs to another owner
	TooLarge       Code = "20005" // something is longer or larger than allowed, for example a body, a prompt or a list
	TooMany        Code = "20006" // too many requests, open uploads, reports or similar
	NotYet         Code = "20007" // the path belongs to a capability missing in this build
	Forbidden      Code = "20008" // refused, for example because the call comes from another origin
	WrongHost      Code = "20009" // the Host header is not a name of this server
	Draining       Code = "20010" // the server is shutting down
	Busy           Code = "20011" // an answer is already being made in the conversation
	EmptyPrompt    Code = "20012"
	StorageFail    Code = "20013" // the disk is full, or another failure of disk or database; nothing was stored
	ConfigFail     Code = "20014" // the configuration could not be loaded
	WrongMethod    Code = "20015" // the path exists for another HTTP method
	OtherServer    Code = "20017" // the temporary conversation is in another server process
	ManyAnswers    Code = "20018" // the network address of the asker has as many running answers as allowed
	Decided        Code = "20016" // the tool call no longer waits for consent
	NoFont         Code = "20030" // this program was built without the font for PDF files and pictures of text
	ExportSlow     Code = "20031" // writing the file took too long or too much memory
	UnknownFile    Code = "20032" // the file to import has an unknown format or is an archive with too many entries
	BrokenFile     Code = "20033" // the file to import is damaged, for example incomplete or invalid JSON
	FullFile       Code = "20034" // the file to import exceeds a limit of one import
	ModelBusy      Code = "80010" // the provider is busy, for example it answered 429 or 503
	ModelKey       Code = "80011" // the provider refused the key
	ModelBalance   Code = "80012" // the account at the provider has no credit
	ModelMissing   Code = "80013" // the provider does not know the model or offers no model
	ModelTooLong   Code = "80014" // the question is longer than the model's context
	AnswerTooLarge Code = "80015" // the answer exceeds a size limit
	Restarted      Code = "80016" // the server was restarted during the answer
	NoAnswer       Code = "80017" // the model ended without an error but gave no text
	AnswerTooLong  Code = "80018" // the answer took longer than allowed
	ModelLoading   Code = "80019" // the provider is still loading the model
	Misshapen      Code = "80020" // the model did not reply in the required form; usually it was asked twice
)

// Codes of MCP servers. A model can call the tools of such a server.
const (
	MCPFailed     Code = "20390" // the MCP server cannot be used; the slot {reason} of the sentence states why
	MCPMany       Code = "20391" // the owner has as many MCP servers as allowed
	MCPNoPrograms Code = "20392" // the operator does not allow MCP servers that are programs on this machine
)

// Codes of studies.
const (
	ResearchTemporary Code = "20120" // a temporary conversation stores nothing, but a study must store its steps
	ResearchStarted   Code = "20121" // the outline of a study that has started cannot be changed
	ResearchQueueFull Code = "20122" // the owner has too many unfinished studies
)

// Codes of shares.
const (
	ShareTemporary    Code = "20170" // a temporary conversation stores nothing, so it cannot be shared
	ShareWithheld     Code = "20171" // the content rules withhold the title or all selected rounds
	SharesOwned       Code = "20172" // the owner has as many shares or shared pictures as allowed, or as many bytes of them
	SharePassword     Code = "20173" // the share requires a password, and the password is missing or wrong
	ShareTries        Code = "20174" // too many wrong passwords
	ShareGone         Code = "20175" // the share cannot be read, for example because it was revoked or has ended
	SharePasswordForm Code = "20176" // the password is too short or too long
)

// Codes of projects.
const (
	ProjectRole     Code = "20140" // the member's role does not allow the operation
	ProjectArchived Code = "20141" // an archived project can only be read
	ProjectLinkOver Code = "20142" // the invitation is unknown, revoked, used up or expired
	ProjectFull     Code = "20143" // the project has as many members, links or sites as allowed
	ProjectsFull    Code = "20144" // the person has as many projects as allowed
	ProjectOwner    Code = "20145" // the owner cannot leave without transferring the project to somebody
)

// Codes of uploads and of limits of storage.
const (
	UploadTooBig  Code = "20040"
	TicketOver    Code = "20041" // the ticket of an upload or a download is forged, used, or expired
	UploadOffset  Code = "20042" // the bytes do not begin where the stored part ends
	UploadBusy    Code = "20043" // another request is uploading the same file
	FilesFull     Code = "20044" // the owner has as many files, or as many bytes of files, as allowed
	UploadChanged Code = "20045" // the size of the file differs from the size announced at the start of the upload
	DiskLow       Code = "20047" // the disk of the server is nearly full
	FileInfected  Code = "20067" // the virus scanner found malware
	FileUnscanned Code = "20068" // the virus scanner failed or did not answer
	// ConversationsFull means that the owner's conversations take as much space
	// as allowed.
	ConversationsFull Code = "20048"
	PictureBad        Code = "20046" // the picture is damaged, too large to decode, or has a wrong format
)

// Codes of documents that cannot be read.
const (
	FileEncrypted   Code = "20050" // the file needs a password, and no password was sent
	FilePassword    Code = "20051" // the password is wrong
	FileGarbled     Code = "20049" // the fonts of the file do not state which characters their glyphs represent
	FileEmpty       Code = "20052"
	FileNoText      Code = "20053" // the file has no text, usually because it consists of pictures alone
	FileBroken      Code = "20054" // the file is damaged or malicious, crashed the server, or has lost its bytes
	FileTooBig      Code = "20055" // the content of the file exceeds a limit, for example of its unpacked size
	FileUnsupported Code = "20056"
	FileSlow        Code = "20058" // parsing took longer than allowed for a file with so many pages and pictures
	FileMemory      Code = "20059" // parsing the file needed more memory than a parser may use
)

// Codes of deep reading, favourites, memories, shared files and search.
const (
	NoTranslator     Code = "20060" // no connected model can translate
	NothingToRead    Code = "20061" // the file is a picture, a sound or a video
	StillParsing     Code = "20062" // the file has not been parsed yet
	NotesFull        Code = "20063" // the file has as many notes as allowed
	SharesFull       Code = "20064" // the file has been shared as often as allowed
	FavoritesFull    Code = "20130" // the owner has as many favourites, or as many bytes of them, as allowed
	TagsFull         Code = "20131" // the favourite has as many tags as allowed
	NotRemembered    Code = "20133" // the content rules forbid keeping the text
	MemoriesFull     Code = "20132" // the owner has as many memories as allowed
	TranslationShort Code = "20065" // the translation to download is not complete, or there is no translation to share
	Withheld         Code = "20066" // the content rules withhold the name of the shared file or the root of its mind map
	SearchWithheld   Code = "20075" // the content rules refuse the words of a search
)

// Codes of agents and of files in a question.
const (
	AgentGone       Code = "20077" // the agent of a conversation no longer answers the asker
	AgentsFull      Code = "20078" // an author has as many agents as allowed
	AgentChanged    Code = "20079" // the draft, or the version under review, was changed elsewhere since it was read
	AgentNotYours   Code = "20160" // the agent belongs to another author, so it can be neither copied nor exported
	AgentIncomplete Code = "20161" // the agent lacks a field required for publishing
	AgentFile       Code = "20169" // the file to import contains no agent
	AgentDown       Code = "20162" // an administrator has withdrawn the agent: it needs a review
	AgentWithheld   Code = "20163" // the content rules refuse the agent's texts
	AttachmentGone  Code = "20070" // the attachment is not a stored file of the asker
	OneDocument     Code = "20071" // the question has several documents, but the host app of the page (see package container) allows only one
	CloudDocument   Code = "20072" // an online document is sent instead of a file
	DocumentWaiting Code = "20073" // the file was not read within the time that a question waits for its files
)

// Codes of logging in, accounts, online documents, the minor mode, and conversations that accept no
// question.
const (
	NeedLogin      Code = "23001" // only users may make the call
	NoRight        Code = "23002" // the operation is reserved for administrators
	WrongCode      Code = "23010" // the code is wrong, used or expired
	CodeTries      Code = "23011" // too many wrong tries for one code
	CodeSoon       Code = "23012" // the next code cannot be sent yet
	CodeLimit      Code = "23013" // too many codes for one phone number, device or network address
	WrongPhone     Code = "23014"
	NeedCaptcha    Code = "23015"
	WrongCaptcha   Code = "23016"
	MethodOff      Code = "23017" // the login method is not set up
	SendFail       Code = "23018" // the message service refused or did not answer
	LoginState     Code = "23019" // the login or proof of identity was begun in another browser, has expired, or has ended
	LoginFail      Code = "23020" // the provider of the login refused or did not answer
	LoginTries     Code = "23021" // too many logins or similar attempts, such as wrong captchas
	AccountOff     Code = "23022" // an administrator has disabled the account
	IdentityTaken  Code = "23023" // the identity belongs to another account
	LastIdentity   Code = "23024" // the last login method cannot be removed
	NotBound       Code = "23025"
	NoRegistration Code = "23026"
	NoTeam         Code = "23027"
	BadRedirect    Code = "23028" // the address to return to is not an address of this server
	WrongFactor    Code = "23029" // the code of the second factor is wrong or already used
	FactorDue      Code = "23030" // an administrator must set up a second factor first
	FactorThere    Code = "23031" // the account already has a second factor
	BadName        Code = "20080"
	BadAvatar      Code = "20081"
	LastAdmin      Code = "20082" // the last active administrator cannot lose the role, be disabled or leave
	DocsOff        Code = "20083" // no online documents service is set up
	DocsUnbound    Code = "20084" // no account of the online documents service is bound, or the binding has ended
	DocsFail       Code = "20085" // the online documents service refused or did not answer
	MinorQuiet     Code = "20086" // the current time is in the quiet hours of the minor mode
	MinorSpent     Code = "20087" // the minutes of the minor mode for this day are used up
	WrongPin       Code = "20088" // the PIN of the minor mode is wrong
	PinLocked      Code = "20089" // too many wrong tries of the PIN
	SafeVerify     Code = "6009"  // the asker must first prove their identity again
	ChatDeleted    Code = "21000" // the conversation was deleted in the meantime
	ChatBanned     Code = "21005" // the asker is banned from asking for some time
	ChatEdited     Code = "21006" // the conversation was changed in the meantime
)

// Codes of the administration, of limits for one asker, and of web search.
const (
	SettingMoved Code = "20090" // the setting or tool was changed elsewhere since it was read
	SettingBad   Code = "20091" // the setting is not valid
	SecretAgain  Code = "20092" // a secret must be entered again: no secret is stored for this address
	OverQuota    Code = "20093" // the asker has used up the questions of the day
	ProviderID   Code = "20094" // two providers have the same id, or an id is not valid
	ProviderURL  Code = "20095" // the address or proxy of the provider is not valid
	ProviderHome Code = "20096" // the provider's address is private, but the provider is not marked as local

	NoSearch    Code = "20210" // no source can do the requested search
	SourceID    Code = "20211" // two search sources have the same id, or an id is not valid
	SourceURL   Code = "20212" // the address or proxy of the search source is not valid
	SourceHome  Code = "20213" // the search source's address is private, but the source is not marked as local
	SourceKey   Code = "20214" // the search source requires a key
	PictureGone Code = "20215" // a picture found by a search cannot be loaded

	OwnAnswers Code = "20097" // the person has as many running answers, or running calls with keys, as allowed
)

// Codes of personal keys and of the open API.
const (
	KeyNeeded    Code = "23040" // the call requires a key, and no key was sent
	KeyWrong     Code = "23041" // the key is wrong, revoked or expired, or its account has ended
	KeysOff      Code = "23042" // an administrator has switched keys off
	KeyScope     Code = "23043" // the key does not allow this kind of call
	KeyInAddress Code = "23044" // a key is in the address, where logs and histories would store it
	KeyEnded     Code = "23045" // the key was revoked or has expired while the answer was being made
	KeysFull     Code = "20220" // the person has as many keys as allowed
	KeySpent     Code = "20221" // the key has used up its tokens of the day
	NoSuchModel  Code = "20222" // the open API has no model with this id, or the key does not allow the model
	NotOffered   Code = "20223" // a field requests something unsupported by the open API
	AnswerHidden Code = "20224" // the content rules withheld the question or the answer
	NotOfAgents  Code = "20225" // a field requests something unsupported for agents and projects
)

// Row returns the catalogue row of the code. For an unknown code it returns the row of
// Unknown.
func (c Code) Row() Row {
	if r, ok := Catalogue[c]; ok {
		return r
	}
	return Catalogue[Unknown]
}

// Message is the sentence for the user in `locale`, with its slots filled.
func (e *Error) Message(locale string) string { return e.Code.Row().Text.Fill(e.Params).In(locale) }

// Status is the HTTP status of the catalogue row of e's code.
func (e *Error) Status() int { return e.Code.Row().Status }

// Catalogue contains every code. TestCatalogueIsTotal checks that each code has a status and
// a sentence in all three languages with the same slots.
var Catalogue = map[Code]Row{
	Network:    {"network", 502, Text{"请求异常：连接不上模型服务，请稍后重试。", "請求異常：無法連線到模型服務，請稍後重試。", "The model service could not be reached. Please try again."}},
	Incomplete: {"incomplete", 502, Text{"内容异常：回答没有完成，已保留收到的部分，可以继续生成。", "內容異常：回答沒有完成，已保留收到的部分，可以繼續產生。", "The answer was not completed. What was received is kept; you can continue it."}},
	StreamFail: {"stream failed", 502, Text{"模型服务出错，请重新生成，或换一个模型。", "模型服務發生錯誤，請重新產生，或換一個模型。", "The model service failed. Regenerate, or choose another model."}},
	Timeout:    {"timeout", 504, Text{"请求超时：模型太久没有回应，请重新生成。", "請求逾時：模型太久沒有回應，請重新產生。", "The model took too long to respond. Please regenerate."}},
	Unknown:    {"unknown", 500, Text{"服务异常，请稍后重试。", "服務異常，請稍後重試。", "Something went wrong. Please try again."}},
	LoginOver:  {"login over", 401, Text{"登录已过期，请重新登录", "登入已過期，請重新登入", "Your session has expired. Please log in again."}},

	BadRequest:     {"bad request", 400, Text{"请求有误：{detail}", "請求有誤：{detail}", "The request is not valid: {detail}"}},
	NotFound:       {"not found", 404, Text{"没有找到，可能已被删除。请刷新后再试。", "找不到，可能已被刪除。請重新整理後再試。", "Not found; it may have been deleted. Refresh and try again."}},
	TooLarge:       {"too large", 413, Text{"内容太长，最多 {limit}，请精简后重试。", "內容太長，最多 {limit}，請精簡後重試。", "Too long: the limit is {limit}. Shorten it and try again."}},
	TooMany:        {"too many requests", 429, Text{"很抱歉，由于访问量过大，请稍后再试。", "很抱歉，由於存取量過大，請稍後再試。", "Too many requests. Please try again shortly."}},
	NotYet:         {"not in this version", 501, Text{"这个功能在当前版本还没有开放，请升级后再试。", "這個功能在目前版本尚未開放，請升級後再試。", "This version does not have that feature yet. Upgrade and try again."}},
	Forbidden:      {"forbidden", 403, Text{"访问异常：这个请求来自别的网站，已被拒绝。请回到本站操作。", "存取異常：這個請求來自其他網站，已被拒絕。請回到本站操作。", "Refused: the request came from another site. Please use this site's own page."}},
	WrongHost:      {"wrong host", 421, Text{"访问地址没有登记，请使用 {host}，或让管理员设置 WENQU_HOSTS。", "存取位址未登記，請使用 {host}，或請管理員設定 WENQU_HOSTS。", "This address is not registered. Use {host}, or ask the operator to set WENQU_HOSTS."}},
	OtherServer:    {"on another server", 409, Text{"这个临时对话在另一个服务进程的内存里，这里打不开。请回到开始它的页面继续，或新建一个对话。", "這個臨時對話在另一個服務處理程序的記憶體裡，這裡無法開啟。請回到開始它的頁面繼續，或新增對話。", "This temporary chat is in the memory of another server process and cannot be opened here. Go on where it began, or start a new chat."}},
	Draining:       {"draining", 503, Text{"服务正在重启，请几秒后重试，输入的内容不会丢。", "服務正在重新啟動，請幾秒後重試，輸入的內容不會遺失。", "The service is restarting. Try again in a few seconds; your text is kept."}},
	MCPFailed:      {"mcp failed", 400, Text{"连接器用不了：{reason}。", "連接器無法使用：{reason}。", "The connector cannot be used: {reason}."}},
	MCPMany:        {"too many mcp servers", 400, Text{"连接器已达上限，请先删除不用的再添加。", "連接器已達上限，請先刪除不用的再加入。", "You have as many connectors as allowed. Delete one that you do not need, then add another."}},
	MCPNoPrograms:  {"no mcp programs", 403, Text{"要启动本机程序，须由部署者先设置 WENQU_MCP_STDIO=on 并重启；也可以改填网络地址。", "要啟動本機程式，須由部署者先設定 WENQU_MCP_STDIO=on 並重新啟動；也可以改填網路位址。", "Programs of this machine are started only where the operator has set WENQU_MCP_STDIO=on and restarted; or enter a network address instead."}},
	Decided:        {"decided", 409, Text{"这次请求已经答复过，或者回答已经结束，不用再选择。", "這次請求已經答覆過，或者回答已經結束，不用再選擇。", "This request has been answered already, or the answer has ended. Nothing more is needed."}},
	ManyAnswers:    {"many answers", 429, Text{"你所在的网络正在生成的回答太多，请等其中一个结束后再问。", "你所在的網路正在產生的回答太多，請等其中一個結束後再問。", "Too many answers are being made for your network. Wait for one of them to finish, then ask again."}},
	Busy:           {"busy", 409, Text{"这个对话正在回答上一个问题，请等它结束或先停止。", "這個對話正在回答上一個問題，請等它結束或先停止。", "This chat is still answering. Wait for it to finish, or stop it first."}},
	EmptyPrompt:    {"empty prompt", 400, Text{"请先输入问题。", "請先輸入問題。", "Please type a question first."}},
	StorageFail:    {"storage failed", 503, Text{"保存失败，内容没有丢失，请稍后重试。", "儲存失敗，內容沒有遺失，請稍後重試。", "Saving failed. Your text is kept; please try again."}},
	ConfigFail:     {"config failed", 500, Text{"拉取配置信息失败，请稍后重试", "拉取設定資訊失敗，請稍後重試", "The configuration could not be loaded. Please try again."}},
	WrongMethod:    {"wrong method", 405, Text{"这个接口要用 {allow} 调用。", "這個 API 要用 {allow} 呼叫。", "Call this path with {allow}."}},
	NoFont:         {"no font", 501, Text{"这个版本没有带 PDF 字体，请导出为 Word 或 Markdown。", "這個版本沒有附帶 PDF 字型，請匯出為 Word 或 Markdown。", "This build has no font for PDF. Export as Word or Markdown instead."}},
	ExportSlow:     {"export slow", 503, Text{"导出用时太久。请只导出一条回答，或换成 Markdown。", "匯出花太久。請只匯出一則回答，或改用 Markdown。", "The export took too long. Export a single answer, or choose Markdown."}},
	UnknownFile:    {"unknown file", 400, Text{"认不出这个文件。请选择问渠、ChatGPT、Open WebUI、LobeChat 或元宝导出的 JSON 文件，或装着它的 zip 压缩包。", "無法辨識這個檔案。請選擇問渠、ChatGPT、Open WebUI、LobeChat 或元寶匯出的 JSON 檔案，或裝著它的 zip 壓縮檔。", "This file is not recognised. Choose a JSON export of Wenqu, ChatGPT, Open WebUI, LobeChat or Yuanbao, or a zip that holds one."}},
	BrokenFile:     {"broken file", 400, Text{"文件不完整或已损坏，请重新导出后再试。已导入的对话会保留。", "檔案不完整或已損毀，請重新匯出後再試。已匯入的對話會保留。", "The file is incomplete or damaged. Export it again and retry; what was imported is kept."}},
	FullFile:       {"full file", 413, Text{"文件里的内容太多，一次最多 {conversations} 个对话、{messages} 条消息，请分成几份再导入。", "檔案裡的內容太多，一次最多 {conversations} 個對話、{messages} 則訊息，請分成幾份再匯入。", "The file holds too much: at most {conversations} chats and {messages} messages at once. Split it and import the parts."}},
	ModelBusy:      {"model busy", 503, Text{"很抱歉，由于访问量过大，模型服务暂时繁忙，请稍后重新生成。", "很抱歉，由於存取量過大，模型服務暫時忙碌，請稍後重新產生。", "The model service is busy. Please regenerate in a moment."}},
	ModelLoading:   {"model loading", 503, Text{"模型还在加载，请稍等片刻再重新生成。", "模型還在載入，請稍等片刻再重新產生。", "The model is still loading. Wait a moment and regenerate."}},
	ModelKey:       {"model key refused", 502, Text{"模型服务拒绝了密钥，请管理员在「接入模型」检查设置。", "模型服務拒絕了金鑰，請管理員在「連接模型」檢查設定。", "The model service refused its key. Ask the administrator to check “Connect a model”."}},
	ModelBalance:   {"model balance", 502, Text{"模型服务的账户余额不足，请管理员充值或换一个模型。", "模型服務的帳戶餘額不足，請管理員儲值或換一個模型。", "The model service's account has no balance. Ask the administrator to top it up, or choose another model."}},
	ModelMissing:   {"model missing", 502, Text{"模型服务没有这个模型，请换一个模型。", "模型服務沒有這個模型，請換一個模型。", "The model service does not have this model. Choose another one."}},
	ModelTooLong:   {"model context", 502, Text{"问题超过了模型能读的长度，请精简，或开启新对话。", "問題超過了模型能讀的長度，請精簡，或開啟新對話。", "The question is longer than the model can read. Shorten it, or start a new chat."}},
	AnswerTooLarge: {"answer too large", 502, Text{"回答过长，已停在这里，可以继续生成。", "回答過長，已停在這裡，可以繼續產生。", "The answer grew too long and was stopped here. You can continue it."}},
	AnswerTooLong:  {"answer took too long", 504, Text{"回答用时过长，已停在这里，可以继续生成。", "回答用時過長，已停在這裡，可以繼續產生。", "The answer took too long and was stopped here. You can continue it."}},
	NoAnswer:       {"no answer", 502, Text{"抱歉，我还没有学会如何回答这个问题，有什么别的我可以帮助你吗？", "抱歉，我還沒有學會如何回答這個問題，有什麼別的我可以幫助你嗎？", "Sorry, I have not learned how to answer that yet. Is there something else I can help you with?"}},
	Misshapen:      {"misshapen reply", 502, Text{"模型没有按要求写出内容，可以重试或换一个模型。", "模型沒有按要求寫出內容，可以重試或換一個模型。", "The model did not write what it was asked for. Try again or choose another model."}},
	Restarted:      {"restarted", 503, Text{"服务重启，回答中断，已保留收到的部分，可以继续生成。", "服務重新啟動，回答中斷，已保留收到的部分，可以繼續產生。", "The service restarted during the answer. What arrived is kept; you can continue it."}},

	ShareTemporary:    {"share of a temporary chat", 409, Text{"临时对话不保存内容，不能分享。需要分享时，请在普通对话里提问。", "臨時對話不儲存內容，不能分享。需要分享時，請在一般對話裡提問。", "Temporary chats are not saved and cannot be shared. Ask in an ordinary chat to share it."}},
	ShareWithheld:     {"share withheld", 422, Text{"所选的内容不能公开展示，请换一些问答再分享。", "所選的內容不能公開展示，請換一些問答再分享。", "What you chose cannot be shown to others. Choose other messages to share."}},
	SharesOwned:       {"shares owned", 409, Text{"你的分享已达上限（最多 {limit} 个），请先在「我的分享」里撤回一些。", "你的分享已達上限（最多 {limit} 個），請先在「我的分享」裡撤回一些。", "You have reached the limit of {limit} shares. Revoke some in “My shares” first."}},
	SharePassword:     {"share password", 422, Text{"密码不正确，请向分享的人确认后重试。", "密碼不正確，請向分享的人確認後重試。", "The password is wrong. Check it with the person who shared this."}},
	ShareTries:        {"share tries", 429, Text{"密码错误次数太多，请 {minutes} 分钟后再试。", "密碼錯誤次數太多，請 {minutes} 分鐘後再試。", "Too many wrong passwords. Try again in {minutes} minutes."}},
	ShareGone:         {"share gone", 404, Text{"这个分享不存在，或者已被撤回、已经过期。请向分享的人要新的链接。", "這個分享不存在，或者已被撤回、已經過期。請向分享的人索取新的連結。", "This share does not exist, was revoked or has expired. Ask the person who shared it for a new link."}},
	SharePasswordForm: {"share password form", 400, Text{"分享密码至少 {min} 个字符，最多 64 个字节，请修改后重试。", "分享密碼至少 {min} 個字元，最多 64 個位元組，請修改後重試。", "A share password has at least {min} characters and at most 64 bytes. Change it and try again."}},
	ResearchTemporary: {"research in a temporary chat", 409, Text{"临时对话不保存内容，不能做深度研究。请新建一个普通对话再问。", "臨時對話不儲存內容，不能做深度研究。請新增一個一般對話再問。", "Temporary chats are not saved, so deep research is not available in them. Start an ordinary chat and ask again."}},
	ResearchStarted:   {"research started", 409, Text{"研究已经开始，提纲不能再改了。要换提纲，请重新生成这个回答。", "研究已經開始，大綱不能再改了。要換大綱，請重新產生這個回答。", "The research has started, so its outline can no longer be changed. Regenerate the answer for another outline."}},
	ResearchQueueFull: {"research queue full", 429, Text{"已有 {limit} 项研究在进行或排队，请等其中一项完成，或停止一项。", "已有 {limit} 項研究在進行或排隊，請等其中一項完成，或停止一項。", "{limit} research tasks are running or waiting already. Wait for one to finish, or stop one."}},

	ProjectRole:     {"role too low in the project", 403, Text{"你在这个项目里的角色不能这样做。请联系项目的所有者。", "你在這個專案裡的角色不能這麼做。請聯絡專案的擁有者。", "Your role in this project does not allow that. Ask the project's owner."}},
	ProjectArchived: {"project archived", 403, Text{"项目已归档，只能查看。请所有者取消归档后再试。", "專案已封存，只能檢視。請擁有者取消封存後再試。", "The project is archived and can only be viewed. Ask its owner to unarchive it first."}},
	ProjectLinkOver: {"invitation over", 404, Text{"邀请链接已失效。请向项目的所有者要一个新的链接。", "邀請連結已失效。請向專案的擁有者索取新的連結。", "This invitation no longer works. Ask the project's owner for a new one."}},
	ProjectFull:     {"project full", 409, Text{"已达到上限 {limit}。请先移除不再需要的，再试一次。", "已達到上限 {limit}。請先移除不再需要的，再試一次。", "The limit of {limit} is reached. Remove what is no longer needed and try again."}},
	ProjectsFull:    {"too many projects", 409, Text{"项目最多 {limit} 个。请先删除或退出不再需要的项目。", "專案最多 {limit} 個。請先刪除或退出不再需要的專案。", "You can have {limit} projects. Delete or leave one that you no longer need."}},
	ProjectOwner:    {"owner cannot leave", 409, Text{"所有者不能直接退出。请先把项目转让给其他成员，或删除项目。", "擁有者不能直接退出。請先把專案轉讓給其他成員，或刪除專案。", "The owner cannot leave. Transfer the project to another member first, or delete it."}},

	UploadTooBig:      {"upload too big", 413, Text{"文件大小超过{size}，请调整后重试", "檔案大小超過{size}，請調整後重試", "The file is larger than {size}. Make it smaller and try again."}},
	TicketOver:        {"ticket over", 410, Text{"链接已用过或已过期，请重新上传或重新下载。", "連結已用過或已過期，請重新上傳或重新下載。", "This link was used or has expired. Please upload or download again."}},
	UploadOffset:      {"upload offset", 409, Text{"上传的位置不对，请从 {offset} 字节处继续。", "上傳的位置不對，請從 {offset} 位元組處繼續。", "The upload position is wrong. Continue from byte {offset}."}},
	UploadBusy:        {"upload busy", 409, Text{"这个文件正在上传，请等它传完。", "這個檔案正在上傳，請等它傳完。", "This file is already being uploaded. Please wait for it to finish."}},
	ConversationsFull: {"conversations full", 409, Text{"对话占用的空间已满（最多 {limit} MB）。已有的对话仍可查看、导出和删除；删除一些，约 10 分钟后腾出空间，就能继续提问或导入。临时对话不受影响。", "對話佔用的空間已滿（最多 {limit} MB）。既有的對話仍可檢視、匯出和刪除；刪除一些，約 10 分鐘後騰出空間，就能繼續提問或匯入。臨時對話不受影響。", "Your chats are full ({limit} MB at most). You can still read, export and delete them. Delete some; about ten minutes later there is room to ask or import again. Temporary chats are not affected."}},
	DiskLow:           {"disk low", 507, Text{"服务器的磁盘快满了，暂时不能上传和导入；提问不受影响。请稍后再试，或告诉管理员。", "伺服器的磁碟快滿了，暫時無法上傳和匯入；提問不受影響。請稍後再試，或告知管理員。", "The server's disk is nearly full, so uploads and imports are paused; questions still work. Try again later, or tell the administrator."}},
	FilesFull:         {"files full", 409, Text{"文件已存满（最多 {files} 个，共 {size}），请先在「我的文件」里删除一些。", "檔案已存滿（最多 {files} 個，共 {size}），請先在「我的檔案」裡刪除一些。", "Your files are full (at most {files}, {size} in all). Delete some under “My files” first."}},
	UploadChanged:     {"upload changed", 400, Text{"「{file}」的大小和上传前不一样，可能正被修改，请重新上传。", "「{file}」的大小和上傳前不一樣，可能正被修改，請重新上傳。", "“{file}” does not have the size it had before uploading; it may have been changed meanwhile. Please upload it again."}},
	PictureBad:        {"picture bad", 422, Text{"图片「{file}」已损坏或像素太多，请另存为 JPG 或 PNG 并缩小后重新上传。", "圖片「{file}」已損毀或像素太多，請另存為 JPG 或 PNG 並縮小後重新上傳。", "The image “{file}” is damaged or has too many pixels. Save it as a smaller JPG or PNG and upload it again."}},

	FileInfected:    {"document infected", 422, Text{"「{file}」被病毒扫描拦下，没有保存。请检查文件来源，换一个安全的文件再上传。", "「{file}」被病毒掃描攔下，沒有儲存。請檢查檔案來源，換一個安全的檔案再上傳。", "“{file}” was stopped by the virus scanner and was not saved. Check where it comes from, and upload a safe file instead."}},
	FileUnscanned:   {"document not scanned", 503, Text{"病毒扫描暂时不可用，「{file}」没有保存。请稍后再上传，或联系管理员。", "病毒掃描暫時無法使用，「{file}」沒有儲存。請稍後再上傳，或聯絡管理員。", "Virus scanning is not available now, so “{file}” was not saved. Upload it again later, or contact the administrator."}},
	FileEncrypted:   {"file encrypted", 422, Text{"「{file}」设有打开密码，请输入密码后继续。", "「{file}」設有開啟密碼，請輸入密碼後繼續。", "“{file}” is protected by a password. Enter it to continue."}},
	FilePassword:    {"wrong file password", 422, Text{"密码打不开「{file}」，请检查大小写后重新输入。", "密碼無法開啟「{file}」，請檢查大小寫後重新輸入。", "That password does not open “{file}”. Check it and enter it again."}},
	FileEmpty:       {"empty file", 422, Text{"「{file}」里没有内容，请检查后重新上传。", "「{file}」沒有內容，請檢查後重新上傳。", "“{file}” has no content. Check it and upload it again."}},
	FileGarbled:     {"file with unknown characters", 422, Text{"「{file}」的字体没有说明每个字符是什么，读出来只是乱码。请用原来的软件另存一份再上传，或让管理员启用文字识别。", "「{file}」的字型沒有說明每個字元是什麼，讀出來只是亂碼。請用原本的軟體另存一份再上傳，或請管理員啟用文字辨識。", "The fonts of “{file}” do not say which characters they show, so that its text cannot be read. Save it again in its own program and upload that, or ask the operator to enable text recognition."}},
	FileNoText:      {"file without text", 422, Text{"「{file}」只有图片，没有可读的文字。请上传带文字的版本，或让管理员启用文字识别、接入能看图的模型。", "「{file}」只有圖片，沒有可讀的文字。請上傳含文字的版本，或請管理員啟用文字辨識、連接能看圖的模型。", "“{file}” contains only images, no readable text. Upload a version with text, or ask the administrator to enable text recognition or connect a model that can see images."}},
	FileBroken:      {"broken document", 422, Text{"「{file}」已损坏，无法读取。请用原来的软件打开并另存，再重新上传。", "「{file}」已損毀，無法讀取。請用原本的軟體開啟並另存新檔，再重新上傳。", "“{file}” is damaged and could not be read. Open and save it again in its own program, then upload it."}},
	FileTooBig:      {"document too large", 422, Text{"「{file}」解压后的内容太大，请拆成几个文件再上传。", "「{file}」解壓縮後的內容太大，請拆成幾個檔案再上傳。", "“{file}” unpacks to more than can be read. Split it into several files and upload those."}},
	FileUnsupported: {"unsupported document", 422, Text{"还不能读取「{file}」这种格式。请转成 PDF、Word、Excel、PPT 或文本后上传。", "尚無法讀取「{file}」這種格式。請轉成 PDF、Word、Excel、PPT 或文字檔後上傳。", "The format of “{file}” cannot be read. Convert it to PDF, Word, Excel, PowerPoint or text and upload that."}},
	FileSlow:        {"document too slow", 422, Text{"「{file}」太复杂，没能在规定时间内读完。请拆成几个文件，或转成 PDF 后重新上传。", "「{file}」太複雜，無法在規定時間內讀完。請拆成幾個檔案，或轉成 PDF 後重新上傳。", "“{file}” is too complex and took too long to read. Split it, or convert it to PDF, and upload it again."}},
	FileMemory:      {"document too heavy", 422, Text{"「{file}」太复杂，超出了读取所用的内存。请拆成几个文件后重新上传。", "「{file}」太複雜，超出了讀取所用的記憶體。請拆成幾個檔案後重新上傳。", "“{file}” is too complex and needs more memory than is allowed. Split it and upload the parts."}},

	NoTranslator:     {"no translator", 501, Text{"翻译需要大模型，而现在还没有接入。请管理员在「接入模型」页接入后再试。", "翻譯需要大型語言模型，而現在尚未連接。請管理員在「連接模型」頁連接後再試。", "Translating needs a language model, and none is connected. Ask an administrator to connect one under “Connect a model”."}},
	NothingToRead:    {"nothing to read", 422, Text{"「{file}」里没有可读的文字，无法深度阅读。请上传有文字的文件。", "「{file}」沒有可讀的文字，無法深度閱讀。請上傳有文字的檔案。", "“{file}” has no text to read. Upload a document instead."}},
	StillParsing:     {"still parsing", 409, Text{"「{file}」还在解析，请稍等片刻再试。", "「{file}」還在解析，請稍候再試。", "“{file}” is still being read. Please try again in a moment."}},
	NotesFull:        {"notes full", 409, Text{"这个文件的笔记已满（最多 {limit} 条），请先删除一些。", "這個檔案的筆記已滿（最多 {limit} 則），請先刪除一些。", "This file has reached its limit of {limit} notes. Delete some first."}},
	SharesFull:       {"shares full", 409, Text{"这个文件的分享链接已满（最多 {limit} 个），请先取消一些。", "這個檔案的分享連結已滿（最多 {limit} 個），請先取消一些。", "This file has reached its limit of {limit} share links. Revoke some first."}},
	FavoritesFull:    {"favorites full", 409, Text{"收藏已满（最多 {limit} 条，共 {size}），请先删除一些。", "收藏已滿（最多 {limit} 則，共 {size}），請先刪除一些。", "Your favourites are full (at most {limit}, {size} in all). Delete some first."}},
	TagsFull:         {"tags full", 409, Text{"一条收藏最多 {limit} 个标签，请先去掉一些。", "一則收藏最多 {limit} 個標籤，請先移除一些。", "A favourite has at most {limit} tags. Remove some first."}},
	NotRemembered:    {"not remembered", 422, Text{"这句话不符合内容规则，请换一种说法。", "這句話不符合內容規則，請換一種說法。", "This text is against the content rules. Please word it differently."}},
	MemoriesFull:     {"memories full", 409, Text{"记忆已满（最多 {limit} 条），请先在「设置 › 记忆」里删除一些。", "記憶已滿（最多 {limit} 則），請先在「設定 › 記憶」裡刪除一些。", "Memory is full ({limit} at most). Delete some under Settings › Memory first."}},
	TranslationShort: {"translation unfinished", 409, Text{"译文还没有完成（{done}/{total} 段），请先翻译全文。", "譯文尚未完成（{done}/{total} 段），請先翻譯全文。", "The translation is not finished ({done} of {total} paragraphs). Translate the whole file first."}},
	Withheld:         {"withheld", 422, Text{"这份内容不能分享，请修改或换一份文件。", "這份內容不能分享，請修改或換一個檔案。", "This content cannot be shared. Change it, or choose another file."}},
	SearchWithheld:   {"search withheld", 400, Text{"搜索的词没有通过内容检查，请换一种说法。", "搜尋的詞沒有通過內容檢查，請換一種說法。", "These words did not pass the content rules. Please put them differently."}},

	AgentGone:       {"agent gone", 404, Text{"这个智能体已下架或被删除，不能再回答。以前的对话仍可查看；请换一个智能体，或新建对话。", "這個智慧體已下架或被刪除，不能再回答。先前的對話仍可檢視；請換一個智慧體，或新增對話。", "This agent has been taken down or deleted and no longer answers. The chat can still be viewed; choose another agent or start a new chat."}},
	AgentsFull:      {"agents full", 409, Text{"你已经有 100 个智能体，不能再建了。请先删除不用的。", "你已經有 100 個智慧體，不能再建了。請先刪除不用的。", "You have 100 agents already. Delete one that you no longer use."}},
	AgentChanged:    {"agent changed elsewhere", 409, Text{"这个智能体刚刚在别处被修改过。请刷新后在新内容上继续改，你这里的文字可以先复制下来。", "這個智慧體剛剛在別處被修改過。請重新整理後在新內容上繼續修改，你這裡的文字可以先複製下來。", "This agent was changed elsewhere a moment ago. Copy what you wrote, reload, and go on from the newer text."}},
	AgentNotYours:   {"not your agent", 403, Text{"只有作者可以复制或导出这个智能体。你可以直接使用它，或者新建一个自己的。", "只有作者可以複製或匯出這個智慧體。你可以直接使用它，或者新增一個自己的。", "Only its author may copy or export this agent. Use it as it is, or make one of your own."}},
	AgentIncomplete: {"agent incomplete", 400, Text{"发布前请填写名称，并填写设定或添加资料。公开发布还需要简介和分类。", "發布前請填寫名稱，並填寫設定或加入資料。公開發布還需要簡介和分類。", "Before publishing, give it a name, and instructions or knowledge. The store also needs a description and a category."}},
	AgentFile:       {"no agent in the file", 400, Text{"这个文件里没有认得出的智能体。请选择问渠导出的 JSON、角色卡（JSON 或 PNG），或带名称和指令的 JSON、Markdown 文件。", "這個檔案裡沒有認得出的智慧體。請選擇問渠匯出的 JSON、角色卡（JSON 或 PNG），或帶名稱和指令的 JSON、Markdown 檔案。", "No agent was recognised in this file. Choose a JSON export of Wenqu, a character card (JSON or PNG), or a JSON or Markdown file with a name and instructions."}},
	AgentDown:       {"agent taken down", 409, Text{"这个智能体被管理员下架了。请按原因修改，再申请公开发布。", "這個智慧體被管理員下架了。請按原因修改，再申請公開發布。", "An administrator took this agent down. Change what was named, then ask for publication again."}},
	AgentWithheld:   {"agent withheld", 400, Text{"智能体的文字没有通过内容检查，不能发布。请修改后再试。", "智慧體的文字沒有通過內容檢查，不能發布。請修改後再試。", "The texts of this agent did not pass the content rules. Change them and try again."}},
	AttachmentGone:  {"attachment gone", 404, Text{"找不到附件「{name}」，可能已被删除。请重新上传后再问。", "找不到附件「{name}」，可能已被刪除。請重新上傳後再問。", "The attachment “{name}” was not found; it may have been deleted. Upload it again and ask."}},
	OneDocument:     {"one document", 400, Text{"单次仅可上传一个文档，多文档请分别上传", "單次僅可上傳一個文件，多個文件請分別上傳", "Only one document at a time. Please upload several one by one."}},
	CloudDocument:   {"cloud document", 400, Text{"「{name}」是在线文档，请先绑定文档账号，或导出成文件再上传。", "「{name}」是線上文件，請先綁定文件帳號，或匯出成檔案再上傳。", "“{name}” is an online document. Link a document account first, or export it to a file and upload that."}},
	DocumentWaiting: {"document waiting", 503, Text{"还在解析，这次先不等了。请稍后再问一次。", "還在解析，這次先不等了。請稍後再問一次。", "It is still being read. Please ask again in a moment."}},

	NeedLogin:      {"login needed", 401, Text{"请先登录，再继续操作。", "請先登入，再繼續操作。", "Please log in first."}},
	NoRight:        {"no right", 403, Text{"只有管理员可以这样做。请联系管理员。", "只有管理員可以這麼做。請聯絡管理員。", "Only administrators can do this. Contact the administrator."}},
	WrongCode:      {"wrong code", 400, Text{"验证码不正确或已过期，请核对后重试，或重新获取。", "驗證碼不正確或已過期，請核對後重試，或重新取得。", "The code is wrong or has expired. Check it, or get a new one."}},
	CodeTries:      {"code tried too often", 429, Text{"验证码输错次数太多，这个验证码已失效，请重新获取。", "驗證碼輸錯太多次，此驗證碼已失效，請重新取得。", "Too many wrong tries: this code no longer works. Get a new one."}},
	CodeSoon:       {"code too soon", 429, Text{"验证码刚刚发过，请 {seconds} 秒后再获取。", "驗證碼剛剛發過，請 {seconds} 秒後再取得。", "A code was sent a moment ago. Get the next one in {seconds} seconds."}},
	CodeLimit:      {"too many codes", 429, Text{"获取验证码的次数太多，请 {minutes} 分钟后再试，或换一种登录方式。", "取得驗證碼的次數太多，請 {minutes} 分鐘後再試，或改用其他登入方式。", "Too many codes were requested. Try again in {minutes} minutes, or log in another way."}},
	WrongPhone:     {"wrong phone", 400, Text{"手机号不正确，请检查后重新输入；境外号码请加国家或地区代码。", "手機號碼不正確，請檢查後重新輸入；其他國家或地區的號碼請加上國碼。", "That is not a mobile number. Check it; add the country code if it is not a mainland China number."}},
	NeedCaptcha:    {"captcha needed", 400, Text{"请先完成图形验证。", "請先完成圖形驗證。", "Please complete the image verification first."}},
	WrongCaptcha:   {"wrong captcha", 400, Text{"图形验证没有通过，请再试一次。", "圖形驗證沒有通過，請再試一次。", "The image verification failed. Please try again."}},
	MethodOff:      {"login method off", 400, Text{"这种登录方式没有开启，请换一种方式登录。", "這種登入方式沒有開啟，請改用其他方式登入。", "This way to log in is not available. Please choose another."}},
	SendFail:       {"message not sent", 502, Text{"验证码没有发出去，请稍后重试，或换一种登录方式。", "驗證碼沒有發送成功，請稍後重試，或改用其他登入方式。", "The code could not be sent. Try again shortly, or log in another way."}},
	LoginState:     {"login begun elsewhere", 400, Text{"这次登录已失效，请在同一个浏览器里重新登录。", "這次登入已失效，請在同一個瀏覽器裡重新登入。", "This login is no longer valid. Start again in the same browser."}},
	LoginFail:      {"login failed", 502, Text{"登录失败, 请稍后重试", "登入失敗，請稍後重試", "Login failed. Please try again later."}},
	LoginTries:     {"too many logins", 429, Text{"登录尝试次数太多，请 {minutes} 分钟后再试。", "登入嘗試次數太多，請 {minutes} 分鐘後再試。", "Too many login attempts. Try again in {minutes} minutes."}},
	AccountOff:     {"account disabled", 403, Text{"这个账号已被停用，请联系管理员。", "這個帳號已被停用，請聯絡管理員。", "This account is disabled. Please contact the administrator."}},
	IdentityTaken:  {"identity taken", 409, Text{"它已绑定另一个账号，请先在那个账号里解绑。", "它已綁定另一個帳號，請先在那個帳號裡解除綁定。", "It is linked to another account. Unlink it there first."}},
	LastIdentity:   {"last identity", 409, Text{"这是最后一种登录方式，解绑后将无法登录。请先绑定另一种。", "這是最後一種登入方式，解除綁定後將無法登入。請先綁定另一種。", "This is your last way to log in; without it you could not log in again. Link another one first."}},
	NotBound:       {"not bound", 404, Text{"还没有绑定，请刷新后再看。", "尚未綁定，請重新整理後再看。", "It is not linked. Refresh the page."}},
	NoRegistration: {"no registration", 403, Text{"本站暂不开放注册，请联系管理员。", "本站暫不開放註冊，請聯絡管理員。", "Registration is closed here. Please contact the administrator."}},
	NoTeam:         {"no team accounts", 400, Text{"这里没有团队账号，请用个人账号登录。", "這裡沒有團隊帳號，請用個人帳號登入。", "There are no team accounts here. Log in with a personal one."}},
	BadRedirect:    {"bad redirect", 400, Text{"返回的地址不属于本站，已被拒绝。请从本站重新打开。", "返回的網址不屬於本站，已被拒絕。請從本站重新開啟。", "The return address does not belong to this site and was refused. Open the page from this site again."}},
	WrongFactor:    {"wrong second factor", 400, Text{"动态码不正确或已经用过，请等验证器显示下一个再试，或使用备用码。", "動態碼不正確或已經用過，請等驗證器顯示下一個再試，或使用備用碼。", "The code is wrong or was used already. Wait for the app's next one, or use a recovery code."}},
	FactorThere:    {"second factor on", 409, Text{"已经开启了两步验证，要换验证器请先关闭。", "已經開啟了兩步驟驗證，要換驗證器請先關閉。", "Two-step login is on already. Switch it off first to use another app."}},
	FactorDue:      {"second factor due", 403, Text{"本站要求管理员开启两步验证，请先在「两步验证」里设置。", "本站要求管理員開啟兩步驟驗證，請先在「兩步驟驗證」裡設定。", "Administrators here need two-step login. Set it up first."}},
	BadName:        {"bad name", 400, Text{"名字要有 1 到 {limit} 个字，请修改后再保存。", "名字要有 1 到 {limit} 個字，請修改後再儲存。", "A name has 1 to {limit} characters. Change it and save again."}},
	BadAvatar:      {"bad avatar", 400, Text{"头像要用 PNG、JPEG 或 GIF 图片，不超过 {limit}，请换一张。", "頭像要用 PNG、JPEG 或 GIF 圖片，不超過 {limit}，請換一張。", "An avatar is a PNG, JPEG or GIF of at most {limit}. Choose another image."}},
	LastAdmin:      {"last administrator", 409, Text{"这是最后一位管理员，请先让另一个人成为管理员。", "這是最後一位管理員，請先讓另一個人成為管理員。", "This is the last administrator. Make somebody else an administrator first."}},
	DocsOff:        {"no documents service", 409, Text{"这里没有接入在线文档，请导出为文件。", "這裡沒有連接線上文件，請匯出為檔案。", "No online documents service is connected. Export a file instead."}},
	DocsUnbound:    {"documents account not bound", 409, Text{"文档账号没有绑定或已过期，请重新绑定。", "文件帳號沒有綁定或已過期，請重新綁定。", "Your documents account is not linked, or the link has expired. Link it again."}},
	DocsFail:       {"documents service failed", 502, Text{"在线文档服务没有响应，请稍后重试，或导出为文件。", "線上文件服務沒有回應，請稍後重試，或匯出為檔案。", "The documents service did not respond. Try again later, or export a file."}},
	MinorQuiet:     {"minor mode quiet hours", 403, Text{"未成年人模式的休息时间到了，{until} 以后可以继续提问。", "未成年人模式的休息時間到了，{until} 以後可以繼續提問。", "It is quiet time in minor mode. You can ask again from {until}."}},
	MinorSpent:     {"minor mode time used up", 403, Text{"今天的使用时间（{limit} 分钟）已用完，{until} 以后可以继续提问。", "今天的使用時間（{limit} 分鐘）已用完，{until} 以後可以繼續提問。", "Today's time in minor mode ({limit} minutes) is used up. You can ask again from {until}."}},
	WrongPin:       {"wrong guardian PIN", 400, Text{"监护密码不对，还可以试 {left} 次；忘记了请选「忘记密码」。", "監護密碼不正確，還可以試 {left} 次；忘記了請選「忘記密碼」。", "The guardian's PIN is wrong; {left} tries left. Choose “Forgot PIN” if you have forgotten it."}},
	PinLocked:      {"guardian PIN locked", 429, Text{"监护密码输错太多次，请 {minutes} 分钟后再试，或选「忘记密码」。", "監護密碼輸錯太多次，請 {minutes} 分鐘後再試，或選「忘記密碼」。", "Too many wrong PINs. Try again in {minutes} minutes, or choose “Forgot PIN”."}},
	SafeVerify:     {"proof needed", 428, Text{"为了账号安全，请先验证身份，再继续操作。", "為了帳號安全，請先驗證身分，再繼續操作。", "To keep your account safe, verify your identity first, then continue."}},
	ChatDeleted:    {"conversation deleted", 410, Text{"这个对话已被删除，请开启新对话。", "這個對話已被刪除，請開啟新對話。", "This chat was deleted. Start a new one."}},
	ChatBanned:     {"asking banned", 403, Text{"你暂时不能提问，{until} 之后恢复。原因：{reason}。如有疑问请联系管理员。", "你暫時不能提問，{until} 之後恢復。原因：{reason}。如有疑問請聯絡管理員。", "You cannot ask questions until {until}. Reason: {reason}. Contact the administrator if this is wrong."}},
	ChatEdited:     {"conversation changed", 409, Text{"这个对话已在别处修改，请刷新后再试。", "這個對話已在別處修改，請重新整理後再試。", "This chat was changed elsewhere. Refresh and try again."}},

	SettingMoved: {"setting moved", 409, Text{"这些设置刚刚在别处改过，请重新打开后再改。", "這些設定剛剛在別處改過，請重新開啟後再改。", "These settings were changed elsewhere meanwhile. Open them again and repeat your change."}},
	SettingBad:   {"setting not usable", 400, Text{"设置不能用：{detail}。", "設定無法使用：{detail}。", "These settings cannot be used: {detail}."}},
	SecretAgain:  {"secret needed again", 400, Text{"地址变了，或密钥已读不出来，请重新填写密钥。", "位址變了，或金鑰已無法讀取，請重新填寫金鑰。", "The address changed or the key cannot be read any more. Enter the key again."}},
	OverQuota:    {"quota used up", 429, Text{"今天的提问次数已用完（{limit} 次），请明天再来；访客登录后可以继续。", "今天的提問次數已用完（{limit} 次），請明天再來；訪客登入後可以繼續。", "Today's questions are used up ({limit}). Come back tomorrow. Visitors can log in to go on."}},
	OwnAnswers:   {"too many answers at once", 429, Text{"已有 {limit} 个回答正在生成，等一个结束或停止一个，再发送这个问题。", "已有 {limit} 個回答正在產生，等一個結束或停止一個，再送出這個問題。", "{limit} answers are being made already. Wait for one to end, or stop one, and send this question again."}},
	ProviderID:   {"provider id", 400, Text{"模型服务的标识「{id}」不能用：只能用小写字母、数字和 -，且不能重复。", "模型服務的識別碼「{id}」無法使用：只能用小寫字母、數字和 -，且不能重複。", "The provider id “{id}” cannot be used: lower-case letters, digits and - only, and each just once."}},
	ProviderURL:  {"provider address", 400, Text{"模型服务「{name}」的地址或代理不对，地址应当像 https://主机/v1。", "模型服務「{name}」的位址或代理不正確，位址應該像 https://主機/v1。", "The address or proxy of provider “{name}” is not valid. Write the address like https://host/v1."}},
	ProviderHome: {"provider at a private address", 400, Text{"模型服务「{name}」的地址在内网。如果它确实是你自己的服务，请勾选「本地服务」再保存。", "模型服務「{name}」的位址在內部網路。如果它確實是你自己的服務，請勾選「本機服務」再儲存。", "Provider “{name}” is at a private address. If the server is your own, mark it as local and save again."}},
	NoSearch:     {"no search source", 503, Text{"还没有搜索来源，不能联网搜索。请管理员在管理页「搜索来源」里添加，或设置 SEARCH_URL。", "還沒有搜尋來源，無法連網搜尋。請管理員在管理頁「搜尋來源」裡新增，或設定 SEARCH_URL。", "There is no source for this search. Ask an administrator to add one under “Search sources”, or to set SEARCH_URL."}},
	SourceID:     {"search source id", 400, Text{"搜索来源的标识「{id}」不能用：只能用小写字母、数字和 -，且不能重复。", "搜尋來源的識別碼「{id}」無法使用：只能用小寫字母、數字和 -，且不能重複。", "The source id “{id}” cannot be used: lower-case letters, digits and - only, and each just once."}},
	SourceURL:    {"search source address", 400, Text{"搜索来源「{name}」的地址或代理不对，地址应当像 https://主机/路径。", "搜尋來源「{name}」的位址或代理不正確，位址應該像 https://主機/路徑。", "The address or proxy of the source “{name}” is not valid. Write the address like https://host/path."}},
	SourceHome:   {"search source at a private address", 400, Text{"搜索来源「{name}」的地址在内网。如果它确实是你自己的服务，请勾选「本地服务」再保存。", "搜尋來源「{name}」的位址在內部網路。如果它確實是你自己的服務，請勾選「本機服務」再儲存。", "The source “{name}” is at a private address. If the server is your own, mark it as local and save again."}},
	PictureGone:  {"picture gone", 404, Text{"这张图片暂时取不到，请打开它所在的网页查看。", "這張圖片暫時無法取得，請開啟它所在的網頁檢視。", "This image cannot be loaded now. Open the web page that shows it."}},
	SourceKey:    {"search source without a key", 400, Text{"「{name}」要填密钥才能用。请填写后再保存。", "「{name}」要填金鑰才能使用。請填寫後再儲存。", "“{name}” needs a key. Enter it and save again."}},

	KeyNeeded:    {"key needed", 401, Text{"请在 Authorization 头里带上密钥：Bearer wq-…。密钥在「设置 › 开放接口」创建。", "請在 Authorization 標頭帶上金鑰：Bearer wq-…。金鑰在「設定 › 開放 API」建立。", "Send a key in the Authorization header: Bearer wq-…. Keys are made under Settings › Open API."}},
	KeyWrong:     {"wrong key", 401, Text{"密钥不正确，或已撤销、过期。请在「设置 › 开放接口」核对，或创建新的。", "金鑰不正確，或已撤銷、過期。請在「設定 › 開放 API」核對，或建立新的。", "The key is wrong, revoked or expired. Check it under Settings › Open API, or make a new one."}},
	KeysOff:      {"keys are off", 403, Text{"管理员没有开放个人密钥，请联系管理员。", "管理員沒有開放個人金鑰，請聯絡管理員。", "Personal keys are switched off here. Please contact the administrator."}},
	KeyScope:     {"key without that scope", 403, Text{"这把密钥不能用于 {call}。请在「设置 › 开放接口」修改它的范围，或换一把。", "這把金鑰不能用於 {call}。請在「設定 › 開放 API」修改它的範圍，或換一把。", "This key does not allow {call}. Change its scope under Settings › Open API, or use another one."}},
	KeyInAddress: {"key in the address", 400, Text{"不要把密钥写在网址里：网址会留在日志和历史记录中。请撤销这把密钥，换一把新的放进 Authorization 头。", "不要把金鑰寫在網址裡：網址會留在日誌和歷史紀錄中。請撤銷這把金鑰，換一把新的放進 Authorization 標頭。", "Never put a key into an address: logs and histories keep it. Revoke this key, and send a new one in the Authorization header."}},
	KeyEnded:     {"key ended", 401, Text{"密钥已撤销或过期，回答停在这里。请换一把密钥再试。", "金鑰已撤銷或過期，回答停在這裡。請換一把金鑰再試。", "The key was revoked or has expired, so the answer was stopped here. Try again with another key."}},
	KeysFull:     {"too many keys", 409, Text{"最多 {limit} 把密钥。请先撤销不用的，再创建。", "最多 {limit} 把金鑰。請先撤銷不用的，再建立。", "There can be {limit} keys. Revoke one that you do not use, then make the new one."}},
	KeySpent:     {"key used up", 429, Text{"这把密钥今天的 {limit} 个 token 已用完，明天恢复，或在「设置 › 开放接口」调高上限。", "這把金鑰今天的 {limit} 個 token 已用完，明天恢復，或在「設定 › 開放 API」調高上限。", "The {limit} tokens that this key has for today are used up. They come back tomorrow; or raise the limit under Settings › Open API."}},
	NoSuchModel:  {"no such model", 404, Text{"没有模型「{model}」，或这把密钥不能使用它。可用的模型见 GET /v1/models。", "沒有模型「{model}」，或這把金鑰不能使用它。可用的模型見 GET /v1/models。", "There is no model “{model}”, or this key may not use it. GET /v1/models lists those that it may."}},
	NotOffered:   {"not offered", 400, Text{"这里不支持 {what}。请去掉它再试。", "這裡不支援 {what}。請移除後再試。", "{what} is not supported here. Leave it out and try again."}},
	NotOfAgents:  {"not offered by agents", 400, Text{"智能体和项目不接受 {what}：它们按自己的设定、用自己的工具回答。请去掉它，或改用模型。", "智慧體和專案不接受 {what}：它們按自己的設定、用自己的工具回答。請移除，或改用模型。", "Agents and projects do not take {what}: they answer by their own settings, with tools of their own. Leave it out, or use a model."}},
	AnswerHidden: {"withheld", 400, Text{"内容不符合本站的内容规则，没有给出回答。请换一种说法。", "內容不符合本站的內容規則，沒有給出回答。請換一種說法。", "The content rules of this site withheld it. Please put it differently."}},
}
