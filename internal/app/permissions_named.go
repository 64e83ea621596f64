package app

import "github.com/wenqu-ai/wenqu/internal/httpapi"

// Named is how a call that names somebody's rows answers another one who names
// them.
type Named struct {
	Answer
	// Bearer says that the name is a right by itself: whoever has it may.
	Bearer bool
}

// String writes it as the document shows it.
func (n Named) String() string {
	switch {
	case n.Bearer:
		return "✓ 凭地址 by its address"
	case n.Status == 0:
		return "✓ 为空 nothing is found"
	}
	return n.Answer.String()
}

// What there is to answer: as if it did not exist, in the words of each call.
var (
	gone    = Named{Answer: Answer{404, "20004"}}
	noFile  = Named{Answer: Answer{404, "20070"}} // a file of a question
	over    = Named{Answer: Answer{400, "23019"}} // a login, a proof or a hand-over under way
	notOwn  = Named{Answer: Answer{400, "20001"}}
	nothing = Named{}
	bearer  = Named{Bearer: true}
)

// anothers are the calls that name somebody's rows. A test makes each with the ids
// of rows that another one has.
var anothers = map[string]Named{
	"POST /api/chat/{cid}":          noFile, // the conversation is always the asker's own
	"POST /api/chat/repeat/{cid}":   gone,
	"GET /api/chat/{cid}/stream":    gone,
	"POST /api/stop/chat":           gone,
	"POST /api/stop/conversation":   gone,
	"POST /api/conv":                gone,
	"POST /api/ai/complaint":        gone,
	"POST /api/ai/feedback":         gone,
	"POST /api/ai/suitable":         gone,
	"POST /api/conversation/export": gone,
	"POST /api/user/agent/conversation/batchHistoryConversationClear": gone,
	"POST /api/user/agent/conversation/clear":                         gone,
	"POST /api/user/agent/conversation/continue":                      gone,
	"POST /api/user/agent/conversation/create":                        gone,
	"POST /api/user/agent/conversation/gentitle":                      gone,
	"POST /api/user/agent/conversation/hintV2":                        gone,
	"POST /api/user/agent/conversation/prompthint":                    gone,
	"POST /api/user/agent/conversation/selectBranch":                  gone,
	"POST /api/user/agent/conversation/selectRepeatIndex":             gone,
	"POST /api/user/agent/conversation/top":                           gone,
	"POST /api/user/agent/conversation/update":                        gone,
	"POST /api/user/agent/conversation/updateModel":                   gone,
	"POST /api/user/agent/conversation/v1/clear":                      gone,
	"POST /api/user/agent/conversation/v1/delete":                     gone,
	"POST /api/user/agent/conversation/v1/detail":                     gone,
	"POST /api/user/agent/conversation/v1/restore":                    gone,
	"POST /api/user/agent/session/clear":                              gone,
	"POST /api/user/agent/session/top":                                gone,
	"POST /api/user/agent/session/update":                             gone,

	"GET /api/resource/content/{id}":                 gone,
	"GET /api/resource/signed/{token}":               bearer,
	"GET /api/resource/thumb/{id}":                   gone,
	"GET /api/resource/upload/{ticket}":              bearer,
	"GET /api/resource/v1/download":                  gone,
	"POST /api/resource/asyncFileParse":              gone,
	"POST /api/resource/check/status":                gone,
	"POST /api/resource/fileParse":                   gone,
	"PUT /api/resource/upload/{ticket}":              bearer,
	"POST /api/user/docs/delete":                     gone,
	"POST /api/user/docs/detail":                     gone,
	"POST /api/user/docs/find":                       gone,
	"POST /api/user/docs/search":                     nothing,
	"POST /api/user/docs/units":                      gone,
	"POST /api/user/docs/update":                     gone,
	"POST /api/user/docs/usage":                      gone,
	"GET /api/user/agent/doc/share/{token}":          bearer,
	"POST /api/user/agent/doc/download":              gone,
	"POST /api/user/agent/doc/getMindMap":            gone,
	"POST /api/user/agent/doc/mindMap":               gone,
	"POST /api/user/agent/doc/mindMap/share":         gone,
	"POST /api/user/agent/doc/notes/delete":          gone,
	"POST /api/user/agent/doc/notes/export":          gone,
	"POST /api/user/agent/doc/notes/list":            gone,
	"POST /api/user/agent/doc/notes/save":            gone,
	"POST /api/user/agent/doc/overview":              gone,
	"POST /api/user/agent/doc/share/delete":          gone,
	"POST /api/user/agent/doc/share/list":            gone,
	"POST /api/user/agent/doc/state/get":             gone,
	"POST /api/user/agent/doc/state/save":            gone,
	"POST /api/user/agent/doc/translate":             gone,
	"POST /api/user/agent/doc/translate/download":    gone,
	"POST /api/user/agent/doc/translate/share":       gone,
	"POST /api/user/agent/docDeepMode/search":        gone,
	"POST /api/user/agent/v2/docChatRecord/delete":   gone,
	"POST /api/user/agent/v2/docChatRecord/queryMsg": gone,
	"POST /api/user/agent/v2/docChatRecord/visit":    gone,

	"GET /api/profile/avatar/{id}":                  bearer,
	"POST /api/account/bindid":                      over,
	"POST /api/account/devices/logout":              gone,
	"POST /api/joint/scan/confirm":                  over,
	"POST /api/joint/scan/scan":                     over,
	"POST /api/joint/scan/state":                    nothing,
	"POST /api/unregister":                          notOwn,
	"POST /api/user/docs/account/edit":              gone,
	"POST /api/user/docs/account/file":              {Answer: Answer{502, "20085"}}, // as the documents service says
	"POST /api/v5/accountLogic/safeVerify/detail":   over,
	"POST /api/v5/accountLogic/safeVerify/doVerify": over,
}

// OfAnother is how a call answers somebody who names the rows of another one;
// ok is false when it names nobody's.
func OfAnother(p httpapi.Path) (n Named, ok bool) {
	n, ok = anothers[p.Method+" "+p.Path]
	return n, ok
}
