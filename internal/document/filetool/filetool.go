// Package filetool defines tools for a model. The tools search the asker's files, read the files page
// by page, and compute figures from their tables.
package filetool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// Bounds of one call.
const (
	callTime    = 30 * time.Second
	maxFound    = 12     // maximum number of passages of files, and of passages of each scope of knowledge, in one search
	maxUnits    = 10     // pages read by one call
	maxRunes    = 8_000  // characters read by one call
	resultBytes = 40_000 // bytes of a result
	maxListed   = 30     // maximum number of files listed in a text for the model, or named in one search
)

// documentAnalysis is the chat type in which the model may search and read all of the asker's
// files.
const documentAnalysis = "301"

// Library searches and reads the files of owners.
type Library interface {
	// SearchFiles returns the passages that match a text, best first. Without ids it searches all
	// files of the owner, and adds passages of the owner's earlier answers, notes and favourites.
	SearchFiles(ctx context.Context, owner string, ids []string, text string, limit int) ([]source.Source, error)
	// SearchKnowledge returns the passages of an agent's or project's knowledge that match a text:
	// for each scope at most `limit`, best first. Passages of files that the asker does not own have
	// the kind source.Knowledge.
	SearchKnowledge(ctx context.Context, asker string, scopes []answer.Scope, text string, limit int) ([]source.Source, error)
	// ReadFile returns a range of pages of a file, each as one source, and the file's description. The
	// range includes from and to, which count from 1. If the owner does not have the
	// file, ReadFile fails with errs.NotFound.
	ReadFile(ctx context.Context, owner, id string, from, to int) ([]source.Source, File, error)
}

// File describes a file.
type File struct {
	ID, Name string
	Units    int // number of pages, slides, sheets or sections; 0 while the file has not been read
}

// Tools returns the tools for files.
func Tools(l Library) []answer.Tool {
	t := tools{l}
	return []answer.Tool{
		{
			Spec: llm.Tool{
				Name: "search_files",
				Description: "Searches the asker's files by words and meaning and gives the passages that fit best, each with a number to cite it by. " +
					"Use other words when nothing fits. Leave files out to search all files of the conversation, and what the assistant itself knows.",
				Parameters: []byte(`{"type":"object","properties":{"query":{"type":"string","description":"what to look for"},` +
					`"files":{"type":"array","items":{"type":"string"},"description":"names or ids of files; all when left out"}},"required":["query"],"additionalProperties":false}`),
			},
			Title:   errs.Text{ZhCN: "查找文件", ZhTW: "尋找檔案", En: "Search files"},
			About:   errs.Text{ZhCN: "在你的文件里找与问题有关的段落。", ZhTW: "在你的檔案裡找與問題有關的段落。", En: "Finds the passages of your files that fit the question."},
			Label:   t.searchLabel,
			Consent: answer.ConsentNever, Replay: true, Timeout: callTime, Limit: resultBytes, Offered: searchable, Call: t.search,
		},
		{
			Spec: llm.Tool{
				Name: "read_file",
				Description: "Reads pages (slides, sheets, sections) of one of the asker's files from beginning to end, at most 10 pages and about 8,000 characters a call, " +
					"each with a number to cite it by. It says how many pages there are and where to go on.",
				Parameters: []byte(`{"type":"object","properties":{"file":{"type":"string","description":"name or id of the file"},` +
					`"from":{"type":"integer","minimum":1,"description":"first page; 1 when left out"},"to":{"type":"integer","minimum":1,"description":"last page"},` +
					`"skip":{"type":"integer","minimum":0,"description":"characters of the first page that have been read already"}},"required":["file"],"additionalProperties":false}`),
			},
			Title:   errs.Text{ZhCN: "阅读文件", ZhTW: "閱讀檔案", En: "Read a file"},
			About:   errs.Text{ZhCN: "一页一页地读你的文件。", ZhTW: "一頁一頁地讀你的檔案。", En: "Reads your files page by page."},
			Label:   t.readLabel,
			Consent: answer.ConsentNever, Replay: true, Timeout: callTime, Limit: resultBytes, Offered: hasFiles, Call: t.read,
		},
	}
}

