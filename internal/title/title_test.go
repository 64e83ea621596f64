package title_test

import (
	"testing"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/title"
)

func TestTitle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ question, want string }{
		{"请帮我写一份周报", "写一份周报"},
		{"能不能告诉我什么是量子纠缠？", "什么是量子纠缠"},
		{"今年中秋放几天假，怎么调休？", "今年中秋放几天假，怎么调休"},
		{"  \n\n你好，请问北京到上海有多远呢？\n第二行", "北京到上海有多远"},
		{"", "新对话"},
		{"房贷 100 万 30 年每月还多少", "房贷 100 万 30 年每月还多少"},
		{"3 点 40 分到 5 点 20 分是多久", "3 点 40 分到 5 点 20 分是多久"},
		{"把 hello world 转成大写", "把 hello world 转成大写"},
		{"圆周率 3.1415926 的平方是多少呢", "圆周率 3.1415926 的平方是多少"},
		{"比较 go1.26.8 和 go1.25.1 的差别，写成表格", "比较 go1.26.8 和 go1.25.1 的差别"},
		{"How do I connect a local model to Wenqu?", "How do I connect a local model"},
		{"What is 17% of 2,340?", "What is 17% of 2,340"},
		{"Which cities have more than 12,345,678 inhabitants today", "Which cities have more than"},
		{"？？？", "？？？"},
		{"“半亩方塘一鉴开”是谁写的", "“半亩方塘一鉴开”是谁写的"},
		{"[长文] 写一篇长文", "[长文] 写一篇长文"},
		{"“你好”用英语怎么说？", "“你好”用英语怎么说"},
		{"（急）请帮我写一份请假条", "（急）请帮我写一份请假条"},
		{"三号线的票价是多少？https://news.example/tram?id=7，谢谢", "三号线的票价是多少"},
		{"https://www.news.example/tram", "news.example"},
		{"帮我把下面这段非常长的文字总结成三个要点并且翻译成英文", "把下面这段非常长的文字总结成三个"},
		{"写一封邮件给客户，说明发货延迟的原因和补救办法", "写一封邮件给客户"},
	} {
		got := title.Of(c.question)
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.question, got, c.want)
		}
	}
}

func FuzzTitle(f *testing.F) {
	f.Add("请帮我写一份周报")
	f.Add("0123456789abcdef.")
	f.Fuzz(func(t *testing.T, question string) {
		got := title.Of(question)
		if n := utf8.RuneCountInString(got); n == 0 || text.Width(got) > title.MaxWidth || !utf8.ValidString(got) {
			t.Errorf("%q of %q", got, question)
		}
	})
}
