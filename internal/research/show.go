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

// A study shows these parts in its answer: the outline and the budget as cards; the planning, every
// round and the writing as research blocks.
const (
	outlineCard = "outline"
	budgetCard  = "budget"
	planBlock   = "research.plan"
	writeBlock  = "research.write"
	roundBlock  = "research.round." // followed by the key of the round
)

// OutlineData is the data of the outline card, as it was when the card was emitted. The web app requests
// the current data, including the state, by the id of the study.
type OutlineData struct {
	ResearchID string     `json:"researchId"`
	Title      string     `json:"title"`
	Questions  []Question `json:"questions"`
	ByRules    bool       `json:"byRules,omitempty"`
	Begun      bool       `json:"begun,omitempty"` // the study has started, so the outline cannot be changed
}

// outline returns the outline card. After the start its fallback is empty, because the questions
// are then the headings of the report.
func outline(st Study) stream.Card {
	w := wordsIn(st.Locale)
	begun := st.State != Planned
	data, _ := json.Marshal(OutlineData{st.ID, st.Title, st.Questions, st.ByRules, begun}) // cannot fail for strings
	c := stream.Card{ID: outlineCard, Kind: outlineCard, State: stream.PartDone, Data: data}
	if !begun {
		c.Fallback = listed(st.Questions) + "\n\n" + w.outlineHelp
	}
	return c
}

// BudgetData is the data of the budget card: the used and the total amounts.
type BudgetData struct {
	Rounds    int   `json:"rounds"`
	MaxRounds int   `json:"maxRounds"`
	Pages     int   `json:"pages"`
	MaxPages  int   `json:"maxPages"`
	MS        int64 `json:"ms"`
	MaxMS     int64 `json:"maxMs"`
	Notes     int   `json:"notes"`
}

// showBudget shows how much of the budget is used. `over` means that the rounds have ended: the
// card is then done and has no fallback.
func (w *work) showBudget(over bool) error {
	u := w.used()
	w.mu.Lock()
	notes := 0
	for _, list := range w.notes {
		notes += len(list)
	}
	w.mu.Unlock()
	data, _ := json.Marshal(BudgetData{ // cannot fail for numbers
		min(u.rounds, w.limits.Rounds), w.limits.Rounds, u.pages, w.limits.Pages, u.time.Milliseconds(), w.limits.time().Milliseconds(), notes,
	})
	c := stream.Card{ID: budgetCard, Kind: budgetCard, State: stream.PartDone, Data: data}
	if !over {
		c.State = stream.PartRunning
		c.Fallback = fmt.Sprintf(w.words.budget, u.rounds, w.limits.Rounds, u.pages, w.limits.Pages, clock(u.time), clock(w.limits.time()))
	}
	return w.out.Emit(c)
}

// clock formats a duration as minutes and seconds.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// block is a research block of the answer.
type block struct {
	w  *work
	id string
	mu sync.Mutex
}

// openBlock opens the block of a round, or continues the block of an interrupted
// round.
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

// thinkIcon is the icon of a research block in the protocol.
const thinkIcon = 9

func hasBlock(m stream.Message, id string) bool {
	_, there := blockIn(m, id)
	return there
}

func blockIn(m stream.Message, id string) (stream.DeepSearch, bool) {
	for _, it := range m.Content {
		if d, ok := it.Event.(stream.DeepSearch); ok && d.ID == id {
			return d, true
		}
	}
	return stream.DeepSearch{}, false
}

// mend closes the block of a finished round, if the server crashed before the answer showed the
// block as closed.
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

// state returns the final state of a round's block: failed if a query failed and there are no notes.
func (e roundEnd) state() stream.PartState {
	if e.Failed && e.Notes == 0 {
		return stream.PartFailed
	}
	return stream.PartDone
}

func (b *block) say(line string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	// A line is displayed as Markdown. It is escaped, because it may contain, for example, the title of a page.
	return b.w.out.Emit(stream.DeepSearchUpdate{ID: b.id, Contents: []stream.DeepSearchItem{{Type: "text", Msg: plain(line)}}})
}

// show adds a web page or a passage of a file to the block, and updates the budget card.
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

func (b *block) close(end roundEnd) error {
	line := ""
	switch {
	case end.Dry && len(end.Next) == 0:
		line = b.w.words.dry
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
