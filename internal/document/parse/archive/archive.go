// Package archive reads the parts of a ZIP file, and the XML in them, within
// limits.
package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"golang.org/x/net/html/charset"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// Archive reads a ZIP file within limits for the number of entries, the unpacked size of
// one entry and of all entries, and the ratio of unpacked to packed bytes. The names of
// entries only identify parts; no file is ever written under such a name.
type Archive struct {
	Files map[string]*zip.File
	Order []string
	spent int64 // bytes unpacked so far
}

// Open reads the directory of an archive.
func Open(r io.ReaderAt, size int64) (*Archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, parse.Fail(parse.Broken, err)
	}
	if len(z.File) > parse.MaxEntries {
		return nil, parse.Failf(parse.TooLarge, "%d entries in an archive", len(z.File))
	}
	a := &Archive{Files: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		name := PartName(f.Name)
		if name == "" || f.FileInfo().IsDir() {
			continue
		}
		if _, twice := a.Files[name]; twice {
			continue // of several entries with the same name, the first is used
		}
		a.Files[name] = f
		a.Order = append(a.Order, name)
	}
	return a, nil
}

// PartName returns the cleaned name of a part, which is the key in Files. A name cannot point
// outside the archive: "../a" becomes "a". The result is empty for the root folder and for a name
// with a zero byte.
func PartName(name string) string {
	name = path.Clean("/" + strings.ReplaceAll(name, `\`, "/"))[1:]
	if strings.ContainsRune(name, 0) {
		return ""
	}
	return name
}

// Has reports whether there is a part with that name.
func (a *Archive) Has(name string) bool { _, ok := a.Files[PartName(name)]; return ok }

var errNoPart = errors.New("parse: no such part")

// Open opens a part for reading within the limits. It fails with errNoPart when there is
// no such part.
func (a *Archive) Open(name string) (io.ReadCloser, error) {
	f, ok := a.Files[PartName(name)]
	if !ok {
		return nil, errNoPart
	}
	if f.Flags&1 != 0 {
		return nil, parse.Failf(parse.Encrypted, "entry %q", name)
	}
	if f.UncompressedSize64 > parse.MaxPart {
		return nil, parse.Failf(parse.TooLarge, "entry %q unpacks to %d bytes", name, f.UncompressedSize64)
	}
	r, err := f.Open()
	if err != nil {
		return nil, parse.Fail(parse.Broken, err)
	}
	return &part{ReadCloser: r, of: a, packed: int64(f.CompressedSize64)}, nil
}

// part is an entry that is being unpacked.
type part struct {
	io.ReadCloser
	of     *Archive
	packed int64
	n      int64
}

func (p *part) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.n += int64(n)
	p.of.spent += int64(n)
	switch {
	case p.n > parse.MaxPart, p.of.spent > parse.MaxUnpacked:
		return n, parse.Failf(parse.TooLarge, "unpacks to more than %d bytes", parse.MaxPart)
	case p.n > parse.FreeRatio && p.n/max(p.packed, 1) > parse.MaxRatio:
		return n, parse.Failf(parse.TooLarge, "unpacks to %d times its size", p.n/max(p.packed, 1))
	}
	return n, err
}

// ReadShort returns at most the first n bytes of a part.
func (a *Archive) ReadShort(name string, n int64) ([]byte, error) {
	r, err := a.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, n))
}

// DecodeXML reads XML token by token. It fails if the XML defines entities, or if elements are
// nested deeper than parse.MaxDepth. visit is called with each token; an error of visit ends the
// reading.
func DecodeXML(ctx context.Context, r io.Reader, visit func(t xml.Token) error) error {
	d := xml.NewDecoder(r)
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	depth := 0
	for n := 0; ; n++ {
		if n&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		t, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.Directive:
			if bytes.Contains(t, []byte("ENTITY")) {
				return parse.Failf(parse.Broken, "XML that defines entities")
			}
		case xml.StartElement:
			if depth++; depth > parse.MaxDepth {
				return parse.Failf(parse.Broken, "XML nested deeper than %d", parse.MaxDepth)
			}
		case xml.EndElement:
			depth--
		}
		if err := visit(t); err != nil {
			return err
		}
	}
}

// Attr returns the value of the attribute with that local name.
func Attr(e xml.StartElement, local string) string {
	for _, a := range e.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// AttrNS is Attr for a name with a prefix, so that r:id and id differ.
func AttrNS(e xml.StartElement, prefix, local string) string {
	for _, a := range e.Attr {
		if a.Name.Space == prefix && a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// relations are the relationships of a part. ByID and ByType contain the target parts: ByID by the
// relationship id, ByType by the last path segment of the relationship type. Links contains the addresses
// of hyperlinks by relationship id.
type relations struct {
	ByID   map[string]string
	ByType map[string][]string
	Links  map[string]string
}

// Relations reads the relationships of a part; the result is empty when the part has none.
// Relations keeps hyperlinks to targets outside the file and drops all other external targets.
func (a *Archive) Relations(ctx context.Context, name string) relations {
	out := relations{map[string]string{}, map[string][]string{}, map[string]string{}}
	dir, base := path.Split(PartName(name))
	r, err := a.Open(dir + "_rels/" + base + ".rels")
	if err != nil {
		return out
	}
	defer r.Close()
	_ = DecodeXML(ctx, r, func(t xml.Token) error { // if the XML is damaged, the relationships before the damage are used
		e, ok := t.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" || len(out.ByID)+len(out.Links) > parse.MaxEntries {
			return nil
		}
		kind, target := path.Base(Attr(e, "Type")), Attr(e, "Target")
		if Attr(e, "TargetMode") == "External" {
			if kind == "hyperlink" {
				out.Links[Attr(e, "Id")] = target
			}
			return nil
		}
		if !strings.HasPrefix(target, "/") {
			target = dir + target
		}
		target = PartName(target)
		out.ByID[Attr(e, "Id")] = target
		out.ByType[kind] = append(out.ByType[kind], target)
		return nil
	})
	return out
}
