package chat

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// ruled applies the real content rules in the same way as package app.
type ruled struct{ *moderation.Service }

func (r ruled) Check(at answer.At, text string) (string, bool) {
	return r.Service.Check(moderation.At(at), text)
}

func (r ruled) Begin(at answer.At) answer.FilterStream { return r.Service.Stream(moderation.At(at)) }

// rule sets the rules of a chat: 坏词语 is blocked, 遮住 is masked, 记下 is logged.
func (h *harness) rule(t *testing.T) *moderation.Service {
	t.Helper()
	s, err := moderation.New(fstest.MapFS{moderation.FileName: &fstest.MapFile{Data: []byte(`{"words": [
		{"word": "坏词语", "level": "block"},
		{"word": "遮住", "level": "mask", "skipPunctuation": true},
		{"word": "记下", "level": "log"}]}`)}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	h.Filter = ruled{s}
	return s
}

const (
	badWord  = "坏词语"
	maskWord = "遮住"
)

// yields returns a model that yields the deltas `all` and counts the yielded deltas in `taken`.
func yields(taken *atomic.Int32, all ...llm.Delta) script {
	return func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
		for _, d := range all {
			taken.Add(1)
			if !yield(d, nil) {
				return
			}
		}
		yield(llm.Delta{Finish: llm.FinishStop}, nil)
	}
}

// shown applies the frames one by one and returns the resulting message. It fails if a forbidden word
// is visible at any moment.
func shown(t *testing.T, frames string) stream.Message {
	t.Helper()
	var d stream.Decoder
	m := stream.NewMessage()
	for _, e := range append(d.Write([]byte(frames)), d.Close()...) {
		m.Apply(e.Event)
		for _, it := range m.Content {
			saw(t, fmt.Sprintf("%+v", it.Event))
		}
		saw(t, m.Status)
	}
	saw(t, frames)
	return m
}

func saw(t *testing.T, text string) {
	t.Helper()
	for _, word := range []string{badWord, maskWord} {
		if strings.Contains(text, word) {
			t.Errorf("%s was seen in %s", word, text)
		}
	}
}

// look searches for forbidden words in the user's views of a conversation, and in the tables of
// conversations, versions and runs.
func (h *harness) look(t *testing.T, cid string) {
	t.Helper()
	k := Key{alice, cid}
	d, err := h.Detail(t.Context(), k, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	list, err := h.List(t.Context(), alice, ListQuery{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := h.Transcript(t.Context(), k, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	hints, err := h.Hints(t.Context(), k, 0, -1, "")
	if err != nil {
		t.Fatal(err)
	}
	suggestions, err := h.PastQuestions(t.Context(), alice)
	if err != nil {
		t.Fatal(err)
	}
	saw(t, fmt.Sprintf("%+v %+v %+v %v %v", d, list, out, hints, suggestions))
	_, again := h.do(t, call{Method: "GET", Path: "/api/chat/" + cid + "/stream?from=0", Owner: alice})
	shown(t, again)
	saw(t, strings.Join(dumpTables(t, h.DB, "conversation", "speech", "run"), "\n"))
	for _, q := range []string{"SELECT data FROM run_log", "SELECT data FROM run_frame"} {
		rows, err := h.DB.Read().QueryContext(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var frames []byte
			if err := rows.Scan(&frames); err != nil {
				t.Fatal(err)
			}
			saw(t, string(frames))
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSplitWordReachesNobody checks that a blocked word is never visible when a model sends it in several
// deltas. It cuts the word at every position and into pieces of every size, as text and as thinking.
func TestSplitWordReachesNobody(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.rule(t)
		text := []rune("前文坏词语后文")
		var cuts [][]string
		for i := range text {
			for j := i; j < len(text); j++ {
				cuts = append(cuts, []string{string(text[:i]), string(text[i:j]), string(text[j:])})
			}
		}
		for size := range len(text) {
			var parts []string
			for part := range slices.Chunk(text, size+1) {
				parts = append(parts, string(part))
			}
			cuts = append(cuts, parts)
		}
		as := map[string]func(string) llm.Delta{
			"text":     func(s string) llm.Delta { return llm.Delta{Text: s} },
			"thinking": func(s string) llm.Delta { return llm.Delta{Reasoning: s} },
		}
		for kind, delta := range as {
			for n, parts := range cuts {
				var all []llm.Delta
				for _, p := range parts {
					all = append(all, delta(p))
				}
				var taken atomic.Int32
				h.models.set("default", yields(&taken, append(all, llm.Delta{Text: "永远不来"})...))
				cid := fmt.Sprintf("conv-%s-%d", kind, n)
				_, frames := h.do(t, call{Path: "/api/chat/" + cid, Owner: alice, Body: map[string]any{"prompt": "问一问"}})
				m := shown(t, frames)
				if m.State != stream.Sensitive || !m.Hidden || m.HidePair || len(m.Content) > 0 {
					t.Errorf("%s %q: %+v", kind, parts, m)
				}
				if !strings.HasSuffix(frames, "data: [SENSITIVE]\n\n") || strings.Contains(frames, "[DONE]") ||
					strings.Count(frames, "event: message_revoke\n") != 1 || strings.Contains(frames, "后文") || strings.Contains(frames, "永远不来") {
					t.Errorf("%s %q: %s", kind, parts, frames)
				}
				if int(taken.Load()) > len(all) {
					t.Errorf("%s %q: the model was read on", kind, parts)
				}
				a := h.answerOf(t, alice, cid)
				if a.State != string(stream.Sensitive) || !a.SpeechesV2[0].Hidden || a.Speech != "" {
					t.Errorf("%s %q: history has %+v", kind, parts, a)
				}
				if n%11 == 0 {
					h.look(t, cid)
				}
			}
		}
		if got := h.texts(t, alice, "conv-text-0"); !gocmp.Equal(got, []string{"1:问一问", "2:"}) {
			t.Errorf("the question is gone: %v", got)
		}
	})
}

// TestMaskedWord checks that a word with punctuation inside is masked wherever the model splits it.
func TestMaskedWord(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		s := h.rule(t)
		text := []rune("请**遮，住**它记下")
		for i := range text {
			cid := fmt.Sprintf("conv-%04d", i)
			var taken atomic.Int32
			h.models.set("default", yields(&taken, llm.Delta{Reasoning: string(text[:i])}, llm.Delta{Reasoning: string(text[i:])},
				llm.Delta{Step: "遮住一步"}, llm.Delta{Text: string(text[:i])}, llm.Delta{Text: string(text[i:])}, llm.Delta{Hints: []string{"遮住谁", "别的"}}))
			_, frames := h.do(t, call{Path: "/api/chat/" + cid, Owner: alice, Body: map[string]any{"prompt": "问一问"}})
			m := shown(t, frames)
			if m.State != stream.StateDone || m.Text() != "请**＊＊＊**它记下" || !strings.Contains(fmt.Sprintf("%+v", m.Content), "Content:请**＊＊＊**它记下") {
				t.Errorf("cut at %d: %+v", i, m.Content)
			}
			if !gocmp.Equal(m.Meta.Hints, []string{"别的"}) {
				t.Errorf("hints %v", m.Meta.Hints)
			}
			h.look(t, cid)
		}
		if got, want := s.Hits(moderation.Log), int64(2*len(text)); got != want {
			t.Errorf("%d logged hits, want %d", got, want)
		}
	})
}

// TestWordAcrossPauses checks that a forbidden word is found when its pieces are separated. Between two
// pieces of text comes thinking, or between two pieces of thinking comes text, or the answer is
// interrupted after the first piece and then continued.
func TestWordAcrossPauses(t *testing.T) {
	on(t, func(t *testing.T, h *harness) {
		h.rule(t)
		var taken atomic.Int32
		for n, all := range [][]llm.Delta{
			{{Reasoning: "想坏"}, {Text: "文"}, {Reasoning: "词语"}},
			{{Text: "文坏词"}, {Reasoning: "想"}, {Text: "语"}},
		} {
			h.models.set("default", yields(&taken, all...))
			cid := fmt.Sprintf("conv-%04d", n)
			_, frames := h.do(t, call{Path: "/api/chat/" + cid, Owner: alice, Body: map[string]any{"prompt": "问"}})
			if m := shown(t, frames); !m.Hidden {
				t.Errorf("%v: %+v", all, m)
			}
			h.look(t, cid)
		}
		// Text held back by the filter is shown when the model fails, and is checked together
		// with the text of a continued answer.
		h.models.online = true
		h.models.set("default", func(_ context.Context, _ llm.Request, yield func(llm.Delta, error) bool) {
			_ = yield(llm.Delta{Text: "前文坏词"}, nil) && yield(llm.Delta{}, errs.New(errs.Incomplete))
		})
		h.ask(t, alice, "conv-0009", "问")
		if a := h.answerOf(t, alice, "conv-0009"); a.State != string(stream.Interrupt) || a.Speech != "前文坏词" {
			t.Errorf("%+v", a)
		}
		h.models.set("default", says("语后文"))
		_, frames := h.do(t, call{Path: conversation + "continue", Owner: alice, Body: map[string]any{"conversationId": "conv-0009", "index": 2}})
		if m := shown(t, frames); !m.Hidden {
			t.Errorf("%+v", m)
		}
		h.look(t, "conv-0009")
	})
}

// TestWithheldQuestion checks that a question is withheld when its prompt, its display prompt or a file
// name contains a blocked word.
func TestWithheldQuestion(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.rule(t)
		const cid = "conv-0001"
		h.files.add(alice, request.File{ID: "f-1", Type: "txt", FileName: "坏词语.txt"}, "一页")
		bodies := map[string]map[string]any{
			cid:         {"prompt": "问问坏\u200b词语"},
			"conv-0002": {"prompt": "看看", "displayPrompt": "坏词语"},
			"conv-0003": {"prompt": "看看", "multimedia": []map[string]any{{"type": "txt", "fileName": "好.txt", "id": "f-1"}}},
		}
		for id, body := range bodies {
			res, frames := h.do(t, call{Path: "/api/chat/" + id, Owner: alice, Body: body})
			m := shown(t, frames)
			if res.StatusCode != 200 || m.State != stream.Sensitive || !m.Hidden || !m.HidePair || !strings.HasSuffix(frames, "data: [SENSITIVE]\n\n") {
				t.Errorf("%s: %d %+v", id, res.StatusCode, m)
			}
			d, err := h.Detail(t.Context(), Key{alice, id}, 0, 0)
			if err != nil || d.Title != "" || len(d.Convs) != 2 || !d.Convs[1].SpeechesV2[0].Hidden || d.Convs[1].Prompt != "" || len(d.MultiMediaInfo) > 0 {
				t.Errorf("%s: %+v %v", id, d, err)
			}
		}
		list, err := h.List(t.Context(), alice, ListQuery{})
		if err != nil || len(list.Conversations) != 3 {
			t.Fatalf("%+v %v", list, err)
		}
		saw(t, fmt.Sprint(list))
		if got, err := h.PastQuestions(t.Context(), alice); err != nil || slices.ContainsFunc(got, func(q string) bool { return strings.HasPrefix(q, "问问") }) {
			t.Errorf("suggested: %v %v", got, err)
		}
		for id := range bodies {
			if r, err := h.Repeat(t.Context(), Again{Key: Key{alice, id}}); err != nil {
				t.Fatal(err)
			} else if <-r.Done(); r.State() != stream.Sensitive {
				t.Errorf("%s asked again, it is %s", id, r.State())
			}
		}
		if n := len(h.models.requests()); n > 0 {
			t.Errorf("the model was asked %d times", n)
		}

		// The next question is answered. The model does not see the withheld question, and the title
		// comes from the next question.
		h.ask(t, alice, cid, "别的遮，住问题")
		asked := h.models.requests()
		if len(asked) != 1 || len(asked[0].Messages) != 2 || asked[0].Messages[1].Content != "别的＊＊＊问题" {
			t.Errorf("the model was given %v", asked)
		}
		d, err := h.Detail(t.Context(), Key{alice, cid}, 0, 0)
		if err != nil || d.Title != "别的＊＊＊问题" || d.Convs[1].Prompt != "别的＊＊＊问题" {
			t.Errorf("%+v %v", d, err)
		}
		out, err := h.Transcript(t.Context(), Key{alice, cid}, 1<<20)
		if err != nil || !out.Rounds[0].QuestionHidden || out.Rounds[0].Question != "" {
			t.Errorf("%+v %v", out, err)
		}
	})
}

// TestHelpIsFiltered checks that titles, follow-ups and summaries do not contain forbidden
// words. This also applies when they are made from messages older than the rules.
func TestHelpIsFiltered(t *testing.T) {
	each(t, func(t *testing.T, h *harness) {
		h.ask(t, alice, "conv-0001", "从前的好话")
		h.ask(t, alice, "conv-0001", "从前的坏词语")
		h.models.online = true
		h.rule(t)
		k := Key{alice, "conv-0001"}

		h.models.set("default", assistant("坏词语", "1. 遮住？\n2. 坏，词语？\n3. 有坏词语？", "全是坏词语"))
		for what, get := range map[string]func() (string, error){
			"title": func() (string, error) { return h.MakeTitle(t.Context(), k, "", "") },
			"hints": func() (string, error) { got, err := h.Hints(t.Context(), k, 0, -1, ""); return fmt.Sprint(got), err },
			"goes on elsewhere": func() (string, error) {
				to, err := h.CreateSuccessor(t.Context(), k, "", "")
				if err != nil {
					return "", err
				}
				d, err := h.Detail(t.Context(), Key{alice, to}, 0, 0)
				return d.Summary, err
			},
			"renames": func() (string, error) { return h.Rename(t.Context(), Key{alice, "conv-0001"}, "", "遮住的") },
		} {
			want := map[string]string{"hints": "[坏，词语？]", "renames": "＊＊的"}[what]
			got, err := get()
			saw(t, got)
			if err != nil || cmp.Or(want, got) != got {
				t.Errorf("%s: %q %v, want %q", what, got, err, want)
			}
		}
		if _, err := h.Rename(t.Context(), k, "", badWord); !errs.Is(err, errs.BadRequest) {
			t.Errorf("a name that may not be shown was taken: %v", err)
		}

		// The rules apply to the model's title for a new conversation.
		h.ask(t, alice, "conv-0002", "第一问")
		h.background.Wait()
		if title := h.answerTitle(t, "conv-0002"); title != "第一问" {
			t.Errorf("title %q", title)
		}
		h.models.set("default", assistant("遮住的题", "", ""))
		h.ask(t, alice, "conv-0003", "第一问")
		h.background.Wait()
		if title := h.answerTitle(t, "conv-0003"); title != "＊＊的题" {
			t.Errorf("title %q", title)
		}
	})
}
