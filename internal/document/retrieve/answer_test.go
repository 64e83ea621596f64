package retrieve_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

func answer(t testing.TB, x *retrieve.Index, text string) retrieve.Answer {
	t.Helper()
	a, err := x.Answer(t.Context(), retrieve.Query{Owner: "a", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if a.Refused != (len(a.Sentences) == 0) || !a.Refused && len(a.Possible) > 0 {
		t.Errorf("%s: refused %t with %d sentences", text, a.Refused, len(a.Sentences))
	}
	return a
}

// TestAnswersAreQuotes asks every question of testdata/eval/open.txt and checks that each sentence
// of an answer is in the unit stated by its field Unit.
func TestAnswersAreQuotes(t *testing.T) {
	t.Parallel()
	set := readEval(t, "testdata/eval")
	x := evalIndex(t, set, dbtest.OpenSQLite(t), retrieve.Options{})
	quotes := 0
	for _, q := range set.questions(t, "open.txt") {
		a, err := x.Answer(t.Context(), retrieve.Query{Owner: "testdata/eval", Text: q.text})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Sentences) > 3 {
			t.Errorf("%s: %d sentences", q.text, len(a.Sentences))
		}
		for i, s := range a.Sentences {
			quotes++
			if i > 0 && s.Score > a.Sentences[i-1].Score {
				t.Errorf("%s: the sentences are not best first", q.text)
			}
			source := set.documents[s.DocumentID][s.Unit-1].Text()
			if s.Text == "" || !strings.Contains(source, s.Text) {
				t.Errorf("%s: %q is not in %s, unit %d", q.text, s.Text, s.DocumentID, s.Unit)
			}
			for _, other := range a.Sentences[:i] {
				if strings.Contains(other.Text, s.Text) {
					t.Errorf("%s: %q is given twice", q.text, s.Text)
				}
			}
		}
		for _, p := range a.Passages {
			if source := set.documents[p.DocumentID][p.Unit-1].Text(); !strings.Contains(source, p.Text) {
				t.Errorf("the passage %q is not in %s, unit %d", p.Text, p.DocumentID, p.Unit)
			}
		}
	}
	if quotes < 80 {
		t.Errorf("only %d sentences were quoted", quotes)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	table := parsed.Block{Kind: parsed.Table, Text: "品名\t零售价（元）\n云顶四人帐\t1380\n雪线高山帐\t2260" + strings.Repeat("\n其他货品\t1", 80) + "\n远征背包\t1099", First: 1}
	for question, want := range map[string]string{ // the expected answer; empty: the question is refused
		"怎样修改密码？":      "在设置页点击安全，然后输入新密码。", // the FAQ's answer, not its question
		"保修期有多长？":      "保修期为三年。",
		"雪线高山帐多少钱？":    "雪线高山帐\t2260",
		"远征背包多少钱？":     "远征背包\t1099", // far from the row of column names
		"2023年的收入是多少？": "2023年收入为三亿元，比上年增长一成。",
		"2021年的收入是多少？": "",
		"型号X9的重量是多少？":  "",
		"保修期内可以退货吗？":   "",
		"土星有几颗卫星？":     "",
		"的吗呢":          "",
	} {
		a := answer(t, answersIndex(t, table), question)
		switch {
		case want == "" && !a.Refused:
			t.Errorf("%s is not refused but answered by %v", question, a.Sentences)
		case want != "" && (a.Refused || a.Sentences[0].Text != want):
			t.Errorf("%s is answered by %v, want %q", question, a.Sentences, want)
		}
	}
	a := answer(t, answersIndex(t, table), "远征背包多少钱？")
	if a.Refused || a.Sentences[0].Header != "品名\t零售价（元）" {
		t.Errorf("the row comes without its column names: %v", a.Sentences)
	}
}

// A follow-up question is answered in the context of the previous question, but not by the answer
// to the previous question.
func TestFollowing(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	x := open(d)
	add(t, d, x, "a", "contract", page(1, "#第二条 费用", "养护费每年四十六万八千元。", "本合同一式四份，双方各执两份，自签字之日起生效。", "#第三条 期限", "合同期限为三年。"))
	for _, c := range []struct{ before, text, want string }{
		{"合同什么时候生效？", "乙方的注册资本是多少？", ""},
		{"合同什么时候生效？", "可以养宠物吗？", ""},
		{"养护费怎么定？", "每年多少？", "养护费每年四十六万八千元。"},
	} {
		a, err := x.Answer(t.Context(), retrieve.Query{Owner: "a", Documents: []string{"contract"}, Text: c.text, Before: c.before})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.want == "" && !a.Refused:
			t.Errorf("%s is answered by %v", c.text, a.Sentences)
		case c.want != "" && (a.Refused || a.Sentences[0].Text != c.want):
			t.Errorf("%s is answered by %v, want %q", c.text, a.Sentences, c.want)
		}
	}
}

func answersIndex(t testing.TB, table parsed.Block) *retrieve.Index {
	t.Helper()
	d := dbtest.OpenSQLite(t)
	x := open(d)
	add(t, d, x, "a", "faq", page(1, "#常见问题", "怎样修改密码？", "在设置页点击安全，然后输入新密码。", "怎样注销账号？", "联系客服办理。"))
	add(t, d, x, "a", "card", page(1, "#保修卡", "保修期为三年。", "型号X7的重量为三公斤。"))
	add(t, d, x, "a", "report", page(1, "#年报", "2023年收入为三亿元，比上年增长一成。", "2022年收入为两亿七千万元。"))
	add(t, d, x, "a", "prices", parsed.Unit{Number: 1, Kind: parsed.Sheet, Name: "帐篷和背包", Blocks: []parsed.Block{table}})
	return x
}

// TestNeighboursAreOneQuote checks that consecutive sentences become one quote.
func TestNeighboursAreOneQuote(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	x := open(d)
	add(t, d, x, "a", "doc", page(1, "#退租", "提前退租须赔付一个月租金。提前退租须在三十日前通知。", "车位另付。"))
	a := answer(t, x, "提前退租要赔付多少租金、多少日前通知？")
	if len(a.Sentences) != 1 || a.Sentences[0].Text != "提前退租须赔付一个月租金。提前退租须在三十日前通知。" {
		t.Errorf("answered by %v", a.Sentences)
	}
}

func TestWhole(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := open(d)
		long := strings.Repeat("这是一句不长不短的话，放在这里凑数。", 60) // long enough for several chunks that overlap
		add(t, d, x, "a", "one", page(1, "#标题", long), page(2, "第二页。"))
		add(t, d, x, "a", "two", page(1, "另一份。"))
		all, fits, err := x.Whole(t.Context(), "a", []string{"two", "one"}, 5000)
		if err != nil || !fits {
			t.Fatal(fits, err)
		}
		var text strings.Builder
		for _, p := range all {
			text.WriteString(p.Text)
		}
		if got, want := strings.ReplaceAll(text.String(), "\n", ""), "另一份。标题"+long+"第二页。"; got != want {
			t.Errorf("the whole is %q, want %q", got, want)
		}
		if all[0].DocumentID != "two" || all[len(all)-1].Unit != 2 {
			t.Error("the order is another one")
		}
		if _, fits, err := x.Whole(t.Context(), "a", []string{"two", "one"}, 500); fits || err != nil {
			t.Errorf("too much fits: %t, %v", fits, err)
		}
		if all, fits, err := x.Whole(t.Context(), "b", []string{"one"}, 5000); len(all) != 0 || !fits || err != nil {
			t.Errorf("somebody else reads %v, %v", all, err)
		}
	})
}

