package webpage

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	readability "codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/charset"
	pages "github.com/wenqu-ai/wenqu/internal/document/parse/html"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Raw is a response body, the input of Extract.
type Raw struct {
	URL         string // the final address
	ContentType string // the Content-Type header; it determines the encoding if the bytes do not
	Plain       bool   // Body is plain text
	Data        bool   // Body is machine-readable, such as JSON or a feed
	Body        []byte
}

// maxNodes is the maximum number of elements of a page for finding its main part. If a page has more
// elements, all its text is used, except navigation and similar elements.
const maxNodes = 30_000

// Extract makes a page of a response body: its metadata, and its main part as text. It fails with
// an *Error.
func Extract(r Raw) (Page, error) {
	at, err := url.Parse(r.URL)
	if err != nil {
		return Page{}, fail(BadAddress, err)
	}
	utf8Body, err := decode(r)
	if err != nil {
		return Page{}, err
	}
	switch {
	case r.Plain:
		return plain(at, utf8Body)
	case r.Data:
		return data(at, utf8Body)
	}
	doc, err := html.Parse(bytes.NewReader(utf8Body))
	if err != nil { // nested deeper than 512 elements
		return whole(at, utf8Body)
	}
	reveal(doc)
	m := metaOf(doc, at)
	p := m.page(at)
	p.Links = linksOf(doc, m.base(at))
	signs := signsOf(doc, at, m)
	first := walked(doc, openingChars)
	p.Units = mainPart(doc, at)
	p.Text = TextOf(p.Units)
	p.complete(first)
	err = signs.judge(&p) // sets p.Partial
	return p, err
}

// decode converts a body to UTF-8.
func decode(r Raw) ([]byte, error) {
	enc, ok := pages.Charset(r.Body[:min(len(r.Body), charset.SampleSize)], r.ContentType)
	if len(r.Body) == 0 {
		return nil, fail(Empty, nil)
	}
	if !ok {
		return nil, fail(NotText, nil)
	}
	if enc == unicode.UTF8 && utf8.Valid(r.Body) {
		return bytes.TrimPrefix(r.Body, []byte("\xef\xbb\xbf")), nil
	}
	b, err := enc.NewDecoder().Bytes(r.Body)
	if err != nil {
		return nil, fail(Broken, err)
	}
	return bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), nil
}

// OfText makes a page of a text extracted by another program. It fails with
// Empty if the text is empty, and with BadAddress if the address is invalid.
func OfText(address, title, text string) (Page, error) {
	at, err := url.Parse(address)
	if err != nil {
		return Page{}, fail(BadAddress, err)
	}
	p, err := plain(at, []byte(strings.ToValidUTF8(text, "")))
	if title != "" {
		p.Title = title
	}
	return p, err
}

func plain(at *url.URL, b []byte) (Page, error) {
	c, units := collect(MaxChars)
	for _, line := range strings.Split(string(b), "\n") {
		if err := c.Flow(parsed.Block{Kind: parsed.Paragraph, Text: strings.TrimRight(line, "\r")}); err != nil {
			break // the character limit was reached
		}
	}
	p := Page{URL: at.String(), Site: HostOf(at.String()), Units: end(c, units)}
	p.Text = TextOf(p.Units)
	p.complete(p.Units)
	if strings.TrimSpace(p.Text) == "" {
		return Page{}, fail(Empty, nil)
	}
	return p, nil
}

// whole extracts all text of a page that cannot be parsed as a tree.
func whole(at *url.URL, b []byte) (Page, error) {
	units, err := blocksOf(b, MaxChars)
	if err != nil {
		return Page{}, err
	}
	p := Page{URL: at.String(), Site: HostOf(at.String()), Units: units, Text: TextOf(units)}
	p.complete(units)
	if p.Text == "" {
		return Page{}, fail(Empty, nil)
	}
	return p, nil
}

// blocksOf returns the text of HTML in blocks, at most `chars` characters.
func blocksOf(b []byte, chars int) ([]parsed.Unit, error) {
	c, units := collect(chars)
	p := &pages.Page{Emit: c.Flow, Bare: true}
	if err := p.Read(context.Background(), bytes.NewReader(b)); err != nil && !errors.Is(err, parse.ErrEnough) {
		return nil, fail(Broken, err)
	}
	return end(c, units), nil
}

