//go:build unix

package app_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// ownedIDs maps the placeholders in the list `naming`, for example file, to ids of a user's rows.
type ownedIDs map[string]string

// own creates rows of every kind for a user, with a separate conversation for each call in `naming`.
// It returns their ids.
func own(t *testing.T, url string, alice person) ownedIDs {
	t.Helper()
	get := func(path, body string) map[string]any {
		t.Helper()
		status, out := alice.call(t, url, path, body)
		if status != http.StatusOK {
			t.Fatalf("%s: %d %v", path, status, out)
		}
		return out
	}
	data := func(out map[string]any) map[string]any { return out["data"].(map[string]any) }
	a := archive{Format: "wenqu", Version: 1}
	for i := range len(naming) + 1 {
		a.Conversations = append(a.Conversations, transfer.Conversation{
			Head: transfer.Head{CID: cidOf(i), Title: "秘密", CreatedAt: 1_760_000_000_000, Leaf: 2},
			Messages: []transfer.Message{
				{Index: 1, Speaker: transfer.Human, Prompt: "秘密的问题", CreatedAt: 1_760_000_000_000},
				{Index: 2, Parent: 1, Speaker: transfer.AI, CreatedAt: 1_760_000_000_000, Versions: []transfer.Version{{State: "interrupt", Text: "秘密的回答"}}},
			},
		})
	}
	if got := alice.bring(t, url, "/api/data/import", a.text(t)); got.Conversations != len(a.Conversations) {
		t.Fatalf("%+v", got)
	}
	gone := cidOf(len(naming))
	get("/api/user/agent/conversation/v1/clear", `{"conversationIds":["`+gone+`"]}`)
	file := alice.bringFile(t, url, "lease.md", lease)
	var picture struct{ Data struct{ ID string } }
	if err := json.Unmarshal(whole(t, alice.do(t, "POST", url+"/api/user/docs/upload?fileName=square.png", string(square(t)))), &picture); err != nil {
		t.Fatal(err)
	}
	ref := `{"docId":"` + file + `"`
	get("/api/user/agent/v2/docChatRecord/visit", ref+`}`)
	note := get("/api/user/agent/doc/notes/save", ref+`,"unit":1,"quote":"押金13,000元","text":"问"}`)["note"].(map[string]any)["id"].(string)
	memory := get("/api/memory/add", `{"text":"我住在杭州"}`)["memory"].(map[string]any)["id"].(string)
	favorite := get("/api/user/agent/favorite/add", `{"conversationId":"`+cidOf(0)+`","index":2}`)["favorite"].(map[string]any)["id"].(string)
	own := get("/api/user/agent/create", `{"spec":{"name":"甲","persona":"秘密"}}`)
	made := data(own)["agentId"].(string)
	get("/api/user/agent/publish", `{"agentId":"`+made+`","visibility":"private"}`)
	face := get("/api/user/agent/avatar", `{"picture":"`+squareURL(t)+`"}`)["id"].(string)
	connector := get("/api/mcp/save", `{"name":"资料","url":"https://nowhere.invalid/mcp","active":true}`)["id"].(string)
	share := get("/api/user/agent/doc/mindMap/share", ref+`}`)["share"].(map[string]any)["token"].(string)
	signed := data(get("/api/user/agent/doc/download", ref+`}`))["url"].(string)
	upload := get("/api/resource/genUploadInfo", `{"fileName":"一.txt","docFrom":"localDoc","size":5}`)["uploadUrl"].(string)
	avatar := data(get("/api/profile", `{"avatar":"`+squareURL(t)+`"}`))["avatar"].(string)
	scan := data(get("/api/joint/scan/create", `{}`))["ticket"].(string)
	get("/api/joint/scan/scan", `{"ticket":"`+scan+`"}`)
	proof := data(get("/api/v5/accountLogic/safeVerify/detail", `{}`))["safeVerifyCode"].(string)
	second := byScan(t, url, alice)
	var session string
	for _, d := range data(devices(t, url, alice))["devices"].([]any) {
		if v := d.(map[string]any); v["current"] != true {
			session = v["id"].(string)
		}
	}
	key := data(get("/api/apikey/create", `{"name":"程序","scope":{"calls":["chat","mcp"]}}`))["key"].(map[string]any)["id"].(string)
	visitor := newPerson(t, url)
	whole(t, visitor.do(t, "POST", url+"/api/chat/conversation-1", `{"prompt":"1+1"}`))
	bindOnline(t, url, alice)
	linked, _ := alice.ask(t, url, "conversation-linked", paper(t)+"/tram", "")
	_, kept, _ := strings.Cut(docs(linked)[0].CopyURL, "id=")
	planned := string(whole(t, alice.do(t, "POST", url+"/api/chat/conversation-study",
		`{"prompt":"这份合同的押金和租期怎么约定","isAiDeepSearch":true,"multimedia":[{"id":"`+file+`","type":"txt","fileName":"lease.md"}]}`)))
	_, study, _ := strings.Cut(planned, `"researchId":"`)
	study, _, _ = strings.Cut(study, `"`)
	if study == "" {
		t.Fatalf("no study was planned: %s", planned)
	}
	online := data(get("/api/user/docs/account/edit", `{"conversationId":"`+cidOf(0)+`","index":2}`))["fileId"].(string)
	given := get("/api/conversations/v2/share", `{"conversationId":"`+cidOf(0)+`"}`)["shareId"].(string)
	givenToo := get("/api/conversations/v2/share", `{"conversationId":"`+cidOf(0)+`"}`)["shareId"].(string)
	drawn := data(get("/api/aigc/v1/screenshot", `{"image":"`+base64.StdEncoding.EncodeToString(square(t))+`"}`))["url"].(string)
	return ownedIDs{
		"given": given, "givenToo": givenToo, "drawn": last(drawn),
		"file": file, "picture": picture.Data.ID, "note": note, "share": share, "signed": signed, "upload": last(upload), "avatar": last(avatar),
		"scanned": scan, "proof": proof, "session": session, "visitor": visitor.id, "wrong": second.token, "user": alice.id, "deleted": gone, "online": online, "copy": kept, "study": study, "key": key,
		"favorite": favorite, "memory": memory,
		"agent": made, "face": face, "connector": connector,
	}
}

