package gather

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// testLibrary is a library. Every search finds the same sentence, on page 1 of the last file of the
// query.
type testLibrary struct {
	slow      string // id of a file whose reading never ends
	garbled   string // id of a file with pages of gibberish
	extracted int
	searched  []int // number of files in each search
	looked    int
	refuses   bool // no file answers the question
	unsure    bool // if `refuses` is true: there are sentences that may answer the question
	figures   bool // each file has a table
}

func (l *testLibrary) Used(context.Context, string, string, []string) error { return nil }

func (l *testLibrary) Ready(ctx context.Context, _, id string, _ func(float64)) error {
	if id == l.slow {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func (l *testLibrary) Garbled(_ context.Context, _, id string) (string, error) {
	if id == l.garbled {
		return "3-5,9", nil
	}
	return "", nil
}

func (l *testLibrary) Picture(_ context.Context, _, id string) (llm.Image, error) {
	l.looked++
	return llm.Image{MIME: "image/png", Data: []byte(id)}, nil
}

func (l *testLibrary) Look(context.Context, string, string) (source.Picture, error) {
	l.looked++
	return source.Picture{Format: "PNG"}, nil
}

func (l *testLibrary) Whole(context.Context, string, []string, int) ([]source.Source, bool, error) {
	return nil, false, nil
}

func (l *testLibrary) Search(_ context.Context, q Query) ([]source.Source, error) {
	l.searched = append(l.searched, len(q.IDs))
	last := q.IDs[len(q.IDs)-1]
	return []source.Source{{Kind: source.File, ID: last, Title: last, Locator: source.Locator{Unit: 1, UnitKind: "page"}, Text: "付款期限是三十日。"}}, nil
}

func (l *testLibrary) Sites(_ context.Context, ids []string, _ string, _ int) ([]source.Source, error) {
	return []source.Source{{Kind: source.Web, ID: ids[0], URL: "https://docs.example.org/" + ids[0], Title: "帮助", Text: "七日内可以退货。"}}, nil
}

func (l *testLibrary) Answer(ctx context.Context, q Query) (Answer, error) {
	found, err := l.Search(ctx, q)
	if l.refuses {
		a := Answer{Refused: true, Near: found}
		if l.unsure {
			a.Possible = found
		}
		return a, err
	}
	return Answer{Sentences: found}, err
}

func (l *testLibrary) Extract(_ context.Context, r ExtractRequest) (source.Extract, error) {
	l.extracted++
	if l.figures && r.Intent == source.Figures {
		return source.Extract{Figures: []source.Figure{{Source: source.Source{Kind: source.File, ID: r.ID}, Result: "共有 7 行。"}}}, nil
	}
	return source.Extract{Points: []source.Point{{Source: source.Source{Kind: source.File, ID: r.ID, Text: "要点。"}}}}, nil
}

// recorder records the output of a gatherer.
type recorder struct {
	events []stream.Event
	alive  int
}

// Emit records the events. It fails if the page cannot translate the code or arguments of a step.
func (o *recorder) Emit(events ...stream.Event) error {
	for _, e := range events {
		s, ok := e.(stream.Step)
		if !ok {
			continue
		}
		names, known := stream.StepCodes[s.Code]
		if !known || len(s.Args) < len(names) || len(s.Args) > len(names) && names[len(names)-1] != "names" {
			return fmt.Errorf("the step %q has the code %q with %q", s.Msg, s.Code, s.Args)
		}
	}
	o.events = append(o.events, events...)
	return nil
}

func (o *recorder) Alive() { o.alive++ }

// steps returns the Msg of each step: the text for clients that do not know the step's code.
func (o *recorder) steps() []string {
	var out []string
	for _, e := range o.events {
		if s, ok := e.(stream.Step); ok {
			out = append(out, s.Msg)
		}
	}
	return out
}

var (
	slow = answer.Attachment{ID: "f-1", Type: "pdf", Name: "慢.pdf"}
	fast = answer.Attachment{ID: "f-2", Type: "pdf", Name: "快.pdf"}
)

func newTurn(question string, files ...answer.Attachment) answer.Turn {
	return answer.Turn{
		Owner: func() string { return "alice" }, Place: func() (string, string) { return "alice", "conv-0001" },
		Question: question, Files: files,
		Count: func(s string) int { return len(s) }, Room: func(...llm.Message) int { return 10_000 },
	}
}

func newWork(l Library) (*work, *recorder) {
	o := &recorder{}
	return &work{Gatherer: New(l, slog.New(slog.DiscardHandler)), t: newTurn("付款期限"), out: o, words: wordsIn("")}, o
}

// Waiting for a file that is never parsed times out. Until then, Alive is called regularly.
func TestReadingIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, o := newWork(&testLibrary{slow: "f-1"})
		begun := time.Now()
		if err := w.read(t.Context(), []answer.Attachment{fast, slow}); err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(begun); waited != readingWait {
			t.Errorf("waited %s", waited)
		}
		var texts []string
		for _, e := range o.events {
			switch e := e.(type) {
			case stream.Step:
				texts = append(texts, e.Msg)
			}
		}
		if want := int(readingWait/aliveEvery) - 1; o.alive < want || o.alive > want+1 {
			t.Errorf("%d signs of life, want about %d", o.alive, want)
		}
		want := []string{"正在阅读《快.pdf》", "正在阅读《慢.pdf》", w.words.why("慢.pdf", errs.New(errs.DocumentWaiting).Message(""))}
		if diff := cmp.Diff(want, texts); diff != "" {
			t.Error(diff)
		}
		if len(w.documents) != 1 || w.documents[0].ID != "f-2" {
			t.Errorf("%+v", w.documents)
		}
	})
}

// The end of a run ends the waiting. The file is not reported as failed.
func TestReadingEndsWithTheRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w, o := newWork(&testLibrary{slow: "f-1"})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := w.read(ctx, []answer.Attachment{slow}); err == nil || errs.Is(err, errs.DocumentWaiting) {
			t.Errorf("%v", err)
		}
		if last, ok := o.events[len(o.events)-1].(stream.Step); ok && strings.Contains(last.Msg, "没能") {
			t.Errorf("%+v", last)
		}
	})
}

// Pages that could not be decoded are reported to the user and to the model; the rest of the
// file is used.
func TestGarbledPagesAreTold(t *testing.T) {
	t.Parallel()
	w, o := newWork(&testLibrary{garbled: "f-2"})
	if err := w.read(t.Context(), []answer.Attachment{fast}); err != nil {
		t.Fatal(err)
	}
	want := "《快.pdf》的第 3-5,9 页读出来是乱码，没有用上"
	if steps := o.steps(); steps[len(steps)-1] != want || len(w.notes) != 1 || w.notes[0] != want || len(w.documents) != 1 {
		t.Errorf("%q, %q, %+v", steps, w.notes, w.documents)
	}
	if pages := parsed.GarbledIn([]parsed.Warning{parsed.Truncated, parsed.GarbledUnits([]int{3, 4, 5, 9})}); pages != "3-5,9" {
		t.Errorf("%q", pages)
	}
}
