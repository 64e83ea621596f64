package retrieve

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/zh/words"
)

var folding = newFolder()

func termsOf(s string) (out []string) {
	eachTerm(folding.fold(s).text, func(term string, _, _ int) { out = append(out, term) })
	return out
}

func TestTerms(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"灯塔":                 "灯 塔 灯塔",
		"社區管理":               "社 区 社区 管 区管 理 管理", // the same terms as for simplified characters
		"⽂件":                 "文 件 文件",           // a Kangxi radical
		"ＡＢＣ１２":              "abc12",
		"38.6亿 46,275 1.2.3": "38:6 亿 46275 1:2:3",
		"2.4GHz":             "2:4 2:4ghz",
		"四十八小时":              "四 48 十 四十 八 十八 小 八小 时 小时",
		"二〇二五":               "二 2025 〇 二〇 二 〇二 五 二五",
		"booked bookings":    "book book",
		"studies class bus":  "study class bus",
		"ORDER_PAID, x-sign": "order paid x sign",
		"ひらカナ한글":             "ひ ら ひら カ らカ ナ カナ 한 ナ한 글 한글",
		"，。！😀\x00\u200b":     "",
		"Größe":              "größ",
	} {
		if got := strings.Join(termsOf(s), " "); got != want {
			t.Errorf("%q has the terms %q, want %q", s, got, want)
		}
	}
	if got := termsOf(strings.Repeat("é", 100)); len(got[0]) > maxWord || !utf8.ValidString(got[0]) {
		t.Errorf("a long word is the term %q", got)
	}
}

// FuzzTerms checks that terms contain only letters, numbers, marks and colons, and that every position
// in a folded text (see folder) corresponds to a position in the original text.
func FuzzTerms(f *testing.F) {
	for _, s := range []string{"灯塔 AND 48", "2.4GHz,1.", "ﬁ㎡½", "\xff\x00", "三亿", "ǅÉ"} {
		f.Add(s)
	}
	harmless := regexp.MustCompile(`^[\p{L}\p{N}\p{M}:]+$`)
	f.Fuzz(func(t *testing.T, s string) {
		folded := folding.fold(s)
		if !utf8.ValidString(folded.text) {
			t.Fatalf("folded to %q", folded.text)
		}
		last := 0
		for i := range folded.text {
			at := folded.source(i)
			if at < last || at > len(s) {
				t.Fatalf("place %d is %d in the source, after %d", i, at, last)
			}
			last = at
		}
		if end := folded.source(len(folded.text)); end > len(s) {
			t.Fatalf("the end is %d of %d", end, len(s))
		}
		eachTerm(folded.text, func(term string, at, end int) {
			if !harmless.MatchString(term) || len(term) > maxWord {
				t.Fatalf("the term %q", term)
			}
			if at < 0 || end > len(folded.text) || at >= end {
				t.Fatalf("%q stands at %d to %d", term, at, end)
			}
		})
	})
}

// FuzzQuestion parses random questions and computes their weights.
func FuzzQuestion(f *testing.F) {
	for _, s := range []string{"多少钱？", "第几条", "多少", "几", "几个", "how much is 12", strings.Repeat("房租价格", 400), "\xff多久"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q := folding.parse(s)
		frequency := map[string]int{}
		for i, term := range q.terms {
			frequency[term] = i % 5
		}
		q.weigh(frequency, 10)
		has := q.found(q.folded)
		whole, tail := q.solid(has)
		for _, c := range []float64{q.coverage(has), q.coverage(set{}), whole, tail} {
			if !(c >= 0 && c <= 1.0001) {
				t.Fatalf("coverage %f", c)
			}
		}
		if len(q.elements) > 0 && q.coverage(has) < 0.99 {
			t.Fatalf("a question covers %f of itself", q.coverage(has))
		}
		if n := len(q.rarest(frequency, postings)); n > rarest {
			t.Fatalf("%d terms", n)
		}
		if len(q.terms)+len(q.phrases) > maxTerms {
			t.Fatalf("%d terms and %d phrases", len(q.terms), len(q.phrases))
		}
	})
}

// TestKindsHaveLooks checks that every kind of question except `factual` has a pattern in `looks`, and
// that every kind has a phrase in `asks`.
func TestKindsHaveLooks(t *testing.T) {
	t.Parallel()
	asked := map[kind]bool{}
	for _, a := range asks {
		asked[a.kind] = true
	}
	for k := factual; k < kinds; k++ {
		if _, ok := looks[k]; ok == (k == factual) {
			t.Errorf("kind %d has a look: %t", k, ok)
		}
		if !asked[k] {
			t.Errorf("nothing asks for kind %d", k)
		}
	}
	// A phrase never matches if a Chinese part of it comes earlier in the list, because that part is
	// replaced first.
	for i, a := range asks {
		for _, before := range asks[:i] {
			if strings.Contains(a.phrase, before.phrase) && before.phrase[0] >= utf8.RuneSelf {
				t.Errorf("%s stands behind %s", a.phrase, before.phrase)
			}
		}
	}
}

func TestLooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		question, answer, other string
	}{
		{"租金多少钱？", "月租金为五千二百元。", "租金由乙方支付。"},
		{"什么时候通车？", "第二年3月通车。", "大桥已经通车。"},
		{"保修多久？", "整机保修三年。", "保修凭发票。"},
		{"有多少人？", "员工总数2314人。", "员工很多。"},
		{"为什么失败？", "由于缺水而失败。", "试验失败。"},
		{"How long is it valid?", "It is valid for thirty days.", "It is valid."},
	} {
		q := folding.parse(c.question)
		if !q.looksRight(folding.fold(c.answer).text) {
			t.Errorf("%s: %q does not look like an answer", c.question, c.answer)
		}
		if q.looksRight(folding.fold(c.other).text) {
			t.Errorf("%s: %q looks like an answer", c.question, c.other)
		}
	}
	if q := folding.parse("观察到多少种水鸟？"); !q.counted("共记录水鸟六十三种。") || q.counted("各种水鸟三只。") {
		t.Error("what is counted is not seen")
	}
}

// TestSynonyms checks words.Groups: each group has at least two words, all different, and is listed
// once, and folding (see folder) changes no word.
func TestSynonyms(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for line := range strings.Lines(words.Groups) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		group := strings.Fields(line)
		sorted := slices.Clone(group)
		slices.Sort(sorted)
		if key := fmt.Sprint(sorted); seen[key] {
			t.Errorf("twice: %v", group)
		} else {
			seen[key] = true
		}
		if len(group) < 2 || len(slices.Compact(sorted)) != len(group) {
			t.Errorf("group %v", group)
		}
		for _, w := range group {
			if folding.fold(w).text != w {
				t.Errorf("%s cannot be found", w)
			}
		}
	}
}

func TestMeasures(t *testing.T) {
	t.Parallel()
	for s, want := range map[string][]string{
		"多少种水鸟": {"种"}, "多少钱": nil, "几天": {"天"}, "几个月": {"月"}, "有几平米": {"平"}, "多少": nil, "第几条": {"条"},
	} {
		if diff := cmp.Diff(want, folding.parse(s).measures); diff != "" {
			t.Errorf("%s (-want +got)\n%s", s, diff)
		}
	}
}

// TestDigitsStandForNumerals checks that Chinese numerals in a question match digits in a text,
// and vice versa.
func TestDigitsStandForNumerals(t *testing.T) {
	t.Parallel()
	for question, text := range map[string]string{"四十八小时": "48小时内", "48小时": "四十八小时内", "二〇二五年": "2025年"} {
		q := folding.parse(question)
		q.weigh(nil, 1)
		if c := q.coverage(q.found(folding.fold(text).text)); c < 0.7 {
			t.Errorf("%s covers %.2f of %s", text, c, question)
		}
	}
}

// TestFound checks that question.found, which skips most characters, finds the same terms as eachTerm.
func TestFound(t *testing.T) {
	t.Parallel()
	texts := []string{
		"2023年3月5日，三百零五名职工在北京市图书馆（B座2.4GHz机房）签约，合同金额1,200万元；二〇二五年十二月续签。",
		"押金于合同期满后七日内无息退还。booking.com 的 bookings 共 十五 笔，第二十五条不适用。",
		"カタカナとひらがな、한국어、𠀀𠀁二十，一二三四五。4S店 ba店 ２４小时",
		"",
	}
	for _, asked := range append(texts, "三百零五名职工什么时候签约的押金多少", "25条 15笔", "4s店的押金什么时候退还", "二十𠀀") {
		q := Query{Documents: []string{"1"}}.parsedFor(asked)
		for _, text := range texts {
			s := folding.fold(text).text
			var want set
			eachTerm(s, func(term string, _, _ int) {
				if i, ok := q.index[term]; ok {
					want.add(i)
				}
			})
			for i, p := range q.phrases {
				if strings.Contains(s, p.text) {
					want.add(maxTerms - 1 - i)
				}
			}
			if got := q.found(s); got != want {
				t.Errorf("%q in %q: %x, want %x", asked, text, got, want)
			}
		}
	}
}

func (q Query) parsedFor(text string) *question {
	q.Text = text
	return q.parsed(folding)
}
