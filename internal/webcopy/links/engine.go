package links

import (
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// The built-in engine gets at most this many sentences, key points, keywords and headings of one page.
// maxNear is the maximum number of texts in Finding.Near, which come from all pages together.
const (
	maxSummary  = 8
	maxPoints   = 10
	maxKeywords = 15
	maxOutline  = 60
	maxNear     = 2
)

// intents maps words to intents about a whole page; the first match is used.
var intents = []struct {
	words  *text.Pattern
	intent source.Intent
}{
	{text.NewPattern(`(?i)关键[词字]|關鍵[詞字]|keywords?`), source.Keywords},
	{text.NewPattern(`(?i)大纲|大綱|目录|目錄|结构|結構|outline`), source.Outline},
	{text.NewPattern(`(?i)要点|要點|重点|重點|key points?|takeaways?|亮点|亮點`), source.Points},
	{text.NewPattern(`(?i)总结|總結|概括|摘要|概要|归纳|歸納|主要内容|主要內容|(讲|說|说|講|写|寫|介绍|介紹)(了|的是|的)?(些)?(什么|什麼|啥)|大意|解读|解讀|看看|读一下|讀一下|read (it|this)|summar|what.{0,20}(about|say)|tl;?dr`), source.Summary},
}

// intentOf returns the intent of a question without its links.
func intentOf(question string) source.Intent {
	for _, i := range intents {
		if i.words.MatchString(question) {
			return i.intent
		}
	}
	return source.Answer
}

// forEngine makes a finding from the pages. The built-in engine composes the answer from this finding.
// `attached` means that this question has links.
func (w *work) forEngine(attached bool) answer.Found {
	f := source.Finding{Intent: source.Answer, Attached: attached}
	pages := w.pages
	if attached { // the question is about its own links
		pages = nil
		for _, p := range w.pages {
			if p.own {
				pages = append(pages, p)
			}
		}
	}
	for _, p := range pages {
		f.Things = append(f.Things, p.source)
	}
	found := answer.Found{Notes: w.notes}
	if len(pages) == 0 {
		found.Finding = f
		return found
	}
	if w.question == "" {
		f.Intent = source.Summary
	} else {
		f.Intent = intentOf(w.question)
	}
	if f.Intent == source.Answer {
		w.answer(&f, pages)
	} else {
		for _, p := range pages {
			f.Extracts = append(f.Extracts, extract(p, f.Intent))
		}
	}
	found.Finding, found.Sources = f, f.Cited()
	return found
}

// answer finds the sentences that answer the question. If there are none, it finds at most
// maxNear other texts: sentences that may answer the question, or else the passages that fit
// the question best.
func (w *work) answer(f *source.Finding, pages []page) {
	texts := make([]Text, len(pages))
	of := map[string]source.Source{}
	for i, p := range pages {
		texts[i] = Text{ID: p.source.ID, Title: p.source.Title, Text: p.text}
		of[p.source.ID] = p.source
	}
	at := func(all []Passage) (out []source.Source) {
		for _, p := range all {
			s := of[p.ID]
			s.Text = p.Text
			out = append(out, s)
		}
		return out
	}
	sentences, near, possible := w.Ranking.Answer(w.question, texts)
	f.Sentences = at(sentences)
	if f.Refused = len(sentences) == 0; f.Refused {
		f.Near, f.Possible = at(near[:min(len(near), maxNear)]), possible
	}
}

// extract returns the sentences, keywords or headings of a page, according to the intent.
func extract(p page, intent source.Intent) source.Extract {
	x := source.Extract{Of: p.source}
	point := func(t string, depth int) {
		s := p.source
		s.Text = t
		x.Points = append(x.Points, source.Point{Source: s, Depth: depth})
	}
	switch intent {
	case source.Summary:
		for _, s := range summary.Summary(p.units, maxSummary) {
			point(s.Text, 0)
		}
	case source.Points:
		for _, s := range summary.KeyPoints(p.units, maxPoints) {
			point(s.Text, 0)
		}
	case source.Keywords:
		for _, k := range summary.Keywords(p.units, maxKeywords) {
			x.Keywords = append(x.Keywords, k.Word)
		}
	case source.Outline:
		for _, u := range p.units {
			for _, b := range u.Blocks {
				if b.Kind == parsed.Title && len(x.Points) < maxOutline {
					point(b.Text, max(0, b.Level-1))
				}
			}
		}
	}
	return x
}
