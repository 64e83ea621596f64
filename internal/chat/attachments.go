package chat

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// treatment is what is done with a file of a question.
type treatment int

const (
	readText   treatment = iota // a document: its text is searched and quoted
	readLook                    // a picture: a model looks at it
	readNot                     // a sound or a film: kept, and said to be unread
	readByName                  // only its name is known, from an import
)

// treatments is what is done by file type; any other type is a document, which
// tells by itself when it cannot be read.
var treatments = map[string]treatment{"image": readLook, "audio": readNot, "video": readNot}

// treatment is what is done with the file.
func (f File) treatment() treatment {
	if f.ID == "" {
		return readByName
	}
	return treatments[f.Type]
}

// named is what to call a file in a sentence.
func (f File) named() string { return cmp.Or(f.FileName, f.ID, f.URL, f.Type) }

// cloudTypes are documents that live in an account elsewhere and are no files.
var cloudTypes = []string{"smartcanvas", "slide", "sheet", "form", "mind"}

// resolve puts the library's word in the place of the client's: every file is
// the asker's own, and called what the library calls it. Within one question a
// file counts once.
func (s *Service) resolve(ctx context.Context, a *Ask) error {
	if len(a.Files) == 0 {
		return nil
	}
	for _, f := range a.Files {
		if f.ID == "" && f.URL == "" && (slices.Contains(cloudTypes, f.Type) || slices.Contains(cloudTypes, f.DocType)) {
			return errs.New(errs.CloudDocument).With("name", f.named())
		}
	}
	files, err := s.Documents.Resolve(ctx, a.OwnerID, a.Files)
	if err != nil {
		return stored(err)
	}
	a.Files = distinct(files)
	documents := 0
	for _, f := range a.Files {
		if f.treatment() != readLook {
			documents++
		}
	}
	if a.OneDocument && documents > 1 {
		return errs.New(errs.OneDocument)
	}
	return nil
}

// distinct keeps of every file the first.
func distinct(files []File) []File {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		before := seen[f.ID]
		seen[f.ID] = true
		return before && f.ID != ""
	})
}

// filesOf reads multimedia, and parsingPromptUrl, the older clients' list of
// addresses. Only an address of our own is kept: nothing else is ever fetched
// or linked. It is nil when the client did not say anything of files.
func filesOf(multimedia, addresses json.RawMessage) []File {
	var out []File
	var list []map[string]json.RawMessage
	if json.Unmarshal(multimedia, &list) != nil {
		list = nil
	} else if list != nil {
		out = []File{}
	}
	for _, m := range list {
		str := func(key string, limit int) string {
			s, _ := stringOf(m[key])
			return text.Cut(clean(s), limit)
		}
		f := File{
			ID: str("id", 128), Type: str("type", 32), DocType: str("docType", 32), FileName: text.OneLine(str("fileName", 255)),
			URL: ownAddress(str("url", 1024)),
		}
		for _, key := range []string{"resourceId", "resourceID", "docId"} {
			f.ID = cmp.Or(f.ID, str(key, 128))
		}
		if f.Type != "" || f.FileName != "" || f.ID != "" || f.URL != "" {
			out = append(out, f)
		}
	}
	var urls []json.RawMessage
	_ = json.Unmarshal(addresses, &urls)
	for _, raw := range urls {
		s, _ := stringOf(raw)
		if url := ownAddress(text.Cut(clean(s), 1024)); url != "" && !slices.ContainsFunc(out, func(f File) bool { return f.URL == url }) {
			out = append(out, File{URL: url})
		}
	}
	return out
}

// ownAddress keeps an address that leads to this house: a path, or a whole
// address of which the path is looked at, for the library knows no other host.
func ownAddress(url string) string {
	if strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://") {
		_, rest, _ := strings.Cut(url, "://")
		_, path, _ := strings.Cut(rest, "/")
		url = "/" + path
	}
	if !strings.HasPrefix(url, "/api/resource/") {
		return ""
	}
	return url
}