type tools struct{ library Library }

// hasFiles reports whether a turn has files that can be read.
func hasFiles(t answer.Turn) bool { return wholeLibrary(t) || len(filesOf(t)) > 0 }

// searchable reports whether a turn has files or knowledge that can be searched.
func searchable(t answer.Turn) bool { return hasFiles(t) || len(t.Profile.Knowledge) > 0 }

// wholeLibrary reports whether all files of the owner may be read, not only those of the
// conversation.
func wholeLibrary(t answer.Turn) bool { return t.ChatType == documentAnalysis && !t.Profile.Foreign }

// filesOf returns the files attached to the question and to earlier ones, without pictures, sound,
// videos and repetitions. The files of newer questions come first.
func filesOf(t answer.Turn) []answer.Attachment {
	all := append([]answer.Attachment{}, t.Files...)
	for i := len(t.Earlier) - 1; i >= 0; i-- {
		all = append(all, t.Earlier[i].Files...)
	}
	seen := map[string]bool{}
	var out []answer.Attachment
	for _, f := range all {
		if f.ID != "" && !seen[f.ID] && f.Type != "image" && f.Type != "audio" && f.Type != "video" {
			seen[f.ID] = true
			out = append(out, f)
		}
	}
	return out
}

// find returns the turn's file whose id, name or part of the name is `called`. If no file of the turn
// fits, find returns `called` as id and name, because it may be the id of another file of the owner. If
// another person wrote the instructions (see answer.Profile), other files of the owner must not be found.
// Then find returns `called` only as name.
func find(t answer.Turn, called string) answer.Attachment {
	called = strings.TrimSpace(called)
	files := filesOf(t)
	for _, same := range []func(f answer.Attachment) bool{
		func(f answer.Attachment) bool { return f.ID == called },
		func(f answer.Attachment) bool { return strings.EqualFold(f.Name, called) },
		func(f answer.Attachment) bool {
			return called != "" && strings.Contains(strings.ToLower(f.Name), strings.ToLower(called))
		},
	} {
		for _, f := range files {
			if same(f) {
				return f
			}
		}
	}
	if t.Profile.Foreign {
		return answer.Attachment{Name: called}
	}
	return answer.Attachment{ID: called, Name: called}
}

type searching struct {
	Query string   `json:"query"`
	Files []string `json:"files"`
}

func (t tools) searchLabel(locale string, input []byte) string {
	var in searching
	_ = json.Unmarshal(input, &in) // ignored here: the method `search` reports an invalid input
	return fmt.Sprintf(errs.Text{ZhCN: "在文件里查找「%s」", ZhTW: "在檔案裡尋找「%s」", En: "Searching the files for “%s”"}.In(locale), in.Query)
}

func (t tools) search(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in searching
	if err := json.Unmarshal(c.Input, &in); err != nil || strings.TrimSpace(in.Query) == "" {
		return message("query must be a text that is not empty, and files a list of names."), nil //nolint:nilerr // the model receives the reason
	}
	var ids []string
	for _, called := range in.Files[:min(len(in.Files), maxListed)] {
		if f := find(c.Turn, called); f.ID != "" {
			ids = append(ids, f.ID)
		}
	}
	if len(ids) == 0 {
		for _, f := range filesOf(c.Turn) {
			ids = append(ids, f.ID)
		}
	}
	var found []source.Source
	var err error
	if len(ids) > 0 || wholeLibrary(c.Turn) {
		if found, err = t.library.SearchFiles(ctx, c.Turn.Owner(), ids, in.Query, maxFound); err != nil {
			return answer.Result{}, err
		}
	}
	if len(c.Turn.Profile.Knowledge) > 0 {
		known, err := t.library.SearchKnowledge(ctx, c.Turn.Owner(), c.Turn.Profile.Knowledge, in.Query, maxFound)
		if err != nil {
			return answer.Result{}, err
		}
		found = append(found, known...)
	}
	if len(found) == 0 {
		return message("Nothing fits. " + listed(c.Turn)), nil
	}
	var b strings.Builder
	seen := map[string]bool{}
	for _, s := range found {
		if !seen[s.ID] && s.Kind == source.File {
			seen[s.ID] = true
			fmt.Fprintf(&b, "%s: id %s\n", s.Title, s.ID)
		}
	}
	note := errs.Text{ZhCN: "找到 %d 处", ZhTW: "找到 %d 處", En: "%d passages found"}.In(c.Turn.Locale)
	return answer.Result{Text: b.String(), Sources: found, Note: fmt.Sprintf(note, len(found))}, nil
}

