package share

import (
	"context"
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Limits of rendering.
const (
	maxBodies     = 48 << 20 // bytes of rendered snapshots in the cache
	maxCards      = 8 << 20  // bytes of preview pictures in the cache
	rendersAtOnce = 2
)

// builtIn is the model id of the built-in engine, which has no name to show.
const builtIn = "offline"

// forgetRendered removes shares from the caches of rendered pages and pictures.
func (s *Service) forgetRendered(ids ...string) {
	for _, one := range ids {
		mine := func(key string) bool { return strings.HasPrefix(key, one+" ") }
		s.bodies.remove(mine)
		s.cards.remove(mine)
	}
}

// Body renders a share as HTML with the product's texts in a locale. The caller has checked
// that the share may be read.
func (s *Service) Body(ctx context.Context, sh Share, locale string) ([]byte, error) {
	key := sh.ID + " " + locale // a rendering stays valid, because the content of a share never changes
	if b, ok := s.bodies.get(key); ok {
		return b, nil
	}
	select {
	case s.renders <- struct{}{}:
		defer func() { <-s.renders }()
	case <-ctx.Done():
		return nil, errs.Ended(ctx)
	}
	if b, ok := s.bodies.get(key); ok { // another request has rendered it in the meantime
		return b, nil
	}
	shown, err := s.Shown(ctx, sh)
	if err != nil {
		return nil, err
	}
	d := drawing{words: wordsIn(locale), share: sh, html: s.HTML, chart: s.Chart, locale: locale}
	for i, r := range shown.Rounds {
		d.round(i, r)
	}
	b := []byte(d.b.String())
	s.bodies.put(key, b)
	return b, nil
}

// drawing builds the HTML of a snapshot. Every text is escaped by d.text, by the Markdown renderer, or
// by the chart renderer.
type drawing struct {
	words
	b     strings.Builder
	share Share
	html  func(string, func(int) string) string

	chart  func(data json.RawMessage, locale, label string) string
	locale string
}

func (d *drawing) text(s string) { d.b.WriteString(html.EscapeString(s)) }

func (d *drawing) round(i int, r Round) {
	n := strconv.Itoa(i + 1)
	d.b.WriteString(`<article class="round" id="m` + n + `"><div class="question" role="group" aria-label="`)
	d.text(d.Question)
	d.b.WriteString(`">`)
	if r.Question != "" {
		d.b.WriteString(`<h2 class="said">`)
		d.text(r.Question)
		d.b.WriteString(`</h2>`)
	}
	d.files(i, r.Files)
	d.links(r.Links)
	d.b.WriteString(`</div><div class="answer" role="group" aria-label="`)
	d.text(d.Answer)
	d.b.WriteString(`">`)
	d.answer(n, r.Answer)
	d.pictures(i, len(r.Files), r.Pictures)
	if r.Model != "" && r.Model != builtIn {
		d.b.WriteString(`<p class="model">`)
		d.text(strings.ReplaceAll(d.Model, "{model}", r.Model))
		d.b.WriteString(`</p>`)
	}
	d.b.WriteString(`</div></article>`)
}

func (d *drawing) files(round int, files []File) {
	if len(files) == 0 {
		return
	}
	d.b.WriteString(`<ul class="files" aria-label="`)
	d.text(d.words.Files)
	d.b.WriteString(`">`)
	for n, f := range files {
		at := d.fileAt(round, n)
		d.b.WriteString("<li>")
		switch {
		case f.ID == "":
			d.text(f.Name)
		case f.Type == "image":
			d.b.WriteString(`<img loading="lazy" src="` + at + `" alt="`)
			d.text(f.Name)
			d.b.WriteString(`">`)
		default:
			d.b.WriteString(`<a href="` + at + `" download>`)
			d.text(f.Name)
			d.b.WriteString(`</a>`)
		}
		d.b.WriteString("</li>")
	}
	d.b.WriteString("</ul>")
}

func (d *drawing) fileAt(round, n int) string {
	return "/s/" + d.share.ID + "/file/" + strconv.Itoa(round) + "/" + strconv.Itoa(n)
}

// pictures draws the pictures of an answer. `first` is the number of the first picture among the files of the round.
func (d *drawing) pictures(round, first int, all []File) {
	for n, f := range all {
		d.b.WriteString(`<p class="picture"><img loading="lazy" src="` + d.fileAt(round, first+n) + `" alt="`)
		d.text(f.Name)
		d.b.WriteString(`"></p>`)
	}
}

// ending returns the sentence below an answer that was cut or stopped, has failed, or is empty.
func (d *drawing) ending(m stream.Message, wrote bool) string {
	switch {
	case m.Cutoff:
		return d.Cut
	case m.State == stream.ManualStop:
		return d.Stopped
	case m.State == stream.StateError || m.State == stream.Interrupt:
		return d.Failed
	case !wrote:
		return d.None
	}
	return ""
}

func (d *drawing) answer(n string, m stream.Message) {
	docs := sourcesOf(m)
	cite := func(number int) string {
		for _, doc := range docs {
			if doc.Index == number {
				return "#m" + n + "s" + strconv.Itoa(number)
			}
		}
		return ""
	}
	wrote := false
	for _, it := range m.Content {
		wrote = d.part(it.Event, cite) || wrote
	}
	if note := d.ending(m, wrote); note != "" {
		d.b.WriteString(`<p class="note">`)
		d.text(note)
		d.b.WriteString(`</p>`)
	}
	d.sources(n, docs)
}

var placeholder = regexp.MustCompile(`\[\]\(@replace=[^)\s]*\)`)

func (d *drawing) markdown(s string, cite func(int) string) {
	d.b.WriteString(`<div class="prose">` + d.html(placeholder.ReplaceAllString(s, ""), cite) + `</div>`)
}

// part renders a part and reports whether the part is content of the answer. Non-blank text, a
// card, and the answers of several models are content. Thinking, steps, tools and research blocks
// are not.
func (d *drawing) part(e stream.Event, cite func(int) string) bool {
	switch e := e.(type) {
	case stream.Text:
		d.markdown(e.Msg, cite)
		return strings.TrimSpace(e.Msg) != ""
	case stream.Think:
		d.folded(d.Thinking, e.Content)
	case stream.Reasoner:
		d.folded(d.Thinking, e.Msg)
	case stream.Step:
		d.step(e.Msg, e.Detail)
	case stream.Tool:
		d.step(e.Title, "")
	case stream.DeepSearch:
		d.b.WriteString(`<details class="aside"><summary>`)
		d.text(e.Title)
		d.b.WriteString(`</summary>`)
		for _, c := range e.Contents {
			d.b.WriteString(`<p>`)
			d.text(c.Msg)
			d.b.WriteString(`</p>`)
		}
		d.b.WriteString(`</details>`)
	case stream.Card:
		if e.Kind != mediaCard || !d.media(e.Data) {
			d.card(e, cite)
		}
		return true
	case stream.MultiAnswer:
		for _, a := range e.Answers {
			d.b.WriteString(`<h3 class="by">`)
			d.text(a.ChatModelID)
			d.b.WriteString(`</h3>`)
			d.markdown(a.Msg, cite)
		}
		return len(e.Answers) > 0
	}
	return false
}

// card draws a card. A chart becomes a picture and a closed <details> element with the chart's table. Any
// other card, and a chart that cannot be drawn, becomes its fallback text.
func (d *drawing) card(e stream.Card, cite func(int) string) {
	picture := ""
	if e.Kind == "chart" {
		picture = d.chart(e.Data, d.locale, strings.TrimSpace(d.words.Chart+" "+e.Title))
	}
	d.b.WriteString(`<figure class="card">` + picture)
	if picture != "" {
		d.b.WriteString(`<details class="aside"><summary>`)
		d.text(d.words.Table)
		d.b.WriteString(`</summary>`)
	}
	if e.Fallback != "" {
		d.markdown(e.Fallback, cite)
	}
	if picture != "" {
		d.b.WriteString(`</details>`)
	}
	if e.Title != "" {
		d.b.WriteString(`<figcaption>`)
		d.text(e.Title)
		d.b.WriteString(`</figcaption>`)
	}
	d.b.WriteString(`</figure>`)
}

func (d *drawing) folded(title, s string) {
	if strings.TrimSpace(s) == "" {
		return
	}
	d.b.WriteString(`<details class="aside"><summary>`)
	d.text(title)
	d.b.WriteString(`</summary><div class="thought">`)
	d.text(s)
	d.b.WriteString(`</div></details>`)
}

func (d *drawing) step(title, detail string) {
	if title == "" {
		return
	}
	d.b.WriteString(`<p class="step">`)
	d.text(title)
	if detail != "" {
		d.b.WriteString(` <small>`)
		d.text(detail)
		d.b.WriteString(`</small>`)
	}
	d.b.WriteString(`</p>`)
}

// sourcesOf returns the sources to which citations refer.
func sourcesOf(m stream.Message) []stream.Doc {
	var docs []stream.Doc
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case stream.SearchGuid:
			docs = e.Docs
		case stream.SearchWithText:
			if len(e.Docs) > 0 {
				docs = e.Docs
			}
		}
	}
	return docs
}

