package summary_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"

	"github.com/wenqu-ai/wenqu/internal/document/extract/extracttest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Eight sentences of a summary, or eight key points, include at least three fifths of the sentences
// that a reader marked. They include more of the marked sentences than the first eight sentences of
// the file do.
func TestMarkedSentencesAreFound(t *testing.T) {
	t.Parallel()
	for kind, of := range map[string]func([]parsed.Unit, int) []summary.Sentence{
		"summary": summary.Summary, "key points": summary.KeyPoints,
	} {
		found, marked, lead := 0, 0, 0
		for _, d := range documents(t) {
			got := texts(of(d.units, 8))
			all := texts(summary.Summary(d.units, 1000))
			first := allSentences(d.units)
			first = first[:min(8, len(first))]
			for _, m := range d.marked {
				if slices.Contains(got, m) {
					found++
				} else {
					t.Logf("%s of %s misses %s", kind, d.name, m)
				}
				if slices.Contains(first, m) {
					lead++
				}
			}
			marked += len(d.marked)
			if len(got) > 8 || len(all) > (len(allSentences(d.units))+1)/2 {
				t.Errorf("%s of %s: %d and %d sentences", kind, d.name, len(got), len(all))
			}
		}
		coverage := float64(found) / float64(marked)
		t.Logf("%s: %.2f, the first eight sentences %.2f", kind, coverage, float64(lead)/float64(marked))
		if coverage < 0.6 || found <= lead {
			t.Errorf("%s: coverage %.2f, the first eight sentences %.2f", kind, coverage, float64(lead)/float64(marked))
		}
	}
}

func allSentences(units []parsed.Unit) []string {
	var out []string
	for _, u := range units {
		for _, b := range u.Blocks {
			if b.Kind == parsed.Paragraph {
				out = append(out, summary.Sentences(b.Text)...)
			}
		}
	}
	return out
}

// A summary is in the order of the file and repeats no sentence. Each sentence occurs in the stated
// unit, and each keyword in the file. The same content has the same result.
func TestEverythingOccurs(t *testing.T) {
	t.Parallel()
	for _, d := range documents(t) {
		whole := summary.Summary(d.units, 6)
		if !slices.IsSortedFunc(whole, func(a, b summary.Sentence) int { return (a.Unit-b.Unit)*1000 + a.Block - b.Block }) {
			t.Errorf("%s: the summary is not in the file's order: %v", d.name, whole)
		}
		seen := map[string]bool{}
		for _, s := range whole {
			if !occurs(d.units, s.Unit, s.Text) || seen[s.Text] {
				t.Errorf("%s: %+v", d.name, s)
			}
			seen[s.Text] = true
		}
		words := summary.Keywords(d.units, 10)
		if len(words) < 5 || words[0].Weight != 1 {
			t.Errorf("%s: keywords %v", d.name, words)
		}
		for _, k := range words {
			if !slices.ContainsFunc(d.units, func(u parsed.Unit) bool { return strings.Contains(u.Text(), k.Word) }) || k.Weight <= 0 || k.Weight > 1 {
				t.Errorf("%s: keyword %+v", d.name, k)
			}
		}
		for range 3 {
			for what, diff := range map[string]string{
				"summary":  cmp.Diff(whole, summary.Summary(d.units, 6)),
				"keywords": cmp.Diff(words, summary.Keywords(d.units, 10)),
				"mind map": cmp.Diff(summary.MindMap(d.summary, d.units), summary.MindMap(d.summary, d.units)),
			} {
				if diff != "" {
					t.Errorf("%s: %s differs from run to run: %s", d.name, what, diff)
				}
			}
		}
	}
}

func TestKeywordsNameTheSubject(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"water.txt":    {"内涝", "排水"},
		"battery.txt":  {"钠离子电池", "低温"},
		"contract.txt": {"租金", "押金", "甲方", "乙方"},
		"tea.txt":      {"高山茶", "茶農"},
		"city.txt":     {"陈师傅", "修表店"},
		"remote.txt":   {"remote", "teams"},
		"museum.txt":   {"museum", "archive"},
	} {
		for _, d := range documents(t) {
			if d.name != name {
				continue
			}
			var got []string
			for _, k := range summary.Keywords(d.units, 12) {
				got = append(got, strings.ToLower(k.Word))
			}
			for _, w := range want {
				if !slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, w) }) {
					t.Errorf("%s: no %s in %v", name, w, got)
				}
			}
		}
	}
}

