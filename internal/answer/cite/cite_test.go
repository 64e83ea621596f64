package cite

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// contract contains the sources of these tests.
var contract = []source.Source{
	{Kind: source.File, ID: "f-1", Title: "合同.pdf", Locator: source.Locator{Unit: 3, UnitKind: "page"}, Text: "第五条 付款。\n乙方应当在收到货物后三十日内付清全部货款。逾期付款的，每日按 0.05% 支付违约金。"},
	{Kind: source.File, ID: "f-1", Title: "合同.pdf", Locator: source.Locator{Unit: 4, UnitKind: "page"}, Text: "第六条 争议由甲方所在地的人民法院管辖。"},
	{Kind: source.File, ID: "f-2", Title: "预算.xlsx", Locator: source.Locator{Unit: 1, UnitKind: "sheet", UnitName: "2026 年"}, Header: "部门\t金额", Text: "市场部\t120000\n研发部\t860000"},
	{Kind: source.File, ID: "f-3", Title: "report.docx", Locator: source.Locator{Unit: 2, UnitKind: "section"}, Text: "Revenue grew by 12% in 2025. The board approved the plan."},
}

func newChecker() *Checker {
	c := New(Options{Locale: "zh-CN"})
	c.Add(1, contract)
	return c
}

// checkWhole returns the shown text, and the listed sources.
func checkWhole(c *Checker, parts ...string) (string, map[int]stream.Doc) {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(c.Write(p))
	}
	b.WriteString(c.Flush())
	return b.String(), c.docs
}