type reading struct {
	File string `json:"file"`
	From int    `json:"from"`
	To   int    `json:"to"`
	Skip int    `json:"skip"`
}

// bounded returns the range of pages, shortened to what one call may return.
func (r reading) bounded() reading {
	r.From, r.Skip = max(r.From, 1), max(r.Skip, 0)
	if r.To < r.From {
		r.To = r.From + maxUnits - 1
	}
	r.To = min(r.To, r.From+maxUnits-1)
	return r
}

func (t tools) readLabel(locale string, input []byte) string {
	var in reading
	_ = json.Unmarshal(input, &in) // ignored here: the method `read` reports an invalid input
	from := max(in.From, 1)
	return fmt.Sprintf(errs.Text{ZhCN: "阅读《%s》，从第 %d 页起", ZhTW: "閱讀《%s》，從第 %d 頁起", En: "Reading “%s” from page %d"}.In(locale), in.File, from)
}

func (t tools) read(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in reading
	if err := json.Unmarshal(c.Input, &in); err != nil || strings.TrimSpace(in.File) == "" {
		return message("file must be the name or id of a file, from and to numbers. " + listed(c.Turn)), nil //nolint:nilerr // the model receives the reason
	}
	in = in.bounded()
	named := find(c.Turn, in.File)
	if named.ID == "" {
		return message("There is no such file. " + listed(c.Turn)), nil
	}
	units, file, err := t.library.ReadFile(ctx, c.Turn.Owner(), named.ID, in.From, in.To)
	if errs.Is(err, errs.NotFound) {
		return message("There is no such file. " + listed(c.Turn)), nil
	}
	if err != nil {
		return answer.Result{}, err
	}
	if len(units) == 0 {
		return message(fmt.Sprintf("%s has %d pages; there is nothing on the asked ones.", file.Name, file.Units)), nil
	}
	left, next := maxRunes, ""
	var out []source.Source
	for i, u := range units {
		text := []rune(u.Text)
		skip := 0
		if i == 0 {
			skip = min(in.Skip, len(text))
		}
		text = text[skip:]
		if left == 0 {
			next = fmt.Sprintf(" To go on, read from=%d.", u.Locator.Unit)
			break
		}
		if len(text) > left {
			next = fmt.Sprintf(" To go on, read from=%d with skip=%d.", u.Locator.Unit, skip+left)
			text = text[:left]
		}
		left -= len(text)
		u.Text = string(text)
		if len(text) > 0 {
			out = append(out, u)
		}
		if next != "" {
			break
		}
	}
	last := units[len(units)-1].Locator.Unit
	if next == "" && last < file.Units {
		next = fmt.Sprintf(" To go on, read from=%d.", last+1)
	}
	note := errs.Text{ZhCN: "读了 %d 页，共 %d 页", ZhTW: "讀了 %d 頁，共 %d 頁", En: "%d of %d pages read"}.In(c.Turn.Locale)
	return answer.Result{
		Text:    fmt.Sprintf("%s (id %s) has %d pages.%s", file.Name, file.ID, file.Units, next),
		Sources: out, Note: fmt.Sprintf(note, len(out), file.Units),
	}, nil
}

// listed returns a list of the turn's files for a model.
func listed(t answer.Turn) string {
	files := filesOf(t)
	if len(files) == 0 {
		return "No file is attached: search without files."
	}
	var names []string
	for _, f := range files[:min(len(files), maxListed)] {
		names = append(names, fmt.Sprintf("%s (id %s)", f.Name, f.ID))
	}
	return "The files are: " + strings.Join(names, ", ") + "."
}

// message returns a result with only a text, for the model and the user.
func message(s string) answer.Result { return answer.Result{Text: s, Note: s} }
