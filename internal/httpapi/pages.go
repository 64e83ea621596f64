package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// pages serves the web app: hashed assets, other files, and index.html with
// boot data for every page.
type pages struct {
	policy string // the content security policy
	boot   func(r *http.Request) map[string]any
	before []byte // start of index.html, up to the boot data
	after  []byte // rest of the head
	body   []byte // rest of index.html
	known  []address
	early  preloads
	fsys   fs.FS
	files  map[string]*file // the files by path, without a leading slash

	noAgent func(r *http.Request, asker Identity, agentID string) bool // Options.NoAgent
}

// file is one file of the app. An embedded file is part of the binary and takes no
// memory before it is requested.
type file struct {
	size        int64 // bytes; -1: only the compressed form is stored
	brotli      int64 // bytes of the compressed form; 0: there is no compressed form
	contentType string
	cache       string
	etag        string // only for files whose content may change while the name stays
}

const (
	immutable  = "public, max-age=31536000, immutable"
	revalidate = "no-cache"
	bootOpen   = `<script type="application/json" id="boot">`
	bootClose  = `</script>`
)

// missing is the page of a binary that was built without the web app.
const missing = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>问渠</title>` +
	`<p>这个程序没有带网页，请用 make build 构建。<p lang="en">This binary was built without the web app; use make build.` + bootOpen + bootClose

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

func newPages(fsys fs.FS, product string, boot func(*http.Request) map[string]any, noAgent func(*http.Request, Identity, string) bool) (*pages, error) {
	p := &pages{boot: boot, noAgent: noAgent, known: addresses(product), fsys: fsys, files: map[string]*file{}}
	index := []byte(missing)
	if fsys != nil {
		var err error
		if index, err = fs.ReadFile(fsys, "index.html"); err != nil {
			return nil, fmt.Errorf("the web app: %w", err)
		}
		if err := p.load(fsys); err != nil {
			return nil, fmt.Errorf("the web app: %w", err)
		}
		if p.early, err = readPreloads(fsys); err != nil {
			return nil, fmt.Errorf("the web app: %w", err)
		}
	}
	at := bytes.Index(index, []byte(bootOpen+bootClose))
	if at < 0 {
		return nil, errors.New("the web app: index.html has no empty element for boot data")
	}
	at += len(bootOpen)
	p.before, p.after = index[:at], index[at:]
	if end := bytes.Index(p.after, []byte("</head>")); end >= 0 {
		p.after, p.body = p.after[:end], p.after[end:]
	}
	p.policy = policy(index)
	return p, nil
}

// policy is the content security policy of the app. It allows the app's own files, inline styles,
// and pictures with data: and blob: addresses. Inline scripts are allowed only if they are in
// index.html; the policy lists their hashes.
func policy(index []byte) string {
	scripts := "'self'"
	for _, m := range inlineScript.FindAllSubmatch(index, -1) {
		sum := sha256.Sum256(m[1])
		scripts += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + scripts,
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"media-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		"worker-src 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"object-src 'none'",
		"form-action 'self'",
	}, "; ")
}

// workerName is the beginning of the path of the worker's script. The worker decodes pictures of PDF
// files with WebAssembly, which the content security policy of pages does not allow.
const workerName = "assets/pdf.worker"

// workerPolicy is the content security policy of the worker at workerName. A worker has
// the policy of its own response, not the policy of its page.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

func (p *pages) load(fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		base, compressed := strings.CutSuffix(name, ".br")
		if base == "index.html" || base == preloadName || strings.HasPrefix(base, ".vite/") {
			return nil
		}
		f := p.files[base]
		if f == nil {
			f = &file{size: -1}
			p.files[base] = f
		}
		if compressed {
			f.brotli = info.Size()
		} else {
			f.size = info.Size()
		}
		if f.contentType != "" {
			return nil // the file was already described when its other form was added
		}
		return f.describe(fsys, base)
	})
}

// types has the content types that may be missing or wrong in the system's table.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mjs":         "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".ttf":         "font/ttf",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff":        "font/woff",
	".woff2":       "font/woff2",
}

func (f *file) describe(fsys fs.FS, name string) error {
	f.contentType = types[path.Ext(name)]
	if f.contentType == "" {
		f.contentType = mime.TypeByExtension(path.Ext(name))
	}
	if f.contentType == "" {
		f.contentType = "application/octet-stream"
	}
	if strings.HasPrefix(name, "assets/") {
		f.cache = immutable
		return nil
	}
	b, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // not served: outside of assets/, a file needs its plain form
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	f.cache, f.etag = revalidate, `"`+hex.EncodeToString(sum[:12])+`"`
	return nil
}

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		plain(w, http.StatusMethodNotAllowed, "method not allowed")
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if f, ok := p.files[name]; ok && (f.size >= 0 || f.cache == immutable) {
		p.file(w, r, name, f)
		return
	}
	if strings.HasPrefix(name, "assets/") {
		// A page of an older version requests files that no longer exist. Answering
		// with index.html instead of a script would confuse the browser.
		w.Header().Set("Cache-Control", "no-store")
		plain(w, http.StatusNotFound, "not found")
		return
	}
	p.page(w, r)
}

// page sends index.html with the boot data, and with links to the code of the page.
func (p *pages) page(w http.ResponseWriter, r *http.Request) {
	boot := []byte("{}")
	if p.boot != nil {
		var err error
		// Marshal writes < > and & as \u003c and so on: no text can end the element.
		if boot, err = json.Marshal(p.boot(r)); err != nil {
			WriteError(w, r, errs.Wrap(errs.ConfigFail, err))
			return
		}
	}
	status, name := http.StatusOK, ""
	if at, named := addressOf(p.known, r.URL.Path); at == nil || p.refused(r, named) {
		status = http.StatusNotFound
	} else {
		name = at.name
	}
	links := p.early.links(name, localeOf(r))
	text := bytes.Join([][]byte{p.before, boot, p.after, []byte(links), p.body}, nil)
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(text) // an error means that the reader has disconnected
}

// refused reports whether the address leads to the page of an agent that the asker may not use.
// Pages of conversations are never refused, so that a conversation with such an agent stays
// readable. `named` are the named segments of the path.
func (p *pages) refused(r *http.Request, named map[string]string) bool {
	if p.noAgent == nil || named["chatId"] != "" {
		return false
	}
	agentID := named["agentId"]
	if agentID == "" && agentQuery[strings.TrimSuffix(r.URL.Path, "/")] {
		agentID = r.URL.Query().Get("agentId")
	}
	if agentID == "" {
		return false
	}
	asker, err := sessionOf(r.Context()).byCookies()
	if err != nil {
		asker = Identity{}
	}
	return p.noAgent(r, asker, agentID)
}

func (p *pages) file(w http.ResponseWriter, r *http.Request, name string, f *file) {
	h := w.Header()
	if strings.HasPrefix(name, workerName) {
		h.Set("Content-Security-Policy", workerPolicy)
	}
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", f.cache)
	h.Set("Vary", "Accept-Encoding")
	if f.etag != "" {
		h.Set("ETag", f.etag)
		if r.Header.Get("If-None-Match") == f.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body, size, err := p.open(name, f, r.Header.Get("Accept-Encoding"), h)
	if err != nil {
		WriteError(w, r, err)
		return
	}
	defer body.Close()
	if size >= 0 {
		h.Set("Content-Length", strconv.FormatInt(size, 10))
	}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, body) // an error means that the reader has disconnected
	}
}

// open returns the bytes that are sent for a file, and their number; -1: the number is not known. The
// file is sent in Brotli if the Brotli form is stored and the client accepts Brotli. Most browsers do
// not accept Brotli over plain HTTP. An asset that is stored only in Brotli is then sent as gzip, or
// uncompressed if the client does not accept gzip. The gzip form is made at every request: stored
// gzip forms of all files would add 2.5 MB to the binary, and a browser requests an asset only once.
func (p *pages) open(name string, f *file, accept string, h http.Header) (io.ReadCloser, int64, error) {
	switch {
	case f.brotli > 0 && accepts(accept, "br"):
		h.Set("Content-Encoding", "br")
		body, err := p.fsys.Open(name + ".br")
		return body, f.brotli, err
	case f.size >= 0:
		body, err := p.fsys.Open(name)
		return body, f.size, err
	}
	stored, err := p.fsys.Open(name + ".br")
	if err != nil {
		return nil, 0, err
	}
	plain := readCloser{brotli.NewReader(stored), stored}
	if !accepts(accept, "gzip") {
		return plain, -1, nil
	}
	h.Set("Content-Encoding", "gzip")
	return gzipped(plain), -1, nil
}

type readCloser struct {
	io.Reader
	io.Closer
}

// gzipped compresses plain while it is read.
func gzipped(plain io.ReadCloser) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		z := gzip.NewWriter(w)
		_, err := io.Copy(z, plain)
		// plain is closed even after an error; CloseWithError never fails.
		_ = w.CloseWithError(errors.Join(err, z.Close(), plain.Close()))
	}()
	return r
}

// accepts reports whether an Accept-Encoding header lists the encoding with a quality above 0.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			q := strings.ReplaceAll(strings.TrimSpace(params), " ", "")
			return q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000"
		}
	}
	return false
}
