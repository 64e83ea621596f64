package links

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/source"
)

func TestIntentOf(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]source.Intent{
		"这个网页的关键词有哪些": source.Keywords, "这个网页的关键字": source.Keywords,
		"這個網頁有哪些關鍵詞": source.Keywords, "有哪些關鍵字？": source.Keywords, "its keywords": source.Keywords,
		"列出大綱": source.Outline, "这篇文章的结构": source.Outline,
		"有哪些亮点": source.Points, "整理重點": source.Points,
		"总结一下": source.Summary, "這篇講了什麼": source.Summary, "what is it about": source.Summary,
		"押金什么时候退": source.Answer,
	} {
		if got := intentOf(question); got != want {
			t.Errorf("%s: %v, want %v", question, got, want)
		}
	}
}
