//go:build unix

package research_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/research"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// TestStudyGoesOnAfterACrash kills the process at many steps of a study. The next process finishes the
// study without reading stored pages again, and the report is complete.
func TestStudyGoesOnAfterACrash(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o db.Options) {
		whole := func() (steps int) {
			h := on(t)
			data := outlineOf(t, h.ask(question, place))
			if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
				t.Fatal(err)
			}
			h.wait(data.ResearchID, research.Done)
			return h.world.steps
		}()
		if whole < 20 {
			t.Fatalf("a study has %d steps", whole)
		}
		every := 5
		if o.URL != "" {
			every = 14 // fewer crashes, because after each crash a lease has to expire
		}
		w, k := newWorld(), newTalk()
		h := open(t, o, w, k)
		for at, index := 2, 2; at < whole; at, index = at+every, index+2 {
			p := research.Place{CID: fmt.Sprintf("conv-%04d", index), Index: 2}
			data := outlineOf(t, h.ask(question, p))
			w.mu.Lock()
			w.read, w.steps, w.stopAt, w.stopped = map[string]int{}, 1, at, make(chan struct{})
			w.mu.Unlock()
			if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
				t.Fatal(err)
			}
			<-w.stopped
			h.kill()
			w.mu.Lock()
			w.stopAt = 0
			read := map[string]int{}
			for address, n := range w.read {
				read[address] = n
			}
			w.mu.Unlock()
			h = open(t, o, w, k)
			h.wait(data.ResearchID, research.Done)
			m := k.of(p)
			text, docs := report(m)
			if m.State != stream.StateDone || strings.Count(text, "## 摘要") != 1 || !strings.Contains(text, "## 研究说明") {
				t.Fatalf("stopped at step %d: %s\n%s", at, m.State, text)
			}
			numbered(t, text, docs)
			stored := 0
			for address, n := range w.read {
				if n > 1 && read[address] > 1 {
					t.Errorf("stopped at step %d: %s was read %d times", at, address, n)
				}
				if n > 1 {
					stored++
				}
			}
			// Only pages that were being read during the crash may be read again.
			if stored > 4 {
				t.Errorf("stopped at step %d: %d pages were read again", at, stored)
			}
			for _, it := range m.Content {
				if d, ok := it.Event.(stream.DeepSearch); ok && d.State != stream.PartDone {
					t.Errorf("stopped at step %d: the block %s is %s", at, d.ID, d.State)
				}
			}
		}
		h.close()
		for _, n := range w.posted {
			if !strings.Contains(n.ID, "done") {
				t.Errorf("%+v", n)
			}
		}
	})
}

func TestStudiesOfOnePersonQueue(t *testing.T) {
	t.Parallel()
	h := on(t)
	ctx := context.Background()
	first := outlineOf(t, h.ask(question, place))
	second := outlineOf(t, h.ask(question, research.Place{CID: "conv-0002", Index: 2}))
	h.hold()
	for _, id := range []string{first.ResearchID, second.ResearchID} {
		if _, err := h.Start(ctx, alice, id, "", nil); err != nil {
			t.Fatal(err)
		}
	}
	h.wait(first.ResearchID, research.Running)
	if v := h.wait(second.ResearchID, research.Queued); v.Before != 1 {
		t.Errorf("%d are made before the second", v.Before)
	}
	// A study can be stopped while it is queued, and started again.
	if v, err := h.Stop(ctx, alice, second.ResearchID); err != nil || v.State != research.Planned {
		t.Errorf("%+v %v", v, err)
	}
	if _, err := h.Start(ctx, alice, second.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	h.letGo()
	h.wait(first.ResearchID, research.Done)
	h.wait(second.ResearchID, research.Done)
	if len(h.world.posted) != 2 {
		t.Errorf("notices %+v", h.world.posted)
	}
}

func TestStudyQueueIsBounded(t *testing.T) {
	t.Parallel()
	h := on(t)
	ctx := context.Background()
	var ids []string
	for i := range h.Limits().Waiting + 1 {
		ids = append(ids, outlineOf(t, h.ask(question, research.Place{CID: fmt.Sprintf("conv-%04d", i), Index: 2})).ResearchID)
	}
	h.hold()
	for i, id := range ids {
		_, err := h.Start(ctx, alice, id, "", nil)
		if i < len(ids)-1 && err != nil || i == len(ids)-1 && !errs.Is(err, errs.ResearchQueueFull) {
			t.Errorf("study %d: %v", i, err)
		}
	}
	h.letGo()
	for _, id := range ids[:len(ids)-1] {
		h.wait(id, research.Done)
	}
}

func TestStudyIsStoppedAndGoneOnWith(t *testing.T) {
	t.Parallel()
	h := on(t)
	ctx := context.Background()
	data := outlineOf(t, h.ask(question, place))
	h.holdAt(12)
	if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	<-h.world.stopped
	if _, err := h.Stop(ctx, alice, data.ResearchID); err != nil {
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Stopped)
	if m := h.talk.of(place); m.State != stream.ManualStop {
		t.Errorf("%s", m.State)
	}
	h.letGo()
	if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Done)
	text, docs := report(h.talk.of(place))
	numbered(t, text, docs)
	if len(h.world.posted) != 1 {
		t.Errorf("notices %+v", h.world.posted)
	}
}

