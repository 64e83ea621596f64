package chat

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of the check of citations.
const (
	maxSentence = 600 // characters after which a sentence counts as ended, so that nothing waits for long
	maxLinked   = 200 // characters of a quote in an address
)

// citer is the check of citations at work on one answer. A mark is let through
// when its number is that of an excerpt and its sentence is supported there; any
// other is dropped. A text is let through at once up to the first mark of a
// sentence; from there on it waits for the end of the sentence, since a
// quotation may still follow. How the text is cut into pieces makes no
// difference.
type citer struct {
	excerpts []Excerpt
	first    int  // the number of the first excerpt
	trusted  bool // the text was made from the excerpts by ourselves
	words    fileWords
	quoted   func(source, quote string) bool
	show     func(quote string) string // the content rules

	mark     []rune // what may become a mark, from its bracket on
	sentence strings.Builder
	length   int
	quoting  []rune // the closing quotation marks that are waited for
	ended    bool   // the sentence has its end mark; closing marks and citations may follow
	last     rune
	held     []cited // from the first undecided mark on
	out      strings.Builder
	tail     string // the end of what was let through

	docs map[int]stream.Doc // by number, of all that are cited
	news bool               // docs has grown since it was asked for
}

// cited is a piece of an answer: text, or with n a citation mark.
type cited struct {
	text string
	n    int
}

// noNumber is the number of a mark that nobody can read.
const noNumber = -1

func newCiter(excerpts []Excerpt, w fileWords, quoted func(source, quote string) bool) *citer {
	return &citer{excerpts: excerpts, first: 1, words: w, quoted: quoted, show: func(q string) string { return q }, docs: map[int]stream.Doc{}}
}

// resume goes on behind an answer with sources of its own, which stay; numbers
// begin behind theirs.
func (c *citer) resume(m stream.Message) {
	for _, it := range m.Content {
		if g, ok := it.Event.(stream.SearchGuid); ok {
			for _, d := range g.Docs {
				c.docs[d.Index] = d
				c.first = max(c.first, d.Index+1)
			}
		}
	}
}

// Write takes the next piece and gives what may be shown of it.
func (c *citer) Write(s string) string {
	for _, r := range s {
		c.take(r)
	}
	return c.let()
}

// Flush ends the text and gives the rest.
func (c *citer) Flush() string {
	rest := c.mark
	c.mark = nil
	if len(rest) <= len(markHead) { // else it is a mark that was cut off
		for _, r := range rest {
			c.word(r)
		}
	}
	c.close()
	return c.let()
}

func (c *citer) let() string {
	s := c.out.String()
	c.out.Reset()
	return s
}

// take looks for marks.
func (c *citer) take(r rune) {
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
			c.cite(noNumber)
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
		text, dropped := beheaded(text)
		if dropped {
			c.cite(noNumber)
		}
		for _, r := range text {
			c.word(r)
		}
		if again {
			c.mark = []rune{r}
		}
	}
}

// cite takes a mark.
func (c *citer) cite(n int) {
	if n == 0 {
		n = noNumber
	}
	c.held = append(c.held, cited{n: n})
	if c.trusted {
		c.decide()
	}
}

// closers are the quotation marks in pairs.
var closers = map[rune]rune{'“': '”', '「': '」', '『': '』', '"': '"'}

// word takes a character that is part of no mark.
func (c *citer) word(r rune) {
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
	case (closesSentence(r) || r == '"') && endsSentence(c.last): // “……。” ends with its quotation
		c.ended = true
	}
	c.last = r
}

// put lets text through, or holds it behind a mark that is not decided.
func (c *citer) put(s string) {
	if len(c.held) == 0 {
		c.release(s)
		return
	}
	if last := &c.held[len(c.held)-1]; last.n == 0 {
		last.text += s
		return
	}
	c.held = append(c.held, cited{text: s})
}

