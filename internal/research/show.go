package research

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// What a study shows in its answer: the outline and the budget as cards, and every
// round as a block of the research trail.
const (
	outlineCard = "outline"
	budgetCard  = "budget"
	planBlock   = "research.plan"
	writeBlock  = "research.write"
	roundBlock  = "research.round." // with the key of the round
)

// OutlineData is what the card of the outline holds. What can change later is
// asked for by the id.
type OutlineData struct {
	ResearchID string     `json:"researchId"`
	Title      string     `json:"title"`
	Questions  []Question `json:"questions"`
	ByRules    bool       `json:"byRules,omitempty"`
	Begun      bool       `json:"begun,omitempty"` // it cannot be changed any more
}

// outline is the card of the outline. Once the study has begun, its questions head
// the sections of the report, and clients that do not know the kind see nothing of it.
func outline(st Study) stream.Card {
	w := wordsIn(st.Locale)
	begun := st.State != Planned
	data, _ := json.Marshal(OutlineData{st.ID, st.Title, st.Questions, st.ByRules, begun}) // plain strings: it cannot fail
	c := stream.Card{ID: outlineCard, Kind: outlineCard, State: stream.PartDone, Data: data}
	if !begun {
		c.Fallback = listed(st.Questions) + "\n\n" + w.outlineHelp
	}
	return c
}

// BudgetData is what the card of the budget holds: what is used, and of how much.
type BudgetData struct {
	Rounds    int   `json:"rounds"`
	MaxRounds int   `json:"maxRounds"`
	Pages     int   `json:"pages"`
	MaxPages  int   `json:"maxPages"`
	MS        int64 `json:"ms"`
	MaxMS     int64 `json:"maxMs"`
	Notes     int   `json:"notes"`
}

// showBudget shows what is used of the budget.
func (w *work) showBudget(over bool) error {
	u := w.used()
	w.mu.Lock()
	notes := 0
	for _, list := range w.notes {
		notes += len(list)
	}
	w.mu.Unlock()
	data, _ := json.Marshal(BudgetData{ // plain numbers: it cannot fail
		min(u.rounds, w.limits.Rounds), w.limits.Rounds, u.pages, w.limits.Pages, u.time.Milliseconds(), w.limits.time().Milliseconds(), notes,
	})
	c := stream.Card{ID: budgetCard, Kind: budgetCard, State: stream.PartDone, Data: data}
	if !over {
		c.State = stream.PartRunning
		c.Fallback = fmt.Sprintf(w.words.budget, u.rounds, w.limits.Rounds, u.pages, w.limits.Pages, clock(u.time), clock(w.limits.time()))
	}
	return w.out.Emit(c)
}

// clock writes a time as minutes and seconds.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// block is a block of the research trail.
type block struct {
	w  *work
	id string
	mu sync.Mutex
}

// openBlock shows the block of a round; one of a round that a crash has broken off
// runs on.
func (w *work) openBlock(q Question, d int) (*block, error) {
	w.mu.Lock()
	n := 0
	for range w.queries {
		n++
	}
	b := &block{w: w, id: roundBlock + roundKey(q.ID, d)}
	had := w.t.Partial != nil && hasBlock(*w.t.Partial, b.id)
	w.mu.Unlock()
	if had {
		return b, w.out.Emit(stream.DeepSearchUpdate{ID: b.id, State: stream.PartRunning})
	}
	err := w.out.Emit(stream.DeepSearch{
		ID: b.id, State: stream.PartRunning, Title: fmt.Sprintf(w.words.round, n, q.Text), IconType: thinkIcon, Contents: []stream.DeepSearchItem{},
	})
	if err == nil {
		err = w.showBudget(false)
	}
	return b, err
}

// thinkIcon is the icon of a research block, as clients know it.
const thinkIcon = 9

// hasBlock says whether an answer shows a block.
func hasBlock(m stream.Message, id string) bool {
	_, there := blockIn(m, id)
	return there
}

// blockIn is a block as an answer shows it.
func blockIn(m stream.Message, id string) (stream.DeepSearch, bool) {
	for _, it := range m.Content {
		if d, ok := it.Event.(stream.DeepSearch); ok && d.ID == id {
			return d, true
		}
	}
	return stream.DeepSearch{}, false
}

// mend ends the block of a round that was stored and whose end a crash has kept from
// being shown.
func (w *work) mend(key string, end roundEnd) error {
	if w.t.Partial == nil {
		return nil
	}
	state := end.state()
	if shown, there := blockIn(*w.t.Partial, roundBlock+key); !there || shown.State == state {
		return nil
	}
	return w.out.Emit(stream.DeepSearchUpdate{ID: roundBlock + key, State: state})
}

// state is how the block of a round ends: one that found nothing because a source
// failed has failed.
func (e roundEnd) state() stream.PartState {
	if e.Failed && e.Notes == 0 {
		return stream.PartFailed
	}
	return stream.PartDone
}

// say adds a line of text.
func (b *block) say(line string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	// The lines are Markdown, and titles of pages are not: nothing in them is markup.
	return b.w.out.Emit(stream.DeepSearchUpdate{ID: b.id, Contents: []stream.DeepSearchItem{{Type: "text", Msg: plain(line)}}})
}

// show adds a page that was read.
func (b *block) show(p page) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	doc := p.Source.Doc(p.N, "", b.w.t.Locale)
	doc.Title = source.StripMarks(doc.Title)
	if err := b.w.out.Emit(stream.DeepSearchUpdate{ID: b.id, Contents: []stream.DeepSearchItem{{Docs: []stream.Doc{doc}}}}); err != nil {
		return err
	}
	return b.w.showBudget(false)
}

// close ends the block of a round.
func (b *block) close(end roundEnd) error {
	line := ""
	switch {
	case end.Enough:
		line = b.w.words.enough
	case len(end.Missing) > 0:
		line = fmt.Sprintf(b.w.words.missing, strings.Join(end.Missing, b.w.words.semicolon))
	}
	update := stream.DeepSearchUpdate{ID: b.id, State: end.state()}
	if line != "" {
		update.Contents = []stream.DeepSearchItem{{Type: "text", Msg: plain(line)}}
	}
	if err := b.w.out.Emit(update); err != nil {
		return err
	}
	return b.w.showBudget(false)
}
