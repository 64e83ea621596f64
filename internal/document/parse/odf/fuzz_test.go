package odf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/archive"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// file returns a document with the given content.
func file(t testing.TB, content string) *parse.Input {
	t.Helper()
	data := parsetest.Zip(t, "content.xml", content, 1, "styles.xml", `<style:style style:name="a" style:parent-style-name="a"/>`, 1, "Object 1/content.xml", `<chart:chart><draw:object xlink:href="./Object 1"/><text:p>环</text:p></chart:chart>`, 1)
	return &parse.Input{ReaderAt: strings.NewReader(string(data)), Size: int64(len(data)), Ext: "odt"}
}

func FuzzContent(f *testing.F) {
	for _, name := range []string{"contract.odt", "water.ods", "deck.odp"} {
		data := string(parsetest.Sample(f, name))
		a, err := archive.Open(strings.NewReader(data), int64(len(data)))
		if err != nil {
			f.Fatal(err)
		}
		b, err := a.ReadShort("content.xml", 1<<20)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Add(`<office:body><table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>渠</text:p></table:table-cell></table:table-row></table:table>`)
	f.Add(`<office:body><text:p text:style-name="a"><text:s text:c="2000000000"/>a<draw:object xlink:href="./Object 1"/><office:annotation><text:p>b`)
	f.Add(`<office:body><text:list><text:list-item><text:list><text:list-item><text:h text:outline-level="99">a</text:h></text:list-item></text:list></text:list>`)
	f.Add(`<office:body><draw:page><draw:frame presentation:class="title" svg:x="1e99cm"><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame><presentation:notes>`)
	f.Fuzz(func(t *testing.T, content string) {
		for _, read := range []parse.Reader{ReadText, ReadSheets, ReadSlides} {
			parsetest.Collect(t, func(c *parse.Collector) error { return read(t.Context(), file(t, content), c) })
		}
	})
}

// TestRepeatedCells reads small sheets whose attributes repeat cells and rows very often.
func TestRepeatedCells(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("渠", 100_000)
	for name, content := range map[string]string{
		"rows and columns": `<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>渠</text:p></table:table-cell></table:table-row>`,
		"long cells":       `<table:table-row><table:table-cell table:number-columns-repeated="16384"><text:p>` + long + `</text:p></table:table-cell></table:table-row>`,
		"many times":       strings.Repeat(`<table:table-row table:number-rows-repeated="1048576"><table:table-cell><text:p>水</text:p></table:table-cell></table:table-row>`, 300),
	} {
		k := &parsetest.Sink{}
		o := parse.Options{MaxChars: 500_000}
		c := parse.NewCollector(t.Context(), k, o)
		_ = ReadSheets(t.Context(), file(t, `<office:body><table:table table:name="a">`+content+`</table:table>`), c)
		cells := 0
		for _, u := range k.Units {
			for _, b := range u.Blocks {
				for _, row := range b.Rows {
					cells += len(row)
				}
			}
		}
		if c.Sum.Chars == 0 || c.Sum.Chars > o.MaxChars || cells > 400_000 || !slices.Contains(c.Sum.Warnings, parsed.Truncated) {
			t.Errorf("%s: %d runes in %d cells, %v", name, c.Sum.Chars, cells, c.Sum.Warnings)
		}
	}
}

// TestNumbers checks that list items get their displayed numbers.
func TestNumbers(t *testing.T) {
	t.Parallel()
	content := `<office:automatic-styles><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="1" text:display-levels="2"/></text:list-style></office:automatic-styles><office:body>` +
		`<text:list text:style-name="L"><text:list-item><text:p>a</text:p><text:p>more</text:p><text:list><text:list-item><text:p>b</text:p></text:list-item></text:list></text:list-item></text:list><text:p>x</text:p>` +
		`<text:list text:style-name="L" text:continue-numbering="true"><text:list-item><text:p>c</text:p></text:list-item></text:list>` +
		`<text:list text:style-name="L"><text:list-item><text:p>d</text:p></text:list-item></text:list>`
	k := &parsetest.Sink{}
	c := parse.NewCollector(t.Context(), k, parse.Options{})
	if err := ReadText(t.Context(), file(t, content), c); err != nil || c.Flush() != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range k.Units[0].Blocks {
		got = append(got, b.Text)
	}
	if want := "[1. a more 1.1 b x 2. c 1. d]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}
