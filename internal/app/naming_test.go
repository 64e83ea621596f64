//go:build unix

package app_test

// named is a call that contains ids of somebody's rows. Placeholders such as <file> stand for the
// ids. Each call has its own conversation, so that deleting a conversation does not affect the other calls.
type named struct{ call, query, body string }

// naming lists the calls that contain ids of somebody's rows. A call that deletes a row comes after
// all other calls with the row's id.
var naming = []named{
	{call: "POST /api/chat/{cid}", body: `{"prompt":"看看","multimedia":[{"id":"<file>","type":"txt","fileName":"lease.md"}]}`},
	{call: "POST /api/chat", body: `{"conversationId":"<cid>","prompt":"看看","multimedia":[{"id":"<file>","type":"txt","fileName":"lease.md"}]}`},
	{call: "POST /api/chat/repeat/{cid}", body: `{"index":2}`},
	{call: "POST /api/chat/repeat", body: `{"conversationId":"<cid>","index":2}`},
	{call: "GET /api/chat/{cid}/stream", query: "?from=0"},
	{call: "POST /api/chat/{cid}/tools/{id}", body: `{"allow":true}`},
	{call: "POST /api/stop/chat", body: `{"conversationId":"<cid>","msgId":"<cid>_2"}`},
	{call: "POST /api/stop/conversation", body: `{"conversationId":"<cid>"}`},
	{call: "POST /api/user/agent/conversation/continue", body: `{"conversationId":"<cid>","index":2}`},
	{call: "POST /api/user/agent/conversation/create", body: `{"summaryOf":"<cid>"}`},
	{call: "POST /api/user/agent/conversation/v1/detail", body: `{"conversationId":"<cid>"}`},
	{call: "POST /api/conv", body: `{"conversationId":"<cid>"}`},
	{call: "GET /api/conv", query: "?conversationId=<cid>"},
	{call: "POST /api/user/agent/conversation/updateModel", body: `{"cid":"<cid>","chatModelId":"offline"}`},
	{call: "POST /api/user/agent/conversation/hintV2", body: `{"conversationId":"<cid>","msgId":"<cid>_2"}`},
	{call: "POST /api/user/agent/conversation/prompthint", body: `{"conversationId":"<cid>","msgId":"<cid>_2"}`},
	{call: "POST /api/user/agent/conversation/selectRepeatIndex", body: `{"conversationId":"<cid>","index":2,"repeatIndex":0}`},
	{call: "POST /api/user/agent/conversation/selectBranch", body: `{"conversationId":"<cid>","index":1}`},
	{call: "POST /api/user/agent/conversation/blanks", body: `{"conversationId":"<cid>","index":2,"repeatIndex":0,"blanks":["张三"]}`},
	{call: "POST /api/user/agent/conversation/top", body: `{"conversationId":"<cid>","top":true}`},
	{call: "POST /api/user/agent/conversation/update", body: `{"conversationId":"<cid>","title":"改名"}`},
	{call: "POST /api/user/agent/conversation/gentitle", body: `{"conversationId":"<cid>"}`},
	{call: "POST /api/user/agent/session/top", body: `{"conversationId":"<cid>","top":true}`},
	{call: "POST /api/user/agent/session/update", body: `{"conversationId":"<cid>","title":"改名"}`},
	{call: "POST /api/conversations/share", body: `{"cid":"<cid>"}`},
	{call: "POST /api/conversations/v2/share", body: `{"conversationId":"<cid>"}`},
	{call: "POST /api/share/list", body: `{"conversationId":"<cid>"}`},
	{call: "POST /api/share/update", body: `{"shareId":"<given>","title":"改名"}`},
	{call: "POST /api/share/generatetoken", body: `{"shareId":"<given>"}`},
	{call: "GET /api/v5/share/detail", query: "?shareId=<given>"},
	{call: "POST /api/v5/share/detail", body: `{"shareId":"<given>"}`},
	{call: "POST /api/share/body", body: `{"shareId":"<given>"}`},
	{call: "POST /api/share/like", body: `{"shareId":"<given>"}`},
	{call: "POST /api/share/getLikes", body: `{"shareId":"<given>"}`},
	{call: "POST /api/share/newsConv", body: `{"shareId":"<given>"}`},
	{call: "POST /api/share/report", body: `{"shareId":"<given>","reason":"other"}`},
	{call: "POST /api/share/export", body: `{"shareId":"<given>","format":"md"}`},
	{call: "POST /api/conversations/v2/share/like", body: `{"shareId":"<given>"}`},
	{call: "POST /api/conversations/v2/share/getLikes", body: `{"shareId":"<given>"}`},
	{call: "POST /api/conversations/v2/share/newsConv", body: `{"shareId":"<given>"}`},
	{call: "GET /api/share/picture/{id}"},
	{call: "POST /api/conversations/v2/share/delete", body: `{"shareId":"<given>"}`},
	{call: "POST /api/share/delete", body: `{"shareId":"<givenToo>"}`},
	{call: "POST /api/ai/feedback", body: `{"conversationId":"<cid>","index":2,"type":1}`},
	{call: "POST /api/ai/suitable", body: `{"conversationId":"<cid>","index":2,"type":1}`},
	{call: "POST /api/ai/complaint", body: `{"conversationId":"<cid>","index":2}`},
	{call: "POST /api/conversation/export", body: `{"conversationId":"<cid>","format":"md"}`},
	{call: "POST /api/user/agent/conversation/v1/restore", body: `{"conversationIds":["<deleted>"]}`},
	{call: "POST /api/user/agent/conversation/v1/clear", body: `{"conversationIds":["<cid>"]}`},
	{call: "POST /api/user/agent/conversation/clear", body: `{"conversationIds":["<cid>"]}`},
	{call: "POST /api/user/agent/conversation/batchHistoryConversationClear", body: `{"conversationIds":["<cid>"]}`},
	{call: "POST /api/user/agent/conversation/v1/batchHistoryConversationClear", body: `{"conversationIds":["<cid>"]}`},
	{call: "POST /api/user/agent/conversation/v1/delete", body: `{"cid":"<cid>"}`},
	{call: "POST /api/user/agent/session/clear", body: `{"conversationIds":["<cid>"]}`},

	{call: "POST /api/tool/consent/forget", body: `{"conversationId":"<cid>","tool":"read_file"}`},
	{call: "POST /api/mcp/test", body: `{"id":"<connector>"}`},
	{call: "POST /api/mcp/use", body: `{"id":"<connector>","off":true}`},
	{call: "POST /api/mcp/here", body: `{"conversationId":"<cid>","agentId":"<agent>"}`},
	{call: "POST /api/mcp/aside", body: `{"conversationId":"<cid>","id":"<connector>","aside":true}`},
	{call: "POST /api/mcp/tool", body: `{"id":"<connector>","tool":"look","version":"1","active":true}`},
	{call: "POST /api/mcp/login", body: `{"id":"<connector>","origin":"https://a.example"}`},
	{call: "POST /api/mcp/logout", body: `{"id":"<connector>"}`},
	{call: "POST /api/mcp/save", body: `{"id":"<connector>","name":"改名","url":"https://nowhere.invalid/mcp"}`},
	{call: "POST /api/mcp/delete", body: `{"id":"<connector>"}`},

	{call: "GET /api/agent/avatar/{id}"},
	{call: "POST /api/user/agent/create", body: `{"spec":{"files":["<file>"]}}`},
	{call: "POST /api/user/agent/detail", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/store/detail", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/store/like", body: `{"agentId":"<agent>","like":true}`},
	{call: "POST /api/user/agent/clockIn/state", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/clockIn/add", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/export", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/personal/detail", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/share/detail", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/report", body: `{"agentId":"<agent>","reason":"other"}`},
	{call: "POST /api/user/agent/draft", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/versions", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/compare", body: `{"agentId":"<agent>","version":1}`},
	{call: "POST /api/user/agent/copy", body: `{"agentId":"<agent>"}`},
	{call: "POST /api/user/agent/top", body: `{"agentId":"<agent>","top":true}`},
	{call: "POST /api/user/agent/edit", body: `{"agentId":"<agent>","revision":1,"spec":{"name":"乙","persona":"秘密"}}`},
	{call: "POST /api/user/agent/publish", body: `{"agentId":"<agent>","visibility":"private"}`},
	{call: "POST /api/user/agent/goBack", body: `{"agentId":"<agent>","version":1}`},
	{call: "POST /api/user/agent/delete", body: `{"agentId":"<agent>"}`},

	{call: "POST /api/resource/fileParse", body: `{"resourceId":"<file>"}`},
	{call: "POST /api/resource/asyncFileParse", body: `{"url":"<signed>"}`},
	{call: "POST /api/resource/check/status", body: `{"resourceIds":["<file>"]}`},
	{call: "GET /api/resource/v1/download", query: "?resourceId=<file>"},
	{call: "GET /api/resource/content/{id}"},
	{call: "GET /api/web/copy/{id}"},
	{call: "GET /api/research/{id}"},
	{call: "POST /api/research/{id}/outline", body: `{"title":"改名"}`},
	{call: "POST /api/research/{id}/start", body: `{}`},
	{call: "POST /api/research/{id}/stop", body: `{}`},
	{call: "GET /api/resource/thumb/{id}"},
	{call: "POST /api/user/docs/update", body: `{"resourceId":"<file>","fileName":"lease.md"}`},
	{call: "POST /api/user/docs/detail", body: `{"resourceId":"<file>"}`},
	{call: "POST /api/user/docs/units", body: `{"resourceId":"<file>","from":1,"to":1}`},
	{call: "POST /api/user/docs/find", body: `{"resourceId":"<file>","keyword":"押金"}`},
	{call: "POST /api/user/docs/usage", body: `{"resourceId":"<file>"}`},
	{call: "POST /api/search/global", body: `{"query":"你好","conversationId":"<cid>"}`},
	{call: "POST /api/memory/edit", body: `{"id":"<memory>","text":"我住在苏州"}`},
	{call: "POST /api/memory/undo", body: `{"id":"<memory>"}`},
	{call: "POST /api/memory/delete", body: `{"ids":["<memory>"]}`},
	{call: "POST /api/user/agent/favorite/add", body: `{"conversationId":"<cid>","index":2}`},
	{call: "POST /api/user/agent/favorite/marks", body: `{"conversationId":"<cid>"}`},
	{call: "POST /api/user/agent/favorite/detail", body: `{"id":"<favorite>"}`},
	{call: "POST /api/user/agent/favorite/update", body: `{"id":"<favorite>","note":"改了"}`},
	{call: "POST /api/user/agent/favorite/export", body: `{"ids":["<favorite>"],"format":"md"}`},
	{call: "POST /api/user/agent/favorite/delete", body: `{"ids":["<favorite>"]}`},
	{call: "POST /api/user/docs/search", body: `{"keyword":"押金","resourceIds":["<file>"]}`},
	{call: "POST /api/user/agent/doc/overview", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/getMindMap", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/mindMap", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/mindMap/share", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/translate", body: `{"docId":"<file>","lang":"en"}`},
	{call: "POST /api/user/agent/doc/translate/share", body: `{"docId":"<file>","lang":"en"}`},
	{call: "POST /api/user/agent/doc/translate/download", body: `{"docId":"<file>","lang":"en","format":"md"}`},
	{call: "POST /api/user/agent/doc/download", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/share/list", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/notes/list", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/notes/save", body: `{"id":"<note>","docId":"<file>","unit":1,"quote":"押金13,000元","text":"改了"}`},
	{call: "POST /api/user/agent/doc/notes/export", body: `{"docId":"<file>","format":"md"}`},
	{call: "POST /api/user/agent/doc/state/get", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/state/save", body: `{"docId":"<file>","unit":1}`},
	{call: "POST /api/user/agent/docDeepMode/search", body: `{"docId":"<file>","query":"押金是多少？"}`},
	{call: "POST /api/user/agent/v2/docChatRecord/queryMsg", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/v2/docChatRecord/visit", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/v2/docChatRecord/delete", body: `{"docId":"<file>"}`},
	{call: "POST /api/user/agent/doc/notes/delete", body: `{"id":"<note>"}`},
	{call: "GET /api/user/agent/doc/share/{token}"},
	{call: "POST /api/user/agent/doc/share/delete", body: `{"token":"<share>"}`},
	{call: "GET /api/resource/signed/{token}"},
	{call: "GET /api/resource/upload/{ticket}"},
	{call: "PUT /api/resource/upload/{ticket}", body: `hello`},
	{call: "POST /api/user/docs/delete", body: `{"ids":["<file>"]}`},

	{call: "POST /api/apikey/{id}/update", body: `{"name":"改名","scope":{"calls":["chat"]}}`},
	{call: "POST /api/apikey/{id}/revoke", body: `{}`},

	{call: "GET /api/profile/avatar/{id}"},
	{call: "POST /api/user/docs/account/edit", body: `{"conversationId":"<cid>","index":2}`},
	{call: "POST /api/user/docs/account/file", body: `{"fileId":"<online>"}`},
	{call: "POST /api/joint/scan/scan", body: `{"ticket":"<scanned>"}`},
	{call: "POST /api/joint/scan/confirm", body: `{"ticket":"<scanned>"}`},
	{call: "POST /api/joint/scan/state", body: `{"ticket":"<scanned>"}`},
	{call: "POST /api/account/bindid", body: `{"userId":"<visitor>","token":"<wrong>"}`},
	{call: "POST /api/account/devices/logout", body: `{"id":"<session>"}`},
	{call: "POST /api/v5/accountLogic/safeVerify/detail", body: `{"safeVerifyCode":"<proof>"}`},
	{call: "POST /api/v5/accountLogic/safeVerify/doVerify", body: `{"safeVerifyCode":"<proof>","code":"123456"}`},
	{call: "POST /api/unregister", body: `{"userId":"<user>"}`},
}

// unownedParams are parameters that look like ids, but need no test with another person's rows: ids
// of agents, models, projects and captchas, and data that clients report about themselves.
var unownedParams = set("agentId", "agent_id", "chatModelId", "projectId", "project_id", "classid", "oriUrl", "captchaId")

// The reasons why a parameter that looks like an id is not the id of anybody's row.
const (
	once           = "the secret of a login under way: it is good once, and has tests of its own"
	device         = "what an app made up to say that it has opened: it leads to nothing stored"
	everybodysIcon = "the icon of a site is nobody's, and its id says nothing of who read the site"
	shownPicture   = "a picture of the web that an answer shows: whoever has its random id may see it, as readers of a share do"
	ownOrNew       = "it may name a conversation that does not exist yet; only rows of the asker are read, which TestAside tries"
	askedAddress   = "an address of the web, which the guarded reader of pages requests"
	ofTheKey       = "a model, agent or project that the key may ask; the tests of keys try others"
	unused         = "the body is shared with calls that read it; this one does not"
	place          = "a place in the caller's own list"
	ofProject      = "it is refused to everybody who is no member of the project; TestProjects tries it with another member's things"
	typed          = "it holds the typed text itself and leads to nothing stored"
)

// namesNobody maps calls with a parameter that looks like an id, but is not the id of anybody's
// row, to the reason.
var namesNobody = map[string]string{
	"POST /api/inputguide/search/create":        typed,
	"POST /api/inputguide/search/list":          typed,
	"POST /api/joint/app/state/get":             device,
	"POST /api/joint/app/state/set":             device,
	"POST /api/joint/app/uuid":                  device,
	"POST /api/joint/login":                     once,
	"POST /api/joint/middle/confirm":            once,
	"POST /api/joint/middle/detail":             once,
	"POST /api/joint/register":                  once,
	"POST /api/login/getverificationcode":       once,
	"POST /api/oalogin":                         once,
	"POST /api/user/agent/conversation/v3/list": place,
	"POST /api/project/conversation/movein":     ofProject,
	"POST /api/project/conversation/moveout":    ofProject,
	"POST /api/project/file/add":                ofProject,
	"POST /api/user/docs/account/address":       unused,
	"POST /api/user/docs/account/bind":          unused,
	"GET /api/web/icon/{id}":                    everybodysIcon,
	"GET /api/web/picture/{id}":                 shownPicture,
	"GET /v1/models/{id}":                       ofTheKey,
	"POST /api/web/link":                        askedAddress,
}

func set(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[w] = true
	}
	return out
}
