package gather

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/source"
)

func TestIntents(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]source.Intent{
		"总结一下": source.Summary, "总结": source.Summary, "这份文件讲了什么？": source.Summary, "概括這篇文章的主要內容": source.Summary, "帮我提炼摘要": source.Summary,
		"介绍一下这份报告": source.Summary, "Summarize this": source.Summary, "总结这份合同的主要内容": source.Summary, "请概括这些文件的要点。": source.Points,
		"写一个总结": source.Summary, "主要内容是什么": source.Summary, "它主要讲什么": source.Summary, "全文大意": source.Summary, "對這份檔案做個總結": source.Summary,
		"这篇论文说的是什么？": source.Summary, "给我一份摘要": source.Summary, "what is this document about?": source.Summary, "这个文档是关于什么的": source.Summary,
		"核心观点有哪些": source.Points, "列出三个要点": source.Points, "key takeaways?": source.Points, "划重点": source.Points, "有哪些要点？": source.Points, "主要结论是什么": source.Points,
		"给我一份大纲": source.Outline, "文档结构是怎样的": source.Outline, "目錄": source.Outline, "列出大纲": source.Outline, "有哪些章节": source.Outline, "分几章": source.Outline,
		"关键词有哪些": source.Keywords, "extract keywords": source.Keywords, "提取关键词": source.Keywords, "有哪些关键词？": source.Keywords,

		"付款期限是多久？": "", "甲方的联系电话是多少": "", "违约金怎么算": "", "who signed the contract": "", "安装目录在哪里": "", "重点工程有哪些": "", "总结会什么时候开": "",
		"摘要算法用的是哪一种": "", "目录服务的端口号": "", "框架协议由谁签署": "", "结构设计使用年限": "", "观点的提出者是谁": "", "第三章规定了什么": "", "关键词搜索的响应时间": "",
		"项目总结报告由谁负责编写": "", "where are keyword searches logged": "",
	} {
		if got, _ := intentOf(question); got != want {
			t.Errorf("%s: %q, want %q", question, got, want)
		}
	}
	for question, want := range map[string]bool{
		"各部门的平均工资": true, "按城市分组求和": true, "最大的一笔是多少": true, "有没有异常值": true, "how many rows": true,
		"甲方是谁": false, "交货地点在哪里": false,
	} {
		if computes.MatchString(question) != want {
			t.Errorf("%s: %v", question, !want)
		}
	}
	for question, want := range map[string]bool{
		"各部门的平均工资": true, "一共多少行，平均值是多少": true, "现场来了多少人": false, "合同一共多少钱": false, "how many people came": false,
	} {
		if computesOnly(question) != want {
			t.Errorf("%s: only computed: %v", question, !want)
		}
	}
}

// A count of rows is used only if no sentence answers the question.
func TestTextBeforeCount(t *testing.T) {
	t.Parallel()
	turn := newTurn("现场来了多少人", many(1, "word")...)
	turn.Choice.Info.Builtin = true
	for _, refused := range []bool{false, true} {
		l := &testLibrary{refuses: refused, figures: true}
		found, _ := gatherFrom(t, l, turn)
		want := source.Answer
		if refused {
			want = source.Figures
		}
		if found.Finding.Intent != want || found.Finding.Refused {
			t.Errorf("refused %v: %+v", refused, found.Finding)
		}
	}
}
