package chat

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// answerText returns the text of the newest answer of a conversation.
func (h *harness) answerText(t *testing.T, cid string) (string, view.Conv) {
	t.Helper()
	return h.answerTextFor(t, alice, cid)
}

func (h *harness) answerTextFor(t *testing.T, owner, cid string) (string, view.Conv) {
	t.Helper()
	a := h.answerOf(t, owner, cid)
	text := items[stream.Text](a)
	if len(text) == 0 {
		t.Fatalf("no text: %+v", a)
	}
	return text[0].Msg, a
}

// TestAnswerAlone checks answers without a model. If the files answer the question, the answer is a
// quote with its place and a note on how the answer was made. Otherwise the answer is a refusal.
func TestAnswerAlone(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		withContract(h)
		h.ask(t, alice, "conv-0001", "乙方付清全部货款的期限", files("f-1"))
		text, a := h.answerText(t, "conv-0001")
		want := "**在《合同.pdf》里找到这句原文：**\n\n> 乙方应当在收到货物后三十日内付清全部货款。[citation:1]\n>\n> ——《合同.pdf》第 3 页"
		if !strings.HasPrefix(text, want) {
			t.Errorf("%s", text)
		}
		docs := items[stream.SearchGuid](a)[0].Docs
		if docs[0].Quote != "乙方应当在收到货物后三十日内付清全部货款。" || docs[0].Page != 3 || docs[0].DocID != "f-1" {
			t.Errorf("%+v", docs)
		}
		if diff := cmp.Diff([]string{"正在阅读《合同.pdf》", "识别为：在文件里查找答案（内置引擎摘录）"}, steps(a)); diff != "" {
			t.Errorf("steps: %s", diff)
		}
		if think := items[stream.Think](a); len(think) > 0 {
			t.Errorf("the engine does not think: %+v", think)
		}
		if all := items[stream.Step](a); !strings.Contains(all[len(all)-1].Detail, "在 1 个文件里查找") || all[len(all)-1].State != stream.PartDone {
			t.Errorf("%+v", all)
		}
		if n := len(h.models.requests()); n > 0 || a.State != string(stream.StateDone) || len(a.SpeechesV2[0].Hints) != 3 {
			t.Errorf("the engine was asked %d times; %+v", n, a)
		}

		h.ask(t, alice, "conv-0001", "作者最喜欢什么颜色的猫？")
		text, a = h.answerText(t, "conv-0001")
		if !strings.HasPrefix(text, "**《合同.pdf》里没有找到能回答这个问题的原文。**") || strings.Contains(text, "[citation:") || a.State != string(stream.StateDone) {
			t.Errorf("%s", text)
		}

		// When earlier files contain no answer, the engine's skills answer the question. A
		// question with its own file is answered from that file only.
		h.models.skilled = func(q string) bool { return q == "3.5 英里是多少公里？" }
		h.ask(t, alice, "conv-0001", "3.5 英里是多少公里？")
		if text, _ := h.answerText(t, "conv-0001"); text != "答：3.5 英里是多少公里？" {
			t.Errorf("%s", text)
		}
		h.ask(t, alice, "conv-0002", "3.5 英里是多少公里？", files("f-1"))
		if text, _ := h.answerText(t, "conv-0002"); !strings.Contains(text, "没有找到") {
			t.Errorf("%s", text)
		}
	})
}

