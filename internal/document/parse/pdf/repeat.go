package pdf

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// around is the number of pages before and after a page to compare with the page.
const around = 5

// margin is a line at the top or the bottom of a page.
type margin struct {
	key     string // text of the line, with # in place of each number; see marginKey
	y       float64
	page    int
	numbers []printedNumber // numbers in the line, in order
	edge    int             // the number at the beginning or end of the line, minus the page number
	has     bool            // there is a number at the beginning or end of the line
}

// printedNumber is a number in a line.
type printedNumber struct {
	text  string
	named bool // an ASCII letter is directly before or after the number, as in WQ1024, so it is no page number
}

var (
	// edgeNumber matches a number at either end of a line.
	edgeNumber = regexp.MustCompile(`^(\d{1,5})\s|\s(\d{1,5})$`)
	// anyNumber matches any number. An ASCII letter directly before or after the number is part of
	// the match.
	anyNumber = regexp.MustCompile(`([A-Za-z]?)(\d+)([A-Za-z]?)`)
)

func (l *pageLayout) margin(text string, y float64) margin {
	m := margin{key: marginKey(text), y: y, page: l.number}
	if !strings.ContainsAny(text, "0123456789") {
		return m
	}
	if at := edgeNumber.FindStringSubmatch(text); at != nil {
		m.edge, m.has = parse.Atoi(at[1]+at[2])-l.number, true
	}
	for _, at := range anyNumber.FindAllStringSubmatch(text, -1) {
		m.numbers = append(m.numbers, printedNumber{text: at[2], named: at[1]+at[3] != ""})
	}
	return m
}

// repeats reports whether two margins are the same line: at the same height, with the same text, and
// with equal numbers. Numbers that are not `named` may also differ as much as the page numbers do. If
// the numbers differ otherwise, as in a form, the line is not a header.
func (m margin) repeats(o margin) bool {
	if m.key != o.key || math.Abs(m.y-o.y) >= 4 || len(m.numbers) != len(o.numbers) {
		return false
	}
	for i, n := range m.numbers {
		if text := o.numbers[i].text; n.text != text && (n.named || parse.Atoi(n.text)-parse.Atoi(text) != m.page-o.page) {
			return false
		}
	}
	return true
}

// counts reports whether two lines are at the same height and begin or end with a number. These numbers
// must differ as much as the page numbers do.
func (m margin) counts(o margin) bool {
	return m.has && o.has && m.edge == o.edge && math.Abs(m.y-o.y) < 4
}

// pageNumber matches a line that has only the page number.
var pageNumber = regexp.MustCompile(`^[-–—·\s|]*(?:第\s*)?(?:\d{1,5}|[ivxlc]{1,6})(?:\s*页)?(?:\s*[/,，|／]?\s*(?:共|of)?\s*\d{1,5}\s*页?)?[-–—·\s|]*$|^(?i:page)\s+\d{1,5}(?:\s+of\s+\d{1,5})?$`)

// isPageNumber reports whether a line has only the page number.
func isPageNumber(line string) bool {
	const longest = 100 // bytes
	return len(line) <= longest && pageNumber.MatchString(line)
}

// margins returns the lines of a page that may be headers or footers: the lines in the top
// ninth and in the bottom ninth.
func (l *pageLayout) margins() []margin {
	var out []margin
	for _, row := range bands(l.segs) {
		if row[0].block != nil || !l.outer(row[0]) {
			continue
		}
		out = append(out, l.margin(oneSegment(row).text, row[0].Y0))
		for _, s := range row[1:] { // a header may be beside a line of text
			out = append(out, l.margin(s.text, s.Y0))
		}
	}
	return out
}

func (l *pageLayout) outer(s segment) bool {
	return s.Y1 < l.tall/9 || s.Y0 > l.tall*8/9
}

// marginKey returns a line without spaces and with # in place of each number.
func marginKey(s string) string {
	var b strings.Builder
	digit := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
		case unicode.IsDigit(r):
			if !digit {
				b.WriteByte('#')
			}
			digit = true
			continue
		default:
			b.WriteRune(r)
		}
		digit = false
	}
	return b.String()
}

// withoutRepeats removes the page number, and lines repeated at the same position on
// neighbouring pages.
func (l *pageLayout) withoutRepeats(neighbours [][]margin, body float64) {
	drop := func(s segment, text string) bool {
		if !l.outer(s) || s.size > body*1.5 {
			return false
		}
		if isPageNumber(text) {
			return true
		}
		own, same, counts := l.margin(text, s.Y0), 0, 0
		for _, page := range neighbours {
			if slices.ContainsFunc(page, own.repeats) {
				same++
			}
			if slices.ContainsFunc(page, own.counts) {
				counts++
			}
		}
		if counts >= 2 {
			return true // a line with a page number is a header or footer, whatever its other text is
		}
		// Left and right pages have different headers, so it is enough if a third of the
		// neighbours, and at least two, have this line. If there is only one neighbour, it must
		// have this line.
		return same >= 2 && same*3 >= len(neighbours) || same == 1 && len(neighbours) == 1
	}
	var kept []segment
	for _, row := range bands(l.segs) {
		if row[0].block == nil && drop(row[0], oneSegment(row).text) {
			continue
		}
		for _, s := range row {
			if len(row) == 1 || s.block != nil || isPageNumber(s.text) || !drop(s, s.text) {
				kept = append(kept, s)
			}
		}
	}
	if len(kept) == 0 && !l.picture {
		return // the page has no other text, so its repeated lines are kept
	}
	l.segs = kept
}