// A study can be stopped while its answer is not being made, for example between two attempts. The stop
// does not end another answer of the conversation.
func TestStopBetweenAttempts(t *testing.T) {
	t.Parallel()
	h := on(t)
	ctx := context.Background()
	data := outlineOf(t, h.ask(question, place))
	h.holdAt(12)
	if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	<-h.world.stopped
	h.stop() // prevents a further attempt
	if err := h.End(ctx, alice, place.CID); err != nil {
		t.Fatal(err)
	}
	other := research.Place{CID: place.CID, Index: place.Index + 2}
	h.talk.mu.Lock()
	h.talk.asked[other] = question
	h.talk.mu.Unlock()
	h.hold()
	r, err := h.begin(alice, other, nil)
	if err != nil {
		t.Fatal(err)
	}
	if st, err := h.Stop(ctx, alice, data.ResearchID); err != nil || st.State != research.Stopped {
		t.Errorf("the study is %s, %v", st.State, err)
	}
	h.letGo()
	if <-r.Done(); r.State() != stream.StateDone {
		t.Errorf("the other answer is %s", r.State())
	}
}

func TestStudyGoneOnWithByHand(t *testing.T) {
	t.Parallel()
	h := on(t)
	ctx := context.Background()
	data := outlineOf(t, h.ask(question, place))
	h.holdAt(12)
	if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	<-h.world.stopped
	if _, err := h.Stop(ctx, alice, data.ResearchID); err != nil {
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Stopped)
	h.letGo()
	if _, err := h.Continue(ctx, alice, place, ""); err != nil { // stands for a click on the continue button of the answer
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Done)
	if len(h.world.posted) != 1 {
		t.Errorf("notices %+v", h.world.posted)
	}
}

func TestStudyOfADeletedConversation(t *testing.T) {
	t.Parallel()
	h := on(t)
	ctx := context.Background()
	data := outlineOf(t, h.ask(question, place))
	h.talk.mu.Lock()
	h.talk.gone[place.CID] = true
	h.talk.mu.Unlock()
	if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
		t.Fatal(err)
	}
	h.clock.Add(2 * research.CheckEvery)
	domaintest.Eventually(t, "the study is swept", func() bool {
		if err := h.Sweep(ctx); err != nil {
			t.Fatal(err)
		}
		_, err := h.Show(ctx, alice, data.ResearchID)
		return errs.Is(err, errs.NotFound)
	})
	if len(h.world.read) > 0 {
		t.Error("pages were read for nobody")
	}
}

// If the content rules withhold the question of a study, the notice says so, and the study does not
// start again.
func TestStudyOfAWithheldQuestion(t *testing.T) {
	t.Parallel()
	h := on(t)
	ctx := context.Background()
	data := outlineOf(t, h.ask(question, place))
	h.talk.mu.Lock()
	h.talk.withheld = true
	h.talk.mu.Unlock()
	if _, err := h.Start(ctx, alice, data.ResearchID, "题目", nil); err != nil {
		t.Fatal(err)
	}
	h.wait(data.ResearchID, research.Failed)
	if p := h.world.posted; len(p) != 1 || !strings.Contains(p[0].Body.ZhCN, "内容规则") || strings.Contains(p[0].Body.ZhCN, "题目") {
		t.Errorf("notices %+v", p)
	}
	if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); !errs.Is(err, errs.AnswerHidden) {
		t.Errorf("the study starts again: %v", err)
	}
}

func TestStudyWithinItsBudget(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ section, says string }{
		"rounds": {`{"rounds":2}`, "检索轮数用完了"},
		"pages":  {`{"pages":3}`, "可读的网页数用完了"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := on(t)
			ctx := context.Background()
			if err := h.Sections()[0].Apply(ctx, []byte(tc.section)); err != nil {
				t.Fatal(err)
			}
			data := outlineOf(t, h.ask(question, place))
			if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
				t.Fatal(err)
			}
			if v := h.wait(data.ResearchID, research.Done); !v.Partial {
				t.Errorf("%+v", v)
			}
			text, docs := report(h.talk.of(place))
			numbered(t, text, docs)
			if !strings.Contains(text, "> **这份报告不完整：**") || !strings.Contains(text, tc.says) {
				t.Errorf("the report does not say why: %s", text)
			}
			if name == "pages" && len(h.world.read) > 3 {
				t.Errorf("%d pages were read", len(h.world.read))
			}
		})
	}
}

