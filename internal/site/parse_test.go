package site

import (
	"strings"
	"testing"
)

func FuzzSitemap(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0"?><urlset><url><loc>https://a.example/</loc></url></urlset>`))
	f.Add([]byte(`<sitemapindex><sitemap><loc>https://a.example/s.xml</loc></sitemap></sitemapindex>`))
	f.Add([]byte("https://a.example/1\nhttps://a.example/2\n"))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Add([]byte(`<urlset>` + strings.Repeat("<url><loc>x", 100)))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, _ := readSitemap(b, 50)
		if len(m.pages) > 50 || len(m.files) > maxSitemaps {
			t.Errorf("%d pages, %d files", len(m.pages), len(m.files))
		}
	})
}

func FuzzFeed(f *testing.F) {
	f.Add([]byte(`<rss version="2.0"><channel><title>t</title><item><title>a</title><link>https://a.example/1</link></item></channel></rss>`))
	f.Add([]byte(`<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>a</title><link href="https://a.example/1"/></entry></feed>`))
	f.Add([]byte(`{"version":"https://jsonfeed.org/version/1","title":"t","items":[{"url":"https://a.example/1"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, entries, _ := readFeed(b)
		if len(entries) > maxEntries {
			t.Errorf("%d entries", len(entries))
		}
	})
}
