package request

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// File is an attachment of a question with the library's data about it. If a stored file has no
// ID, only its name is known: the conversation was imported or is older than the library.
type File struct {
	ID       string `json:"id,omitempty"`
	Type     string `json:"type"`
	DocType  string `json:"docType,omitempty"`
	FileName string `json:"fileName"`
	URL      string `json:"url,omitempty"`
	Size     int64  `json:"size,omitempty"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
}

// Label returns a name of the file for use in sentences: its file name, or else its ID, URL or type.
func (f File) Label() string { return cmp.Or(f.FileName, f.ID, f.URL, f.Type) }

// Distinct keeps the first file with each ID, and every file without an ID.
func Distinct(files []File) []File {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(files), func(f File) bool {
		before := seen[f.ID]
		seen[f.ID] = true
		return before && f.ID != ""
	})
}

// ParseFiles parses two fields of a question: multimedia is a list of files, and parsingPromptUrl is
// the older clients' list of addresses. It keeps only addresses of this server, so that no other address
// is fetched or linked. It returns nil when multimedia is not a list of objects and parsingPromptUrl has
// no address of this server.
func ParseFiles(multimedia, addresses json.RawMessage) []File {
	var out []File
	var list []map[string]json.RawMessage
	if json.Unmarshal(multimedia, &list) != nil {
		list = nil
	} else if list != nil {
		out = []File{}
	}
	for _, m := range list {
		str := func(key string, limit int) string {
			s, _ := lenient.String(m[key])
			return text.Cut(lenient.Clean(s), limit)
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
		s, _ := lenient.String(raw)
		if url := ownAddress(text.Cut(lenient.Clean(s), 1024)); url != "" && !slices.ContainsFunc(out, func(f File) bool { return f.URL == url }) {
			out = append(out, File{URL: url})
		}
	}
	return out
}

// maxLinks is the number of addresses read from parsingPromptUrl by WithLinks.
const maxLinks = 5

// WithLinks looks at the first maxLinks addresses of parsingPromptUrl. It appends each address of a web
// page to the question, unless the address is too long or the question contains it already. The
// addresses become part of the question, so that it can be repeated, exported and continued.
func WithLinks(prompt string, addresses json.RawMessage) string {
	var urls []json.RawMessage
	_ = json.Unmarshal(addresses, &urls) // a value that is not a list contains no pages
	for _, raw := range urls[:min(len(urls), maxLinks)] {
		s, _ := lenient.String(raw)
		s = strings.TrimSpace(lenient.Clean(s))
		lower := strings.ToLower(s)
		if !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") || len(s) > 2048 || strings.ContainsAny(s, " \n\t") || ownAddress(s) != "" || strings.Contains(prompt, s) {
			continue
		}
		prompt = strings.TrimSpace(prompt + "\n" + s)
	}
	return prompt
}

// ownAddress returns the path of url if it is an address of a stored file (/api/resource/…), and
// otherwise an empty string. The host of a full URL does not matter, because every id is looked up
// in the asker's own library.
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
