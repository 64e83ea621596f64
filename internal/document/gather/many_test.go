package gather

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

func many(n int, kind string) []answer.Attachment {
	var out []answer.Attachment
	for i := range n {
		out = append(out, answer.Attachment{ID: fmt.Sprintf("f-%03d", i+1), Type: kind, Name: fmt.Sprintf("%s%03d", kind, i+1)})
	}
	return out
}

func gatherFrom(t *testing.T, l Library, turn answer.Turn) (answer.Found, *recorder) {
	t.Helper()
	o, g := &recorder{}, New(l, slog.New(slog.DiscardHandler))
	if !g.Applies(turn) {
		t.Fatal("the gatherer does not apply")
	}
	found, err := g.Gather(t.Context(), turn, o)
	if err != nil {
		t.Fatal(err)
	}
	return found, o
}

// If there are at most maxFiles files, all are searched. Files that are not searched, or not
// summarised, are reported to the user and to the model: the first maxListed by name; the rest are
// only counted.
func TestManyFiles(t *testing.T) {
	t.Parallel()
	l := &testLibrary{}
	found, o := gatherFrom(t, l, newTurn("付款期限是多久", many(50, "pdf")...))
	if l.searched[0] != 50 || len(l.searched) != 1+maxEach || found.Sources[len(found.Sources)-1].ID != "f-050" || len(found.Notes) > 0 {
		t.Errorf("searched %v, found %d, notes %v", l.searched, len(found.Sources), found.Notes)
	}
	if got := o.steps(); len(got) != maxNamed+1 || got[maxNamed] != "还有 44 个文件" {
		t.Errorf("%v", got)
	}

	for name, builtin := range map[string]bool{"a model": false, "the engine": true} {
		l := &testLibrary{}
		turn := newTurn("总结这些文件", many(23, "pdf")...)
		turn.Choice.Info.Builtin = builtin
		found, _ := gatherFrom(t, l, turn)
		want := "文件较多，只摘取了前 20 个的要点，其余没有通读：《pdf021》、《pdf022》、《pdf023》"
		if l.extracted != maxEach || len(found.Notes) != 1 || found.Notes[0] != want {
			t.Errorf("%s: %d extracts, %v", name, l.extracted, found.Notes)
		}
		if builtin && (found.Finding.Intent != source.Summary || len(found.Finding.Extracts) != maxEach || len(found.Finding.Things) != 23) {
			t.Errorf("%+v", found.Finding)
		}
	}

	l = &testLibrary{}
	found, o = gatherFrom(t, l, newTurn("付款期限是多久", many(maxFiles+25, "pdf")...))
	if l.searched[0] != maxFiles || len(found.Notes) != 1 || !strings.Contains(found.Notes[0], "《pdf201》") || !strings.HasSuffix(found.Notes[0], "还有 5 个") {
		t.Errorf("%v %v", l.searched[0], found.Notes)
	}
	step := slices.IndexFunc(o.events, func(e stream.Event) bool {
		s, ok := e.(stream.Step)
		return ok && s.Code == stepTooMany
	})
	if want := []string{"200", "5", "pdf201", "pdf202"}; step < 0 || !slices.Equal(o.events[step].(stream.Step).Args[:4], want) {
		t.Errorf("%v", o.events)
	}
}

// The first maxNamed documents have a step each. All other documents share one step, which states their
// number; pictures do not count. The shared step also begins if a picture is at the position maxNamed. With
// at most maxNamed documents there is no shared step.
func TestManyFilesOfBothKinds(t *testing.T) {
	t.Parallel()
	const documents = maxNamed + 2
	for name, tt := range map[string]struct {
		n        int
		pictures []int // positions
		more     string
	}{
		"a picture at the limit": {documents + 1, []int{maxNamed}, "还有 2 个文件"},
		"pictures first":         {documents + 3, []int{0, 1, 2}, "还有 2 个文件"},
		"few documents":          {maxNamed + 1, []int{maxNamed}, ""},
	} {
		files := many(tt.n, "pdf")
		for _, i := range tt.pictures {
			files[i].Type = "image"
		}
		_, o := gatherFrom(t, &testLibrary{}, newTurn("付款期限是多久", files...))
		begun, ended := "", false
		for _, e := range o.events {
			switch s := e.(type) {
			case stream.Step:
				if s.ID == moreStep {
					begun = s.Msg
				}
			case stream.StepUpdate:
				ended = ended || s.ID == moreStep
			}
		}
		if begun != tt.more || ended != (tt.more != "") {
			t.Errorf("%s: the step %q, ended: %t", name, begun, ended)
		}
	}
}

// Pictures beyond the limit are reported by name.
func TestManyPictures(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*answer.Turn){
		"a model that sees": func(t *answer.Turn) { t.Choice.Info.Vision = true }, "the engine": func(t *answer.Turn) { t.Choice.Info.Builtin = true },
	} {
		l := &testLibrary{}
		turn := newTurn("有什么", many(10, "image")...)
		change(&turn)
		found, _ := gatherFrom(t, l, turn)
		if l.looked != maxPictures || len(found.Notes) != 1 || found.Notes[0] != "图片较多，只看了 8 张，没有看：《image009》、《image010》" {
			t.Errorf("%s: looked at %d, %v", name, l.looked, found.Notes)
		}
		if n := len(found.Pictures) + len(found.Finding.Pictures); n != maxPictures {
			t.Errorf("%s: %d pictures", name, n)
		}
	}
}

// Without knowledge, the gatherer does not apply to turns that have no files, or only files without an id.
func TestNoFiles(t *testing.T) {
	t.Parallel()
	for _, turn := range []answer.Turn{newTurn("你好"), newTurn("你好", answer.Attachment{Name: "旧.pdf", Type: "pdf"})} {
		if New(&testLibrary{}, slog.New(slog.DiscardHandler)).Applies(turn) {
			t.Errorf("it applies to %v", turn.Files)
		}
	}
}

// Pictures of earlier questions are sent with those questions, and a continued answer does not
// repeat completed steps.
func TestEarlier(t *testing.T) {
	t.Parallel()
	turn := newTurn("左边呢")
	turn.Choice.Info.Vision = true
	turn.Earlier = []answer.Round{{Question: "这是什么", Files: many(1, "image"), Answer: "猫"}, {Question: "失败", Files: []answer.Attachment{fast}}}
	found, o := gatherFrom(t, &testLibrary{}, turn)
	if len(found.Shown[0]) != 1 || len(found.Pictures) > 0 || len(o.steps()) != 1 {
		t.Errorf("%+v %v", found.Shown, o.steps())
	}
	m := stream.NewMessage()
	for _, e := range o.events {
		m.Apply(e)
	}
	turn.Partial = &m
	if _, o = gatherFrom(t, &testLibrary{}, turn); len(o.steps()) > 0 {
		t.Errorf("told again: %v", o.steps())
	}
}

// The selected sources fit into the model's context.
func TestRoom(t *testing.T) {
	t.Parallel()
	turn := newTurn("付款期限是多久", many(3, "pdf")...)
	turn.Room = func(...llm.Message) int { return 200 }
	found, _ := gatherFrom(t, &testLibrary{}, turn)
	if n := len(source.Prompt(found.Sources, 1, "")); n > 200 || len(found.Sources) == 0 {
		t.Errorf("%d bytes, %d sources", n, len(found.Sources))
	}
}
