package pdf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse/pdf/pdftest"
)

// words returns the glyphs of words. Each word begins at its own x; within a word, the gap between two letters
// is `apart`.
func words(y, apart float64, xs []float64, texts ...string) []glyph {
	var out []glyph
	for i, text := range texts {
		x := xs[i]
		for _, r := range text {
			g := line(string(r), x, y, 10)
			out = append(out, g...)
			x = g[0].box.X1 + apart
		}
	}
	return out
}

// TestNarrowCells reads tables whose cells are close together, and text with gaps that separate no cells.
func TestNarrowCells(t *testing.T) {
	t.Parallel()
	three := []float64{100, 132.5, 165} // columns of three letters, a quarter of a letter apart
	for name, tt := range map[string]struct {
		lines [][]glyph
		want  string
	}{
		"a roster": {[][]glyph{
			words(300, 0, three, "王建国", "李秀英", "张伟"),
			words(316, 0, three, "赵磊", "黄婷", "周涛"),
			words(332, 0, three, "林志玲", "罗永浩", "郑爽"),
		}, "table:王建国\t李秀英\t张伟\n赵磊\t黄婷\t周涛\n林志玲\t罗永浩\t郑爽"},
		"a heading that is wider than its column of figures": {[][]glyph{
			words(300, 0, []float64{100, 123}, "语文", "数学"),
			words(316, 0, []float64{100, 123}, "80", "75"),
			words(332, 0, []float64{100, 123}, "91", "88"),
			words(348, 0, []float64{100, 123}, "76", "69"),
		}, "table:语文\t数学\n80\t75\n91\t88\n76\t69"},
		"letters of a table that are spaced out": {[][]glyph{
			words(300, 1.5, []float64{100, 138}, "王建国", "工程师"),
			words(316, 1.5, []float64{100, 138}, "李秀英", "会计师"),
			words(332, 1.5, []float64{100, 138}, "张伟", "经理"),
		}, "table:王建国\t工程师\n李秀英\t会计师\n张伟\t经理"},
		"names in lines": {[][]glyph{
			words(300, 0, []float64{100, 132.5, 165, 187.5}, "王建国", "李秀英", "张伟", "刘洋"),
			words(316, 0, []float64{100, 122.5, 145, 177.5}, "赵磊", "黄婷", "林志玲", "周涛"),
		}, "paragraph:王建国 李秀英 张伟 刘洋赵磊 黄婷 林志玲 周涛"},
		"words and what they mean": {[][]glyph{
			words(300, 0, three[:2], "高质量", "它制作的版面看起来更专业，数学公式尤其赏心悦目。"),
			words(316, 0, three[:2], "结构化", "它的文档由章节组成，目录和编号都由程序自动生成。"),
			words(332, 0, three[:2], "批处理", "它的源文件是文本文件，便于处理，虽然解释源文件可"),
			words(348, 0, three[:1], "能很费劲。"),
		}, "paragraph:高质量 它制作的版面看起来更专业，数学公式尤其赏心悦目。结构化 它的文档由章节组成，目录和编号都由程序自动生成。批处理 它的源文件是文本文件，便于处理，虽然解释源文件可能很费劲。"},
		"justified lines": {[][]glyph{
			words(300, 3, three, "水利部门今年修建三条渠道"),
			words(316, 3, three, "可以灌溉农田一千二百多亩"),
			words(332, 3, three, "每年春天由受益各村出工清"),
			words(348, 0, three, "淤一次。"),
		}, "paragraph:水利部门今年修建三条渠道可以灌溉农田一千二百多亩每年春天由受益各村出工清淤一次。"},
		"labels of equal width": {[][]glyph{
			words(300, 5, []float64{100}, "联系人"), words(300, 0, []float64{140}, "：王建国是村长"),
			words(316, 5, []float64{100}, "委托人"), words(316, 0, []float64{140}, "：李秀英是会计"),
			words(332, 5, []float64{100}, "受益人"), words(332, 0, []float64{140}, "：张伟是受托人"),
		}, "paragraph:联系人：王建国是村长委托人：李秀英是会计受益人：张伟是受托人"},
		"a note above one character": {[][]glyph{
			words(300, 0, []float64{100, 132.5}, "水利部", "门今年修建三条渠道，"),
			words(316, 0, []float64{100}, "可以灌溉农田一千二百多亩，"),
			words(332, 0, []float64{100, 132.5}, "由受益", "各村出工清淤一次。"),
		}, "paragraph:水利部门今年修建三条渠道，可以灌溉农田一千二百多亩，由受益各村出工清淤一次。"},
		"a wide heading": {[][]glyph{words(300, 6, []float64{250}, "水利通知")}, "paragraph:水利通知"},
		"words that happen to begin below each other": {[][]glyph{
			line("the water of the canal is clear", 100, 300, 10),
			line("why can it be as clear as that", 100, 316, 10),
			line("its springs send it fresh water", 100, 332, 10),
		}, "paragraph:the water of the canal is clear why can it be as clear as that its springs send it fresh water"},
	} {
		var p page
		for _, l := range tt.lines {
			p.glyphs = append(p.glyphs, l...)
		}
		if got := laid(p); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestNarrowCellsOfFile reads a table as browsers print it: each cell is drawn on its own. The column of
// cells may be drawn before the next column.
func TestNarrowCellsOfFile(t *testing.T) {
	t.Parallel()
	names := [][]string{{"王建国", "李秀英", "张伟"}, {"林志玲", "罗永浩", "郑爽"}, {"曾志伟", "肖战", "田亮"}}
	const want = "王建国\t李秀英\t张伟\n林志玲\t罗永浩\t郑爽\n曾志伟\t肖战\t田亮"
	cell := func(b *strings.Builder, row, col int) {
		fmt.Fprintf(b, "BT /F1 12 Tf 1 0 0 1 %d %d Tm %s Tj ET\n", 100+39*col, 700-20*row, pdftest.Codes(names[row][col]))
	}
	var byRow, byColumn strings.Builder
	for i := range 9 {
		cell(&byRow, i/3, i%3)
		cell(&byColumn, i%3, i/3)
	}
	for _, content := range []string{byRow.String(), byColumn.String()} {
		p := pdftest.Page{Fonts: fmt.Sprintf("/F1 %d 0 R", pdftest.Rest), Objects: pdftest.Unicode(pdftest.Rest, true), Content: content}
		if got := text(t, p.Bytes()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestManyNarrowCells reads a page with as many glyphs as a page may have, in lines whose gaps are at
// different places, so that gutters begin and end everywhere. No letter may be lost.
func TestManyNarrowCells(t *testing.T) {
	t.Parallel()
	const inLine = 400
	var p page
	for y := range maxGlyphs / inLine {
		x := float64(y%7) * 3
		for i := range inLine {
			if i%(2+y%3) == 0 {
				x += 2.5
			}
			g := line("渠", x, 300+float64(y)*16, 10)
			p.glyphs = append(p.glyphs, g...)
			x = g[0].box.X1
		}
	}
	if got := strings.Count(laid(p), "渠"); got != len(p.glyphs) {
		t.Errorf("%d letters of %d", got, len(p.glyphs))
	}
}
