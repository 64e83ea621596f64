package retrieve

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

var pages = []Text{
	{"a", "临江市图书馆开放时间", "# 开放时间\n临江市图书馆周二至周日九点至二十点开放，周一闭馆。\n\n# 借书\n每位读者最多可借二十册，期限三十天。\n类别\t逾期费\n图书\t每天 0.2 元\n光盘\t每天 1 元"},
	{"b", "云岭动物园票价", "成人票八十元。\n儿童身高一米二以下免票。"},
	{"c", "长文", strings.Repeat("这一段讲的是别的事情，与所问的没有关系。\n", 3000) + "临江市图书馆的馆长是周文山。\n"},
}

// A text in memory is searched like a stored text.
func TestRanker(t *testing.T) {
	t.Parallel()
	r := New(dbtest.OpenSQLite(t), Options{}).Ranker()
	for question, want := range map[string]struct{ id, text string }{
		"图书馆周一开门吗":  {"a", "周一闭馆"},
		"动物园儿童票多少钱": {"b", "免票"},
		"图书馆的馆长是谁":  {"c", "周文山"},
		"光盘逾期一天收多少": {"a", "光盘\t每天 1 元"},
		"一个人能借几本书":  {"a", "二十册"},
	} {
		found := r.Search(Query{Text: question, Limit: 2}, pages)
		if len(found) == 0 || found[0].DocumentID != want.id || !strings.Contains(found[0].Text, want.text) {
			t.Errorf("%s: %+v", question, found)
		}
		for _, p := range found {
			if text := pages[p.DocumentID[0]-'a'].Text; !strings.Contains(text, strings.Split(p.Text, "\n")[0]) {
				t.Errorf("%s: %q does not stand in its text", question, p.Text)
			}
		}
	}
	for _, nothing := range []string{"", "？", "量子纠缠"} {
		if found := r.Search(Query{Text: nothing}, pages[1:2]); len(found) != 0 {
			t.Errorf("%s: %+v", nothing, found)
		}
	}
	answer := r.Answer(Query{Text: "图书馆的馆长是谁"}, pages)
	if answer.Refused || len(answer.Sentences) == 0 || answer.Sentences[0].Text != "临江市图书馆的馆长是周文山。" {
		t.Errorf("%+v", answer)
	}
	if answer = r.Answer(Query{Text: "图书馆有多少个停车位"}, pages); !answer.Refused {
		t.Errorf("%+v", answer)
	}
}

// The headings and tables of a text are recognised.
func TestTextUnit(t *testing.T) {
	t.Parallel()
	u := Text{Text: "#标签不是标题\n## 二级\r\n\n正文\n甲\t乙\n1\t2\n尾"}.unit()
	var got []string
	for _, b := range u.Blocks {
		got = append(got, string(b.Kind)+":"+b.Text)
	}
	want := []string{"paragraph:#标签不是标题", "heading:二级", "paragraph:正文", "table:甲\t乙\n1\t2", "paragraph:尾"}
	if strings.Join(got, "|") != strings.Join(want, "|") || u.Blocks[1].Level != 2 || u.Kind != parsed.Section {
		t.Errorf("%q", got)
	}
}

// BenchmarkRanker searches six texts of 1 MB each.
func BenchmarkRanker(b *testing.B) {
	r := New(dbtest.OpenSQLite(b), Options{}).Ranker()
	line := "临江市二〇二六年的公共图书馆一共有四十二座，其中十二座在夜里也开门，读者可以在网上预约座位。\n"
	var texts []Text
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		texts = append(texts, Text{ID: id, Name: "图书馆", Text: strings.Repeat(line, 1_000_000/len(line))})
	}
	b.ResetTimer()
	for range b.N {
		r.Search(Query{Text: "临江市有多少座图书馆夜里开门", Limit: 24}, texts)
	}
}
