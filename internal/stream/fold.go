package stream

import (
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// stopManual is Meta.StopReason of an answer that its reader stopped.
const stopManual = "manualStop"

// FailureState names the codes whose answer can be continued; a failure of any
// other code is an error.
var FailureState = map[string]State{
	string(errs.Incomplete):     Interrupt,
	string(errs.AnswerTooLarge): Interrupt,
	string(errs.Restarted):      Interrupt,
}

// NewMessage is a message before its first event.
func NewMessage() Message {
	return Message{Kind: KindText, State: Running, Content: []Item{}}
}

// Apply folds one event into the message. It is the one fold: the page's
// reduce.ts holds the same rules, and api/stream has the transcripts on which
// both must agree. The rules, in this order:
//
//   - A reset begins again. A chunk with mask 2 or 3 is dropped.
//   - A sensitive chunk, a revoke and [SENSITIVE] hide the answer at any time:
//     its content is dropped and its kind is text again.
//   - Otherwise the first end counts; what comes after it is ignored.
//   - An item keeps the optional fields of its first chunk.
//   - Empty text is ignored but for Began; an unreadable frame is empty text.
//   - The kind text does not override card, deepThink and reasoner.
func (m *Message) Apply(e Event) {
	if _, ok := e.(Entry); ok {
		e = Text{Msg: "\n"}
	}
	if c, ok := e.(interface{ extra() Extra }); ok {
		x := c.extra()
		if x.Mask == 2 || x.Mask == 3 {
			return
		}
		m.Began = true
		if x.Sensitive {
			m.hide()
			return
		}
	}
	switch e := e.(type) {
	case Reset:
		*m = NewMessage()
		return
	case Revoke:
		m.hide()
		m.HidePair = m.HidePair || e.RevokeQAPair
		if len(e.DeleteIndexList) > 0 {
			m.DeleteIdx = e.DeleteIndexList
		}
		return
	case SensitiveEnd:
		m.hide()
		return
	case Unreadable:
		m.Began = true
		m.Unread++
		return
	case Meta:
		if m.State == Running || m.State == Sensitive {
			m.Meta = &e
		}
		return
	}
	if m.State == Running {
		m.applyRunning(e)
	}
}

// applyRunning folds what only a running answer takes.
func (m *Message) applyRunning(e Event) {
	m.Kind = m.Kind.after(e)
	switch e := e.(type) {
	case Text:
		if e.Msg != "" {
			m.addText(e)
		}
	case Think:
		m.addThink(e)
	case Reasoner:
		m.addReasoner(e)
	case Status:
		m.Status = e.Msg
	case SearchWithText:
		put(m, e, one[SearchWithText])
	case SearchGuid:
		put(m, e, one[SearchGuid])
	case MultiAnswer:
		put(m, e, one[MultiAnswer])
	case Progress:
		put(m, e, one[Progress])
	case Replace:
		put(m, e, func(old Replace) bool { return old.Replace.ID == e.Replace.ID })
	case Step:
		m.add(e)
	case ContinueStep:
		m.continueStep(e)
	case DeepSearch:
		m.add(e)
	case File:
		m.add(e)
	case Cutoff:
		m.Cutoff = true
	case Failure:
		state, ok := FailureState[e.Code]
		if !ok {
			state = StateError
		}
		m.ErrorCode, m.ErrorMsg = e.Code, e.Msg
		m.end(state)
	case Done:
		if m.Meta != nil && m.Meta.StopReason == stopManual {
			m.end(ManualStop)
		} else {
			m.end(StateDone)
		}
	}
}

// after is the kind of a message of kind k once e has come.
func (k Kind) after(e Event) Kind {
	next := k
	switch e := e.(type) {
	case Text:
		switch {
		case e.Kind != "":
			next = e.Kind
		case e.Msg != "":
			next = KindText
		}
	case Think:
		next = KindDeepThink
	case Status:
		next = KindStatus
	case Reasoner:
		next = KindReasoner
	case SearchWithText:
		next = KindSearchWithText
	case DeepSearch:
		next = KindDeepSearch
	case SpeechType:
		next = e.Kind
	}
	if !slices.Contains(Kinds, next) || next == KindText && slices.Contains(KeptKinds, k) {
		return k
	}
	return next
}

// hide takes everything away that could be shown.
func (m *Message) hide() {
	m.Hidden = true
	m.Kind = KindText
	m.Content = []Item{}
	m.Cutoff = false
	m.buf = nil
	m.end(Sensitive)
}

func (m *Message) end(s State) {
	m.State = s
	m.Status = ""
}

// buffers let strings grow in amortised linear time. The strings of the folded
// items are views of them: bytes that a view covers are never written again.
type buffers struct{ text, think, reasoner strings.Builder }

// grow returns s + more. When b does not hold s, because the message was read
// from storage or another copy of it has grown b, b begins anew with s. (The
// comparison is of length and address when nothing of that happened.)
func grow(b *strings.Builder, s, more string) string {
	if b.String() != s {
		b.Reset()
		b.Grow(2 * (len(s) + len(more)))
		b.WriteString(s)
	}
	b.WriteString(more)
	return b.String()
}

// Snapshot is a copy that later events do not change, at the price of copying
// the list of items, not their text. Another goroutine may use it freely.
func (m *Message) Snapshot() Message {
	c := *m
	c.Content = slices.Clone(m.Content)
	c.buf = nil
	return c
}

func (m *Message) buffers() *buffers {
	if m.buf == nil {
		m.buf = new(buffers)
	}
	return m.buf
}

// add appends an item; any content ends the status line.
func (m *Message) add(e Event) {
	m.Began = true
	m.Status = ""
	m.Content = append(m.Content, Item{e})
}

// put replaces the item that same finds, at its place, or appends e.
func put[T Event](m *Message, e T, same func(T) bool) {
	i := slices.IndexFunc(m.Content, func(it Item) bool {
		old, ok := it.Event.(T)
		return ok && same(old)
	})
	if i < 0 {
		m.add(e)
		return
	}
	m.Status = ""
	m.Content[i].Event = e
}

func one[T Event](T) bool { return true }

// find returns the newest item of the type and its place, -1 when there is none.
func find[T Event](m *Message) (T, int) {
	for i, it := range slices.Backward(m.Content) {
		if e, ok := it.Event.(T); ok {
			return e, i
		}
	}
	var none T
	return none, -1
}

func (m *Message) set(i int, e Event) {
	m.Status = ""
	m.Content[i].Event = e
}

func (m *Message) addText(e Text) {
	old, i := find[Text](m)
	if i < 0 {
		e.Kind = ""
		m.add(e)
		return
	}
	old.Msg = grow(&m.buffers().text, old.Msg, e.Msg)
	m.set(i, old)
}

func (m *Message) addReasoner(e Reasoner) {
	old, i := find[Reasoner](m)
	if i < 0 {
		m.add(e)
		return
	}
	old.Msg = grow(&m.buffers().reasoner, old.Msg, e.Msg)
	m.set(i, old)
}

// addThink appends the content; title, icon and status are the newest stated.
func (m *Message) addThink(e Think) {
	old, i := find[Think](m)
	if i < 0 {
		m.add(e)
		return
	}
	if e.Title != "" {
		old.Title = e.Title
	}
	if e.IconType != 0 {
		old.IconType = e.IconType
	}
	if e.Status != 0 {
		old.Status = e.Status
	}
	old.Content = grow(&m.buffers().think, old.Content, e.Content)
	m.set(i, old)
}

func (m *Message) continueStep(e ContinueStep) {
	old, i := find[Step](m)
	if i < 0 {
		m.add(Step(e))
		return
	}
	old.Msg += e.Msg
	m.set(i, old)
}

func (x Extra) extra() Extra { return x }
