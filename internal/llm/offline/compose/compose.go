// Package compose writes answers from findings. It quotes the sources and lists what was
// extracted from them. If the sources do not answer the question, it states that. It adds
// no facts of its own.
package compose

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Bounds of one answer.
const (
	maxNamed = 6  // sources listed by title; further sources are only counted
	maxRows  = 60 // rows of a table
	piece    = 24 // characters in one increment of the stream
)

// Answer turns the finding of a request into the deltas of an answer. It reports false in two cases:
// the request has no finding; or the finding is a refusal, the question has no attached files, and a
// skill can answer the question. `skilled` reports whether a skill can.
func Answer(req llm.Request, model string, skilled func() bool) ([]llm.Delta, bool) {
	f := req.Finding
	if f.Intent == "" || f.Refused && !f.Attached && skilled() {
		return nil, false
	}
	c := &composer{req: req, w: wordsIn(req.Locale).onPages(req.Locale, f.Things)}
	c.compose()
	said := strings.TrimSpace(c.text.String())
	deltas := []llm.Delta{{Model: model, Step: c.w.stepOf(f.Intent), StepTexts: stepIn(f.Intent), Working: c.how}}
	for _, p := range pieces(said) {
		deltas = append(deltas, llm.Delta{Text: p})
	}
	return append(deltas, llm.Delta{Model: model, Hints: c.hints, Charts: c.charts, NeedsModel: f.Refused || len(f.Pictures) > 0, Finish: llm.FinishStop, Usage: &llm.Usage{
		CompletionTokens: utf8.RuneCountInString(c.how) + utf8.RuneCountInString(said),
	}}), true
}

// composer is one answer being made.
type composer struct {
	req   llm.Request
	w     words
	how   string
	text  strings.Builder
	hints []string

	charts []json.RawMessage
}

func (c *composer) write(format string, args ...any) { fmt.Fprintf(&c.text, format, args...) }

// cite is the citation mark of a source; empty if the request does not contain the source.
func (c *composer) cite(s source.Source) string {
	at := slices.IndexFunc(c.req.Sources, s.Same)
	if at < 0 {
		return ""
	}
	return "[citation:" + strconv.Itoa(at+1) + "]"
}

// compose writes three things: what was found, what is known about the pictures, and the notes
// about what could not be read.
func (c *composer) compose() {
	f := c.req.Finding
	if restsOnFiles(f) {
		c.hints = c.w.hints[f.Tables]
	}
	switch f.Intent {
	case source.Answer:
		c.answer()
	case source.Figures:
		c.figures()
	case source.Statement:
		c.statement()
	default:
		c.extracts()
	}
	c.pictures()
	if len(c.req.Notes) > 0 {
		notes := make([]string, len(c.req.Notes))
		for i, n := range c.req.Notes {
			notes[i] = escaped(n)
		}
		c.write("\n\n%s\n\n- %s", c.w.unread, strings.Join(notes, "\n- "))
	}
}

// restsOnFiles reports whether the finding contains files or web pages. Conversations, notes,
// favourites and memories do not count.
func restsOnFiles(f source.Finding) bool {
	return slices.ContainsFunc(slices.Concat(f.Things, f.Sentences), func(s source.Source) bool {
		return s.Kind == source.File || s.Kind == source.Knowledge || s.Kind == source.Web
	})
}

// answer quotes the sentences that answer the question, or refuses.
func (c *composer) answer() {
	f := c.req.Finding
	c.how = c.w.advice
	if len(f.Things) == 0 && !f.Everything {
		return // there are only pictures, or nothing that could be read
	}
	c.how = fmt.Sprintf(c.w.answerHow, len(f.Things))
	if f.Everything {
		c.how = c.w.answerOwn
	}
	if f.Refused {
		c.refuse()
		return
	}
	c.write("%s\n\n", fmt.Sprintf(c.w.found, title(f.Sentences[0])))
	for i, s := range f.Sentences {
		if i == 1 {
			c.write("%s\n\n", c.w.more)
		}
		c.write("> %s%s\n>\n> %s\n\n", c.line(s), c.cite(s), c.from(s))
	}
}

// statement writes the statement of the finding and quotes its sources.
func (c *composer) statement() {
	c.write("%s", escaped(c.req.Finding.Statement))
	for _, s := range c.req.Finding.Sentences {
		c.write("\n\n> %s%s", c.line(s), c.cite(s))
	}
}

// refuse quotes the passages that may answer the question, and calls them uncertain. If
// there are none, it states that the sources do not answer the question, and shows the
// closest passages, if any.
func (c *composer) refuse() {
	f := c.req.Finding
	if f.Possible {
		head := c.w.maybeIn
		if !f.Everything {
			head = fmt.Sprintf(c.w.possible, c.titles(f.Things))
		}
		c.write("%s\n\n", head)
		for _, s := range f.Near {
			c.write("> %s%s\n>\n> %s\n\n", c.line(s), c.cite(s), c.from(s))
		}
		c.write("%s", c.w.advice)
		return
	}
	if f.Everything {
		c.write("%s\n\n%s%s", c.w.refusedIn, c.w.advice, c.w.noFile)
	} else {
		c.write("%s\n\n%s", fmt.Sprintf(c.w.refused, c.titles(f.Things)), c.w.advice)
	}
	for i, s := range f.Near {
		if i == 0 {
			c.write("\n\n%s\n", c.w.near)
		}
		c.write("\n- %s%s", c.line(s), c.cite(s))
	}
}

