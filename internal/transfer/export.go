package transfer

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// ownFormat and ownVersion identify a file in this server's own format.
const (
	ownFormat  = "wenqu"
	ownVersion = 1
)

// placeholder replaces text withheld by the content rules.
var placeholder = map[string]string{
	"zh-CN": "［这条内容无法显示］",
	"zh-TW": "［這則內容無法顯示］",
	"en":    "[This content cannot be shown]",
}

// taking is one export.
type taking struct {
	*Service
	ownerID string
	locale  string
	files   []File // files for the archive; empty: the export consists of JSON alone
}

// take begins an export: it lists the owner's files and sets their paths in the archive.
func (s *Service) take(ctx context.Context, ownerID, locale string) (*taking, error) {
	files, err := s.Files.List(ctx, ownerID)
	if err != nil {
		return nil, err
	}
	for i := range files {
		files[i].Path = filesDir + files[i].ID + "/" + safeName(files[i].Name)
	}
	return &taking{Service: s, ownerID: ownerID, locale: locale, files: files}, nil
}

// write writes all data of an owner. If there are files, it writes an archive with the JSON and the
// files, and otherwise the JSON alone. If write fails, w contains only the beginning of a file, which
// every reader rejects as incomplete.
func (t *taking) write(ctx context.Context, w io.Writer) error {
	if len(t.files) == 0 {
		return t.json(ctx, w)
	}
	z := zip.NewWriter(w)
	entry, err := z.CreateHeader(&zip.FileHeader{Name: mainName, Method: zip.Deflate, Modified: t.Now()})
	if err != nil {
		return err
	}
	if err := t.json(ctx, entry); err != nil {
		return err
	}
	for _, f := range t.files {
		if err := t.file(ctx, z, f); err != nil {
			return err
		}
	}
	return z.Close()
}

// file adds a file without compressing it, because most files are compressed already. It leaves
// out a file that was deleted meanwhile.
func (t *taking) file(ctx context.Context, z *zip.Writer, f File) error {
	from, err := t.Files.Open(ctx, t.ownerID, f.ID)
	if errs.Is(err, errs.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // the file is only read, so an error of Close does not matter
	entry, err := z.CreateHeader(&zip.FileHeader{Name: f.Path, Method: zip.Store, Modified: time.UnixMilli(f.CreatedAt)})
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, from)
	return err
}

// safeName replaces the characters forbidden in file names on some systems, and removes dots and spaces
// at the end of the name. The result is never empty.
func safeName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`<>:"/\|?*`, r) || r < ' ' {
			return '_'
		}
		return r
	}, name)
	return cmp.Or(strings.TrimRight(name, ". "), "_")
}

// json writes the JSON, message by message.
func (t *taking) json(ctx context.Context, w io.Writer) error {
	hidden, ok := placeholder[t.locale]
	if !ok {
		hidden = placeholder["zh-CN"]
	}
	b := bufio.NewWriterSize(w, 64<<10)
	put := func(parts ...string) {
		for _, p := range parts {
			_, _ = b.WriteString(p) // Flush returns an error of this write
		}
	}
	put(`{"format":"`, ownFormat, `","version":1,"exportedAt":"`, t.Now().UTC().Format(time.RFC3339), `"`)
	for _, section := range t.Sections {
		v, err := section.Export(ctx, t.ownerID)
		if err != nil {
			return err
		}
		if v == nil {
			continue
		}
		value, err := marshal(v)
		if err != nil {
			return err
		}
		put(",\n\"", section.Name, "\":", string(value))
	}
	if len(t.files) > 0 {
		put(",\n\"files\":[")
		for i, f := range t.files {
			if i > 0 {
				put(",")
			}
			if err := t.kept(ctx, b, f); err != nil {
				return err
			}
		}
		put("\n]")
	}
	put(",\n\"conversations\":[")
	err := each(b, t.Conversations.Heads(ctx, t.ownerID), func(h Head) error {
		head, err := marshal(h)
		if err != nil {
			return err
		}
		put("\n", string(head[:len(head)-1]), `,"messages":[`)
		err = each(b, t.Conversations.Messages(ctx, t.ownerID, h.CID), func(m Message) error {
			m.hide(hidden)
			line, err := marshal(m)
			if err != nil {
				return err
			}
			put("\n  ", string(line))
			return nil
		})
		put("]}")
		return err
	})
	if err != nil {
		return err
	}
	put("\n]}\n")
	return b.Flush()
}

// kept writes the description of a file with its notes.
func (t *taking) kept(ctx context.Context, b *bufio.Writer, f File) error {
	f.Notes = list[Note]{}
	head, err := marshal(f)
	if err != nil {
		return err
	}
	_, _ = b.WriteString("\n" + strings.TrimSuffix(string(head), "]}")) // Flush returns an error of this write
	err = each(b, t.Notes.Of(ctx, t.ownerID, f.ID), func(n Note) error {
		line, err := marshal(n)
		if err != nil {
			return err
		}
		_, err = b.WriteString("\n  " + string(line))
		return err
	})
	if errs.Is(err, errs.NotFound) {
		err = nil // the file was deleted in the meantime
	}
	_, _ = b.WriteString("]}")
	return err
}

// each calls write for every value, with commas in between, and stops at the first error.
func each[T any](b *bufio.Writer, all iter.Seq2[T, error], write func(T) error) error {
	first := true
	for v, err := range all {
		if err != nil {
			return err
		}
		if !first {
			if err := b.WriteByte(','); err != nil {
				return err
			}
		}
		first = false
		if err := write(v); err != nil {
			return err
		}
	}
	return nil
}

// marshal encodes JSON without escaping HTML, because no page displays the file.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// hide replaces withheld texts by the placeholder, and drops the thinking and the parts of withheld
// versions.
func (m *Message) hide(placeholder string) {
	if m.Hidden {
		m.Prompt = placeholder
	}
	for i := range m.Versions {
		if v := &m.Versions[i]; v.Hidden {
			v.Text, v.Thinking, v.Parts = placeholder, "", nil
		}
	}
}