func cidOf(i int) string { return fmt.Sprintf("conversation-%04d", i) }

func last(path string) string { return path[strings.LastIndex(path, "/")+1:] }

func devices(t *testing.T, url string, who person) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.NewDecoder(who.do(t, "GET", url+"/api/account/devices", "").Body).Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// inPath names the key of ownedIDs whose id replaces the placeholder in a path. Most keys of inPath are
// whole calls, because {id} and {token} stand for different ids in different calls.
var inPath = map[string]string{
	"{cid}": "cid", "GET /api/resource/content/{id}": "file", "GET /api/web/copy/{id}": "copy",
	"GET /api/research/{id}": "study", "POST /api/research/{id}/outline": "study", "POST /api/research/{id}/start": "study", "POST /api/research/{id}/stop": "study",
	"POST /api/apikey/{id}/update": "key", "POST /api/apikey/{id}/revoke": "key",
	"GET /api/resource/thumb/{id}": "picture", "GET /api/share/picture/{id}": "drawn", "GET /api/profile/avatar/{id}": "avatar", "GET /api/agent/avatar/{id}": "face",
	"GET /api/resource/signed/{token}": "signed", "GET /api/user/agent/doc/share/{token}": "share", "{ticket}": "upload",
}

// make inserts ids into a call.
func (e ownedIDs) make(n named, cid string) (method, path, body string) {
	method, path, _ = strings.Cut(n.call, " ")
	words := []string{"<cid>", cid, "{cid}", cid}
	for word, id := range e {
		words = append(words, "<"+word+">", id)
	}
	if i := strings.IndexByte(path, '{'); i >= 0 && !strings.Contains(path, "{cid}") {
		part := path[i : i+strings.IndexByte(path[i:], '}')+1]
		word, ok := inPath[n.call]
		if !ok {
			word = inPath[part]
		}
		words = append(words, part, last(e[word]))
	}
	r := strings.NewReplacer(words...)
	return method, r.Replace(path + n.query), r.Replace(n.body)
}

// unknown returns unused ids in the same form as the ids of e.
func (e ownedIDs) unknown() ownedIDs {
	out := ownedIDs{}
	for word, id := range e {
		out[word] = strings.Map(func(r rune) rune {
			switch {
			case r >= '0' && r <= '9':
				return '0' + (r-'0'+3)%10
			case word == "signed" || r < 'b' || r > 'y':
				return r
			}
			return r + 1
		}, id)
	}
	return out
}