// extracts writes what was extracted from each file or page, below its title.
func (c *composer) extracts() {
	kind := c.req.Finding.Intent
	c.how = c.w.how[kind]
	heading := map[source.Intent]string{source.Summary: c.w.summary, source.Points: c.w.points, source.Outline: c.w.outline, source.Keywords: c.w.keywords}[kind]
	for i, x := range c.req.Finding.Extracts {
		if i > 0 {
			c.write("\n\n")
		}
		if len(x.Points) == 0 && len(x.Keywords) == 0 {
			c.write("%s", fmt.Sprintf(c.w.noSuch[kind], escaped(x.Of.Title)))
			continue
		}
		c.write("%s\n", fmt.Sprintf(heading, escaped(x.Of.Title)))
		for _, p := range x.Points {
			c.write("\n%s- %s%s", strings.Repeat("  ", min(p.Depth, 5)), c.line(p.Source), c.cite(p.Source))
		}
		if len(x.Keywords) > 0 {
			c.write("\n%s", strings.Join(x.Keywords, c.w.comma))
		}
		if x.Partial {
			c.write("\n\n%s", c.w.partial)
		}
	}
}

// figures lists what was computed from tables.
func (c *composer) figures() {
	c.how = c.w.how[source.Figures]
	first := true
	for _, x := range c.req.Finding.Extracts {
		for _, f := range x.Figures {
			if !first {
				c.write("\n\n")
			}
			first = false
			c.write("**%s**%s\n\n%s", escaped(f.Result), c.cite(f.Source), c.from(f.Source))
			if len(f.Rows) > 0 {
				c.write("\n\n%s", tableOf(f.Columns, f.Rows[:min(len(f.Rows), maxRows)]))
			}
			if len(f.Chart) > 0 {
				c.charts = append(c.charts, f.Chart)
			}
			if f.How != "" {
				c.write("\n\n%s", fmt.Sprintf(c.w.computed, escaped(f.How)))
			}
		}
	}
}

// pictures writes what can be found out about pictures without asking a model.
func (c *composer) pictures() {
	for _, p := range c.req.Finding.Pictures {
		c.write("\n\n%s\n\n- %s", fmt.Sprintf(c.w.picture, escaped(p.Name)), fmt.Sprintf(c.w.measure, p.Format, p.Width, p.Height))
		if p.Size > 0 {
			c.write("%s", fmt.Sprintf(c.w.size, text.Size(p.Size)))
		}
		if len(p.Colours) > 0 {
			var colours []string
			for _, colour := range p.Colours {
				colours = append(colours, fmt.Sprintf("%s `%s` %.0f%%", colour.Name.In(c.req.Locale), colour.Hex, 100*colour.Share))
			}
			c.write("\n- %s%s", c.w.colours, strings.Join(colours, c.w.comma))
		}
		if said := strings.TrimSpace(p.Text); said != "" {
			c.write("\n- %s\n\n```text\n%s\n```", c.w.recognised, strings.ReplaceAll(said, "```", "'''"))
		} else {
			c.write("\n- %s", c.w.noText)
		}
	}
	if len(c.req.Finding.Pictures) > 0 {
		c.write("\n\n%s", c.w.blind)
	}
}

// title is the title of a source, between 《 and 》.
func title(s source.Source) string { return "《" + escaped(s.Title) + "》" }

// titles lists the titles of the first maxNamed sources and counts the other sources.
func (c *composer) titles(all []source.Source) string {
	var names []string
	for i, s := range all {
		if i == maxNamed {
			names = append(names, fmt.Sprintf(c.w.others, len(all)-i))
			break
		}
		names = append(names, title(s))
	}
	return strings.Join(names, c.w.comma)
}

// from returns a text that names the file and the place of a source.
func (c *composer) from(s source.Source) string {
	return fmt.Sprintf(c.w.from, escaped(s.Title), s.Place(c.req.Locale))
}

// line writes a source on one line. If the source is a row of a table, line names the
// column of each cell.
func (c *composer) line(s source.Source) string {
	line := strings.TrimSpace(s.Text)
	names, cells := strings.Split(s.Header, "\t"), strings.Split(line, "\t")
	if s.Header == "" || len(cells) < 2 || strings.Contains(line, "\n") {
		return escaped(text.OneLine(line))
	}
	var out []string
	for i, cell := range cells {
		if cell = text.OneLine(cell); cell == "" {
			continue
		}
		if i < len(names) && strings.TrimSpace(names[i]) != "" {
			cell = text.OneLine(names[i]) + c.w.colon + cell
		}
		out = append(out, cell)
	}
	return escaped(strings.Join(out, c.w.and))
}

// pieces cuts s into increments.
func pieces(s string) []string {
	var out []string
	for s != "" {
		p := text.Cut(s, piece)
		out, s = append(out, p), s[len(p):]
	}
	return out
}
