package httpapi

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// filePolicy restricts an uploaded file when a browser shows it as a document: the file
// runs no scripts, has no origin and loads nothing.
const filePolicy = "sandbox; default-src 'none'"

// fileTimeout is how long the download of a file may take.
const fileTimeout = 30 * time.Minute

// shownTypes are the MIME types with which files may be served. Pages show such files in an
// element (img, audio, video), or read them. A file of any other type is served as plain
// bytes.
var shownTypes = map[string]bool{
	"application/pdf": true,
	"image/avif":      true, "image/bmp": true, "image/gif": true, "image/heic": true, "image/jpeg": true, "image/png": true, "image/tiff": true, "image/webp": true,
	"audio/aac": true, "audio/flac": true, "audio/mpeg": true, "audio/ogg": true, "audio/wav": true, "audio/x-m4a": true,
	"video/3gpp": true, "video/mp4": true, "video/mpeg": true, "video/ogg": true, "video/quicktime": true, "video/webm": true, "video/x-m4v": true,
}

// File is a file to serve.
type File struct {
	Name    string // name under which it is saved
	Type    string // its MIME type
	Tag     string // letters and digits that change with every change of the bytes
	Content io.ReadSeeker
}

// ServeFile answers with a file, or with the requested ranges of it. The answer
// is always an attachment, has a type that no browser executes, and is never
// cached.
func ServeFile(ctx context.Context, w ResponseWriter, f File) {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(fileTimeout)) // an error means that the connection has no deadlines
	h := w.Header()
	if !shownTypes[f.Type] {
		f.Type = "application/octet-stream"
	}
	h.Set("Content-Type", f.Type)
	h.Set("Content-Disposition", Attachment(f.Name))
	h.Set("Content-Security-Policy", filePolicy)
	h.Set("Cache-Control", "private, no-store")
	h.Set("Etag", `"`+f.Tag+`"`)
	http.ServeContent(w, sessionOf(ctx).r, "", time.Time{}, f.Content)
}

// Attachment is the Content-Disposition of a download (RFC 6266 and 8187): the
// name itself, and an ASCII form for old clients.
func Attachment(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			return '_'
		}
		return r
	}, name)
	escaped := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	return `attachment; filename="` + ascii + `"; filename*=UTF-8''` + escaped
}