func (d *drawing) sources(n string, docs []stream.Doc) {
	if len(docs) == 0 {
		return
	}
	d.b.WriteString(`<details class="sources" open><summary>`)
	d.text(d.Sources)
	d.b.WriteString(" " + strconv.Itoa(len(docs)) + `</summary><ol>`)
	for _, doc := range docs {
		number := strconv.Itoa(doc.Index)
		d.b.WriteString(`<li value="` + number + `" id="m` + n + `s` + number + `">`)
		title := doc.Title
		if title == "" {
			title = doc.SourceName
		}
		if at := webLink(doc.URL); at != "" {
			d.b.WriteString(`<a href="` + html.EscapeString(at) + `" rel="nofollow noopener noreferrer ugc" target="_blank">`)
			d.text(title)
			d.b.WriteString(`</a>`)
		} else {
			d.text(title)
		}
		for _, more := range []string{doc.WebSiteName, doc.PublishTime} {
			if more != "" && more != title {
				d.b.WriteString(` <small>`)
				d.text(more)
				d.b.WriteString(`</small>`)
			}
		}
		if doc.Quote != "" {
			d.b.WriteString(`<q>`)
			d.text(doc.Quote)
			d.b.WriteString(`</q>`)
		}
		d.b.WriteString(`</li>`)
	}
	d.b.WriteString(`</ol></details>`)
}

// webLink returns an http or https address, and "" for any other address.
func webLink(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}