func answerOf(t *testing.T, res *http.Response) (status int, code, text string) {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var e struct{ Error struct{ Code string } }
	_ = json.Unmarshal(b, &e) // a file or a stream has no code
	return res.StatusCode, e.Error.Code, string(b)
}

// A call with ids of another owner's rows gets the answer prescribed by the call's owner rule and its
// field Others. For most calls, this answer is the same as for unused ids. It differs for calls that
// anybody with the address may make. Except for an upload with a ticket, the calls change nothing. To
// prove that the rows exist, the owner makes the same calls afterwards and gets a different answer.
func TestOthersRowsDoNotExist(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		othersRows(t)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		othersRows(t, "WENQU_DATABASE_URL="+dbtest.PostgresURL(t))
	})
}

func othersRows(t *testing.T, env ...string) {
	world, more := outside(t)
	docs := strings.TrimSuffix(strings.TrimPrefix(more[0], "WENQU_SMS_URL="), accounttest.SMSPath) + accounttest.DocsPath
	env = append(append(env, more...), "WENQU_LIMITS=off", "WENQU_DOCS_URL="+docs, "WENQU_DOCS_APP="+accounttest.AppID, "WENQU_DOCS_SECRET="+accounttest.AppSecret)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_FETCH_ALLOW=127.0.0.0/8")...)
	alice, bob := login(t, world, url, person{}, "+8613800138000"), login(t, world, url, person{}, "+8613900139000")
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))
	has := own(t, url, alice)
	none := has.unknown()
	world.As("bob")
	bindOnline(t, url, bob)
	bindOnline(t, url, admin)
	everything := func() string {
		var b strings.Builder
		file := `{"docId":"` + has["file"] + `"}`
		for _, call := range [][3]string{
			{"POST", "/api/user/agent/conversation/list", `{"limit":100}`}, {"POST", "/api/data/export", `{}`}, {"POST", "/api/user/docs/list", `{"keyword":"lease"}`},
			{"POST", "/api/user/agent/doc/notes/list", file}, {"POST", "/api/user/agent/doc/share/list", file}, {"GET", "/api/profile", ""}, {"GET", "/api/account/devices", ""}, {"GET", "/api/apikey/list", ""},
			{"POST", "/api/user/agent/favorite/list", `{}`}, {"POST", "/api/memory/list", `{}`},
		} {
			b.Write(traceless(unpacked(t, whole(t, alice.do(t, call[0], url+call[1], call[2])))))
		}
		return b.String()
	}
	before := everything()
	others := map[app.Someone]person{app.Nobody: {}, app.Visitor: newPerson(t, url), app.User: bob, app.Admin: admin}
	for i, n := range naming {
		p := row(t, n.call)
		want := app.OfAnother(p.Others)
		for sort, who := range others {
			if p.Others == httpapi.Bearer && p.Method == http.MethodPut {
				continue // a ticket works only once and is for uploading a file; see below
			}
			refusal := app.Permission(p.Owner, sort)
			if refusal == (app.Answer{}) {
				refusal = want
			}
			method, path, body := has.make(n, cidOf(i))
			status, code, text := answerOf(t, who.do(t, method, url+path, body))
			if refusal.Status != 0 && (status != refusal.Status || code != refusal.Code) || refusal.Status == 0 && status != http.StatusOK {
				t.Errorf("%s answers another %s with %d %s, want %s: %.200s", n.call, sort, status, code, want, text)
			}
			if p.Others == httpapi.Bearer {
				continue
			}
			method, path, body = none.make(n, "conversation-9999")
			if _, _, unknown := answerOf(t, who.do(t, method, url+path, body)); string(traceless([]byte(text))) != string(traceless([]byte(unknown))) {
				t.Errorf("%s answers another %s otherwise than for an unknown id:\n%s\n%s", n.call, sort, text, unknown)
			}
		}
	}
	if diff := cmp.Diff(before, everything()); diff != "" {
		t.Errorf("another one changed something:\n%s", diff)
	}
	method, path, _ := has.make(named{call: "PUT /api/resource/upload/{ticket}"}, "")
	if status, _, text := answerOf(t, bob.do(t, method, url+path, "hello")); status != http.StatusOK {
		t.Errorf("whoever has the ticket brings the file: %d %s", status, text)
	}
	for i, n := range naming {
		want := app.OfAnother(row(t, n.call).Others)
		method, path, body := has.make(n, cidOf(i))
		if status, code, text := answerOf(t, alice.do(t, method, url+path, body)); status == want.Status && code == want.Code && !refusesOwner[n.call] {
			t.Errorf("%s answers the owner like another: %d %s %.200s", n.call, status, code, text)
		}
	}
}

