package openapi

import (
	"context"
	"database/sql"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Annotation is a source cited in the answer, in the form of OpenAI's API.
type Annotation struct {
	Type        string      `json:"type"` // url_citation
	URLCitation URLCitation `json:"url_citation"`
}

// URLCitation is a cited source with the position of its mark in the text, in characters.
type URLCitation struct {
	StartIndex int    `json:"start_index"`
	EndIndex   int    `json:"end_index"`
	Title      string `json:"title"`
	URL        string `json:"url"`
}

// part is an increment of an answer.
type part struct {
	text, reasoning string
}

// output implements answer.Output and collects the text of an answer.
type output struct {
	base string           // base of addresses on this server
	put  func(part) error // receives the increments
	beat func()           // called on any progress

	mu          sync.Mutex
	meta        stream.Meta
	docs        map[int]stream.Doc
	length      int // characters so far
	annotations []Annotation
	estimated   int  // estimated tokens received
	withheld    bool // the content rules withheld the answer
	refused     bool // the content rules withheld the question
}

var citation = regexp.MustCompile(`\[citation:(\d{1,4})\]`)

// Emit passes on the texts of events. It records the sources, and whether the content rules withheld
// the answer or the question. Other events, such as steps, cannot be expressed in this format.
func (o *output) Emit(events ...stream.Event) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.beat()
	for _, e := range events {
		if err := o.take(e); err != nil {
			return err
		}
	}
	return nil
}

func (o *output) take(e stream.Event) error {
	switch e := e.(type) {
	case stream.Text:
		return o.say(o.cited(e.Msg))
	case stream.Think:
		if e.Content == "" {
			return nil
		}
		o.estimated += llm.Estimate(e.Content)
		return o.put(part{reasoning: e.Content})
	case stream.Card:
		if e.Fallback == "" {
			return nil
		}
		if o.length > 0 {
			e.Fallback = "\n\n" + e.Fallback
		}
		return o.say(e.Fallback)
	case stream.SearchWithText:
		o.know(e.Docs)
	case stream.SearchGuid:
		o.know(e.Docs)
	case stream.Revoke:
		o.withheld, o.refused = true, o.refused || e.RevokeQAPair
	}
	return nil
}

func (o *output) say(text string) error {
	if text == "" {
		return nil
	}
	o.length += utf8.RuneCountInString(text)
	o.estimated += llm.Estimate(text)
	return o.put(part{text: text})
}

func (o *output) know(docs []stream.Doc) {
	if o.docs == nil {
		o.docs = map[int]stream.Doc{}
	}
	for _, d := range docs {
		o.docs[d.Index] = d
	}
}

// cited replaces the mark of a known source by its number, such as [1], and records the position of
// the number.
func (o *output) cited(text string) string {
	if len(o.docs) == 0 || !strings.Contains(text, "[citation:") {
		return text
	}
	var b strings.Builder
	at := o.length
	add := func(s string) {
		b.WriteString(s)
		at += utf8.RuneCountInString(s)
	}
	from := 0
	for _, m := range citation.FindAllStringSubmatchIndex(text, -1) {
		add(text[from:m[0]])
		from = m[1]
		n, _ := strconv.Atoi(text[m[2]:m[3]])
		d, ok := o.docs[n]
		if !ok {
			add(text[m[0]:m[1]])
			continue
		}
		begin := at
		add("[" + strconv.Itoa(n) + "]")
		url := d.URL
		if strings.HasPrefix(url, "/") {
			url = o.base + url
		}
		o.annotations = append(o.annotations, Annotation{"url_citation", URLCitation{begin, at, d.Title, url}})
	}
	add(text[from:])
	return b.String()
}

// Queued counts as progress: the request waits for the model.
func (o *output) Queued() error { o.Alive(); return nil }

// Loading counts as progress: the model is being loaded.
func (o *output) Loading() error { o.Alive(); return nil }

// Meta changes the metadata of the answer.
func (o *output) Meta(change func(*stream.Meta)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change(&o.meta)
}

// Alive reports progress.
func (o *output) Alive() { o.beat() }

// Wait does nothing, because no consent is requested.
func (o *output) Wait() (end func()) { return func() {} }

// Signals returns nil, because no signals arrive.
func (o *output) Signals() <-chan run.Signal { return nil }

// Commit shows the events and stores nothing.
func (o *output) Commit(_ context.Context, _ func(context.Context, *sql.Tx) error, events ...stream.Event) error {
	return o.Emit(events...)
}

// Usage counts tokens in the form of OpenAI's API.
type Usage struct {
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
	TotalTokens      int `json:"total_tokens"`
}

// usage is the provider's count, or an estimate if there is none.
func (o *output) usage(prompt int) Usage {
	o.mu.Lock()
	defer o.mu.Unlock()
	u := Usage{PromptTokens: o.meta.TokenUsageInfo.PromptTokens, CompletionTokens: o.meta.TokenUsageInfo.CompletionTokens}
	if u.PromptTokens == 0 {
		u.PromptTokens = prompt
	}
	if u.CompletionTokens == 0 {
		u.CompletionTokens = o.estimated
	}
	u.TotalTokens = u.PromptTokens + u.CompletionTokens
	return u
}

// finish is the finish reason in OpenAI's terms.
func (o *output) finish(calls []llm.ToolCall) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.withheld:
		return "content_filter"
	case len(calls) > 0:
		return "tool_calls"
	case o.meta.StopReason == "length":
		return "length"
	}
	return "stop"
}
