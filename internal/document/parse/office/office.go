// Package office opens the packages of Office files since 2007, and decrypts
// them; a package beside it reads each kind.
package office

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/richardlehane/mscfb"
	"github.com/xuri/excelize/v2"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxEncrypted bounds the Office files that are decrypted, which happens in
// memory.
const maxEncrypted = 120 << 20

// Package is a document of today's Office formats.
type Package struct {
	*archive.Archive
	Data io.ReaderAt
	Size int64
	Main string // the name of its main part
}

// Open opens the package, decrypting it with the password when it has
// one.
func Open(ctx context.Context, in *parse.Input, c *parse.Collector) (*Package, error) {
	r, size := in.ReaderAt, in.Size
	head := make([]byte, len(ole.Magic))
	if _, err := in.ReadAt(head, 0); err == nil && bytes.Equal(head, ole.Magic) {
		plain, err := decrypt(in)
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
	}
	c.Sum.Title = o.title(ctx)
	return o, nil
}

// decrypt gives the package of an encrypted document.
func decrypt(in *parse.Input) ([]byte, error) {
	if in.Size > maxEncrypted {
		return nil, parse.Failf(parse.TooLarge, "an encrypted document of %d bytes", in.Size)
	}
	if in.Password == "" {
		return nil, parse.Fail(parse.Encrypted, nil)
	}
	raw, err := io.ReadAll(in.Reader())
	if err != nil {
		return nil, err
	}
	if err := decryptable(raw); err != nil {
		return nil, err
	}
	plain, err := excelize.Decrypt(raw, &excelize.Options{Password: in.Password})
	switch {
	case errors.Is(err, excelize.ErrWorkbookPassword):
		return nil, parse.Fail(parse.WrongPassword, err)
	case err != nil:
		return nil, parse.Fail(parse.Broken, err)
	case !bytes.HasPrefix(plain, []byte("PK")):
		return nil, parse.Failf(parse.WrongPassword, "it decrypts to no package")
	}
	return plain, nil
}

// spins is how often a password is hashed, as a document asks for it.
var spins = regexp.MustCompile(`spinCount="(\d+)"`)

// maxSpins is a hundred times what Office writes.
const maxSpins = 10_000_000

// decryptable refuses what would make decrypting take very much memory or
// time: streams that claim to be longer than the file, endless hashing.
func decryptable(raw []byte) error {
	d, err := mscfb.New(bytes.NewReader(raw))
	if err != nil {
		return parse.Fail(parse.Broken, err)
	}
	for _, f := range d.File {
		if f.Size < 0 || f.Size > int64(len(raw)) {
			return parse.Failf(parse.Broken, "a stream of %d bytes in a file of %d", f.Size, len(raw))
		}
		if f.Name != "EncryptionInfo" {
			continue
		}
		info, err := io.ReadAll(io.LimitReader(f, 64<<10))
		if m := spins.FindSubmatch(info); err != nil || m != nil && (len(m[1]) > 9 || parse.Number(m[1]) > maxSpins) {
			return parse.Failf(parse.Broken, "a password that is hashed %.20s times", m)
		}
	}
	return nil
}

// title is the title of the document's properties; programs' own names for
// new documents are none.
func (o *Package) title(ctx context.Context) string {
	r, err := o.Open("docProps/core.xml")
	if err != nil {
		return ""
	}
	defer r.Close()
	var title strings.Builder
	inside := false
	_ = archive.DecodeXML(ctx, io.LimitReader(r, 64<<10), func(t xml.Token) error { // without a title there is none
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
