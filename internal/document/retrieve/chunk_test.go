package retrieve

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

func TestTableRepeatsItsHeader(t *testing.T) {
	t.Parallel()
	row := strings.Repeat("格", 60) + "\t1"
	rows := strings.TrimSuffix(strings.Repeat(row+"\n", 30), "\n")
	u := parsed.Unit{Number: 1, Kind: parsed.Sheet, Name: "库存", Blocks: []parsed.Block{
		{Kind: parsed.Table, Text: "品名\t数量\n" + rows, First: 1},
		{Kind: parsed.Table, Text: rows, First: 501}, // the table of the previous block continues here, without the header
	}}
	all := chunks(u, nil)
	if len(all) < 8 {
		t.Fatalf("%d chunks", len(all))
	}
	for i, c := range all {
		if i == 0 != strings.HasPrefix(c.text, "品名") || i > 0 && c.header != "品名\t数量" || i == 0 && c.header != "" {
			t.Errorf("chunk %d has the header %q and begins %.20q", i, c.header, c.text)
		}
		if c.path.shown() != "库存" {
			t.Errorf("chunk %d stands under %q", i, c.path.shown())
		}
		if !strings.HasSuffix(strings.TrimSuffix(c.text, "\n"), "1") {
			t.Errorf("chunk %d cuts a row: %q", i, c.text)
		}
	}
}

// If a table's first row does not fit into the chunk of the heading above it, the row begins the next
// chunk. The next chunk still has the column names.
func TestTableAfterHeadingRepeatsItsHeader(t *testing.T) {
	t.Parallel()
	row := strings.Repeat("格", 300) + "\t1"
	all := chunks(parsed.Unit{Number: 1, Kind: parsed.Page, Blocks: []parsed.Block{
		{Kind: parsed.Table, Text: "品名\t数量\n" + row, First: 1},
		{Kind: parsed.Title, Text: strings.Repeat("题", 250), Level: 1},
		{Kind: parsed.Table, Text: row + "\n" + row, First: 2},
	}}, nil)
	var got []string
	for _, c := range all {
		got = append(got, c.header+"|"+string([]rune(c.text)[:2]))
	}
	if s := strings.Join(got, " "); s != "|品名 |题题 品名\t数量|格格 品名\t数量|格格" {
		t.Errorf("%q", s)
	}
}

func TestOverlapIsOneSentence(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 40 {
		b.WriteString(strings.Repeat(string(rune('一'+i)), 49) + "。")
	}
	all := chunks(parsed.Unit{Number: 1, Kind: parsed.Page, Blocks: []parsed.Block{{Kind: parsed.Paragraph, Text: b.String()}}}, nil)
	if len(all) < 4 {
		t.Fatalf("%d chunks", len(all))
	}
	for i, c := range all[1:] {
		before := zh.Clauses(all[i].text, chunkSize)
		if last := before[len(before)-1].Of(all[i].text); !strings.HasPrefix(c.text, last) {
			t.Errorf("chunk %d begins %.20q and the one before ends %q", i+1, c.text, last)
		}
		if n := text.Len(c.text); n > chunkSize {
			t.Errorf("chunk %d has %d characters", i+1, n)
		}
	}
}

// units generates units with all kinds of blocks.
func units() *rapid.Generator[parsed.Unit] {
	words := rapid.SampledFrom([]string{"合同", "灯塔。", "a b. C", "\t", "\n", "，", "？", strings.Repeat("长句", 150), "𠮷", "\xff", " "})
	block := rapid.Custom(func(t *rapid.T) parsed.Block {
		return parsed.Block{
			Kind:  rapid.SampledFrom([]parsed.BlockKind{parsed.Title, parsed.Paragraph, parsed.List, parsed.Table, parsed.Code, parsed.Caption, parsed.Note}).Draw(t, "kind"),
			Level: rapid.IntRange(-1, 12).Draw(t, "level"), First: rapid.IntRange(0, 3).Draw(t, "first"),
			Text: strings.Join(rapid.SliceOfN(words, 0, 12).Draw(t, "words"), ""),
		}
	})
	return rapid.Custom(func(t *rapid.T) parsed.Unit {
		return parsed.Unit{Number: 1, Kind: parsed.Page, Name: rapid.SampledFrom([]string{"", "库存"}).Draw(t, "name"), Blocks: rapid.SliceOfN(block, 0, 12).Draw(t, "blocks")}
	})
}

// TestChunksAreTheUnit checks for generated units that their chunks are contiguous
// parts of the text, are limited in size, and omit only white space.
func TestChunksAreTheUnit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		u := units().Draw(t, "unit")
		whole := u.Text()
		end := 0
		for i, c := range chunks(u, nil) {
			if c.start < 0 || c.start+len(c.text) > len(whole) || whole[c.start:c.start+len(c.text)] != c.text {
				t.Fatalf("chunk %d is no stretch of the text", i)
			}
			if c.start > end && strings.TrimSpace(whole[end:c.start]) != "" {
				t.Fatalf("%q is in no chunk", whole[end:c.start])
			}
			if c.start+len(c.text) <= end {
				t.Fatalf("chunk %d has nothing new", i)
			}
			end = c.start + len(c.text)
			if n := text.Len(c.text); n > chunkSize+maxOverlap {
				t.Fatalf("chunk %d has %d characters", i, n)
			}
			if again := readPath(c.path.stored()); again.stored() != c.path.stored() {
				t.Fatalf("%q is read back as %q", c.path.stored(), again.stored())
			}
		}
		if strings.TrimSpace(whole[end:]) != "" {
			t.Fatalf("%q is in no chunk", whole[end:])
		}
	})
}
