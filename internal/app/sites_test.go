package app_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// The operator's own site is searched without any external service: an administrator adds it, the
// crawler reads it, and an answer cites one of its pages. The site is in a network that links in
// questions cannot reach.
func TestOwnSiteIsCited(t *testing.T) {
	t.Parallel()
	school := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			_, _ = io.WriteString(w, `<!DOCTYPE html><html><head><title>第三中学</title></head><body><p>第三中学校园网，发布各种通知。</p><a href="/lab">实验室</a></body></html>`)
		case "/lab":
			_, _ = io.WriteString(w, `<!DOCTYPE html><html><head><title>化学实验室管理办法</title></head><body><article><h1>化学实验室管理办法</h1><p>化学实验室每周二和周四下午开放，进入前必须穿白大褂并戴护目镜。</p><p>药品由周老师保管，领用要提前一天登记，用完的废液倒入专用桶，不得倒入水池。</p></article></body></html>`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(school.Close)
	world, more := outside(t)
	url, _ := start(t, t.TempDir(), append(more, "WENQU_LIMITS=off")...)
	admin := promote(t, url, login(t, world, url, person{}, "+8613700137000"))
	fields := fmt.Sprintf(`"name":"第三中学","kind":"site","url":%q,"active":true,"maxPages":100,"maxDepth":3,"pauseMs":0,"everyHours":24`, school.URL+"/")
	if status, out := admin.call(t, url, "/api/admin/site/try", `{`+fields+`,"local":false}`); status != 200 || !strings.Contains(fmt.Sprint(out), "内部网络") {
		t.Errorf("without the mark: %d %v", status, out)
	}
	if status, out := admin.call(t, url, "/api/admin/site/try", `{`+fields+`,"local":true}`); status != 200 || !strings.Contains(fmt.Sprint(out), "第三中学") {
		t.Errorf("with the mark: %d %v", status, out)
	}
	status, saved := admin.call(t, url, "/api/admin/site/save", `{`+fields+`,"local":true}`)
	if status != 200 {
		t.Fatalf("%d %v", status, saved)
	}
	domaintest.Eventually(t, "the site is crawled", func() bool {
		_, out := admin.call(t, url, "/api/admin/site/list", `{}`)
		one := out["sites"].([]any)[0].(map[string]any)
		return one["state"] == "done" && one["pages"] == 2.0
	})
	asker := newPerson(t, url)
	var found string
	domaintest.Eventually(t, "the site is a source of search", func() bool {
		m, _ := asker.ask(t, url, "conversation-own", "化学实验室什么时候开放？", "openInternetSearch")
		for _, d := range docs(m) {
			found += d.URL + " " + d.Quote + " " + d.WebSiteName + "\n"
		}
		return found != ""
	})
	if !strings.Contains(found, school.URL+"/lab") || !strings.Contains(found, "每周二和周四下午开放") || !strings.Contains(found, "第三中学") {
		t.Errorf("%s", found)
	}
	if m, _ := asker.ask(t, url, "conversation-link", "这个说了什么 "+school.URL+"/lab", ""); len(docs(m)) != 0 {
		t.Errorf("a question entered the private network: %+v", docs(m))
	}
	if status, out := admin.call(t, url, "/api/admin/site/delete", fmt.Sprintf(`{"id":%q}`, saved["id"])); status != 200 {
		t.Errorf("%d %v", status, out)
	}
	if status, out := newPerson(t, url).call(t, url, "/api/admin/site/list", `{}`); status == 200 {
		t.Errorf("a visitor lists the sites: %v", out)
	}
}
