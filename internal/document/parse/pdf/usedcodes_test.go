package pdf

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
)

func TestReadCharacters(t *testing.T) {
	t.Parallel()
	const list = "2 beginbfchar\n<0003> <0020>\n<0044><00660066>\nendbfchar 3 beginbfrange <0050> <0052> <0430>\n<0060><0061>[<4E59> <5001>]\n<0070> <0070> <>\nendbfrange"
	var c characters
	if !c.read([]byte("begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange " + list + " endcmap")) {
		t.Fatal("not read")
	}
	for code, want := range map[int]rune{2: 0, 3: ' ', 0x44: 'f', 0x50: 'а', 0x52: 'в', 0x53: 0, 0x60: '乙', 0x61: '乙', 0x70: '\ufffd'} {
		if c[code] != want {
			t.Errorf("%#x is %q, not %q", code, c[code], want)
		}
	}
	for _, bad := range []string{
		"beginbfchar <03> <0020> endbfchar", "beginbfchar <0003> 5 endbfchar", "beginbfrange <0003> <0002> <0020> endbfrange", "beginbfchar <00G3> <0020> endbfchar",
		"beginbfrange <0003> <0004> [<0020> endbfrange", "beginbfrange " + strings.Repeat("<0000> <FFFF> <0000>", 3) + " endbfrange", "beginbfchar <0003", "beginbfchar <0003> " + strings.Repeat("[", maxMap) + " endbfchar",
	} {
		if c.read([]byte(bad)) {
			t.Errorf("%.100s was read", bad)
		}
	}
}

func TestRangesOfUsedCodes(t *testing.T) {
	t.Parallel()
	var c characters
	for code := 100; code < 200; code += 2 {
		c[code] = '가' + rune(code)
	}
	c[150], c[20], c[300] = 'x', 'e', 'é'
	var spans []span
	for code := 100; code < 200; code += 2 {
		if code != 150 && code != 160 {
			spans = append(spans, span{from: code, to: code, width: "920"})
		}
	}
	spans = append(spans, span{from: 300, to: 301, width: "444"})
	got := c.ranges(spans, "1000")
	for code, r := range c {
		if want := widthOf(spans, code, "1000"); r != 0 && widthOf(got, code, "1000") != want {
			t.Errorf("code %d is not %s wide", code, want)
		}
	}
	if len(got) != 7 || got[0].from != 20 {
		t.Errorf("%v", got)
	}
	c = characters{100: 'a'}
	if got := c.ranges(spans, "1000"); got != nil {
		t.Errorf("a map without most of the codes gives %v", got)
	}
}

// withMap returns a file with a composite font. The font has a compressed map of its used
// codes, and widths of many single codes.
func withMap() pdftest.Page {
	p := composite(strings.Repeat("glyf", 200), "")
	var cmap, widths strings.Builder
	add := func(code, width int) {
		fmt.Fprintf(&cmap, "1 beginbfchar <%04X> <%04X> endbfchar\n", code, code)
		if width != 1000 {
			fmt.Fprintf(&widths, "%d [%d] ", code, width)
		}
	}
	for _, r := range "甲方 乙" {
		add(int(r), 1000)
	}
	for code := 'a'; code <= 'z'; code++ {
		add(int(code), 400+int(code)%5)
	}
	for code := 0xac00; code < 0xad00; code += 4 {
		add(code, 920)
	}
	p.Objects[2] = pdftest.Stream("/Filter /FlateDecode", deflated(cmap.String()))
	p.Objects[1] = strings.Replace(p.Objects[1], "/DW 1000", fmt.Sprintf("/DW 1000 /W %d 0 R", pdftest.Rest+len(p.Objects)), 1)
	p.Objects = append(p.Objects, "[ "+widths.String()+"]")
	return p
}

// TestUsedCodes checks that ranges of widths are merged across unused codes of the font, and that the
// positions of the text stay the same.
func TestUsedCodes(t *testing.T) {
	t.Parallel()
	const merged = "44032 44284 920 " // from U+AC00 to the last used code, with the width 920
	good := withMap()
	in := inputOf(good.Bytes())
	changed := quicker(in)
	if !bytes.Contains(changed.tail, []byte(merged)) {
		t.Fatalf("%s", changed.tail)
	}
	read := func(c changes) []glyph {
		d, err := openPDF(in, c)
		if err != nil {
			t.Fatal(err)
		}
		defer d.close()
		p := d.page(0)
		for i := range p.glyphs {
			p.glyphs[i].font = nil
		}
		return slices.Clone(p.glyphs)
	}
	want := read(changes{programs: changed.programs})
	if got := read(changed); len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	for name, change := range map[string]func(p *pdftest.Page){
		"another encoding": func(p *pdftest.Page) { p.Objects[0] = strings.Replace(p.Objects[0], "Identity-H", "Identity-V", 1) },
		"no map":           func(p *pdftest.Page) { p.Objects[0] = strings.Replace(p.Objects[0], "/ToUnicode", "/FromUnicode", 1) },
		"a map of all":     func(p *pdftest.Page) { p.Objects[2] = pdftest.Unicode(pdftest.Rest, true)[2] },
		"a damaged map":    func(p *pdftest.Page) { p.Objects[2] = pdftest.Stream("/Filter /FlateDecode", "x") },
		"two fonts":        func(p *pdftest.Page) { p.Objects = append(p.Objects, p.Objects[1]) },
		"two maps": func(p *pdftest.Page) {
			p.Objects = append(p.Objects, strings.Replace(p.Objects[0], "/ToUnicode", "/No", 1))
		},
		"another font's map": func(p *pdftest.Page) {
			p.Objects[2] = pdftest.Stream("/Filter /FlateDecode", deflated("beginbfchar <0001> <0061> endbfchar"))
		},
	} {
		p := withMap()
		change(&p)
		if c := quicker(inputOf(p.Bytes())); len(c.tail) == 0 || bytes.Contains(c.tail, []byte(merged)) {
			t.Errorf("%s: %s", name, c.tail)
		}
	}
}

// FuzzCharacters reads damaged Unicode maps.
func FuzzCharacters(f *testing.F) {
	f.Add([]byte("1 beginbfchar <0003> <0020> endbfchar 1 beginbfrange <0050> <0052> <0430> <0060> <0061> [<4E59> <5001>] endbfrange"))
	f.Fuzz(func(_ *testing.T, cmap []byte) {
		var c characters
		if c.read(cmap) {
			c.ranges([]span{{from: 3, to: 9, width: "5"}, {from: 70, to: 90, width: "6"}}, "1000")
		}
	})
}
