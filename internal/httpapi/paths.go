package httpapi

import "net/http"

// Path is one row of the table of every path that clients know (specification
// point 7, spec/wire.md sections 3 to 8). A row that is not built answers 501
// with a code and a sentence, never the page.
type Path struct {
	Method   string // empty: GET and POST alike, where clients show no more
	Path     string
	Domain   string // the folder that has or will have it
	Built    bool
	Owner    OwnerRule
	Request  string // fields of the body or query
	Response string // fields of the answer
}

const (
	get  = http.MethodGet
	post = http.MethodPost
	put  = http.MethodPut
	both = ""
)

// built and later shorten the rows below.
func built(method, path, domain string, owner OwnerRule, request, response string) Path {
	return Path{method, path, domain, true, owner, request, response}
}

func later(method, path, domain string, owner OwnerRule, request string) Path {
	return Path{method, path, domain, false, owner, request, ""}
}

// Paths is the table. pathIndex finds a row by "METHOD path".
var (
	Paths     = append(builtPaths, laterPaths...)
	pathIndex = index(Paths)
)

func index(rows []Path) map[string]Path {
	m := make(map[string]Path, len(rows))
	for _, p := range rows {
		key := p.Method + " " + p.Path
		if _, twice := m[key]; twice {
			panic("httpapi: " + key + " stands twice in the path table")
		}
		m[key] = p
	}
	return m
}

