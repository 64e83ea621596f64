package webpage

import (
	"bytes"
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// ReadOptions are the dependencies of a Reader. Fetcher is required.
type ReadOptions struct {
	Fetcher *Fetcher

	// Extract reads HTML, plain text or data, for example in a worker process; nil: this package's Extract.
	Extract func(ctx context.Context, r Raw) (Page, error)
	// File reads a PDF; nil: PDFs fail with NotText. If the PDF cannot be read, the error of File is an
	// *Error. Read returns other errors of File unchanged.
	File func(ctx context.Context, name string, b []byte) ([]parsed.Unit, parsed.Summary, error)
	// FileLimit is the maximum size of a PDF in bytes; 0: 32 MB.
	FileLimit int
}

// Reader reads pages. It is safe for concurrent use.
type Reader struct {
	o      ReadOptions
	recent recent
}

// NewReader makes a Reader.
func NewReader(o ReadOptions) *Reader {
	if o.Extract == nil {
		o.Extract = func(_ context.Context, r Raw) (Page, error) { return Extract(r) }
	}
	if o.FileLimit == 0 {
		o.FileLimit = 32 << 20
	}
	return &Reader{o: o}
}

const acceptPages = "text/html,application/xhtml+xml,text/plain;q=0.8,application/pdf;q=0.8,*/*;q=0.1"

// Read requests an address and reads the response. Pages are cached for at most five minutes, and a
// cached page is not requested again. Read fails with an *Error, with the cause of ctx if ctx has
// ended, or with another error of ReadOptions.File. The caller must not modify the page.
func (r *Reader) Read(ctx context.Context, address string) (Page, error) {
	at, err := Normal(address)
	if err != nil {
		return Page{}, err
	}
	if p, ok := r.recent.get(at); ok {
		return p, nil
	}
	p, err := r.ReadAs(ctx, Request{URL: at})
	if err == nil {
		r.recent.put(at, p)
	}
	return p, err
}

// ReadAs is like Read, but takes a request, for example one with Local, and always requests the
// page. The size limit of a page is the smaller of the request's Limit and DefaultLimit; PDF files
// have their own limit.
func (r *Reader) ReadAs(ctx context.Context, q Request) (Page, error) {
	if q.Accept == "" {
		q.Accept = acceptPages
	}
	if r.o.File != nil {
		q.FileLimit = r.o.FileLimit
	}
	res, err := r.o.Fetcher.Get(ctx, q)
	if err != nil {
		return Page{}, err
	}
	return r.of(ctx, res, true)
}

// Of reads a response. For machine-readable data, such as a feed, it fails with Data.
func (r *Reader) Of(ctx context.Context, res Response) (Page, error) {
	return r.of(ctx, res, false)
}

func (r *Reader) of(ctx context.Context, res Response, data bool) (Page, error) {
	if err := res.Err(); err != nil {
		return Page{}, err
	}
	switch k := kindOf(res); {
	case k == kindPDF && r.o.File != nil:
		return r.file(ctx, res)
	case k == kindHTML || k == kindPlain || k == kindData && data:
		if len(res.Body) > DefaultLimit {
			return Page{}, fail(TooLarge, nil)
		}
		return r.o.Extract(ctx, Raw{URL: res.URL, ContentType: res.Header.Get("Content-Type"), Plain: k == kindPlain, Data: k == kindData, Body: res.Body})
	case k == kindData:
		return Page{}, fail(Data, nil)
	default:
		return Page{}, fail(NotText, nil)
	}
}

func (r *Reader) file(ctx context.Context, res Response) (Page, error) {
	name := path.Base(pathOf(res.URL))
	units, sum, err := r.o.File(ctx, name, res.Body)
	if err != nil {
		return Page{}, err
	}
	p := Page{URL: res.URL, Title: sum.Title, Site: HostOf(res.URL), Units: units, Text: TextOf(units)}
	if p.Title == "" {
		p.Title = strings.TrimSuffix(name, path.Ext(name))
	}
	for _, w := range sum.Warnings {
		if w == parsed.Truncated {
			p.Partial = TooLarge
		}
	}
	return p, nil
}

// kind is the kind of content of a response.
type kind int

const (
	kindOther kind = iota
	kindHTML
	kindPlain
	kindPDF
	kindData
)

// kinds maps the supported media types.
var kinds = map[string]kind{
	"text/html": kindHTML, "application/xhtml+xml": kindHTML, "text/plain": kindPlain, "text/markdown": kindPlain, "application/pdf": kindPDF, "application/x-pdf": kindPDF,
	"application/json": kindData, "application/ld+json": kindData, "text/json": kindData, "text/xml": kindData, "application/xml": kindData,
	"application/rss+xml": kindData, "application/atom+xml": kindData, "text/csv": kindData, "text/javascript": kindData, "application/javascript": kindData, "text/css": kindData,
}

// kindOf returns the kind of a response: by its bytes if they are unambiguous, otherwise by its Content-Type.
func kindOf(res Response) kind {
	head := bytes.TrimLeft(bytes.TrimPrefix(res.Body[:min(len(res.Body), 1024)], []byte("\xef\xbb\xbf")), " \t\r\n\f")
	if bytes.HasPrefix(head, []byte("%PDF-")) {
		return kindPDF
	}
	media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	said, known := kinds[media]
	sniffed := http.DetectContentType(head)
	switch {
	case known && said == kindPDF: // declared as a PDF, but without a PDF's signature
		return kindOther
	case known && said == kindHTML:
		if !strings.HasPrefix(sniffed, "text/") && sniffed != "application/octet-stream" {
			return kindOther // a picture or an archive declared as a page
		}
		if looksJSON(head) {
			return kindData
		}
		return kindHTML
	case strings.HasPrefix(sniffed, "text/html"):
		return kindHTML
	case known && said == kindPlain:
		if !strings.HasPrefix(sniffed, "text/") && sniffed != "application/octet-stream" {
			return kindOther
		}
		return kindPlain
	case known:
		return said
	case strings.HasSuffix(media, "+json"), strings.HasSuffix(media, "+xml"), strings.HasPrefix(sniffed, "text/xml"):
		return kindData
	case media == "" && strings.HasPrefix(sniffed, "text/plain"):
		return kindPlain
	default:
		return kindOther
	}
}

// looksJSON reports whether a body begins like JSON and has no markup at its beginning.
func looksJSON(head []byte) bool {
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return false
	}
	t, err := json.NewDecoder(bytes.NewReader(head)).Token()
	return err == nil && t != nil && !bytes.ContainsAny(head[:min(len(head), 200)], "<")
}

func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Path
}

// HostOf returns the host of an address for display: without www.
func HostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}
