// Package cite checks the citations of an answer while it is written: it removes a citation mark if
// its source does not support the sentence. Checker describes the exact rules.
package cite

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// maxSentence limits the delay: after this number of characters, a sentence is treated as ended.
const maxSentence = 600

// Options are the settings of a Checker.
type Options struct {
	Locale  string
	Trusted bool                      // the text was composed from the sources by the built-in engine: only the numbers of the marks are checked
	Show    func(quote string) string // applies the content rules to a quote; nil: quotes are not changed
}

// Checker checks the citations of one answer. A mark is passed on if its source supports the sentence of the
// mark, alone or together with the other marked sources. A mark is also passed on if its source has no text
// to check, unless the sentence has a quotation or no terms. Other marks are dropped, and so are repeated
// marks of a source in one sentence. Text is passed on immediately up to the first mark of a sentence, and
// then held until the end of the sentence, because a quotation may follow. In a trusted text, every mark of
// a known source is passed on, and no text is held. The result does not depend on how the text is split into
// pieces. A Checker is not safe for concurrent use.
type Checker struct {
	Options
	sources map[int]source.Source
	docs    map[int]stream.Doc // all cited or listed sources, by number
	listed  map[int]bool       // true: List has added the source with a text, and no sentence has cited it yet
	grown   bool               // docs has changed since the last call to News; changes by Resume do not count
	pages   bool               // List has added sources
	read    *reading

	mark     []rune // a possible mark, from its bracket on
	sentence strings.Builder
	length   int
	quoting  []rune // the expected closing quotation marks
	ended    bool   // the sentence has its end mark; closing marks and citations may still follow
	last     rune
	held     []piece // the text from the first undecided mark on
	out      strings.Builder
	tail     string // the end of the text passed on so far

	thinking *Checker // has no sources: it removes every mark from the thinking
}

// piece is a part of an answer: text, or a citation mark if n is set.
type piece struct {
	text string
	n    int
}

// unreadable is the number of an invalid mark.
const unreadable = -1

// New makes a checker without sources.
func New(o Options) *Checker {
	if o.Show == nil {
		o.Show = func(quote string) string { return quote }
	}
	return &Checker{Options: o, sources: map[int]source.Source{}, docs: map[int]stream.Doc{}, listed: map[int]bool{}, read: newReading()}
}

// Add adds sources that may be cited, numbered from first.
func (c *Checker) Add(first int, sources []source.Source) {
	for i, s := range sources {
		c.sources[first+i] = s
	}
}

// List adds sources, numbered from first, that are listed even if they are not cited: pages found
// by a search. The caller must also pass these sources to Add. The first citation of such a source
// determines its quote, if the source has a text.
func (c *Checker) List(first int, sources []source.Source) {
	for i, s := range sources {
		c.docs[first+i] = s.Doc(first+i, c.Show(Shorten(s.Text)), c.Locale)
		c.grown, c.pages = true, true
		c.listed[first+i] = !hasNoText(s)
	}
}

// Resume continues an answer that already has sources, which stay listed. It returns the first
// free number.
func (c *Checker) Resume(m stream.Message) (next int) {
	next = 1
	for _, it := range m.Content {
		if g, ok := it.Event.(stream.SearchGuid); ok {
			for _, d := range g.Docs {
				c.docs[d.Index] = d
				next = max(next, d.Index+1)
			}
		}
	}
	return next
}

// Write takes the next piece of text and returns what may be shown now.
func (c *Checker) Write(s string) string {
	for _, r := range s {
		c.take(r)
	}
	return c.released()
}

// Flush ends the last sentence and returns the text not yet returned by Write.
func (c *Checker) Flush() string {
	rest := c.mark
	c.mark = nil
	if len(rest) <= len(markHead) { // a longer rest is the beginning of a mark, and is dropped
		for _, r := range rest {
			c.word(r)
		}
	}
	c.close()
	return c.released()
}