func TestCitations(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		input, want string
		quotes      map[int]string
	}{
		"behind the sentence":        {"货款要在收货后 30 天内付清。[citation:1]下一句。", "货款要在收货后 30 天内付清。[citation:1]下一句。", map[int]string{1: "乙方应当在收到货物后三十日内付清全部货款。"}},
		"in front of its end":        {"货款要在三十日内付清[citation:1]。\n", "货款要在三十日内付清[citation:1]。\n", map[int]string{1: "乙方应当在收到货物后三十日内付清全部货款。"}},
		"an exact quote":             {"合同写着“逾期付款的，每日按 0.05% 支付违约金”[citation:1]。", "合同写着“逾期付款的，每日按 0.05% 支付违约金”[citation:1]。", map[int]string{1: "逾期付款的，每日按 0.05% 支付违约金。"}},
		"a quote behind the mark":    {"按第五条[citation:1]，“逾期付款的，每日按 0.05%”要付违约金。", "按第五条[citation:1]，“逾期付款的，每日按 0.05%”要付违约金。", map[int]string{1: "逾期付款的，每日按 0.05% 支付违约金。"}},
		"a quote over two sentences": {"“付清全部货款。逾期付款的，每日按 0.05%”。[citation:1]", "“付清全部货款。逾期付款的，每日按 0.05%”。[citation:1]", map[int]string{1: "乙方应当在收到货物后三十日内付清全部货款。逾期付款的，每日按 0.05% 支付违约金。"}},
		"an invented quote":          {"合同写着“甲方可以随时解除本合同”[citation:1]。", "合同写着“甲方可以随时解除本合同”。", nil},
		"an invented quote behind":   {"合同[citation:1]写着「甲方可以随时解除本合同」。", "合同写着「甲方可以随时解除本合同」。", nil},
		"straight quotes":            {`合同写着"甲方可以随时解除。本合同"[citation:1]。`, `合同写着"甲方可以随时解除。本合同"。`, nil},
		"the wrong source":           {"合同写着“逾期付款的，每日按 0.05%”[citation:2]。", "合同写着“逾期付款的，每日按 0.05%”。", nil},
		"one of two":                 {"“每日按 0.05% 支付违约金”，由人民法院管辖[citation:1][citation:2]。", "“每日按 0.05% 支付违约金”，由人民法院管辖[citation:1]。", map[int]string{1: "逾期付款的，每日按 0.05% 支付违约金。"}},
		"out of range":               {"货款要在三十日内付清[citation:5][citation:0][citation:99999]。", "货款要在三十日内付清。", nil},
		"a made-up figure":           {"违约金每日按 35% 计算，共 77 万元[citation:1]。", "违约金每日按 35% 计算，共 77 万元。", nil},
		"a figure in words":          {"付款期限为 30 天，货款要付清[citation:1]。", "付款期限为 30 天，货款要付清[citation:1]。", map[int]string{1: "乙方应当在收到货物后三十日内付清全部货款。"}},
		"another subject":            {"西湖位于杭州市区的西边，风景优美[citation:1]。", "西湖位于杭州市区的西边，风景优美。", nil},
		"several in one mark":        {"付款与管辖见第五条、第六条 [citation:1, 2]。", "付款与管辖见第五条、第六条 [citation:1][citation:2]。", map[int]string{1: "第五条 付款。", 2: "第六条 争议由甲方所在地的人民法院管辖。"}},
		"other forms":                {"货款三十日内付清【citation：1】。争议由人民法院管辖[Citation: 2]。", "货款三十日内付清[citation:1]。争议由人民法院管辖[citation:2]。", map[int]string{1: "乙方应当在收到货物后三十日内付清全部货款。", 2: "第六条 争议由甲方所在地的人民法院管辖。"}},
		"twice the same":             {"货款三十日内付清[citation:1][citation:1]。", "货款三十日内付清[citation:1]。", map[int]string{1: "乙方应当在收到货物后三十日内付清全部货款。"}},
		"unreadable":                 {"货款三十日内付清[citation:第三页][citation:]。", "货款三十日内付清。", nil},
		"no mark":                    {"数组 a[0]、[链接](/x)、[cit]、[[x]]。", "数组 a[0]、[链接](/x)、[cit]、[[x]]。", nil},
		"cut off":                    {"货款三十日内付清[citation:1", "货款三十日内付清", nil},
		"without a sentence":         {"\n\n[citation:1]\n", "\n\n\n", nil},
		"put together":               {"甲[cita[citation:9]tion:1]乙。", "甲[cita tion:1]乙。", nil},
		"too long to be one":         {"甲[citation:" + strings.Repeat("0", 60) + "1]乙", "甲:" + strings.Repeat("0", 60) + "1]乙", nil},
		"a table":                    {"| 部门 | 金额 |\n|---|---|\n| 研发部 | 860,000[citation:3] |\n", "| 部门 | 金额 |\n|---|---|\n| 研发部 | 860,000[citation:3] |\n", map[int]string{3: "研发部\t860000"}},
		"English":                    {"Revenue grew by 12%. [citation:4] The sky is green in 2031.[citation:4]", "Revenue grew by 12%. [citation:4] The sky is green in 2031.", map[int]string{4: "Revenue grew by 12% in 2025."}},
		"Chinese about English":      {"二〇二五年收入增长了 12%，董事会批准了计划[citation:4]。", "二〇二五年收入增长了 12%，董事会批准了计划[citation:4]。", map[int]string{4: "Revenue grew by 12% in 2025."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, docs := checkWhole(newChecker(), c.input)
			if got != c.want {
				t.Errorf("\ngot  %q\nwant %q", got, c.want)
			}
			quotes := map[int]string{}
			for n, d := range docs {
				quotes[n] = d.Quote
			}
			if c.quotes == nil {
				c.quotes = map[int]string{}
			}
			if diff := cmp.Diff(c.quotes, quotes); diff != "" {
				t.Errorf("quotes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCitedSource(t *testing.T) {
	t.Parallel()
	c := newChecker()
	checkWhole(c, "争议由人民法院管辖[citation:2]，研发部 860000[citation:3]。")
	list, news := c.News()
	want := stream.SearchGuid{Title: "引用 2 处原文", Docs: []stream.Doc{
		{
			Index: 2, DocID: "f-1", Title: "合同.pdf", SourceName: "合同.pdf", WebSiteName: "第 4 页", Page: 4, Kind: "file", Locator: "page=4", Quote: "第六条 争议由甲方所在地的人民法院管辖。",
			URL: "/tool/file-viewer?id=f-1&page=4&quote=%E7%AC%AC%E5%85%AD%E6%9D%A1+%E4%BA%89%E8%AE%AE%E7%94%B1%E7%94%B2%E6%96%B9%E6%89%80%E5%9C%A8%E5%9C%B0%E7%9A%84%E4%BA%BA%E6%B0%91%E6%B3%95%E9%99%A2%E7%AE%A1%E8%BE%96%E3%80%82",
		},
		{Index: 3, DocID: "f-2", Title: "预算.xlsx", SourceName: "预算.xlsx", WebSiteName: "工作表「2026 年」", Page: 1, Kind: "file", Locator: "sheet=1", Quote: "研发部\t860000", URL: "/tool/file-viewer?id=f-2&page=1&quote=%E7%A0%94%E5%8F%91%E9%83%A8%09860000"},
	}}
	if diff := cmp.Diff(want, list); diff != "" || !news {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, again := c.News(); again {
		t.Error("the same list is news twice")
	}
}

// A continued answer keeps its sources, and new sources get the next numbers.
func TestCitationsContinue(t *testing.T) {
	t.Parallel()
	m := stream.NewMessage()
	m.Apply(stream.SearchGuid{Title: "引用 1 处原文", Docs: []stream.Doc{{Index: 7, DocID: "f-9", Quote: "旧"}}})
	c := New(Options{Locale: "zh-CN"})
	if next := c.Resume(m); next != 8 {
		t.Errorf("the next number is %d", next)
	}
	c.Add(8, contract)
	got, docs := checkWhole(c, "争议由人民法院管辖[citation:2][citation:9]。")
	if got != "争议由人民法院管辖[citation:9]。" || len(docs) != 2 || docs[7].Quote != "旧" || docs[9].Page != 4 {
		t.Errorf("%q %+v", got, docs)
	}
}

var anyMark = regexp.MustCompile(`\[citation:(\d{1,4})\]`)

// The result is independent of how the text is split into pieces. A mark is shown only after its
// source was listed. The quote of each listed source is a part of the source's text.
func TestCitationsAtEveryCut(t *testing.T) {
	t.Parallel()
	words := []string{
		"乙方应当在收到货物后三十日内", "付清全部货款", "“逾期付款的，每日按 0.05%”", "“甲方可以随时解除”", "争议由人民法院管辖", "研发部", "860000",
		"。", "，", "；", "\n", " ", ". ", "”", "“", "「", "」", `"`, "[", "]", "【", "[cita", "tion:1]", "[citation:", "[citation:1", "[[", "1]",
		"[citation:1]", "[citation:2]", "[citation:3]", "[citation:9]", "[citation:0]", "[citation:1,2]", "【citation：2】", "[Citation 1]", "[citation:x]", "citation", ":", "12", "x",
	}
	rapid.Check(t, func(t *rapid.T) {
		claim := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 40).Draw(t, "said"), "")
		whole, docs := checkWhole(newChecker(), claim)

		var parts []string
		rest := []rune(claim)
		for len(rest) > 0 {
			n := rapid.IntRange(1, min(len(rest), 9)).Draw(t, "n")
			parts, rest = append(parts, string(rest[:n])), rest[n:]
		}
		c := newChecker()
		var shown strings.Builder
		for _, p := range append(parts, "") {
			piece := c.Write(p)
			if p == "" {
				piece = c.Flush()
			}
			shown.WriteString(piece)
			for _, m := range anyMark.FindAllStringSubmatch(piece, -1) {
				if n, _ := strconv.Atoi(m[1]); c.docs[n].Index != n {
					t.Fatalf("%q shows source %d before it is listed", piece, n)
				}
			}
		}
		if shown.String() != whole {
			t.Fatalf("%q\nwhole %q\ncut   %q %q", claim, whole, shown.String(), parts)
		}
		if diff := cmp.Diff(docs, c.docs); diff != "" {
			t.Fatal(diff)
		}
		for _, m := range anyMark.FindAllStringSubmatch(whole, -1) {
			n, _ := strconv.Atoi(m[1])
			d, ok := docs[n]
			if !ok || n < 1 || n > len(contract) || !strings.Contains(contract[n-1].Text, d.Quote) || d.Quote == "" {
				t.Fatalf("%q: mark %d leads to %+v", whole, n, d)
			}
		}
	})
}

// FuzzCitations checks arbitrary text.
func FuzzCitations(f *testing.F) {
	for _, s := range []string{"[citation:1]", "a[cita[citation:2]tion:1]", "“[citation:1]”。", "【citation:1,2】", "压力测试由林晓负责，早上 25 点半由原定的周六改到星期八[citation:1]。", "由由由由 fixed by by instead of 半年 8:[citation:3]."} {
		f.Add(s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, claim string, cut uint8) {
		claim = strings.ToValidUTF8(claim, "")
		whole, _ := checkWhole(newChecker(), claim)
		got, docs := checkWhole(newChecker(), pieces(claim, int(cut%17)+1)...)
		if got != whole {
			t.Fatalf("%q: whole %q, cut %q", claim, whole, got)
		}
		for _, m := range anyMark.FindAllStringSubmatch(got, -1) {
			if n, _ := strconv.Atoi(m[1]); docs[n].Index != n {
				t.Fatalf("%q shows %q, which leads nowhere", claim, m[0])
			}
		}
	})
}

// pieces cuts s into pieces of n characters; the last piece may be shorter.
func pieces(s string, n int) []string {
	var out []string
	for s != "" {
		piece := text.Cut(s, n)
		out, s = append(out, piece), s[len(piece):]
	}
	return out
}

// Marks are removed from thinking, also when a mark is split into pieces.
func TestStrip(t *testing.T) {
	t.Parallel()
	c := newChecker()
	got := c.Strip("第一段[cita") + c.Strip("tion:1]说了[citation") + c.FlushStripped()
	if got != "第一段说了" {
		t.Errorf("%q", got)
	}
}