// refusesOwner lists the calls that refuse even the owner of the rows, for example because the
// secret is wrong, no tool waits for consent, the connector has no tools, or nothing is published.
// For these calls, the owner need not get a different answer.
var refusesOwner = set("POST /api/account/bindid", "POST /api/chat/{cid}/tools/{id}", "POST /api/user/agent/share/detail",
	"POST /api/tool/consent/forget", "POST /api/mcp/use", "POST /api/mcp/tool", "POST /api/user/agent/store/like")

// row returns the operation of a call.
func row(t *testing.T, call string) httpapi.Op {
	t.Helper()
	for _, op := range operations(t) {
		if op.Call() == call {
			if op.Others == httpapi.NoNames {
				t.Errorf("%s does not say what another one gets", call)
			}
			return op
		}
	}
	t.Fatalf("%s is not registered", call)
	return httpapi.Op{}
}

var traces = regexp.MustCompile(`"(traceId|exportedAt)":"[^"]*"`)

// traceless removes the fields that differ between two otherwise equal answers.
func traceless(b []byte) []byte { return traces.ReplaceAll(b, nil) }

// idLike matches the names of fields that contain ids of rows.
var idLike = regexp.MustCompile(`(?i)(id|ids|cid|ticket|token|url)$`)

// Every operation with a parameter that looks like the id of a row must set Others or be in namesNobody.
// Parameters in unownedParams are exempt. TestOthersRowsDoNotExist must call every operation that sets
// Others. Operations for administrators are exempt from both rules.
func TestEveryCallThatNamesRowsSaysWhatAnotherGets(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, n := range naming {
		tried[n.call] = true
	}
	for _, op := range operations(t) {
		if op.Owner == httpapi.Admin {
			continue // administrators may use ids of every owner's rows
		}
		if op.Others != httpapi.NoNames {
			if !tried[op.Call()] {
				t.Errorf("%s is never tried with another one's rows", op.Call())
			}
			continue
		}
		for _, name := range op.Inputs() {
			if idLike.MatchString(name) && !unownedParams[name] && namesNobody[op.Call()] == "" {
				t.Errorf("%s takes %s: it must say what another one gets, or be one of namesNobody", op.Call(), name)
			}
		}
	}
}

// A running answer belongs to its owner: another person can neither stop nor
// read it, and it continues to its end.
func TestOthersCannotTouchARunningAnswer(t *testing.T) {
	t.Parallel()
	slow := newHeldModel(t)
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off", "LLM_URL="+slow.url)
	modelAnswers(t, url)
	alice, bob := newPerson(t, url), newPerson(t, url)
	slow.hold()
	live := bufio.NewReader(alice.do(t, "POST", url+"/api/chat/conversation-live", `{"prompt":"慢慢说"}`).Body)
	waitFor(t, live, "开头")
	for _, call := range [][3]string{
		{"POST", "/api/stop/chat", `{"conversationId":"conversation-live","msgId":"conversation-live_2"}`},
		{"POST", "/api/stop/conversation", `{"conversationId":"conversation-live"}`},
		{"GET", "/api/chat/conversation-live/stream?from=0", ""},
		{"GET", "/api/chat/conversation-live/stream?from=0&msgid=conversation-live_2", ""},
		{"POST", "/api/user/agent/conversation/continue", `{"conversationId":"conversation-live","index":2}`},
		{"POST", "/api/user/agent/conversation/v1/delete", `{"cid":"conversation-live"}`},
	} {
		if status, code, text := answerOf(t, bob.do(t, call[0], url+call[1], call[2])); status != http.StatusNotFound || code != "20004" {
			t.Errorf("%s: %d %s", call[1], status, text)
		}
	}
	slow.release()
	if rest, err := io.ReadAll(live); err != nil || !strings.Contains(string(rest), "结尾") || !strings.HasSuffix(string(rest), "data: [DONE]\n\n") {
		t.Errorf("the answer ended as %v %s", err, rest)
	}
}
