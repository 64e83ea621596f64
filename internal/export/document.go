package export

import (
	"regexp"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxHeading is how much of a question stands in a heading, in characters.
const maxHeading = 60

// builtIn is the model id of the built-in engine.
const builtIn = "offline"

// document is what a file says, before it has a format.
type document struct {
	phrases
	title   string
	product string
	made    time.Time
	own     bool // a person wrote it, no machine
	parts   []part
}

// part is a question with its answer.
type part struct {
	heading  string // empty in the file of one answer, whose title is the question
	question string // the whole question where the heading is only its beginning, and what was attached
	attached string // the line that names the files of the question; empty without any
	texts    []answerText
	note     string // in place of the answer, or how it ended
	sources  []source
	model    string
}

// answerText is Markdown; name says whose it is where there are several.
type answerText struct{ name, markdown string }

// source is what [citation:N] refers to; number keeps N, so that the reader
// finds the same number as on the page.
type source struct {
	number           int
	title, site, url string
}

// document makes the format-free file.
func (s *Service) document(t Transcript, o Order) (*document, error) {
	zone := o.Zone
	if zone == nil {
		zone = time.Local
	}
	d := &document{phrases: in(o.Locale), product: s.product, made: s.now().In(zone)}
	d.title = oneLine(t.Title, maxHeading)
	single := o.Place.Index > 0
	for _, r := range t.Rounds {
		if single && r.Answer.State == stream.Running {
			return nil, errs.New(errs.Busy)
		}
		p := d.part(r)
		if single {
			if p.heading != d.hidden {
				d.title = p.heading
			}
			p.heading, p.question = "", p.attached
		}
		d.parts = append(d.parts, p)
	}
	if d.title == "" {
		d.title = d.untitled
	}
	return d, nil
}

func (d *document) part(r Round) part {
	p := part{model: r.ModelID, heading: d.hidden}
	if r.ModelID == builtIn {
		p.model = d.offline
	}
	if !r.QuestionHidden {
		p.heading = oneLine(r.Question, maxHeading)
		if strings.TrimSpace(r.Question) != p.heading {
			p.question = strings.TrimSpace(r.Question)
		}
		if len(r.Files) > 0 {
			p.attached = d.phrases.attached + strings.Join(r.Files, d.comma)
			p.question = strings.TrimSpace(p.question + "\n" + p.attached)
		}
	}
	if r.Answer.Hidden {
		p.note = d.hidden
		return p
	}
	media := map[string]stream.Replacement{}
	for _, it := range r.Answer.Content {
		switch e := it.Event.(type) {
		case stream.Replace:
			media[e.Replace.ID] = e.Replace
		case stream.SearchGuid:
			p.sources = d.sourcesOf(e.Docs)
		case stream.SearchWithText:
			if len(e.Docs) > 0 {
				p.sources = d.sourcesOf(e.Docs)
			}
		}
	}
	if s := r.Answer.Text(); strings.TrimSpace(s) != "" {
		p.texts = append(p.texts, answerText{markdown: d.pictures(s, media)})
	}
	for _, it := range r.Answer.Content {
		if many, ok := it.Event.(stream.MultiAnswer); ok {
			for _, a := range many.Answers {
				p.texts = append(p.texts, answerText{name: a.ChatModelID, markdown: a.Msg})
			}
		}
	}
	p.note = d.ends[r.Answer.State]
	if len(p.texts) == 0 && p.note == "" {
		p.note = d.unanswered
	}
	return p
}

func (d *document) sourcesOf(docs []stream.Doc) []source {
	out := make([]source, 0, len(docs))
	for _, doc := range docs {
		s := source{number: doc.Index, title: oneLine(doc.Title, 200), site: oneLine(doc.WebSiteName, 60), url: safeLink(doc.URL)}
		if s.site == "" {
			s.site = oneLine(doc.SourceName, 60)
		}
		if s.title == "" {
			s.title = s.url
		}
		out = append(out, s)
	}
	return out
}

// has says whether number is one of the part's sources; a citation without one
// is left away, as on the page.
func (p part) has(number int) bool {
	for _, s := range p.sources {
		if s.number == number {
			return true
		}
	}
	return false
}

var placeholder = regexp.MustCompile(`\[\]\(@replace=([^)\s]*)\)`)

// pictures puts links to the media in the place of their placeholders. A
// picture that failed leaves nothing.
func (d *document) pictures(markdown string, media map[string]stream.Replacement) string {
	return placeholder.ReplaceAllStringFunc(markdown, func(mark string) string {
		var out []string
		for _, m := range media[placeholder.FindStringSubmatch(mark)[1]].Multimedias {
			for _, u := range []string{m.OriginURL, m.DownloadURL, m.URL} {
				if u = safeLink(u); u != "" {
					out = append(out, "["+d.picture+"](<"+strings.NewReplacer("<", "%3C", ">", "%3E").Replace(u)+">)")
					break
				}
			}
		}
		return strings.Join(out, " ")
	})
}

// oneLine is the beginning of s on one line, with … where it was cut.
func oneLine(s string, limit int) string {
	s = text.OneLine(printable(s))
	if text.Len(s) <= limit {
		return s
	}
	return strings.TrimSpace(text.Cut(s, limit-1)) + "…"
}

// printable drops what no file can hold or show.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
