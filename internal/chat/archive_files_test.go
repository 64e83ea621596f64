package chat

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/chat/archive"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/source"
)

// TestFilesInArchives checks that a transcript and an archive contain the files' names. Another
// user who imports the archive gets no access to the files.
func TestFilesInArchives(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		withContract(h)
		h.ask(t, alice, "conv-0001", "付款期限是多久？", files("f-1"))
		k := Key{alice, "conv-0001"}
		whole, err := h.Transcript(t.Context(), k, 1<<20)
		if err != nil || !cmp.Equal(whole.Rounds[0].Files, []string{"合同.pdf"}) {
			t.Errorf("%+v %v", whole, err)
		}
		one, err := h.AnswerTranscript(t.Context(), k, 2, -1, 1<<20)
		if err != nil || !cmp.Equal(one.Rounds[0].Files, []string{"合同.pdf"}) {
			t.Errorf("%+v %v", one, err)
		}
		a := archive.Conversation{CID: "conv-0002", Title: "搬来的", CreatedAt: 1, Leaf: 2}
		for m, err := range h.ArchiveMessages(t.Context(), k) {
			if err != nil {
				t.Fatal(err)
			}
			a.Messages = append(a.Messages, m)
		}
		if !cmp.Equal(a.Messages[0].Files, []archive.File{{ID: "f-1", Name: "合同.pdf"}}) || a.Messages[1].Files != nil {
			t.Errorf("%+v", a.Messages)
		}
		if made, err := h.Import(t.Context(), bob, a); err != nil || !made {
			t.Fatal(made, err)
		}
		d, err := h.Detail(t.Context(), Key{bob, "conv-0002"}, 0, 10)
		if err != nil || !cmp.Equal(d.MultiMediaInfo, []view.MediaInfo{{FileName: "合同.pdf", Type: "file"}}) {
			t.Errorf("%+v %v", d.MultiMediaInfo, err)
		}
		calls := h.files.calls
		h.ask(t, bob, "conv-0002", "还能读吗？")
		if text, _ := h.answerTextFor(t, bob, "conv-0002"); text != "答：还能读吗？" || h.files.calls != calls {
			t.Errorf("%q, %d calls", text, h.files.calls-calls)
		}

		// If the owner of the file imports the archive, the imported question has the file.
		a.CID = "conv-0003"
		if made, err := h.Import(t.Context(), alice, a); err != nil || !made {
			t.Fatal(made, err)
		}
		d, err = h.Detail(t.Context(), Key{alice, "conv-0003"}, 0, 10)
		if err != nil || len(d.MultiMediaInfo) != 1 || d.MultiMediaInfo[0].ID != "f-1" {
			t.Errorf("%+v %v", d.MultiMediaInfo, err)
		}
	})
}

// TestLongSummary checks the prompt for a file that is too long for the model's context. Instead of the
// file, the prompt contains sentences that summarise the file. Each sentence has its place.
func TestLongSummary(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.models.online = true
		h.models.context = 2000
		f := h.files.add(alice, request.File{ID: "f-1", Type: "pdf", FileName: "长.pdf"}, longPages(60)...)
		for _, unit := range []int{40, 7} {
			f.points = append(f.points, source.Point{Source: source.Source{Kind: source.File, ID: "f-1", Title: "长.pdf", Locator: source.Locator{Unit: unit, UnitKind: "page"}, Text: "要句"}})
		}
		h.ask(t, alice, "conv-0001", "总结这份文件", files("f-1"))
		want := "[source 1 begin]\n长.pdf · 第 7 页\n要句\n[source 1 end]\n[source 2 begin]\n长.pdf · 第 40 页\n要句\n[source 2 end]\n\n# 问题\n总结这份文件"
		if diff := cmp.Diff(want, h.lastPrompt(t)); diff != "" {
			t.Error(diff)
		}
	})
}