// News returns the list of sources if it has changed since the last call.
func (c *Checker) News() (stream.SearchGuid, bool) {
	if !c.grown {
		return stream.SearchGuid{}, false
	}
	c.grown = false
	docs := slices.SortedFunc(maps.Values(c.docs), func(a, b stream.Doc) int { return a.Index - b.Index })
	title := citedPassages
	if c.pages {
		title = listedPages
	}
	return stream.SearchGuid{Title: fmt.Sprintf(title.In(c.Locale), len(docs)), Docs: docs}, true
}

var (
	citedPassages = errs.Text{ZhCN: "引用 %d 处原文", ZhTW: "引用 %d 處原文", En: "%d passages cited"}
	listedPages   = errs.Text{ZhCN: "引用 %d 篇资料作为参考", ZhTW: "引用 %d 篇資料作為參考", En: "Based on %d sources"}
)

// Strip removes the marks from the next piece of thinking, where citations are not checked.
func (c *Checker) Strip(s string) string {
	if c.thinking == nil {
		c.thinking = New(c.Options)
	}
	return c.thinking.Write(s)
}

// FlushStripped returns the rest of the thinking.
func (c *Checker) FlushStripped() string {
	if c.thinking == nil {
		return ""
	}
	return c.thinking.Flush()
}

func (c *Checker) released() string {
	s := c.out.String()
	c.out.Reset()
	return s
}

// take handles one character and detects marks.
func (c *Checker) take(r rune) {
	if len(c.mark) == 0 && !opensMark(r) {
		c.word(r)
		return
	}
	c.mark = append(c.mark, r)
	switch markOf(c.mark) {
	case markWhole:
		numbers := numbersOf(c.mark)
		c.mark = nil
		if len(numbers) == 0 {
			c.cite(unreadable)
		}
		for _, n := range numbers {
			c.cite(n)
		}
	case markNone:
		text := c.mark
		c.mark = nil
		again := len(text) > 1 && opensMark(r)
		if again {
			text = text[:len(text)-1]
		}
		text, dropped := withoutHead(text)
		if dropped {
			c.cite(unreadable)
		}
		for _, r := range text {
			c.word(r)
		}
		if again {
			c.mark = []rune{r}
		}
	}
}

// cite holds a mark until the end of the sentence; in a trusted text, the mark is decided immediately.
func (c *Checker) cite(n int) {
	if n == 0 {
		n = unreadable
	}
	c.held = append(c.held, piece{n: n})
	if c.Trusted {
		c.decide()
	}
}

// closers maps opening to closing quotation marks.
var closers = map[rune]rune{'“': '”', '「': '」', '『': '』', '"': '"'}

// word handles a character that is not part of a mark.
func (c *Checker) word(r rune) {
	if c.ended && r != ' ' && !closesSentence(r) && !endsSentence(r) {
		c.close()
	}
	c.put(string(r))
	if c.ended && r == ' ' {
		return
	}
	c.sentence.WriteRune(r)
	c.length++
	if n := len(c.quoting); n > 0 && c.quoting[n-1] == r {
		c.quoting = c.quoting[:n-1]
	} else if want, ok := closers[r]; ok {
		c.quoting = append(c.quoting, want)
	}
	inside := len(c.quoting) > 0
	switch {
	case r == '\n' || c.length >= maxSentence:
		c.close()
	case inside:
	case endsSentence(r), r == ' ' && c.last == '.':
		c.ended = true
	case (closesSentence(r) || r == '"') && endsSentence(c.last): // a sentence such as “……。” ends together with its quotation
		c.ended = true
	}
	c.last = r
}

// put passes text on, or holds it if an undecided mark precedes it.
func (c *Checker) put(s string) {
	if len(c.held) == 0 {
		c.release(s)
		return
	}
	if last := &c.held[len(c.held)-1]; last.n == 0 {
		last.text += s
		return
	}
	c.held = append(c.held, piece{text: s})
}

// close ends the sentence.
func (c *Checker) close() {
	c.decide()
	c.sentence.Reset()
	c.length, c.ended, c.last, c.quoting = 0, false, 0, nil
}

