// Package office opens and decrypts Office files in the formats used since 2007. Each
// package below it reads one kind of file.
package office

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Package is a document in a current Office format.
type Package struct {
	*archive.Archive
	Data io.ReaderAt
	Size int64
	Main string // the name of the main part

	charts     map[string]bool // parts of charts read so far
	chartCells int
}

// maxOnce is the maximum number of parts returned by Once.
const maxOnce = 100

// Once returns the first maxOnce different parts of a list, because a file may name one part
// thousands of times.
func Once(parts []string) []string {
	var out []string
	for _, part := range parts {
		if len(out) < maxOnce && !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	return out
}

// Open opens the package. An encrypted package is decrypted with the given password or with
// Excel's default password.
func Open(ctx context.Context, in *parse.Input, c *parse.Collector) (*Package, error) {
	r, size := in.ReaderAt, in.Size
	head := make([]byte, len(ole.Magic))
	if _, err := in.ReadAt(head, 0); err == nil && bytes.Equal(head, ole.Magic) {
		plain, err := decrypt(ctx, in)
		if err != nil {
			return nil, err
		}
		r, size = bytes.NewReader(plain), int64(len(plain))
	}
	a, err := archive.Open(r, size)
	if err != nil {
		return nil, err
	}
	o := &Package{Archive: a, Data: r, Size: size}
	if mains := a.Relations(ctx, "").ByType["officeDocument"]; len(mains) > 0 {
		o.Main = mains[0]
	}
	for name := range a.Files {
		if strings.HasSuffix(strings.ToLower(name), "vbaproject.bin") {
			c.Warn(parsed.Scripts)
		}
		c.Drawn = c.Drawn || strings.Contains(name, "/media/")
	}
	c.Sum.Title = o.title(ctx)
	return o, nil
}

// title returns the title in the document's properties. It is empty for default titles
// of programs.
func (o *Package) title(ctx context.Context) string {
	r, err := o.Open("docProps/core.xml")
	if err != nil {
		return ""
	}
	defer r.Close()
	var title strings.Builder
	inside := false
	_ = archive.DecodeXML(ctx, io.LimitReader(r, 64<<10), func(t xml.Token) error { // damaged properties are used as far as they can be read
		switch t := t.(type) {
		case xml.StartElement:
			inside = t.Name.Local == "title"
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside {
				title.Write(t)
			}
		}
		return nil
	})
	switch s := strings.TrimSpace(title.String()); s {
	case "PowerPoint Presentation", "PowerPoint 演示文稿", "PowerPoint 簡報", "Untitled", "未命名":
		return ""
	default:
		return s
	}
}