type sink struct{ units []parsed.Unit }

func (s *sink) Unit(u parsed.Unit) error {
	s.units = append(s.units, u)
	return nil
}

func (s *sink) Progress(int, int) {}

func collect(chars int) (*parse.Collector, *sink) {
	s := &sink{}
	return parse.NewCollector(context.Background(), s, parse.Options{MaxChars: chars}), s
}

func end(c *parse.Collector, s *sink) []parsed.Unit {
	_ = c.Flush() // an error means that the character limit was reached; the text before the limit was added
	return s.units
}

// mainPart returns the main part of a page. For a page without a main part, for example a list or a
// start page, mainPart returns the whole page without navigation. It changes the tree.
func mainPart(doc *html.Node, at *url.URL) []parsed.Unit {
	body := find(doc, atom.Body)
	if body == nil {
		return walked(doc, MaxChars)
	}
	// If removing the nodes around the content would leave less than a quarter of the text, the class
	// names are misleading, and nothing is removed.
	if around, all, kept := framed(body); 4*kept >= all {
		for _, n := range around {
			n.Parent.RemoveChild(n)
		}
	}
	rest := walked(body, MaxChars)
	p := readability.NewParser()
	p.MaxElemsToParse, p.DisableJSONLD = maxNodes, true
	if article, err := p.ParseAndMutate(doc, at); err == nil && article.Node != nil {
		if main := walked(article.Node, MaxChars); enough(main, rest) {
			return main
		}
	}
	return rest
}

// enough reports whether `main` contains at least half of the page's running text. A quarter is enough if
// `main` contains at least 1,500 characters of running text. On a page with little running text, for
// example a page of links, all text is compared.
func enough(main, all []parsed.Unit) bool {
	m, a := prose(main), prose(all)
	if a < 200 {
		m, a = runes(main), runes(all)
	}
	return m > 0 && (2*m >= a || m >= 1_500 && 4*m >= a)
}

// prose counts the characters of running text. Running text is every table, every block with Chinese
// sentence punctuation, and every block of at least 20 characters. Other blocks, such as most links of a
// list, do not count.
func prose(units []parsed.Unit) int {
	n := 0
	for _, u := range units {
		for _, b := range u.Blocks {
			if r := utf8.RuneCountInString(b.Text); r >= 20 || b.Kind == parsed.Table || strings.ContainsAny(b.Text, "。！？；") {
				n += r
			}
		}
	}
	return n
}

func runes(units []parsed.Unit) (n int) {
	for _, u := range units {
		for _, b := range u.Blocks {
			n += utf8.RuneCountInString(b.Text)
		}
	}
	return n
}

// walked returns the text of an element in blocks, at most `chars` characters.
func walked(n *html.Node, chars int) []parsed.Unit {
	c, units := collect(chars)
	p := &pages.Page{Emit: c.Flow, Bare: true}
	_ = p.Walk(n) // an error means that the character limit was reached; the text before the limit was added
	return end(c, units)
}

// complete takes the title and the date from the text if the page does not state them. If the
// text has reached its limit, `complete` sets Partial.
func (p *Page) complete(all []parsed.Unit) {
	if p.Title == "" {
		for _, u := range all {
			for _, b := range u.Blocks {
				if p.Title == "" {
					p.Title = b.Text
				}
			}
		}
	}
	p.Title = text.Cut(text.OneLine(p.Title), maxTitle)
	if p.Published == 0 {
		p.Published = dateIn(opening(all))
	}
	if runes(p.Units) >= MaxChars {
		p.Partial = TooLarge
	}
}

// openingChars is how many characters at the beginning of a page are searched for its title and date.
const openingChars = 20_000

// opening returns the short blocks at the beginning of a page, which usually contain its date.
func opening(all []parsed.Unit) string {
	var b strings.Builder
	for _, u := range all {
		for _, block := range u.Blocks {
			if utf8.RuneCountInString(block.Text) <= 200 {
				b.WriteString(block.Text)
				b.WriteByte('\n')
			}
			if b.Len() > 6_000 {
				return b.String()
			}
		}
	}
	return b.String()
}
