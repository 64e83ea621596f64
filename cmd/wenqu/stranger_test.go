//go:build unix

package main

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// TestStrangers calls every operation on a caller's own data with the ids of another visitor's
// conversation and file, once as a visitor and once without an identity. Each response equals the
// response for an unknown id, apart from the ids that were sent and values that differ at every call.
// No response contains the owner's secret. The owner's conversation and files do not change.
func TestStrangers(t *testing.T) {
	t.Parallel()
	const secret = "保险箱的密码"
	s := started(t, t.TempDir(), "WENQU_LIMITS=off")
	owner, stranger := newPerson(t, s.url), newPerson(t, s.url)
	const own, unknown = "conversation-of-the-owner", "conversation-of-nobody-00"
	if res, body := owner.read(t, http.MethodPost, s.url+"/api/chat/"+own, `{"prompt":"1+1 `+secret+`"}`); res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", res.Status, body)
	}
	const noFile = "01kzzzzzzzzzzzzzzzzzzzzzzz"
	file := owner.upload(t, s.url, secret+".txt", secret)
	owner.until(t, s.url, file, "ready", func(f fileState) bool { return f.Status == "ready" })
	whole := func() string {
		_, body := owner.read(t, http.MethodPost, s.url+detail, `{"conversationId":"`+own+`"}`)
		_, list := owner.read(t, http.MethodPost, s.url+"/api/user/agent/conversation/list", `{}`)
		_, files := owner.read(t, http.MethodPost, s.url+"/api/user/docs/list", `{}`)
		return body + list + files
	}
	before := whole()
	const body = `{"conversationId":"CID","cid":"CID","conversationIds":["CID"],"sessionIds":["CID"],"msgId":"CID_2","index":2,
		"repeatIndex":0,"title":"改名","top":true,"type":1,"format":"md","chatModelId":"x","hintType":1,
		"resourceId":"FILE","resourceIds":["FILE"],"docId":"FILE","fileName":"改名.txt","keyword":"密码","from":1,"to":9}`
	made := regexp.MustCompile(`\b([0-9a-f]{32}|[0-9a-z]{26})\b|\.[0-9a-z]+\.[0-9A-Za-z_-]{43}|(?:Time|At)":[0-9]+|exportedAt":"[^"]*"`) // values that differ at every call: trace ids, new ids, tickets, times
	parts := regexp.MustCompile(`\{(cid|id)\}`)
	tried := 0
	for _, p := range operations(t) {
		if p.Owner != httpapi.Mine {
			continue
		}
		tried++
		for name, who := range map[string]person{"another visitor": stranger, "nobody": {}} {
			try := func(cid, file string) (int, string) {
				path := parts.ReplaceAllStringFunc(p.Path, func(part string) string {
					return map[string]string{"{cid}": cid, "{id}": file}[part]
				})
				if p.Method == http.MethodGet {
					path += "?resourceId=" + file
				}
				res, got := who.read(t, p.Method, s.url+path, strings.NewReplacer("CID", cid, "FILE", file).Replace(body))
				if strings.HasPrefix(got, "PK") {
					// The response is an archive of the caller's own data. It contains the ids that were
					// sent above; remove them before the comparison.
					got = strings.NewReplacer(own, "", unknown, "").Replace(unzipped(t, got))
				}
				return res.StatusCode, strings.ReplaceAll(made.ReplaceAllString(got, ""), cid, "")
			}
			status, foreign := try(own, file)
			want, same := try(unknown, noFile)
			if status != want || foreign != same {
				t.Errorf("%s: %s %s with a foreign id: %d, with an unknown one: %d\n%s", name, p.Method, p.Path, status, want, cmp.Diff(same, foreign))
			}
			if strings.Contains(foreign, secret) {
				t.Errorf("%s: %s %s shows the owner's words: %s", name, p.Method, p.Path, foreign)
			}
		}
	}
	if tried < 20 {
		t.Errorf("the table has only %d paths to try", tried)
	}
	if diff := cmp.Diff(before, whole()); diff != "" {
		t.Errorf("the conversation changed:\n%s", diff)
	}
}