func TestSearchText(t *testing.T) {
	t.Parallel()
	long := "他们说：" + strings.Repeat("山高水长，", 30)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		x := open(d)
		add(t, d, x, "a", "one",
			page(1, "#渡口", "老渡工撑了四十一年的船。渡船收去了。", strings.Repeat("这里凑一些字数，", 80)+"渡船在这里。渡船没有了。"),
			page(2, "價格為100%，Premium  Economy 和 under_score；path\\to，A座3楼。"), page(3, long+"。"))
		add(t, d, x, "a", "two", page(1, "booked Größe 渡 船"))
		add(t, d, x, "b", "three", page(1, "渡船也在这里。"))
		for keyword, want := range map[string]int{
			"渡船": 3, "渡": 6, "渡 船": 1, "四十一年的船": 1, "價格": 1, "价格": 1, "为100%": 1, "100%": 1,
			"premium economy": 1, "economy 和": 1, "conom": 1, "Econ": 1, "under_score": 1, "underXscore": 0, `path\to`: 1, "a座": 1, "座3楼": 1, "a": 2,
			long: 1, "book": 1, "booking": 0, "größe": 1, "工撑": 1, "船渡": 0, "没有了。": 1, "": 0, " ": 0, "%": 1,
		} {
			hits, err := x.SearchText(t.Context(), "a", keyword, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if len(hits) != want {
				t.Errorf("%q stands at %d places, want %d: %v", keyword, len(hits), want, hits)
			}
		}
		hits, err := x.SearchText(t.Context(), "a", "收去", []string{"one"}, 0)
		if err != nil || len(hits) != 1 || hits[0].Quote != "老渡工撑了四十一年的船。渡船收去了。" || hits[0].Heading != "渡口" || hits[0].Unit != 1 {
			t.Errorf("%v, %v", hits, err)
		}
		if hits, err := x.SearchText(t.Context(), "a", "渡船", []string{"two", "three"}, 0); err != nil || len(hits) != 0 {
			t.Errorf("in other documents: %v, %v", hits, err)
		}
		if hits, err := x.SearchText(t.Context(), "a", "渡", nil, 2); err != nil || len(hits) != 2 {
			t.Errorf("with a limit: %v, %v", hits, err)
		}
	})
}

