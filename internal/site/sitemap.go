package site

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
)

// Limits of a sitemap.
const (
	maxSitemap  = 8 << 20 // bytes read from one sitemap; the rest is ignored
	maxSitemaps = 50      // references to sitemaps read from one sitemap or one robots.txt
)

type sitemap struct {
	pages []string
	files []string // further sitemaps
	more  bool     // the sitemap lists more addresses than were read
}

// readSitemap parses a sitemap, which is XML, compressed XML, or text with one address per line. It
// returns the addresses of at most `limit` pages and of at most maxSitemaps further sitemaps. From
// damaged XML it returns the addresses before the damage. The memory used for XML depends on the
// result, not on the length of the file.
func readSitemap(b []byte, limit int) (sitemap, error) {
	var r io.Reader = bytes.NewReader(b)
	if bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(r)
		if err != nil {
			return sitemap{}, err
		}
		r = io.LimitReader(z, maxSitemap)
	}
	head := bytes.TrimLeft(bytes.TrimPrefix(b[:min(len(b), 512)], []byte("\xef\xbb\xbf")), " \t\r\n")
	if _, compressed := r.(*io.LimitedReader); !compressed && !bytes.HasPrefix(head, []byte("<")) {
		return readLines(b, limit), nil
	}
	return readXML(r, limit)
}

func readLines(b []byte, limit int) (m sitemap) {
	for line := range strings.Lines(string(b)) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "http") {
			if len(m.pages) >= limit {
				m.more = true
				return m
			}
			m.pages = append(m.pages, line)
		}
	}
	return m
}

// errNoSitemap means that a document does not begin with the root element of a sitemap.
var errNoSitemap = errors.New("site: not a sitemap")

func readXML(r io.Reader, limit int) (sitemap, error) {
	var m sitemap
	d := xml.NewDecoder(r)
	d.Strict, d.CharsetReader = false, charset.NewReaderLabel
	root, within := "", ""
	var loc strings.Builder
	reading := false
	for {
		t, err := d.RawToken()
		if err != nil { // the end of the file, or damage
			if root == "" {
				return m, errNoSitemap
			}
			return m, nil
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch name := t.Name.Local; {
			case root == "":
				if root = name; root != "urlset" && root != "sitemapindex" {
					return m, errNoSitemap
				}
			case name == "url" || name == "sitemap":
				within = name
			case name == "loc":
				reading = true
				loc.Reset()
			}
		case xml.CharData:
			if reading && loc.Len() < 4_096 {
				loc.Write(t)
			}
		case xml.EndElement:
			if t.Name.Local != "loc" || !reading {
				continue
			}
			reading = false
			at := strings.TrimSpace(loc.String())
			switch {
			case at == "":
			case within == "sitemap" && len(m.files) < maxSitemaps:
				m.files = append(m.files, at)
			case within == "url" && len(m.pages) < limit:
				m.pages = append(m.pages, at)
			default:
				m.more = true
				return m, nil
			}
		}
	}
}
