package export

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export/content"
	"github.com/wenqu-ai/wenqu/internal/plot"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// builtIn is the model id of the built-in engine.
const builtIn = "offline"

// document builds the document for every format.
func (s *Service) document(t Transcript, o Order) (*content.Document, error) {
	zone := o.Zone
	if zone == nil {
		zone = time.Local
	}
	d := &content.Document{Phrases: content.PhrasesIn(o.Locale), Product: s.product, Made: s.now().In(zone), Diagrams: o.Diagrams, Locale: o.Locale}
	d.Title = content.OneLine(t.Title, content.MaxHeading)
	single := o.Place.Index > 0
	for _, r := range t.Rounds {
		if single && r.Answer.State == stream.Running {
			return nil, errs.New(errs.Busy)
		}
		p := partOf(d, r, formats[o.Format].draws)
		if single {
			if p.Heading != d.Hidden {
				d.Title = p.Heading
			}
			p.Heading, p.Question = "", p.Attached
		}
		d.Parts = append(d.Parts, p)
	}
	if d.Title == "" {
		d.Title = d.Untitled
	}
	return d, nil
}

// partOf returns the content of one round.
func partOf(d *content.Document, r Round, draws bool) content.Part {
	p := content.Part{Model: r.ModelID, Heading: d.Hidden}
	if r.ModelID == builtIn {
		p.Model = d.BuiltIn
	}
	if !r.QuestionHidden {
		p.Heading = content.OneLine(r.Question, content.MaxHeading)
		if strings.TrimSpace(r.Question) != p.Heading {
			p.Question = strings.TrimSpace(r.Question)
		}
		if len(r.Files) > 0 {
			p.Attached = d.Phrases.Attached + strings.Join(r.Files, d.Comma)
			p.Question = strings.TrimSpace(p.Question + "\n" + p.Attached)
		}
	}
	if r.Answer.Hidden {
		p.Note = d.Hidden
		return p
	}
	media := map[string]stream.Replacement{}
	for _, it := range r.Answer.Content {
		switch e := it.Event.(type) {
		case stream.Replace:
			media[e.Replace.ID] = e.Replace
		case stream.SearchGuid:
			p.Sources = sourcesOf(e.Docs)
		case stream.SearchWithText:
			if len(e.Docs) > 0 {
				p.Sources = sourcesOf(e.Docs)
			}
		}
	}
	if s := markdownOf(d, r.Answer, draws); strings.TrimSpace(s) != "" {
		p.Texts = append(p.Texts, content.AnswerText{Markdown: pictures(d, s, media)})
	}
	for _, it := range r.Answer.Content {
		if many, ok := it.Event.(stream.MultiAnswer); ok {
			for _, a := range many.Answers {
				p.Texts = append(p.Texts, content.AnswerText{Name: a.ChatModelID, Markdown: a.Msg})
			}
		}
	}
	p.Note = d.Ends[r.Answer.State]
	if len(p.Texts) == 0 && p.Note == "" {
		p.Note = d.Unanswered
	}
	return p
}

// markdownOf returns the texts and the cards of an answer as Markdown, in order. If `draws` is true, the
// card of a chart also gets a code block (see chartBlock). Steps, tools and thinking are left out,
// because they only show how the answer was made. partOf itself reads the sources, the media and the
// answers by several models.
func markdownOf(d *content.Document, m stream.Message, draws bool) string {
	var b strings.Builder
	for _, it := range m.Content {
		switch e := it.Event.(type) {
		case stream.Text:
			b.WriteString(e.Msg)
		case stream.Card:
			drawn := ""
			if draws {
				drawn = chartBlock(d, e)
			}
			for _, s := range []string{e.Title, drawn, e.Fallback} {
				if s = strings.TrimSpace(s); s != "" {
					b.WriteString("\n\n" + s)
				}
			}
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// chartCard is the kind of a chart's card. maxCharts is the maximum number of drawn
// charts in a file; further charts are shown only as tables.
const (
	chartCard = "chart"
	maxCharts = 60
)

// chartBlock adds the chart of a card to a document and returns the code block that represents
// the chart. It returns "" when the card is not a drawable chart, or the document already has
// maxCharts charts.
func chartBlock(d *content.Document, card stream.Card) string {
	if card.Kind != chartCard || len(d.Charts) == maxCharts {
		return ""
	}
	c, err := plot.Parse(card.Data)
	if err != nil {
		return ""
	}
	if c.Title == "" {
		c.Title = card.Title
	}
	d.Charts = append(d.Charts, c)
	return "```" + content.ChartBlock + "\n" + strconv.Itoa(len(d.Charts)-1) + "\n```"
}

func sourcesOf(docs []stream.Doc) []content.Source {
	out := make([]content.Source, 0, len(docs))
	for _, doc := range docs {
		s := content.Source{Number: doc.Index, Title: content.OneLine(doc.Title, 200), Site: content.OneLine(doc.WebSiteName, 60), URL: content.SafeLink(source.Link(doc))}
		if s.Site == "" {
			s.Site = content.OneLine(doc.SourceName, 60)
		}
		if s.Title == "" {
			s.Title = s.URL
		}
		out = append(out, s)
	}
	return out
}

var placeholder = regexp.MustCompile(`\[\]\(@replace=([^)\s]*)\)`)

// pictures replaces each placeholder of media by links to its pictures. A picture without a safe
// address is left out.
func pictures(d *content.Document, markdown string, media map[string]stream.Replacement) string {
	return placeholder.ReplaceAllStringFunc(markdown, func(mark string) string {
		var out []string
		for _, m := range media[placeholder.FindStringSubmatch(mark)[1]].Multimedias {
			for _, u := range []string{m.OriginURL, m.DownloadURL, m.URL} {
				if u = content.SafeLink(u); u != "" {
					out = append(out, "["+d.Picture+"](<"+strings.NewReplacer("<", "%3C", ">", "%3E").Replace(u)+">)")
					break
				}
			}
		}
		return strings.Join(out, " ")
	})
}
