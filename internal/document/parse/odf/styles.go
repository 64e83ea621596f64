package odf

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
)

// maxLevels is the maximum number of numbered levels of lists and headings.
const maxLevels = 10

// level describes how one level of a list or of headings is numbered.
type level struct {
	format         string // name of the number format, as for parse.Counted; empty: no number
	prefix, suffix string
	start, shown   int // start is the first number; shown is the number of levels in the displayed number
}

// style contains the used properties of a style.
type style struct {
	parent string
	hidden bool // the sheet or slide is hidden
}

// styles are the styles of a document by family and name.
type styles struct {
	of     map[string]style
	lists  map[string]*[maxLevels]level
	heads  [maxLevels]level
	pages  map[string][2]float64 // width and height of each page layout, in points
	layout map[string]string     // name of the page layout, by the name of the master page

	cur   string // the style that is being read
	list  *[maxLevels]level
	page  string
	count int
}

func newStyles() *styles {
	return &styles{of: map[string]style{}, lists: map[string]*[maxLevels]level{}, pages: map[string][2]float64{}, layout: map[string]string{}}
}

// token reads a token of a part that contains styles.
func (s *styles) token(t xml.Token) error {
	e, ok := t.(xml.StartElement)
	if !ok {
		return nil
	}
	if s.count++; s.count > 500_000 {
		return nil
	}
	name := archive.Attr(e, "name")
	switch e.Name.Local {
	case "style":
		s.cur = archive.Attr(e, "family") + " " + name
		s.of[s.cur] = style{parent: archive.Attr(e, "parent-style-name")}
	case "table-properties":
		s.hide(archive.AttrNS(e, "table", "display") == "false")
	case "drawing-page-properties":
		s.hide(archive.Attr(e, "visibility") == "hidden")
	case "list-style":
		s.list = new([maxLevels]level)
		s.lists[name] = s.list
	case "outline-style":
		s.list = &s.heads
	case "list-level-style-number", "outline-level-style":
		if at := parse.Atoi(archive.AttrNS(e, "text", "level")); at >= 1 && at <= maxLevels && s.list != nil {
			s.list[at-1] = levelOf(e)
		}
	case "page-layout":
		s.page = name
	case "page-layout-properties":
		s.pages[s.page] = [2]float64{points(archive.Attr(e, "page-width")), points(archive.Attr(e, "page-height"))}
	case "master-page":
		s.layout[name] = archive.Attr(e, "page-layout-name")
	}
	return nil
}

func (s *styles) hide(hidden bool) {
	if st, ok := s.of[s.cur]; ok && hidden {
		st.hidden = true
		s.of[s.cur] = st
	}
}

// formats maps the first character of a number format to the format's name for parse.Counted.
var formats = map[rune]string{'1': "decimal", 'a': "lowerLetter", 'A': "upperLetter", 'i': "lowerRoman", 'I': "upperRoman", '一': "chineseCounting", '壹': "chineseCounting", '①': "decimalEnclosedCircle"}

func levelOf(e xml.StartElement) level {
	l := level{prefix: archive.Attr(e, "num-prefix"), suffix: archive.Attr(e, "num-suffix"), start: 1, shown: max(1, parse.Atoi(archive.Attr(e, "display-levels")))}
	if format := archive.Attr(e, "num-format"); format != "" {
		first, _ := utf8.DecodeRuneInString(format)
		l.format = cmp.Or(formats[first], "decimal")
	}
	if v := archive.Attr(e, "start-value"); v != "" {
		l.start = parse.Atoi(v)
	}
	return l
}

// counts are the current numbers of the levels of a list or of the headings.
type counts [maxLevels]struct {
	begun bool // the level has an item
	n     int  // number of its last item
}

// next counts the next item at `depth` (from 0) and returns its number as displayed. It returns "" if
// the item has no number.
func (n *counts) next(levels *[maxLevels]level, depth int) string {
	if levels == nil || depth < 0 || depth >= maxLevels {
		return ""
	}
	if n[depth].begun {
		n[depth].n++
	} else {
		n[depth].begun, n[depth].n = true, levels[depth].start
	}
	clear(n[depth+1:])
	l := levels[depth]
	if l.format == "" {
		return ""
	}
	var parts []string
	for i := max(0, depth+1-l.shown); i <= depth; i++ {
		if levels[i].format != "" {
			parts = append(parts, parse.Counted(levels[i].format, max(n[i].n, levels[i].start)))
		}
	}
	return strings.TrimSpace(l.prefix + strings.Join(parts, ".") + l.suffix)
}

// kindOf returns the kind of a paragraph according to its style: "Title", "Subtitle",
// "Caption" or "".
func (s *styles) kindOf(name string) string {
	for range 10 {
		switch name {
		case "Title", "Subtitle", "Caption":
			return name
		case "Illustration", "Table", "Drawing", "Figure":
			return "Caption"
		case "":
			return ""
		}
		name = s.of["paragraph "+name].parent
	}
	return ""
}

// points converts a length with a unit to points.
func points(v string) float64 {
	for unit, each := range map[string]float64{"cm": 72 / 2.54, "mm": 7.2 / 2.54, "in": 72, "pt": 1, "pc": 12, "px": 0.75} {
		if number, ok := strings.CutSuffix(v, unit); ok {
			f, err := strconv.ParseFloat(number, 64)
			if err != nil || f < -1e5 || f > 1e5 {
				return 0
			}
			return f * each
		}
	}
	return 0
}
