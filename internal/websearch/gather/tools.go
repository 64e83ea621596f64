package gather

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
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// Limits of one call.
const (
	callTime    = 20 * time.Second
	toolResults = 8
	readRunes   = 8_000 // characters of a page returned by one call
	resultBytes = 40_000
)

// Tools returns the tools of models for searching the web and reading pages.
func (g *Gatherer) Tools() []answer.Tool {
	return []answer.Tool{
		{
			Spec: llm.Tool{
				Name: "web_search",
				Description: "Searches the web and gives the pages that fit best with what the search says of them, each with a number to cite it by. " +
					"Search for one thing a call, with the words that a person would type. Read a page before you rely on it.",
				Parameters: []byte(`{"type":"object","properties":{"query":{"type":"string","description":"what to look for"},` +
					`"freshness":{"type":"string","enum":["","day","week","month","year"],"description":"how new pages must be; any when left out"},` +
					`"site":{"type":"string","description":"only pages of this host, such as gov.cn"}},"required":["query"],"additionalProperties":false}`),
			},
			Title:   errs.Text{ZhCN: "搜索网页", ZhTW: "搜尋網頁", En: "Search the web"},
			About:   errs.Text{ZhCN: "在网上查找，并给出出处。", ZhTW: "在網路上尋找，並附上出處。", En: "Looks things up on the web and cites where they stand."},
			Label:   searchLabel,
			Consent: answer.ConsentNever, Replay: true, Timeout: callTime, Limit: resultBytes, Offered: g.offered, Call: g.callSearch,
		},
		{
			Spec: llm.Tool{
				Name: "read_page",
				Description: "Reads a page of the web that a search found or that the asker named, about 8,000 characters a call, with a number to cite it by. " +
					"It says where to go on in a longer page.",
				Parameters: []byte(`{"type":"object","properties":{"url":{"type":"string","description":"address of the page"},` +
					`"skip":{"type":"integer","minimum":0,"description":"characters that have been read already"}},"required":["url"],"additionalProperties":false}`),
			},
			Title:   errs.Text{ZhCN: "阅读网页", ZhTW: "閱讀網頁", En: "Read a page"},
			About:   errs.Text{ZhCN: "打开一个网址，读它的正文。", ZhTW: "開啟一個網址，閱讀內文。", En: "Opens an address and reads its text."},
			Label:   readLabel,
			Consent: answer.ConsentNever, Replay: true, Timeout: callTime, Limit: resultBytes, Offered: g.offered, Call: g.callRead,
		},
	}
}

// offered reports whether a turn may search the web with tools.
func (g *Gatherer) offered(t answer.Turn) bool {
	mode := t.Searching()
	return (mode == answer.SearchAuto || mode == answer.SearchOpen) && t.Choice.Info.Search != llm.SearchItself && g.Engine.Available()
}

type searching struct {
	Query     string `json:"query"`
	Freshness string `json:"freshness"`
	Site      string `json:"site"`
}

func searchLabel(locale string, input []byte) string {
	var in searching
	_ = json.Unmarshal(input, &in) // fields of an invalid type stay empty
	return wordsIn(locale).searching(text.Cut(in.Query, maxQuery))
}

func (g *Gatherer) callSearch(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in searching
	if err := json.Unmarshal(c.Input, &in); err != nil || strings.TrimSpace(in.Query) == "" {
		return answer.Result{Text: "query must be a text that is not empty.", Note: wordsIn(c.Turn.Locale).noQuery}, nil //nolint:nilerr // the model gets the error
	}
	w := &work{Gatherer: g, t: c.Turn, out: c.Out, words: wordsIn(c.Turn.Locale)}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	media := w.media(ctx, shows(c.Turn.Question), in.Query)
	found, err := g.Engine.Search(ctx, c.Turn.Owner(), websearch.Query{
		Text: in.Query, Limit: toolResults, Freshness: websearch.Freshness(in.Freshness), Site: in.Site, Locale: c.Turn.Locale,
	})
	if err != nil {
		return answer.Result{}, err
	}
	if len(found.Results) == 0 {
		why := w.words.nothing
		if len(found.Misses) > 0 {
			why = found.Misses[0].Reason.In(c.Turn.Locale)
		}
		return answer.Result{Text: "Nothing was found: " + why, Note: why}, nil
	}
	out := answer.Result{Note: w.words.results(len(found.Results))}
	var list strings.Builder
	for _, r := range found.Results {
		g.met.note(c.Turn, r.URL)
		fmt.Fprintf(&list, "%s: %s\n", source.StripMarks(r.Title), r.URL)
		out.Sources = append(out.Sources, w.sourceOf(r))
	}
	out.Text, out.Cards = list.String(), soon(ctx, media)
	return out, nil
}

type reading struct {
	URL  string `json:"url"`
	Skip int    `json:"skip"`
}

func readLabel(locale string, input []byte) string {
	var in reading
	_ = json.Unmarshal(input, &in) // fields of an invalid type stay empty
	return fmt.Sprintf(errs.Text{ZhCN: "阅读网页 %s", ZhTW: "閱讀網頁 %s", En: "Reading %s"}.In(locale), text.Cut(in.URL, maxQuery))
}

func (g *Gatherer) callRead(ctx context.Context, c answer.Call) (answer.Result, error) {
	var in reading
	if err := json.Unmarshal(c.Input, &in); err != nil || strings.TrimSpace(in.URL) == "" {
		return answer.Result{Text: "url must be the address of a page.", Note: wordsIn(c.Turn.Locale).notMet}, nil //nolint:nilerr // the model gets the error
	}
	if !g.met.has(c.Turn, in.URL) {
		return answer.Result{
			Text: "Only pages that a search found, that a page which you read leads to, or that the asker named can be read. Search first.",
			Note: wordsIn(c.Turn.Locale).notMet,
		}, nil
	}
	w := &work{Gatherer: g, t: c.Turn, out: c.Out, words: wordsIn(c.Turn.Locale)}
	a := w.open(ctx, 0, candidate{Result: websearch.Result{URL: in.URL, Title: in.URL}})
	if a.err != nil {
		reason := why(a.err, c.Turn.Locale)
		return answer.Result{Text: "The page could not be read: " + reason, Note: reason}, nil
	}
	runes := []rune(a.Text)
	from := min(max(in.Skip, 0), len(runes))
	to := min(from+readRunes, len(runes))
	a.Text = string(runes[from:to])
	next := ""
	if to < len(runes) {
		next = fmt.Sprintf(" To go on, read with skip=%d.", to)
	}
	if strings.TrimSpace(a.Text) == "" {
		return answer.Result{Text: fmt.Sprintf("The page has %d characters; there is nothing behind.", len(runes)), Note: w.words.readWhole}, nil
	}
	return answer.Result{
		Text: fmt.Sprintf("%s has %d characters.%s", source.StripMarks(a.Title), len(runes), next), Sources: []source.Source{a.Source}, Note: a.Title,
	}, nil
}
