package openai

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// Bounds on the pages of a provider's own search.
const (
	maxPages   = 50   // further pages are left out
	maxTitle   = 200  // characters
	maxExtract = 4000 // characters
	maxAddress = 2000 // bytes
)

// pages reads a list of search results in any dialect: search_info of 混元, web_search
// of 智谱, search_results of TokenHub. Some providers send the list once, others with
// every event. Only new pages go into the next delta.
func (d *Decoder) pages(raw []byte) {
	if len(raw) == 0 {
		return
	}
	if raw[0] == '{' { // search_info
		fields(raw, func(key string, v []byte) {
			if key == "search_results" {
				d.pages(v)
			}
		})
		return
	}
	var fresh []source.Source
	elements(raw, func(i int, value []byte) {
		if len(d.cited.numbers) >= maxPages {
			return
		}
		p, number := page(value)
		if number == 0 {
			number = i + 1
		}
		if _, known := d.cited.numbers[number]; known || p.Title == "" && p.URL == "" {
			return
		}
		d.cited.add(number, d.first)
		fresh = append(fresh, p)
	})
	if len(fresh) > 0 {
		d.flush(true)
		d.add(llm.Delta{Sources: fresh})
	}
}

// page reads one search result. number is the result's number in the provider's citations, or 0 if
// the result contains no valid number.
func page(raw []byte) (p source.Source, number int) {
	p.Kind = source.Web
	fields(raw, func(key string, v []byte) {
		if key == "index" && !isString(v) {
			number = integer(v, 0)
			return
		}
		if !isString(v) {
			return
		}
		s := strings.TrimSpace(text(v))
		switch key {
		case "title", "name":
			p.Title = clip(s, maxTitle)
		case "url", "link":
			p.URL = webAddress(s)
		case "content", "text", "snippet", "summary":
			p.Text = clip(s, maxExtract)
		case "media", "site", "site_name", "source":
			p.Site = clip(s, maxTitle)
		case "publish_date", "publish_time", "date":
			p.Published = day(s)
		case "refer", "index", "ref":
			if n, err := strconv.Atoi(strings.TrimPrefix(s, "ref_")); err == nil {
				number = n
			}
		}
	})
	p.ID = p.URL
	if number < 0 || number > maxPages {
		number = 0
	}
	return p, number
}

// webAddress returns s in the spelling of net/url. If s is not an http or https address, or is longer
// than maxAddress bytes, the result is empty.
func webAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || len(s) > maxAddress || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	return u.String()
}

// day reads the date at the beginning of s as Unix milliseconds; 0 if the date is invalid.
func day(s string) int64 {
	if len(s) < len(time.DateOnly) {
		return 0
	}
	t, err := time.Parse(time.DateOnly, s[:len(time.DateOnly)])
	if err != nil {
		return 0
	}
	return t.UnixMilli()
}

// citer replaces a provider's marks for citations of its own search results by [citation:N].
// The marks are [ref_3] of 智谱 and 百炼, [3,6](@ref) of 混元, and [3] of TokenHub. N is the
// number of the source in this answer. It may differ from the provider's number. citer holds
// back text that may be the beginning of a mark.
type citer struct {
	numbers map[int]int // the provider's number of a source → its number in this answer
	held    []byte      // text held back, beginning with the bracket
	before  byte        // last byte of the answer before `held`; 0: no byte since the first source became known
}

func (c *citer) add(number, first int) {
	if c.numbers == nil {
		c.numbers = map[int]int{}
	}
	c.numbers[number] = first + len(c.numbers)
}

// maxCite bounds the held text, in bytes. At this length, text is emitted even if it may still become
// a mark.
const maxCite = 48

// feed adds bytes of the answer and emits the bytes that need not be held back.
func (c *citer) feed(b []byte, emit func([]byte)) {
	if len(c.numbers) == 0 {
		emit(b)
		return
	}
	for _, x := range b {
		c.held = append(c.held, x)
		for len(c.held) > 0 && !c.settle(false, emit) {
		}
	}
}

// close emits the held text.
func (c *citer) close(emit func([]byte)) {
	for len(c.held) > 0 {
		c.settle(true, emit)
	}
}

// settle removes one piece from the beginning of the held text and emits it. If the text begins with a
// mark, the piece is the mark, which is converted. If the text before the mark rules out a citation
// (see belongs), the mark stays unchanged. Without a mark, the piece is a single byte. If the held text
// may still become a mark and is shorter than maxCite, settle does nothing and reports true. `last`
// means that no more text follows.
func (c *citer) settle(last bool, emit func([]byte)) (waits bool) {
	numbers, length, state := readCite(c.held)
	switch {
	case state == citeOpen && !last && len(c.held) < maxCite:
		return true
	case state == citeWhole && !c.belongs():
		emit(c.pass(length))
		return false
	case state != citeWhole:
		emit(c.pass(1))
		return false
	}
	c.held, c.before = c.held[length:], ']'
	for _, n := range numbers {
		if to, ok := c.numbers[n]; ok {
			emit([]byte("[citation:" + strconv.Itoa(to) + "]"))
		}
	}
	return false
}

// belongs reports whether the bracket at the beginning of the held text can begin a mark. A bracket
// after an ASCII letter, a digit, an underscore, a closing parenthesis or an exclamation mark cannot
// begin a mark. In a[1], for example, the bracket begins an index.
func (c *citer) belongs() bool {
	b := c.before
	return !(b == '_' || b == ')' || b == '!' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z')
}

// pass removes and returns the first n held bytes.
func (c *citer) pass(n int) []byte {
	out := slices.Clone(c.held[:n])
	c.held, c.before = c.held[n:], out[n-1]
	return out
}

type citeState int

const (
	citeNone  citeState = iota // no mark begins here
	citeOpen                   // a mark may begin here
	citeWhole                  // a complete mark begins here
)

// readCite looks for a mark at the beginning of b.
func readCite(b []byte) (numbers []int, length int, state citeState) {
	const head, tail = "ref_", "(@ref)"
	if b[0] != '[' {
		return nil, 0, citeNone
	}
	i, named := 1, false
	if i < len(b) && b[i] == head[0] {
		n := min(len(head), len(b)-i)
		if string(b[i:i+n]) != head[:n] {
			return nil, 0, citeNone
		}
		i, named = i+n, true
	}
	n := 0
	for ; i < len(b) && b[i] != ']'; i++ {
		switch {
		case b[i] >= '0' && b[i] <= '9' && n < 1000:
			n = n*10 + int(b[i]-'0')
		case b[i] == ',' && n > 0:
			numbers, n = append(numbers, n), 0
		case b[i] != ' ':
			return nil, 0, citeNone
		}
	}
	if i == len(b) {
		return nil, 0, citeOpen
	}
	if n == 0 {
		return nil, 0, citeNone
	}
	numbers, i = append(numbers, n), i+1
	switch {
	case named:
		return numbers, i, citeWhole
	case i == len(b):
		return nil, 0, citeOpen // a link may follow
	case b[i] != '(':
		return numbers, i, citeWhole
	}
	rest := string(b[i:])
	switch {
	case strings.HasPrefix(rest, tail):
		return numbers, i + len(tail), citeWhole
	case strings.HasPrefix(tail, rest):
		return nil, 0, citeOpen
	}
	return nil, 0, citeNone
}
