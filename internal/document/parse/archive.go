package parse

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
)

// archive is a ZIP file that is read within limits: the number of entries,
// what each and all of them unpack to, and how much more that is than what
// they take. Names are only keys: nothing is ever written under one.
type archive struct {
	files map[string]*zip.File
	order []string
	spent int64 // bytes unpacked so far
}

func openArchive(r io.ReaderAt, size int64) (*archive, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fail(Broken, err)
	}
	if len(z.File) > maxEntries {
		return nil, failf(TooLarge, "%d entries in an archive", len(z.File))
	}
	a := &archive{files: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		name := partName(f.Name)
		if name == "" || f.FileInfo().IsDir() {
			continue
		}
		if _, twice := a.files[name]; twice {
			continue // the first counts, for every reader alike
		}
		a.files[name] = f
		a.order = append(a.order, name)
	}
	return a, nil
}

// partName is the name of a part as keys are made of it; a name that leads out
// of the archive has none.
func partName(name string) string {
	name = path.Clean("/" + strings.ReplaceAll(name, `\`, "/"))[1:]
	if strings.ContainsRune(name, 0) {
		return ""
	}
	return name
}

func (a *archive) has(name string) bool { _, ok := a.files[partName(name)]; return ok }

var errNoPart = errors.New("parse: no such part")

// open reads a part within the limits; errNoPart when there is none.
func (a *archive) open(name string) (io.ReadCloser, error) {
	f, ok := a.files[partName(name)]
	if !ok {
		return nil, errNoPart
	}
	if f.Flags&1 != 0 {
		return nil, failf(Encrypted, "entry %q", name)
	}
	if f.UncompressedSize64 > maxPart {
		return nil, failf(TooLarge, "entry %q unpacks to %d bytes", name, f.UncompressedSize64)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fail(Broken, err)
	}
	return &part{ReadCloser: r, of: a, packed: int64(f.CompressedSize64)}, nil
}

// read gives a part whole.
func (a *archive) read(name string) ([]byte, error) {
	r, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// part is an entry that is being unpacked.
type part struct {
	io.ReadCloser
	of     *archive
	packed int64
	n      int64
}

func (p *part) Read(b []byte) (int, error) {
	n, err := p.ReadCloser.Read(b)
	p.n += int64(n)
	p.of.spent += int64(n)
	switch {
	case p.n > maxPart, p.of.spent > maxUnpacked:
		return n, failf(TooLarge, "unpacks to more than %d bytes", maxPart)
	case p.n > freeRatio && p.n/max(p.packed, 1) > maxRatio:
		return n, failf(TooLarge, "unpacks to %d times its size", p.n/max(p.packed, 1))
	}
	return n, err
}

// insideZip says which document an archive holds, by its parts.
func insideZip(r io.ReaderAt, size int64) string {
	a, err := openArchive(r, size)
	if err != nil {
		return ""
	}
	if b, err := a.readShort("mimetype", 100); err == nil {
		switch strings.TrimSpace(string(b)) {
		case "application/epub+zip":
			return "epub"
		case "application/vnd.oasis.opendocument.text":
			return "odt"
		case "application/vnd.oasis.opendocument.spreadsheet":
			return "ods"
		case "application/vnd.oasis.opendocument.presentation":
			return "odp"
		}
	}
	switch {
	case a.has("word/document.xml"):
		return "docx"
	case a.has("ppt/presentation.xml"):
		return "pptx"
	case a.has("xl/workbook.xml"):
		return "xlsx"
	case a.has("META-INF/container.xml"):
		return "epub"
	}
	if b, err := a.readShort("[Content_Types].xml", 64<<10); err == nil {
		for ext, main := range map[string]string{"docx": "wordprocessingml.document.main", "pptx": "presentationml.presentation.main", "xlsx": "spreadsheetml.sheet.main"} {
			if bytes.Contains(b, []byte(main)) {
				return ext
			}
		}
	}
	return ""
}

func (a *archive) readShort(name string, n int64) ([]byte, error) {
	r, err := a.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, n))
}

// decodeXML reads XML token by token, without external entities, document
// types, and nesting past maxDepth. visit gets each token; its error ends it.
func decodeXML(ctx context.Context, r io.Reader, visit func(t xml.Token) error) error {
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
				return failf(Broken, "XML that defines entities")
			}
		case xml.StartElement:
			if depth++; depth > maxDepth {
				return failf(Broken, "XML nested deeper than %d", maxDepth)
			}
		case xml.EndElement:
			depth--
		}
		if err := visit(t); err != nil {
			return err
		}
	}
}

// attr is the value of an attribute by its local name.
func attr(e xml.StartElement, local string) string {
	for _, a := range e.Attr {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// attrNS is attr of a name with its prefix, which tells r:id from id.
func attrNS(e xml.StartElement, prefix, local string) string {
	for _, a := range e.Attr {
		if a.Name.Space == prefix && a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// relations are the targets of a part's relations by id, and by the last word
// of their type.
type relations struct {
	byID   map[string]string
	byType map[string][]string
}

// relations reads what a part refers to; a part without any has none. Targets
// outside the file are left out.
func (a *archive) relations(ctx context.Context, name string) relations {
	out := relations{map[string]string{}, map[string][]string{}}
	dir, base := path.Split(partName(name))
	r, err := a.open(dir + "_rels/" + base + ".rels")
	if err != nil {
		return out
	}
	defer r.Close()
	_ = decodeXML(ctx, r, func(t xml.Token) error { // what can be read of it counts
		e, ok := t.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" || attr(e, "TargetMode") == "External" || len(out.byID) > maxEntries {
			return nil
		}
		target := attr(e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = dir + target
		}
		target = partName(target)
		out.byID[attr(e, "Id")] = target
		kind := path.Base(attr(e, "Type"))
		out.byType[kind] = append(out.byType[kind], target)
		return nil
	})
	return out
}
