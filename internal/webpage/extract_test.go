package webpage_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/webpage"
)

// The kind of a response is detected from its media type and its bytes. A response without
// readable text is refused with a reason.
func TestKinds(t *testing.T) {
	t.Parallel()
	page := "<!doctype html><title>t</title><p>" + strings.Repeat("一页文字。", 50)
	const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>校园</title><item><title>图书馆延长开放</title><link>https://a.cn/1</link>
		<pubDate>Fri, 20 Nov 2026 08:00:00 +0800</pubDate><description>&lt;p&gt;到二十三点&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description></item></channel></rss>`
	for name, c := range map[string]struct {
		media, body string
		want        webpage.Reason
		text        string
	}{
		"page":             {"text/html; charset=utf-8", page, "", "一页文字。"},
		"unnamed page":     {"", page, "", "一页文字。"},
		"page as octets":   {"application/octet-stream", page, "", "一页文字。"},
		"page as plain":    {"text/plain", page, "", "一页文字。"},
		"xhtml":            {"application/xhtml+xml", `<?xml version="1.0"?><html><body><p>` + strings.Repeat("文字。", 60) + `</p></body></html>`, "", "文字。"},
		"plain":            {"text/plain", "第一行\n第二行", "", "第一行\n第二行"},
		"markdown":         {"text/markdown", "# 题\n\n文", "", "# 题\n文"},
		"json":             {"application/json", `{"a":1,"b":["二"]}`, "", "\"a\": 1,\n\"b\": ["},
		"json as page":     {"text/html", `{"code":0,"data":[]}`, "", "\"code\": 0"},
		"broken json":      {"application/json", `{"a":1`, "", `{"a":1`},
		"feed":             {"application/rss+xml", feed, "", "图书馆延长开放\n2026-11-20 00:00 UTC\nhttps://a.cn/1\n到二十三点"},
		"feed as xml":      {"text/xml", feed, "", "图书馆延长开放"},
		"empty feed":       {"application/rss+xml", `<?xml version="1.0"?><rss></rss>`, "", "<rss>"},
		"vendor json":      {"application/vnd.api+json", `{}`, "", "{}"},
		"table":            {"text/csv", "甲,乙\n1,2", "", "甲,乙\n1,2"},
		"picture":          {"image/png", "\x89PNG\r\n\x1a\n", webpage.NotText, ""},
		"picture as page":  {"text/html", "\x89PNG\r\n\x1a\n0000", webpage.NotText, ""},
		"program":          {"application/octet-stream", "\x7fELF\x02\x01\x01\x00\x00", webpage.NotText, ""},
		"archive as plain": {"text/plain", "PK\x03\x04\x00\x00\x00\x00", webpage.NotText, ""},
		"pdf as page":      {"text/html", "%PDF-1.7\n", "", "第一页"},
		"pdf":              {"application/pdf", "%PDF-1.7\n", "", "第一页"},
		"no pdf":           {"application/pdf", "<html>", webpage.NotText, ""},
		"nothing":          {"text/html", "", webpage.Empty, ""},
		"nothing plain":    {"text/plain", " \n ", webpage.Empty, ""},
		"binary as page":   {"text/html", strings.Repeat("\x00\x01\x02", 400), webpage.NotText, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Content-Type"] = []string{c.media}
				if c.media == "" {
					w.Header()["Content-Type"] = nil
				}
				w.Write([]byte(c.body))
			})
			r := webpage.NewReader(webpage.ReadOptions{Fetcher: newFetcher(), File: func(_ context.Context, name string, _ []byte) ([]parsed.Unit, parsed.Summary, error) {
				return []parsed.Unit{{Number: 1, Kind: parsed.Page, Blocks: []parsed.Block{{Text: "第一页"}}}}, parsed.Summary{Title: name}, nil
			}})
			p, err := r.Read(t.Context(), at+"/paper.pdf")
			if reason(err) != c.want || c.want == "" && (err != nil || !strings.Contains(p.Text, c.text)) {
				t.Errorf("%v, want %q; %q", err, c.want, p.Text)
			}
		})
	}
}

// A response with an error status is not read, even if its body is a page.
func TestStatuses(t *testing.T) {
	t.Parallel()
	at := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
		w.Write([]byte("<p>" + strings.Repeat("文字。", 100)))
	})
	if _, err := webpage.NewReader(webpage.ReadOptions{Fetcher: newFetcher()}).Read(t.Context(), at); reason(err) != webpage.Forbidden {
		t.Errorf("%v", err)
	}
}

// Links are normalised, and only web addresses are kept.
func TestLinks(t *testing.T) {
	t.Parallel()
	p, err := webpage.Extract(webpage.Raw{URL: "https://example.com/a/b", Body: []byte(`<base href="/c/"><p>` + strings.Repeat("文字。", 80) + `<a href="d">1</a><a href="d#x">2</a><a href="//other.example/">3</a><a href="javascript:alert(1)">4</a><a href="mailto:a@b.c">5</a><a href="#here">6</a><a href="http://u:p@example.com/">7</a>`)})
	if want := []string{"https://example.com/c/d", "https://other.example/"}; err != nil || !slices.Equal(p.Links, want) {
		t.Errorf("%v %v", p.Links, err)
	}
}

// Malicious pages give limited output, or an error with a reason.
func TestHarmful(t *testing.T) {
	t.Parallel()
	word := "文字很多的一段话，"
	for name, body := range map[string]string{
		"deep":       strings.Repeat("<div>", 200_000) + strings.Repeat(word, 50),
		"deep lists": strings.Repeat("<ul><li>", 50_000) + strings.Repeat(word, 50),
		"wide":       strings.Repeat("<p>"+word+"</p>", 100_000),
		"links":      strings.Repeat(`<a href="/x?y">`+word+`</a>`, 60_000),
		"attributes": "<p " + strings.Repeat(`a="b" `, 300_000) + ">" + strings.Repeat(word, 50),
		"formatting": strings.Repeat("<b><i><font>", 20_000) + strings.Repeat(word+"<p>", 500),
		"tables":     strings.Repeat("<table><tr><td colspan=1000 rowspan=1000>", 300) + strings.Repeat(word, 50),
		"unclosed":   strings.Repeat("<script", 100_000) + strings.Repeat(word, 50),
		"comment":    "<!--" + strings.Repeat("-<", 1_000_000),
		"metas":      strings.Repeat(`<meta name="a" content="b">`, 50_000) + strings.Repeat(word, 50),
		"json":       `<script type="application/ld+json">` + strings.Repeat("[", 100_000) + `</script>` + strings.Repeat(word, 50),
		"entities":   strings.Repeat("&amp;&lt;&#x41;", 200_000),
		"hidden":     strings.Repeat(`<div style="visibility:hidden">x`, 400) + strings.Repeat(word, 50),
		"dates":      strings.Repeat("2026-11-20 09:00\n", 50_000),
		"long title": "<title>" + strings.Repeat(word, 50_000) + "</title><p>" + strings.Repeat(word, 50),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := webpage.Extract(webpage.Raw{URL: "https://example.com/", ContentType: "text/html; charset=utf-8", Body: []byte(body)[:min(len(body), webpage.DefaultLimit)]})
			if err != nil && reason(err) == "" {
				t.Errorf("%v", err)
			}
			check(t, p)
		})
	}
}

// check checks properties of every page: its parts have a limited size, its texts are UTF-8, and it
// can be encoded as JSON.
func check(t testing.TB, p webpage.Page) {
	t.Helper()
	if n := utf8.RuneCountInString(p.Text); n > 2*webpage.MaxChars {
		t.Errorf("%d characters", n)
	}
	if len(p.Links) > webpage.MaxLinks || utf8.RuneCountInString(p.Title) > 301 || len(p.Icon) > 2100 || utf8.RuneCountInString(p.Site) > 301 {
		t.Errorf("unbounded: %d links, title of %d", len(p.Links), len(p.Title))
	}
	if !utf8.ValidString(p.Text + p.Title + p.Site + p.Author + p.Description) {
		t.Error("not UTF-8")
	}
	if _, err := json.Marshal(p); err != nil {
		t.Error(err)
	}
}

// Task gives the same result as Extract.
func TestTask(t *testing.T) {
	t.Parallel()
	extract := webpage.ExtractIn(func(ctx context.Context, task string, body []byte) ([]byte, error) {
		if task != webpage.TaskName {
			t.Errorf("task %s", task)
		}
		return webpage.Task(ctx, body)
	})
	raw := webpage.Raw{URL: "https://example.com/", ContentType: "text/html", Body: []byte("<title>题</title><p>" + strings.Repeat("文字。", 80))}
	want, _ := webpage.Extract(raw)
	if got, err := extract(t.Context(), raw); err != nil || got.Text != want.Text || got.Title != "题" {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := extract(t.Context(), webpage.Raw{URL: "https://example.com/login", Body: []byte(`<input type="password">`)}); reason(err) != webpage.Login {
		t.Errorf("%v", err)
	}
	broken := webpage.ExtractIn(func(context.Context, string, []byte) ([]byte, error) { return nil, context.DeadlineExceeded })
	if _, err := broken(t.Context(), raw); reason(err) != webpage.Broken {
		t.Errorf("%v", err)
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range samples(f) {
		f.Add(s.bytes, "text/html", false)
	}
	f.Add([]byte("<base href='%'><a href='%zz'><title>"), "text/html; charset=utf-16", false)
	f.Add([]byte(`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><title>&lt;b></title><summary type="html">&lt;p>x</summary></entry></feed>`), "text/xml", false)
	f.Add([]byte("2026-13-45 2026年2月30日"), "", true)
	f.Fuzz(func(t *testing.T, body []byte, media string, plain bool) {
		p, err := webpage.Extract(webpage.Raw{URL: "https://example.com/a?b", ContentType: media, Plain: plain, Data: strings.HasSuffix(media, "xml"), Body: body})
		if err != nil && reason(err) == "" {
			t.Fatal(err)
		}
		check(t, p)
	})
}

func FuzzNormal(f *testing.F) {
	for _, s := range []string{"example.com", "http://[::1]:80/", "https://例子.测试/%zz", "http://a@b", "//x", "http://127.1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := webpage.Normal(s)
		if err != nil {
			return
		}
		if again, err := webpage.Normal(got); err != nil || again != got {
			t.Errorf("%q, then %q: %v", got, again, err)
		}
	})
}
