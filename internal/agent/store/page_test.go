//go:build unix

package store_test

import (
	"context"
	"html"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/agent/store"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// The page of an agent is complete without scripts, in three languages, and escapes everything
// written by the author.
func TestPage(t *testing.T) {
	t.Parallel()
	const evil = `<script>alert(1)</script>"><img src=x onerror=alert(2)>`
	s := store.New(store.Options{DB: dbtest.OpenSQLite(t), Sound: sound, Detail: func(_ context.Context, asker, id, locale string) (store.Detail, error) {
		if asker != "" || id == "private" {
			return store.Detail{}, errs.New(errs.NotFound)
		}
		d := store.Detail{Card: store.Card{Name: "周报助手 " + locale, Description: "写周报", Builtin: true, NeedsModel: true}, AgentID: id, Public: true}
		d.Questions = []string{"写一份周报 & 月报?"}
		if id == "evil" {
			d = store.Detail{Card: store.Card{Name: evil, Description: evil, Author: evil, Avatar: "javascript:alert(1)"}, AgentID: id, Opening: evil, Questions: []string{evil}}
		}
		return d, nil
	}})
	server := domaintest.Serve(t, func(r *httpapi.Router) { s.Pages(r, "问渠") })
	get := func(path string, status int) string {
		t.Helper()
		res := server.Begin(t, domaintest.Call{Method: http.MethodGet, Path: path})
		defer res.Body.Close()
		raw, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != status || !strings.Contains(res.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %d %v %v", path, res.StatusCode, res.Header, err)
		}
		body := string(raw)
		return body
	}
	body := get("/bot/app/share/weekly", http.StatusOK)
	for _, want := range []string{
		"<h1>周报助手 zh-CN</h1>", `property="og:title" content="周报助手 zh-CN"`, `property="og:description" content="写周报"`, `href="/chat/weekly"`,
		"/chat/weekly?prompt=%E5%86%99%E4%B8%80%E4%BB%BD%E5%91%A8%E6%8A%A5+%26+%E6%9C%88%E6%8A%A5%3F", "还没有接入模型", `lang="en"`,
	} {
		if !strings.Contains(html.UnescapeString(body), want) {
			t.Errorf("%s is missing in\n%s", want, body)
		}
	}
	if strings.Contains(body, "noindex") || strings.Contains(body, "<script") {
		t.Error(body)
	}
	for lang, want := range map[string]string{"zh-TW": "開始對話", "en": "Start to chat", "xx": "开始对话"} {
		if body := get("/bot/app/share/weekly?lang="+lang, http.StatusOK); !strings.Contains(body, want) {
			t.Errorf("%s: %s", lang, body)
		}
	}
	body = get("/bot/app/share/evil", http.StatusOK)
	for _, bad := range []string{"<script", "<img src=x", `"javascript:`} {
		if strings.Contains(body, bad) {
			t.Errorf("%s stands in\n%s", bad, body)
		}
	}
	if !strings.Contains(body, "noindex") {
		t.Error("an agent that is not public is listed")
	}
	if body := get("/bot/app/share/private", http.StatusNotFound); !strings.Contains(body, "找不到这个智能体") {
		t.Error(body)
	}
}