// TestExtractAlone checks answers without a model about a whole file, for example its key sentences
// or a sum.
func TestExtractAlone(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		withContract(h)
		one := h.files.files[0]
		one.points = []source.Point{
			{Source: source.Source{Kind: source.File, ID: "f-1", Title: "合同.pdf", Locator: source.Locator{Unit: 1, UnitKind: "page"}, Text: "第一条 标的。"}},
			{Source: source.Source{Kind: source.File, ID: "f-1", Title: "合同.pdf", Locator: source.Locator{Unit: 3, UnitKind: "page"}, Text: "第五条 [付款](javascript:x)。"}, Depth: 1},
		}
		h.files.add(alice, request.File{ID: "f-2", Type: "txt", FileName: "*空*.txt"}, "。")
		h.files.add(alice, request.File{ID: "x-1", Type: "excel", FileName: "预算.xlsx"}, "部门\t金额\n研发部\t860000").figure = &source.Figure{
			Source: source.Source{Kind: source.File, ID: "x-1", Title: "预算.xlsx", Locator: source.Locator{Unit: 1, UnitKind: "sheet", UnitName: "Sheet1"}, Text: "部门\t金额"},
			Result: "金额的合计是 980,000", How: "把「金额」列的 2 个数相加", Columns: []string{"部门", "金额"}, Rows: [][]string{{"研发|部", "860,000"}}, Chart: json.RawMessage(`{"kind":"pie"}`),
		}
		for prompt, c := range map[string]struct{ id, want string }{
			"总结一下这份合同":  {"f-1", "**《合同.pdf》要句摘录**\n\n- 第一条 标的。[citation:1]\n  - 第五条 \\[付款\\](javascript:x)。[citation:2]"},
			"列出要点":      {"f-1", "**《合同.pdf》要点**\n\n- 第一条 标的。[citation:1]\n  - 第五条 \\[付款\\](javascript:x)。[citation:2]"},
			"大纲":        {"f-1", "**《合同.pdf》大纲**\n\n- 第一条 标的。[citation:1]\n  - 第五条 \\[付款\\](javascript:x)。[citation:2]"},
			"关键词有哪些":    {"f-1", "**《合同.pdf》关键词**\n\n付款、违约"},
			"Summarise": {"f-2", "《\\*空\\*.txt》里没有成句的文字，摘不出要句。"},
			"金额合计是多少？":  {"x-1", "**金额的合计是 980,000**[citation:1]\n\n——《预算.xlsx》工作表「Sheet1」\n\n| 部门 | 金额 |\n|---|---|\n| 研发\\|部 | 860,000 |\n\n计算方法：把「金额」列的 2 个数相加"},
		} {
			cid := NewID()
			h.ask(t, alice, cid, prompt, files(c.id))
			text, a := h.answerText(t, cid)
			if text != c.want {
				t.Errorf("%s:\n got %q\nwant %q", prompt, text, c.want)
			}
			if n := strings.Count(text, "[citation:"); n > 0 && len(items[stream.SearchGuid](a)[0].Docs) != n {
				t.Errorf("%s: %+v", prompt, items[stream.SearchGuid](a))
			}
		}
	})
}

// TestLibraryAlone checks questions without files in the mode of document analysis. They are about
// all files of the user, and about no files of other users.
func TestLibraryAlone(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		analysis := func(a *Ask) { a.ChatType = DocumentAnalysis }
		h.ask(t, alice, "conv-0001", "付清全部货款的期限", analysis)
		if text, _ := h.answerText(t, "conv-0001"); !strings.HasPrefix(text, "**你的文件、笔记、收藏和以前的对话里没有找到") || !strings.Contains(text, "请先上传") {
			t.Errorf("%s", text)
		}
		withContract(h)
		h.ask(t, alice, "conv-0001", "付清全部货款的期限") // the mode is kept
		text, a := h.answerText(t, "conv-0001")
		if !strings.Contains(text, "三十日内付清全部货款。[citation:1]") || strings.Contains(text, "鲍勃") || steps(a)[0] != "正在查找你的文件" {
			t.Errorf("%s %v", text, steps(a))
		}
		h.models.online = true
		h.models.set("default", says("三十日内付清全部货款[citation:1]。"))
		h.ask(t, alice, "conv-0002", "付清全部货款的期限", analysis)
		if prompt := h.lastPrompt(t); !strings.Contains(prompt, page3) || strings.Contains(prompt, "鲍勃") {
			t.Errorf("%s", prompt)
		}
	})
}

// TestUnreadAlone checks an answer without a model about a file that cannot be read: the answer only
// names the file and the reason.
func TestUnreadAlone(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.files.add(alice, request.File{ID: "f-1", Type: "pdf", FileName: "锁.pdf"}).err = errs.New(errs.FileEncrypted).With("file", "锁.pdf")
		h.ask(t, alice, "conv-0001", "讲了什么？", files("f-1"))
		text, a := h.answerText(t, "conv-0001")
		if text != "没有读到：\n\n- 「锁.pdf」设有打开密码，请输入密码后继续。" || a.State != string(stream.StateDone) {
			t.Errorf("%q %s", text, a.State)
		}
	})
}