// Repeated footers, tables and code are not sentences of a summary, and the summary of a short file
// is not padded.
func TestSummaryNeverPads(t *testing.T) {
	t.Parallel()
	if got := summary.Summary(nil, 5); len(got) != 0 {
		t.Error(got)
	}
	one, _ := extracttest.Units("本产品的保修期为十二个月，自购买之日起计算。", 9)
	if got := summary.Summary(one, 5); len(got) != 1 {
		t.Errorf("one sentence: %v", got)
	}
	var lines []string
	for i := range 12 {
		lines = append(lines, fmt.Sprintf("问渠科技有限公司内部资料请勿外传第 %d 页", i+1), fmt.Sprintf("第%c项工程的预算由财务部门单独审核后报送总部备案。", []rune("甲乙丙丁戊己庚辛壬癸子丑")[i]))
	}
	paged, _ := extracttest.Units(strings.Join(lines, "\n"), 2)
	for _, s := range summary.Summary(paged, 30) {
		if strings.Contains(s.Text, "请勿外传") {
			t.Errorf("a running foot: %s", s.Text)
		}
	}
	table := []parsed.Unit{{Number: 1, Blocks: []parsed.Block{{Kind: parsed.Table, Text: "销售额\t一百万元整的合同金额"}, {Kind: parsed.Code, Text: "return everything that was found here"}}}}
	if got := summary.Summary(table, 3); len(got) != 0 {
		t.Errorf("tables and code are no sentences: %v", got)
	}
}

// TestSummaryTakesNoFragments checks that lines of a table of contents, and lines after a dash or a
// bullet, are not chosen. These lines contain the subject more often than the sentences do.
func TestSummaryTakesNoFragments(t *testing.T) {
	t.Parallel()
	var units []parsed.Unit
	for i, text := range []string{
		"2.1 灌区用水管理的前提与灌区用水管理的办法 …", "2.2 灌区用水管理的灌区用水计量 . . . . . . 37", "2.3 灌区用水管理的灌区用水收费.......xii",
		"– 表明灌区用水管理的灌区用水计划和灌区用水总结。", "• 灌区用水管理的灌区用水计划和灌区用水预算。",
		"灌区的用水由管理处统一调配。", "春灌从三月开始，持续四十天。", "水费按实际用量收取。", "渠道每年清淤两次，由各乡负责。", "冬季不供水。",
	} {
		units = append(units, parsed.Unit{Number: i + 1, Kind: parsed.Page, Blocks: []parsed.Block{{Kind: parsed.Paragraph, Text: text}}})
	}
	got := summary.Summary(units, 5)
	if len(got) == 0 {
		t.Fatal("nothing is left")
	}
	for _, s := range got {
		if s.Unit <= 5 {
			t.Errorf("%q is no sentence", s.Text)
		}
	}
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"他说：“走吧！”然后走了。真的？":                                           {"他说：“走吧！”", "然后走了。", "真的？"},
		"Pi is 3.14 today. Dr. Wu of the U.S. team agreed. He left.": {"Pi is 3.14 today.", "Dr. Wu of the U.S. team agreed.", "He left."},
		"见 https://a.example/?q=1 一文。好。":                             {"见 https://a.example/?q=1 一文。", "好。"},
		"这一行文字被排版软件强行断开了因为页面的宽度\n只有这么多个字所以后面还有。完。":                   {"这一行文字被排版软件强行断开了因为页面的宽度\n只有这么多个字所以后面还有。", "完。"},
		"标题一\n\n正文从这里开始。":                                            {"标题一", "正文从这里开始。"},
		"1. First thing\n2. Second thing":                            {"1. First thing", "2. Second thing"},
		"省略……之后":                                                     {"省略……", "之后"},
		"  \n ":                                                      nil,
	} {
		if diff := cmp.Diff(want, summary.Sentences(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// BenchmarkBook makes a summary, key points, a mind map and keywords of a book of 300 pages.
func BenchmarkBook(b *testing.B) {
	var units []parsed.Unit
	docs := documents(b)
	for i := range 300 {
		u := parsed.Unit{Number: i + 1, Kind: parsed.Page}
		for k := range 3 {
			d := docs[(i+k)%len(docs)]
			for _, unit := range d.units[:min(3, len(d.units))] {
				for _, block := range unit.Blocks {
					block.Text = strings.ReplaceAll(block.Text, "，", fmt.Sprintf("%c%c，", 0x4E00+(i*37+k*11)%8000, 0x5000+(i*53+k*7)%9000))
					u.Blocks = append(u.Blocks, block)
				}
			}
		}
		units = append(units, u)
	}
	runes := 0
	for _, u := range units {
		runes += len([]rune(u.Text()))
	}
	b.ReportAllocs()
	for b.Loop() {
		c := summary.Of(units)
		c.Summary(8)
		c.KeyPoints(10)
		c.MindMap(parsed.Summary{})
		summary.Keywords(units, 20)
	}
	b.ReportMetric(float64(runes), "runes")
}