var builtPaths = []Path{
	// Identity.
	built(post, "/api/anon/login", "account", None, "", "code, userId, token, anonUser, data"),
	built(get, "/api/getuserinfo", "account", Mine, "ybChannel, oriUrl, classid", "code, userId, anonUser, role, …"),

	// Logging in.
	built(get, "/api/v5/accountLogic/login/config", "account", None, "", "code, data.methods, data.captcha, passAnonCheckLogin, …"),
	built(post, "/api/v5/accountLogic/login/config", "account", None, "", "the same"),
	built(post, "/api/login/captcha", "account", None, "kind", "code, data.captchaId, image, piece, …"),
	built(post, "/api/login/verify", "account", None, "captchaId, points", "code, data.captchaTicket"),
	built(post, "/api/login/getverificationcode", "account", None, "phone, purpose, captchaTicket, captchaType, v", "code, data.phone, resend, expires"),
	built(post, "/api/joint/login", "account", None, "type, phone, code, state, ticket, anonUserInfo, …", "code, status, userId, token, …"),
	built(post, "/api/joint/register", "account", None, "ticket, or as joint/login", "the same"),
	built(post, "/api/joint/autoLogin", "account", None, "", "the same"),
	built(post, "/api/oalogin", "account", None, "code, state", "the same"),
	built(post, "/api/login/logout", "account", Mine, "", "code"),
	built(post, "/api/oneid/authorization", "account", None, "app, redirectUri, pageHint, scene, back, inApp", "code, data.url, data.state"),
	built(post, "/api/joint/scan/create", "account", None, "", "code, data.ticket, url, expiresTime"),
	built(post, "/api/joint/scan/state", "account", None, "ticket", "code, data.state, name, avatar"),
	built(post, "/api/joint/scan/scan", "account", LogIn, "ticket", "code, data.state, device, place"),
	built(post, "/api/joint/scan/confirm", "account", LogIn, "ticket, allow", "code"),
	built(post, "/api/joint/middle/start", "account", None, "host, back", "code, data.url, data.ticket"),
	built(post, "/api/joint/middle/detail", "account", LogIn, "ticket", "code, data.to"),
	built(post, "/api/joint/middle/confirm", "account", LogIn, "ticket", "code, data.url"),
	built(post, "/api/joint/app/uuid", "account", None, "from_source", "code, data.uuid"),
	built(post, "/api/joint/app/state/get", "account", None, "uuid", "code, data.state"),
	built(post, "/api/joint/app/state/set", "account", None, "uuid", "code"),
	built(get, "/api/anon/dye", "account", None, "", "code, data.bucket, data.params"),
	built(post, "/api/anon/dye", "account", None, "", "the same"),

	// One's own account.
	built(get, "/api/v5/accountLogic/login/accountList", "account", LogIn, "", "code, data.accounts"),
	built(post, "/api/v5/accountLogic/login/accountList", "account", LogIn, "", "the same"),
	built(get, "/api/profile", "account", Mine, "", "code, data.name, avatar, identities, …"),
	built(post, "/api/profile", "account", LogIn, "name, avatar", "the same"),
	built(get, "/api/profile/avatar/{id}", "account", None, "", "the picture"),
	built(post, "/api/account/bind", "account", LogIn, "type, phone, code, state", "code, data.identities"),
	built(post, "/api/account/unbind", "account", LogIn, "type", "the same"),
	built(post, "/api/user/account/unbind", "account", LogIn, "app", "the same"),
	built(post, "/api/account/bindid", "account", LogIn, "userId, token", "code"),
	built(get, "/api/account/devices", "account", LogIn, "", "code, data.devices"),
	built(post, "/api/account/devices/logout", "account", LogIn, "id | others", "code, data.devices"),
	built(get, "/api/account/manage", "account", LogIn, "", "code, data.url"),
	built(post, "/api/unregister", "account", LogIn, "userId", "code, data.leavesTime"),
	built(post, "/api/v5/accountLogic/safeVerify/detail", "account", LogIn, "safeVerifyCode", "code, data.safeVerifyCode, phone, ways"),
	built(post, "/api/v5/accountLogic/safeVerify/doVerify", "account", LogIn, "safeVerifyCode, type, code, state", "code, token"),
	built(post, "/api/v5/accountLogic/parentVerify/detail", "account", Mine, "", "code, data.on, minutes, from, to, used, …"),
	built(post, "/api/v5/accountLogic/parentVerify/set", "account", Mine, "on, pin, newPin, minutes, from, to", "the same"),
	built(post, "/api/v5/accountLogic/checkBindWechat", "account", LogIn, "scene", "code, data.status"),
	built(post, "/api/user/docs/account/detail", "account", LogIn, "", "code, data.status, data.name"),
	built(post, "/api/user/docs/account/address", "account", LogIn, "redirect_uri", "code, data.url"),
	built(post, "/api/user/docs/account/bind", "account", LogIn, "code, redirect_uri", "code"),
	built(post, "/api/user/docs/account/unbind", "account", LogIn, "", "code"),
	built(post, "/api/user/docs/account/edit", "account", LogIn, "conversationId, index, repeatIndex", "code, data.fileId, data.url"),
	built(post, "/api/user/docs/account/file", "account", LogIn, "fileId", "the same"),

	// Asking.
	built(post, "/api/chat/{cid}", "chat", Mine, "wire section 4", "stream, wire section 5"),
	built(post, "/api/chat/repeat/{cid}", "chat", Mine, "index, repeatIndex, chatModelId, …", "stream"),
	built(get, "/api/chat/{cid}/stream", "chat", Mine, "from, msgid; header Last-Event-ID", "stream; 204 without an answer"),
	built(post, "/api/stop/chat", "chat", Mine, "cid | conversationId, msgId", "code"),
	built(post, "/api/stop/conversation", "chat", Mine, "cid | conversationId", "code"),
	built(post, "/api/generate/id", "chat", None, "", "the id as raw text"),
	built(post, "/api/user/agent/conversation/continue", "chat", Mine, "conversationId, index, repeatIndex", "stream"),

	// Conversations.
	built(post, "/api/user/agent/conversation/create", "chat", Mine, "agentId", "code, id, data.id"),
	built(post, "/api/user/agent/conversation/list", "chat", Mine, "agentId, offset, limit, filterGoodQuestion", "code, conversations, pagination"),
	built(post, "/api/user/agent/conversation/v3/list", "chat", Mine, "agent_id, project_id, page_size, top_time, action, last_replied_at", "code, data.conversations"),
	built(post, "/api/user/agent/conversation/v1/detail", "chat", Mine, "conversationId, agentId, offset, limit", "wire section 6"),
	built(post, "/api/user/agent/conversation/v1/clear", "chat", Mine, "conversationIds, uiOptions", "code"),
	built(post, "/api/user/agent/conversation/clear", "chat", Mine, "conversationIds", "code"),
	built(post, "/api/user/agent/conversation/v1/delete", "chat", Mine, "cid", "code"),
	built(post, "/api/user/agent/conversation/v1/restore", "chat", Mine, "conversationIds", "code"),
	built(post, "/api/user/agent/conversation/batchHistoryConversationClear", "chat", Mine, "conversationIds", "code"),
	built(post, "/api/user/agent/conversation/updateModel", "chat", Mine, "cid, chatModelId, chatModelExtInfo", "code"),
	built(post, "/api/user/agent/conversation/hintV2", "chat", Mine, "hintType, conversationId, msgId, speechIndex", "code, data.hints"),
	built(post, "/api/user/agent/conversation/prompthint", "chat", Mine, "conversationId, msgId", "code, data.hints"),
	built(post, "/api/user/agent/conversation/promptSug", "chat", Mine, "prompt", "code, data.sug"),
	built(post, "/api/user/agent/conversation/selectRepeatIndex", "chat", Mine, "conversationId, index, repeatIndex", "code"),
	built(post, "/api/user/agent/conversation/selectBranch", "chat", Mine, "conversationId, index", "code"),
	built(post, "/api/user/agent/conversation/top", "chat", Mine, "conversationId, top", "code"),
	built(post, "/api/user/agent/conversation/update", "chat", Mine, "conversationId, title", "code"),
	built(post, "/api/user/agent/conversation/gentitle", "chat", Mine, "conversationId", "code, title"),
	built(post, "/api/convs", "chat", Mine, "agentId, offset, limit", "code, conversations, pagination"),
	built(post, "/api/conv", "chat", Mine, "conversationId, offset, limit", "wire section 6"),
	built(post, "/api/user/agent/session/list", "chat", Mine, "agentId, offset, limit", "code, conversations, pagination"),
	built(post, "/api/user/agent/session/top", "chat", Mine, "conversationId, top", "code"),
	built(post, "/api/user/agent/session/update", "chat", Mine, "conversationId, title", "code"),
	built(post, "/api/user/agent/session/clear", "chat", Mine, "conversationIds", "code"),
	built(post, "/api/user/agent/detail", "chat", None, "agentId", "code, agent"),
	built(post, "/api/user/agent/list", "chat", None, "", "code, agents"),
	built(post, "/api/user/agent/v4/list", "chat", None, "", "code, agents"),
	built(post, "/api/ai/feedback", "chat", Mine, "conversationId, index, repeatIndex, type, codes, text", "code"),
	built(post, "/api/ai/suitable", "chat", Mine, "conversationId, index, repeatIndex, type", "code"),
	built(post, "/api/ai/complaint", "chat", Mine, "conversationId, index, repeatIndex, codes, text", "code"),

	// Documents and uploads.
	built(post, "/api/resource/genUploadInfo", "document", Mine, "fileName, docFrom, size", "code, uploadUrl, resourceUrl, resourceID, resourceId, expiredTime, maxSize, data"),
	built(put, "/api/resource/upload/{ticket}", "document", None, "the bytes; header Upload-Offset", "code, resourceId, offset, complete, data"),
	built(get, "/api/resource/upload/{ticket}", "document", None, "", "the same; header Upload-Offset"),
	built(post, "/api/resource/fileParse", "document", Mine, "resourceId | url, password", "code, status, data"),
	built(post, "/api/resource/asyncFileParse", "document", Mine, "resourceId | url, password", "code, status, data"),
	built(post, "/api/resource/check/status", "document", Mine, "resourceId | resourceIds", "code, status, data.list"),
	built(get, "/api/resource/v1/download", "document", Mine, "resourceId", "code, data.url"),
	built(get, "/api/resource/content/{id}", "document", Mine, "header Range", "the file"),
	built(get, "/api/resource/thumb/{id}", "document", Mine, "", "a small picture"),
	built(get, "/api/resource/signed/{token}", "document", None, "header Range", "the file"),
	built(post, "/api/user/docs/list", "document", Mine, "offset, limit, type, sort, keyword", "code, docs, pagination"),
	built(post, "/api/user/docs/v2/list", "document", Mine, "page_size, cursor, type, sort, keyword", "code, data.docs, data.cursor, data.hasMore"),
	built(post, "/api/user/docs/v2/filter", "document", Mine, "", "code, data.types"),
	built(post, "/api/user/docs/search", "document", Mine, "keyword, resourceIds", "code, docs, hits"),
	built(post, "/api/user/docs/delete", "document", Mine, "resourceIds | ids | docIds", "code"),
	built(post, "/api/user/docs/update", "document", Mine, "resourceId, fileName", "code, data"),
	built(post, "/api/user/docs/upload", "document", Mine, "fileName; the bytes", "code, data"),
	built(post, "/api/user/docs/detail", "document", Mine, "resourceId", "code, data"),
	built(post, "/api/user/docs/units", "document", Mine, "resourceId, from, to", "code, units"),
	built(post, "/api/user/docs/find", "document", Mine, "resourceId, keyword", "code, hits"),
	built(post, "/api/user/docs/usage", "document", Mine, "resourceId", "code, conversations"),

	// Files.
	built(post, "/api/conversation/export", "export", Mine, "conversationId, index, repeatIndex, format", "the file"),

	// Data rights.
	built(post, "/api/data/delete", "transfer", Mine, "confirm", "code"),
	built(post, "/api/data/export", "transfer", Mine, "", "the file"),
	built(post, "/api/data/import", "transfer", Mine, "the file", "format, conversations, messages, already, skipped, titles, files, notes, filesAlready, filesSkipped"),
	built(post, "/api/data/import/preview", "transfer", Mine, "the file", "the same"),

	// Messages.
	built(post, "/api/msg/reddot/pull-list", "notice", Mine, "", "code, data.list, data.total"),
	built(post, "/api/msg/reddot/reset", "notice", Mine, "types | type", "code"),
	built(get, "/api/v5/msg-service/get-tips", "notice", Mine, "", "code, data.tips"),
	built(post, "/api/v5/msg-service/get-tips", "notice", Mine, "", "code, data.tips"),
	built(post, "/api/msg/list", "notice", Mine, "type, offset, limit", "code, data.list, data.hasMore"),

	// Administration.
	built(post, "/api/admin/settings/get", "admin", Admin, "name", "name, value, default, version, …"),
	built(post, "/api/admin/settings/save", "admin", Admin, "name, value, version", "the same"),
	built(post, "/api/admin/settings/preview", "admin", Admin, "name, value", "general"),
	built(post, "/api/admin/provider/list", "admin", Admin, "", "inUse, offered"),
	built(post, "/api/admin/provider/accept", "admin", Admin, "id", "code"),
	built(post, "/api/admin/provider/test", "admin", Admin, "id, value", "ok, ms, models, answer, problem"),
	built(post, "/api/admin/user/list", "admin", Admin, "query, offset, limit", "users, total"),
	built(post, "/api/admin/user/change", "admin", Admin, "userId, role, disabled, bannedUntil, banReason", "code"),
	built(post, "/api/admin/user/logout", "admin", Admin, "userId", "code"),
	built(post, "/api/admin/feedback/list", "admin", Admin, "everything, offset, limit", "feedback"),
	built(post, "/api/admin/feedback/handle", "admin", Admin, "ownerId, cid, index, repeatIndex, handled", "code"),
	built(post, "/api/admin/notice/list", "admin", Admin, "offset, limit", "notices"),
	built(post, "/api/admin/notice/post", "admin", Admin, "type, title, content, link, until", "id"),
	built(post, "/api/admin/notice/remove", "admin", Admin, "id", "code"),
	built(post, "/api/admin/usage", "admin", Admin, "from, to, by, offset, limit", "rows"),
	built(post, "/api/admin/audit", "admin", Admin, "action, actorId, offset, limit", "entries"),
	built(post, "/api/admin/system", "admin", Admin, "", "facts"),
	built(post, "/api/admin/system/backup", "admin", Admin, "", "file, size"),
	built(post, "/api/admin/system/diagnostics", "admin", Admin, "", "a ZIP"),

	// Models and configuration.
	built(post, "/api/agent/model/list", "chat", None, "agentId, projectId", "code, modelList, data.modelList"),
	built(get, "/api/model/capabilities", "chat", None, "", "code, capabilities, providers"),
	built(post, "/api/model/reprobe", "chat", None, "", "code, capabilities, providers"),
	built(get, "/api/info/general", "config", None, "", "specification point 3, general info"),
	built(get, "/api/info/public/general", "config", None, "", "the same"),

	// Deep reading.
	built(post, "/api/user/agent/doc/overview", "reading", Mine, "docId, again", "code, summary, keyPoints, outline, keywords, mindMap, engine, state, progress, …"),
	built(post, "/api/user/agent/doc/getMindMap", "reading", Mine, "docId", "code, mindMap, engine, state"),
	built(post, "/api/user/agent/doc/mindMap", "reading", Mine, "docId", "the same"),
	built(post, "/api/user/agent/doc/mindMap/share", "reading", Mine, "docId", "code, share"),
	built(post, "/api/user/agent/doc/translate", "reading", Mine, "docId, from, to, lang", "code, lang, items, complete, engine"),
	built(post, "/api/user/agent/doc/translate/share", "reading", Mine, "docId, lang", "code, share"),
	built(post, "/api/user/agent/doc/translate/download", "reading", Mine, "docId, lang, format, targetOnly", "the file"),
	built(post, "/api/user/agent/doc/download", "reading", Mine, "docId", "code, data.url"),
	built(post, "/api/user/agent/doc/share/list", "reading", Mine, "docId", "code, shares"),
	built(post, "/api/user/agent/doc/share/delete", "reading", Mine, "token", "code"),
	built(get, "/api/user/agent/doc/share/{token}", "reading", None, "", "code, kind, title, mindMap | items, …"),
	built(post, "/api/user/agent/doc/notes/list", "reading", Mine, "docId, offset, limit", "code, notes, pagination"),
	built(post, "/api/user/agent/doc/notes/save", "reading", Mine, "id?, docId, unit, quote, prefix, suffix, color, text", "code, note"),
	built(post, "/api/user/agent/doc/notes/delete", "reading", Mine, "id | ids", "code"),
	built(post, "/api/user/agent/doc/notes/export", "reading", Mine, "docId, format, offsetOfHour", "the file"),
	built(post, "/api/user/agent/doc/state/get", "reading", Mine, "docId", "code, unit, offset, panel, sizes"),
	built(post, "/api/user/agent/doc/state/save", "reading", Mine, "docId, unit, offset, panel, sizes", "code"),
	built(post, "/api/user/agent/docDeepMode/search", "reading", Mine, "docId, query, limit", "code, refused, passages"),
	built(post, "/api/user/agent/v2/docChatRecord/query", "reading", Mine, "offset, limit", "code, records, pagination"),
	built(post, "/api/user/agent/v2/docChatRecord/queryMsg", "reading", Mine, "docId", "code, cid, conversationId"),
	built(post, "/api/user/agent/v2/docChatRecord/visit", "reading", Mine, "docId", "code"),
	built(post, "/api/user/agent/v2/docChatRecord/delete", "reading", Mine, "docId | docIds", "code"),
}

