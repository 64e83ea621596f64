package gather

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Limits of the passages that are used.
const (
	perPage   = 3
	ranked    = 40 // passages that are ranked
	maxNear   = 2
	maxFigure = 200      // characters of each clause added by withFigure
	gapMark   = "\n……\n" // text between passages that are not adjacent on their page
	minOwned  = 30       // minimum length, in bytes, of a shared text that `together` writes once
)

// chosen selects the passages for the model within its context size. Without a model,
// it selects the sentences that answer the question.
func (w *work) chosen(p plan, pages []page) (answer.Found, error) {
	if w.t.Choice.Info.Builtin {
		f := w.quoted(p, pages)
		return f, w.announce(f.Sources)
	}
	f := answer.Found{Sources: w.passages(p, pages), Instruct: w.words.instruct(w.t.Now), Notes: w.notes}
	return f, w.announce(f.Sources)
}

func texts(pages []page) []Text {
	out := make([]Text, len(pages))
	for i, p := range pages {
		out[i] = Text{ID: strconv.Itoa(i), Title: p.Title, Text: p.Text}
	}
	return out
}

// passages converts pages to sources with their best passages. Every page gets its best passage
// before any page gets a second.
func (w *work) passages(p plan, pages []page) []source.Source {
	questions := append([]string{p.question}, p.queries...)
	best := make([]map[int]Passage, len(pages))
	for _, found := range w.Ranking.Rank(questions, texts(pages), ranked) {
		for _, passage := range found {
			i, err := strconv.Atoi(passage.ID)
			if err != nil || i >= len(pages) {
				continue
			}
			if best[i] == nil {
				best[i] = map[int]Passage{}
			}
			if best[i][passage.Order].Score < passage.Score {
				best[i][passage.Order] = passage
			}
		}
	}
	room := w.t.Room(llm.Message{Content: w.words.instruct(w.t.Now)})
	took := make([][]Passage, len(pages))
	for turn := range perPage {
		for i := range pages {
			list := byScore(best[i])
			if turn >= len(list) {
				continue
			}
			s := pages[i].Source
			s.Text, s.Heading = list[turn].Text, ""
			size := w.t.Count(source.Prompt([]source.Source{s}, 1, w.t.Locale))
			if size > room {
				continue
			}
			room -= size
			took[i] = append(took[i], list[turn])
		}
	}
	var out []source.Source
	for i, list := range took {
		if len(list) == 0 {
			continue
		}
		s := pages[i].Source
		s.Text = together(list)
		out = append(out, s)
	}
	return out
}

func byScore(of map[int]Passage) []Passage {
	var out []Passage
	for _, p := range of {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b Passage) int {
		if a.Score != b.Score {
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return a.Order - b.Order
	})
	return out
}

// together joins the passages of a page in their order. A text shared by two adjacent passages is
// written once.
func together(list []Passage) string {
	slices.SortFunc(list, func(a, b Passage) int { return a.Order - b.Order })
	var b strings.Builder
	for i, p := range list {
		piece := strings.TrimSpace(p.Text)
		if i > 0 {
			if p.Order == list[i-1].Order+1 {
				piece = strings.TrimPrefix(piece, shared(strings.TrimSpace(list[i-1].Text), piece))
				b.WriteByte('\n')
			} else {
				b.WriteString(gapMark)
			}
		}
		b.WriteString(piece)
	}
	return b.String()
}

// shared returns the longest suffix of a that is a prefix of b; empty if it is shorter than minOwned.
func shared(a, b string) string {
	for n := min(len(a), len(b)); n >= minOwned; n-- {
		if a[len(a)-n:] == b[:n] {
			return b[:n]
		}
	}
	return ""
}

// amounts matches questions that ask for an amount. numbers matches numbers in digits and in Chinese
// characters. days matches dates; a number in a date does not answer a question for an amount.
var (
	numbers = text.NewPattern(`\d+(?:[.,]\d+)*|[零〇一二两三四五六七八九十百千万亿半]+`)
	days    = text.NewPattern(`(?:\d{4}|[零〇一二三四五六七八九]{4})\s*年(?:\s*[\d一二三四五六七八九十]+\s*月)?(?:\s*[\d一二三四五六七八九十]+\s*日)?|[\d一二三四五六七八九十]+\s*月\s*[\d一二三四五六七八九十]+\s*日`)
	amounts = text.NewPattern(`多少|几[^乎]|多[高长远大重深久]|(?i:how (?:many|much))`)
)

// withFigure returns the sentence. If the question asks for a figure and the sentence has none, it
// adds the next clause or the next two clauses of the page, if these contain a figure. Dates, and
// figures that are in the question, do not count.
func (w *work) withFigure(question, sentence, page string) string {
	has := func(s string) bool {
		return slices.ContainsFunc(numbers.FindAllString(days.ReplaceAllString(s, " "), -1), func(n string) bool { return !strings.Contains(question, n) })
	}
	at := strings.Index(page, sentence)
	if !amounts.MatchString(question) || at < 0 || has(sentence) {
		return sentence
	}
	rest := page[at+len(sentence):]
	next := zh.Clauses(rest, maxFigure)
	for _, span := range next[:min(len(next), 2)] {
		if has(span.Of(rest)) {
			return sentence + strings.TrimRight(rest[:span.End], " \n")
		}
	}
	return sentence
}

// quoted returns the finding for the built-in engine. It contains the sentences that answer the
// question, or else the closest sentences. If p.fresh is set, newer answering sentences come first,
// and undated answering sentences come last.
func (w *work) quoted(p plan, pages []page) answer.Found {
	f := source.Finding{Intent: source.Answer}
	for _, pg := range pages {
		f.Things = append(f.Things, source.Source{ID: pg.ID, Kind: pg.Kind, Title: pg.Title, URL: pg.URL, Site: pg.Site})
	}
	of := func(found []Passage) (out []source.Source) {
		for _, passage := range found {
			i, err := strconv.Atoi(passage.ID)
			if err != nil || i >= len(pages) {
				continue
			}
			s := pages[i].Source
			s.Text, s.Heading = w.withFigure(p.question, passage.Text, s.Text), passage.Heading
			out = append(out, s)
		}
		return out
	}
	var possible []Passage
	for _, question := range append([]string{p.question}, p.queries[:min(len(p.queries), 1)]...) {
		sentences, unsure := w.Ranking.Answer(question, texts(pages))
		if f.Sentences = of(sentences); len(f.Sentences) > 0 {
			break
		}
		if possible == nil {
			possible = unsure
		}
	}
	if p.fresh {
		slices.SortStableFunc(f.Sentences, func(a, b source.Source) int { return cmp.Compare(b.Published, a.Published) })
	}
	f.Refused = len(f.Sentences) == 0
	switch {
	case !f.Refused:
	case len(possible) > 0:
		f.Near, f.Possible = of(possible), true
	default:
		f.Near = of(w.Ranking.Rank([]string{p.question}, texts(pages), maxNear)[0])
		for i := range f.Near {
			f.Near[i].Text = cite.BestQuote(f.Near[i].Text, p.question)
		}
	}
	return answer.Found{Sources: f.Cited(), Notes: w.notes, Finding: f}
}