// decide passes on the held text of the sentence, with the marks kept by `holding`.
func (c *Checker) decide() {
	if len(c.held) == 0 {
		return
	}
	kept := c.holding(c.sentence.String())
	for _, h := range c.held {
		switch {
		case h.n == 0:
			c.release(h.text)
		case kept[h.n]:
			kept[h.n] = c.Trusted // a source is cited once per sentence; in a trusted text, as often as it is marked
			c.release("[citation:" + strconv.Itoa(h.n) + "]")
		case endsInMark(c.tail):
			c.release(" ") // prevents the characters around a dropped mark from forming a new mark
		}
	}
	c.held = nil
}

// holding returns the numbers of the marks to keep. In a trusted text, a mark is kept if its source
// is known. Otherwise, it is kept if `supporting` returns its number. holding adds the sources of the
// kept marks to c.docs.
func (c *Checker) holding(sentence string) map[int]bool {
	kept := map[int]bool{}
	var known []int
	for _, h := range c.held {
		if _, ok := c.sources[h.n]; ok && !slices.Contains(known, h.n) {
			known = append(known, h.n)
		}
	}
	quotes := map[int][]string{}
	if !c.Trusted {
		known, quotes = c.supporting(known, sentence)
	}
	for _, n := range known {
		kept[n] = true
		if _, ok := c.docs[n]; !ok || c.listed[n] {
			c.docs[n] = c.doc(n, sentence, quotes[n])
			c.grown = true
			delete(c.listed, n)
		}
	}
	return kept
}

// supporting returns the numbers of the sources that support a sentence or have no text to check. For
// each source, it also returns the quotations of the sentence that occur in the source.
func (c *Checker) supporting(numbers []int, sentence string) ([]int, map[int][]string) {
	if len(TermsOf(sentence)) == 0 {
		return nil, nil // no source supports a sentence without terms
	}
	quotes := quotedIn(sentence)
	of := map[int][]string{}
	for _, q := range quotes {
		found := false
		for _, n := range numbers {
			if Quoted(c.sources[n].Content(), q) {
				of[n], found = append(of[n], q), true
			}
		}
		if !found {
			return nil, nil // if a quotation is in none of the sources, the sentence gets no citation
		}
	}
	stmt := newStatement(sentence, c.read)
	var out []int
	for _, n := range numbers {
		if len(of[n]) > 0 || len(quotes) == 0 && (hasNoText(c.sources[n]) || stmt.supportedBy(c.sources[n])) {
			out = append(out, n)
		}
	}
	if len(out) == 0 && len(quotes) == 0 && len(numbers) > 1 && len(numbers) <= maxJoint {
		return c.jointly(numbers, stmt), of
	}
	return out, of
}

// hasNoText reports whether a provider has found the page without sending its text. A citation of
// such a page cannot be checked, so it is accepted unless the sentence has a quotation or no terms.
func hasNoText(s source.Source) bool { return s.Kind == source.Web && s.Text == "" && s.URL != "" }

// maxJoint limits the test for joint support: a sentence with more marked sources is not tested.
const maxJoint = 4

// jointly returns the sources that support at least one clause of a statement. It returns no sources
// if the statement has fewer than two clauses, or if a clause has no supporting source.
func (c *Checker) jointly(numbers []int, stmt *statement) []int {
	clauses := stmt.parts()
	if len(clauses) < 2 {
		return nil
	}
	var out []int
	for _, clause := range clauses {
		found := false
		for _, n := range numbers {
			if clause.supportedBy(c.sources[n]) {
				found = true
				if !slices.Contains(out, n) {
					out = append(out, n)
				}
			}
		}
		if !found {
			return nil
		}
	}
	return out
}

// doc returns a source as it is listed for the reader, with its quote.
func (c *Checker) doc(n int, sentence string, quotes []string) stream.Doc {
	s := c.sources[n]
	quote := Shorten(s.Text)
	if !c.Trusted {
		quote = bestQuote(s.Text, sentence, quotes)
	}
	return s.Doc(n, c.Show(quote), c.Locale)
}

// release passes text on.
func (c *Checker) release(s string) {
	c.out.WriteString(s)
	c.tail += s
	if len(c.tail) > 16*maxMark {
		c.tail = strings.ToValidUTF8(c.tail[len(c.tail)-8*maxMark:], "")
	}
}