var laterPaths = []Path{
	// Logins of events.
	later(post, "/api/qingyunian/login", "event", None, "jsCode"),
	later(post, "/api/open/cauth/login", "event", None, "code, appId, isH5Activity"),

	// Agents and projects.
	later(post, "/api/v5/projectLogic/project/get-user-projects", "project", Mine, ""),
	later(post, "/api/v5/projectLogic/prompt/get-project-prompt", "project", Mine, "project_id"),

	// Search.
	later(post, "/api/search/global", "search", Mine, ""),
	later(post, "/api/inputguide/search/create", "websearch", Mine, ""),
	later(post, "/api/inputguide/search/list", "websearch", Mine, ""),
	later(post, "/api/discovery/goodquestionrec", "websearch", None, ""),

	// Images.
	later(post, "/api/image/clarity", "image", Mine, ""),
	later(post, "/api/image/style", "image", Mine, ""),
	later(post, "/api/image/outpainting", "image", Mine, ""),
	later(post, "/api/image/elimination", "image", Mine, ""),
	later(post, "/api/image/removewatermark", "image", Mine, ""),
	later(post, "/api/image/search", "image", Mine, ""),
	later(post, "/api/image/assets/get", "image", Mine, ""),
	later(post, "/api/image/assets/delete", "image", Mine, ""),
	later(post, "/api/image/edit/asset/save", "image", Mine, ""),
	later(post, "/api/image/edit/asset/list", "image", Mine, ""),
	later(post, "/api/image/edit/asset/delete", "image", Mine, ""),
	later(post, "/api/image/inspiration/search", "image", None, ""),
	later(both, "/api/prettyimg/{rest...}", "image", Mine, "task/generations, repeat, …"),
	later(post, "/api/v1/config/aigc/get-image-proportion", "image", None, ""),
	later(post, "/api/aigc/v1/screenshot", "image", Mine, ""),

	// Memory, sharing, favourites, messages.
	later(post, "/api/memory/list", "account", Mine, ""),
	later(post, "/api/memory/search", "account", Mine, ""),
	later(post, "/api/memory/delete", "account", Mine, ""),
	later(post, "/api/conversations/share", "share", Mine, ""),
	later(post, "/api/conversations/v2/share", "share", Mine, ""),
	later(post, "/api/conversations/v2/share/like", "share", Mine, ""),
	later(post, "/api/conversations/v2/share/getLikes", "share", None, ""),
	later(post, "/api/conversations/v2/share/delete", "share", Mine, ""),
	later(post, "/api/conversations/v2/share/newsConv", "share", Mine, ""),
	later(both, "/api/v5/share/detail", "share", None, ""),
	later(post, "/api/share/generatetoken", "share", Mine, ""),
	later(post, "/api/user/agent/favorite/list", "favorite", Mine, ""),
	later(post, "/api/user/agent/favorite/detail", "favorite", Mine, ""),
	later(post, "/api/user/agent/favorite/add", "favorite", Mine, ""),
	later(post, "/api/user/agent/favorite/delete", "favorite", Mine, ""),
	later(both, "/api/v5/canvas/{rest...}", "writing", Mine, "url, …"),
}
