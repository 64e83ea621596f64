package gather

import (
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/source"
)

func knowing(owner string, builtin bool) answer.Turn {
	t := newTurn("几天内可以退货？")
	t.Choice.Info.Builtin = builtin
	t.Profile = answer.Profile{Foreign: true, Knowledge: []answer.Scope{
		{Owner: owner, Kind: answer.ScopeFiles, IDs: []string{"k-1"}},
		{Kind: answer.ScopeSites, IDs: []string{"site-1"}},
		{Owner: owner, Kind: answer.ScopeFiles}, // no files, although a search without ids would search all files
	}}
	return t
}

// Passages of knowledge are found even if the conversation has no files. Only the author
// can open the author's files.
func TestKnowledge(t *testing.T) {
	t.Parallel()
	for owner, kind := range map[string]source.Kind{"alice": source.File, "bob": source.Knowledge} {
		for _, builtin := range []bool{false, true} {
			l, o := &testLibrary{refuses: false}, &recorder{}
			w, _ := newWork(l)
			found, err := w.Gather(t.Context(), knowing(owner, builtin), o)
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Sources) == 0 || found.Sources[0].Kind != kind || found.Sources[0].ID != "k-1" {
				t.Errorf("%s, %v: %+v", owner, builtin, found.Sources)
			}
			if kind == source.Knowledge && (found.Sources[0].Address("退货") != "" || found.Sources[0].Doc(1, "", "zh-CN").DocID != "") {
				t.Errorf("a foreign file has an address: %+v", found.Sources[0].Doc(1, "", "zh-CN"))
			}
			if builtin && (found.Finding.Refused || found.Finding.Attached) || !builtin && (len(found.Sources) != 2 || !strings.Contains(found.Instruct, "资料库")) {
				t.Errorf("%s, %v: %+v", owner, builtin, found)
			}
			for _, n := range l.searched {
				if n == 0 {
					t.Error("a scope without files searched everything")
				}
			}
		}
	}
}

// If the knowledge does not answer the question, the finding is a refusal and has no attached files.
// The sentences near to the question cannot be opened.
func TestKnowledgeRefuses(t *testing.T) {
	t.Parallel()
	for _, unsure := range []bool{false, true} {
		w, o := newWork(&testLibrary{refuses: true, unsure: unsure})
		found, err := w.Gather(t.Context(), knowing("bob", true), o)
		if err != nil || !found.Finding.Refused || found.Finding.Attached || found.Finding.Possible != unsure || unsure && len(found.Finding.Near) == 0 {
			t.Errorf("%+v %v", found.Finding, err)
		}
		for _, s := range found.Finding.Near {
			if s.Kind == source.File {
				t.Errorf("a foreign file can be opened: %+v", s)
			}
		}
	}
}

// An agent with another user's instructions never gets access to the asker's whole library, even in
// the chat mode about all files.
func TestForeignInstructionsSeeNoLibrary(t *testing.T) {
	t.Parallel()
	l := &testLibrary{}
	w, o := newWork(l)
	turn := newTurn("我的工资是多少？")
	turn.ChatType, turn.Profile = documentAnalysis, answer.Profile{Foreign: true}
	for _, builtin := range []bool{false, true} {
		turn.Choice.Info.Builtin = builtin
		found, err := w.Gather(t.Context(), turn, o)
		if err != nil || len(found.Sources) > 0 || len(l.searched) > 0 {
			t.Errorf("%+v %v, %v searched", found, err, l.searched)
		}
	}
}
