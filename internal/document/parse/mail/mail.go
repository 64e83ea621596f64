// Package mail reads MIME messages with text parts: mails (eml) and web pages saved as
// one file (mht, also with other extensions such as doc and xls).
package mail

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/html"
	"github.com/wenqu-ai/wenqu/internal/document/parse/text"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Limits for one message.
const (
	maxHeader = 1 << 20  // bytes of the header
	maxBody   = 32 << 20 // bytes of one text part
	maxParts  = 1_000
	maxNested = 8
)

// Looks reports whether the start of a file looks like the header of a MIME message.
func Looks(head []byte) bool {
	at := bytes.IndexByte(head, ':')
	if at <= 0 || at > 40 || bytes.ContainsAny(head[:at], " \t\n") {
		return false
	}
	lower := bytes.ToLower(head)
	version := bytes.HasPrefix(lower, []byte("mime-version:")) || bytes.Contains(lower, []byte("\nmime-version:"))
	return version && bytes.Contains(lower, []byte("\ncontent-type:"))
}

// Read reads sender, recipients, date, subject and text. Of alternative texts it reads the last
// readable text, which is usually the HTML. Attachments are skipped.
func Read(ctx context.Context, in *parse.Input, c *parse.Collector) error {
	if _, err := mail.ReadMessage(bufio.NewReader(io.LimitReader(in.Reader(), maxHeader))); err != nil {
		return parse.Fail(parse.Broken, err) // the header is damaged, or it does not end within maxHeader bytes
	}
	m, err := mail.ReadMessage(bufio.NewReader(in.Reader()))
	if err != nil {
		return parse.Fail(parse.Broken, err)
	}
	r := &reader{ctx: ctx, c: c, left: maxParts}
	saved := strings.Contains(m.Header.Get("From"), "Saved by") // a web page saved by a browser
	if err := r.head(m.Header, saved || m.Header.Get("From") == ""); err != nil {
		return err
	}
	if err := r.part(textproto.MIMEHeader(m.Header), m.Body, 0); err != nil {
		return err
	}
	if c.Sum.Title == "" {
		c.Sum.Title = word(m.Header.Get("Subject"))
	}
	return nil
}

// reader is the state of reading a message.
type reader struct {
	ctx  context.Context
	c    *parse.Collector
	left int // number of parts that may still be read
}

// head adds subject, sender, recipients and date of a mail. It adds nothing for a web page.
func (r *reader) head(h mail.Header, page bool) error {
	if page {
		return nil
	}
	if s := word(h.Get("Subject")); s != "" {
		if err := r.c.Flow(parsed.Block{Kind: parsed.Title, Level: 1, Text: s}); err != nil {
			return err
		}
	}
	for _, name := range []string{"From", "To", "Cc", "Date"} {
		if s := word(h.Get(name)); s != "" {
			if err := r.c.Flow(parsed.Block{Kind: parsed.Paragraph, Text: name + ": " + parse.Cut(s, 1_000)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// word decodes the encoded words (RFC 2047) in the value of a header and normalises the value.
func word(s string) string {
	d := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	if out, err := d.DecodeHeader(s); err == nil {
		s = out
	}
	return parse.OneLine(parse.Clean(s))
}

// attached reports whether a part is an attachment, which is not read.
func attached(h textproto.MIMEHeader) bool {
	return strings.HasPrefix(strings.ToLower(h.Get("Content-Disposition")), "attachment")
}

// part reads a part with the header h.
func (r *reader) part(h textproto.MIMEHeader, body io.Reader, depth int) error {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil && kind == "" {
		kind = "text/plain"
	}
	switch {
	case r.ctx.Err() != nil:
		return r.ctx.Err()
	case attached(h):
		return nil
	case strings.HasPrefix(kind, "multipart/") && depth < maxNested:
		return r.parts(kind, multipart.NewReader(body, params["boundary"]), depth)
	case strings.HasPrefix(kind, "image/"):
		r.c.Drawn = true
	case kind == "text/html", kind == "application/xhtml+xml", kind == "text/plain":
		in, err := decoded(h, params["charset"], body)
		if err != nil {
			return err
		}
		if kind == "text/plain" {
			return text.Read(r.ctx, in, r.c)
		}
		return html.Read(r.ctx, in, r.c)
	}
	return nil
}

// parts reads the parts of a message or part of the type `kind`. If `kind` is multipart/mixed, it reads
// all parts. If `kind` is multipart/alternative, it reads the last readable part. For any other multipart
// type, it reads the first readable part.
func (r *reader) parts(kind string, parts *multipart.Reader, depth int) error {
	var last *kept
	for r.left > 0 {
		r.left--
		p, err := parts.NextRawPart()
		if err != nil { // a truncated message is read as far as possible
			break
		}
		if kind == "multipart/mixed" {
			if err := r.part(p.Header, p, depth+1); err != nil {
				return err
			}
			continue
		}
		media, _, _ := mime.ParseMediaType(p.Header.Get("Content-Type"))
		r.c.Drawn = r.c.Drawn || strings.HasPrefix(media, "image/")
		of := strings.HasPrefix(media, "text/html") || media == "text/plain" || strings.HasPrefix(media, "multipart/")
		if !of || attached(p.Header) || last != nil && kind != "multipart/alternative" {
			continue
		}
		b, err := io.ReadAll(io.LimitReader(p, maxBody))
		if err != nil && len(b) == 0 {
			break
		}
		last = &kept{p.Header, b}
	}
	if last == nil {
		return nil
	}
	return r.part(last.head, bytes.NewReader(last.body), depth+1)
}

// kept is a candidate for the part to be read; a later part may replace it. The body is still encoded.
type kept struct {
	head textproto.MIMEHeader
	body []byte
}

// decoded converts a text part to an input.
func decoded(h textproto.MIMEHeader, label string, body io.Reader) (*parse.Input, error) {
	switch strings.ToLower(strings.TrimSpace(h.Get("Content-Transfer-Encoding"))) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	b, err := io.ReadAll(io.LimitReader(body, maxBody))
	if err != nil && len(b) == 0 && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, parse.Fail(parse.Broken, err)
	}
	if label != "" {
		if r, err := charset.NewReaderLabel(label, bytes.NewReader(b)); err == nil {
			if plain, err := io.ReadAll(r); err == nil {
				b = plain
			}
		}
	}
	return &parse.Input{ReaderAt: bytes.NewReader(b), Size: int64(len(b))}, nil
}