// TestReasonsSurviveAStop checks that a report states why it is incomplete, even if the study stopped
// after its searches and went on.
func TestReasonsSurviveAStop(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		section, says string
		broken        bool // the first search fails
	}{
		"pages":                              {`{"pages":3}`, "可读的网页数用完了", false},
		"pages, told by a first round alone": {`{"pages":3,"rounds":3}`, "可读的网页数用完了", false},
		"searches":                           {`{}`, "有的搜索没有成功", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			steps := 0
			for _, stop := range []bool{false, true} {
				h := on(t)
				ctx := context.Background()
				if err := h.Sections()[0].Apply(ctx, []byte(tc.section)); err != nil {
					t.Fatal(err)
				}
				h.world.failFirst = tc.broken
				data := outlineOf(t, h.ask(question, place))
				if stop {
					h.holdAt(steps - 1) // while the report is written
				} else {
					h.holdAt(1 << 20)
				}
				if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
					t.Fatal(err)
				}
				if stop {
					<-h.world.stopped
					if _, err := h.Stop(ctx, alice, data.ResearchID); err != nil {
						t.Fatal(err)
					}
					h.wait(data.ResearchID, research.Stopped)
					h.letGo()
					if _, err := h.Start(ctx, alice, data.ResearchID, "", nil); err != nil {
						t.Fatal(err)
					}
				}
				h.wait(data.ResearchID, research.Done)
				if text, _ := report(h.talk.of(place)); !strings.Contains(text, tc.says) {
					t.Errorf("stopped %v: the report does not say why it is not complete: %s", stop, text)
				}
				h.world.mu.Lock()
				steps = h.world.steps
				h.world.mu.Unlock()
			}
		})
	}
}

func TestStudyOfFilesAlone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change func(*world)
		says   string
	}{
		"no search source":    {func(w *world) { w.available = false }, "只依据你的附件"},
		"all searches failed": {func(w *world) { w.failing = "SearXNG：连接不上" }, "所有搜索都没有成功"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := on(t)
			tc.change(h.world)
			h.files = []answer.Attachment{{ID: "f1", Name: "年报.pdf"}}
			h.world.files = []source.Source{{
				ID: "f1", Kind: source.File, Title: "年报.pdf", Text: "甲牌电动车在 2025 年的续航里程是 666 公里。", Locator: source.Locator{Unit: 3, UnitKind: "page"},
			}}
			data := outlineOf(t, h.ask(question, place))
			if _, err := h.Start(context.Background(), alice, data.ResearchID, "", nil); err != nil {
				t.Fatal(err)
			}
			h.wait(data.ResearchID, research.Done)
			text, docs := report(h.talk.of(place))
			if !strings.Contains(text, tc.says) || len(docs) != 1 || docs[0].Page != 3 || docs[0].Kind != "file" || !strings.Contains(text, "666") {
				t.Errorf("%+v\n%s", docs, text)
			}
		})
	}
}

func TestStudiesAreForgottenAndMoved(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, o db.Options) {
		h := open(t, o, newWorld(), newTalk())
		t.Cleanup(h.close)
		ctx := context.Background()
		data := outlineOf(t, h.ask(question, place))
		if err := h.move(alice, "bob", map[string]string{place.CID: "conv-renamed"}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Show(ctx, "bob", data.ResearchID); err != nil {
			t.Error(err)
		}
		var cid string
		if err := h.db.Read().QueryRowContext(ctx, `SELECT cid FROM research`).Scan(&cid); err != nil || cid != "conv-renamed" {
			t.Errorf("the study is in %q: %v", cid, err)
		}
		if err := h.Forget(ctx, "bob"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Show(ctx, "bob", data.ResearchID); !errs.Is(err, errs.NotFound) {
			t.Error(err)
		}
	})
}

// On PostgreSQL, calls at the same time do not exceed a limit together.
func TestStartsWaitForEachOther(t *testing.T) {
	t.Parallel()
	h := open(t, db.Options{URL: dbtest.PostgresURL(t)}, newWorld(), newTalk())
	t.Cleanup(h.close)
	id := outlineOf(t, h.ask(question, research.Place{CID: "conv-0001", Index: 2})).ResearchID
	err := domaintest.WhileLocked(t, h.db, alice, nil, func() error {
		_, err := h.Start(context.Background(), alice, id, "", nil)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	h.wait(id, research.Done)
}