// close ends the sentence.
func (c *citer) close() {
	c.decide()
	c.sentence.Reset()
	c.length, c.ended, c.last, c.quoting = 0, false, 0, nil
}

// decide lets the marks of the sentence through that hold, and all text.
func (c *citer) decide() {
	if len(c.held) == 0 {
		return
	}
	kept := c.holding(c.sentence.String())
	for _, h := range c.held {
		switch {
		case h.n == 0:
			c.release(h.text)
		case kept[h.n]:
			kept[h.n] = c.trusted // once a sentence
			c.release("[citation:" + strconv.Itoa(h.n) + "]")
		case couldJoin(c.tail):
			c.release(" ") // what stands on both sides of the dropped mark must not become one
		}
	}
	c.held = nil
}

// holding finds which numbers of the waiting marks hold for a sentence, and
// lists their sources.
func (c *citer) holding(sentence string) map[int]bool {
	kept := map[int]bool{}
	var there []int
	for _, h := range c.held {
		if i := h.n - c.first; h.n > 0 && i >= 0 && i < len(c.excerpts) && !slices.Contains(there, h.n) {
			there = append(there, h.n)
		}
	}
	if !c.trusted && len(termsOf(sentence)) == 0 {
		return kept // a mark without a sentence supports nothing
	}
	var quotes []string
	if !c.trusted {
		quotes = quotedIn(sentence)
	}
	for _, q := range quotes {
		if !slices.ContainsFunc(there, func(n int) bool { return c.quoted(c.source(n), q) }) {
			return kept // a quotation that stands nowhere gets no source
		}
	}
	for _, n := range there {
		e := c.excerpts[n-c.first]
		mine := quotes[:0:0]
		for _, q := range quotes {
			if c.quoted(c.source(n), q) {
				mine = append(mine, q)
			}
		}
		switch {
		case c.trusted:
		case len(quotes) > 0 && len(mine) == 0, len(quotes) == 0 && !supports(sentence, c.source(n)):
			continue
		}
		kept[n] = true
		if _, ok := c.docs[n]; !ok {
			c.docs[n] = c.doc(n, e, sentence, mine)
			c.news = true
		}
	}
	return kept
}

// source is all that an excerpt says: its table's column names count too.
func (c *citer) source(n int) string {
	e := c.excerpts[n-c.first]
	if e.Header == "" {
		return e.Text
	}
	return e.Header + "\n" + e.Text
}

// doc is the source as the page lists it.
func (c *citer) doc(n int, e Excerpt, sentence string, quotes []string) stream.Doc {
	quote := shorten(e.Text)
	if !c.trusted {
		quote = bestQuote(e.Text, sentence, quotes, c.quoted)
	}
	quote = c.show(quote)
	address := "/tool/file-viewer?id=" + url.QueryEscape(e.FileID) + "&page=" + strconv.Itoa(e.Unit)
	if quote != "" {
		address += "&quote=" + url.QueryEscape(text.Cut(quote, maxLinked))
	}
	return stream.Doc{
		Index: n, DocID: e.FileID, Title: e.FileName, SourceName: e.FileName, WebSiteName: c.words.place(e),
		URL: address, Quote: quote, Page: e.Unit,
	}
}

// sources lists everything that is cited, and says whether that is news.
func (c *citer) sources() (stream.SearchGuid, bool) {
	if !c.news {
		return stream.SearchGuid{}, false
	}
	c.news = false
	docs := slices.SortedFunc(maps.Values(c.docs), func(a, b stream.Doc) int { return a.Index - b.Index })
	return stream.SearchGuid{Title: fmt.Sprintf(c.words.cited, len(docs)), Docs: docs}, true
}

// release lets text through.
func (c *citer) release(s string) {
	c.out.WriteString(s)
	c.tail += s
	if len(c.tail) > 16*maxMark {
		c.tail = strings.ToValidUTF8(c.tail[len(c.tail)-8*maxMark:], "")
	}
}
