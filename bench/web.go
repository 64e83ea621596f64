package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// runWeb serves a metasearch engine in SearXNG's format. Each query finds ten pages, which runWeb also
// serves. The last word of the query is the size of a page, such as "1000k" for 1,000 KB. If the query
// has only one word, a page has 20 KB.
func runWeb(args []string) {
	fs := flag.NewFlagSet("web", flag.ExitOnError)
	addr := fs.String("addr", "127.0.0.1:0", "address to listen on")
	_ = fs.Parse(args)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query().Get("q")
		size := "20"
		if fields := strings.Fields(query); len(fields) > 1 {
			size = strings.TrimSuffix(fields[len(fields)-1], "k")
		}
		type result struct {
			URL     string `json:"url"`
			Title   string `json:"title"`
			Content string `json:"content"`
		}
		var results []result
		for i := range 10 {
			results = append(results, result{
				URL:   fmt.Sprintf("http://%s/page/%s/%d-%x", *addr, size, i, query),
				Title: fmt.Sprintf("临江水利志 第%d卷", i+1), Content: "临江水库的库容与修建年份",
			})
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"query": query, "results": results})
	})
	var pages sync.Map // size in KB → page
	mux.HandleFunc("GET /page/{size}/{name}", func(w http.ResponseWriter, r *http.Request) {
		kilobytes, err := strconv.Atoi(r.PathValue("size"))
		if err != nil || kilobytes > 4000 {
			http.NotFound(w, r)
			return
		}
		page, ok := pages.Load(kilobytes)
		if !ok {
			page, _ = pages.LoadOrStore(kilobytes, webPage(kilobytes<<10))
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page.([]byte))
	})
	log.Fatal(http.ListenAndServe(*addr, mux))
}

// webPage returns a page of approximately `size` bytes, composed like real large pages: a third is
// data for scripts, half is the markup of menus and lists, and the rest is an article. The article
// has at least ten sections, so a page of 2 KB becomes larger.
func webPage(size int) []byte {
	var b strings.Builder
	b.WriteString(`<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>临江水利志</title><script type="application/json">[`)
	for i := 0; b.Len() < size/3; i++ {
		fmt.Fprintf(&b, `{"id":%d,"track":"section-%d","price":%d.5,"tags":["a","b"]},`, i, i%31, i%97)
	}
	b.WriteString(`0]</script></head><body><nav><ul>`)
	for i := 0; b.Len() < size*5/6; i++ {
		fmt.Fprintf(&b, `<li class="menu-item level-%d"><a class="nav-link" href="/section/%d/index.html" data-track="nav-%d"><span class="icon icon-%d"></span>栏目%d</a></li>`+"\n", i%7, i, i, i%31, i)
	}
	b.WriteString(`</ul></nav><article><h1>临江水利志</h1>`)
	for i := 0; b.Len() < size || i < 10; i++ {
		fmt.Fprintf(&b, "<h2>第%d节</h2><p>第%d座水库修建于%d年，库容%d万立方米，灌溉下游农田%d亩。半亩方塘一鉴开，天光云影共徘徊；问渠那得清如许，为有源头活水来。</p>\n", i+1, i+1, 1950+i%70, 10+i, 100+i)
	}
	b.WriteString(`</article><footer>版权所有</footer></body></html>`)
	return []byte(b.String())
}