// TestEverydayAnswers checks that a quote has the requested kind, such as a time, and is about the requested
// period, such as the last quarter. It also asks questions with two parts, and questions that contain the
// file name.
func TestEverydayAnswers(t *testing.T) {
	t.Parallel()
	d := dbtest.OpenSQLite(t)
	x := retrieve.New(d, retrieve.Options{})
	units := map[string][]string{
		"lease":   {"押金为两个月租金，共 5,000 元。", "押金在交还钥匙后 10 个工作日内退还。"},
		"fit-out": {"合同总价为 90,000 元。", "签约当天付总价的三成，即 27,000 元。", "逾期一天罚总价的千分之二。"},
		"report":  {"本季度收入 8,462 万元，比上季度增长 3%。", "上季度收入为 8,200 万元，净利润 655 万元。"},
	}
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		for name, texts := range units {
			u := parsed.Unit{Number: 1, Kind: parsed.Page}
			for _, text := range texts {
				u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Paragraph, Text: text})
			}
			if err := x.Add(t.Context(), tx, "o", name, u); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ document, name, question, want string }{
		{"lease", "梧桐里协议", "押金什么时候退", "10 个工作日"},
		{"lease", "梧桐里协议", "梧桐里协议的押金啥时候退", "10 个工作日"},
		{"fit-out", "", "合同一共多少钱，签约先付多少", "90,000"},
		{"fit-out", "", "合同一共多少钱，签约先付多少", "27,000"},
		{"report", "", "上个季度收入多少", "8,200"},
		{"report", "", "董事长是谁", ""},
	} {
		q := retrieve.Query{Owner: "o", Documents: []string{test.document}, Text: test.question}
		if test.name != "" {
			q.Names = []string{test.name}
		}
		a, err := x.Answer(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		quoted := ""
		for _, s := range a.Sentences {
			quoted += s.Text
		}
		if a.Refused != (test.want == "") || !strings.Contains(quoted, test.want) {
			t.Errorf("%s: refused %v, %q", test.question, a.Refused, quoted)
		}
	}
}
