package stream

import (
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// stopManual is the Meta.StopReason of an answer stopped by its reader.
const stopManual = "manualStop"

// FailureState maps error codes to the states of answers that can be continued. A
// failure with any other code leads to StateError.
var FailureState = map[string]State{
	string(errs.Incomplete):     Interrupt,
	string(errs.AnswerTooLarge): Interrupt,
	string(errs.AnswerTooLong):  Interrupt,
	string(errs.Restarted):      Interrupt,
}

// NewMessage returns a message before its first event.
func NewMessage() Message {
	return Message{Kind: KindText, State: Running, Content: []Item{}}
}

// Apply folds one event into the message. The page's reduce.ts implements the same rules. For the
// transcripts in api/stream, Apply and reduce.ts must give the same result. The rules, in this
// order:
//
//   - A reset starts the message again. A chunk with mask 2 or 3 is dropped.
//   - A sensitive chunk, a revoke and [SENSITIVE] hide the answer at any time:
//     its content is dropped and its kind becomes text.
//   - Otherwise the first end counts. Events after the end change nothing except
//     Began and the number of unreadable frames. Only a hidden answer still
//     accepts a Meta.
//   - A part that grows or is updated keeps the optional fields of its first
//     chunk. A part that is replaced gets the optional fields of the newer
//     chunk.
//   - Empty text adds no part; it only sets Began, and the kind of the message if
//     the text has a kind. An unreadable frame counts as empty text.
//   - The kind text does not override card, deepThink and reasoner.
//   - Text is appended to the newest text part. It starts a new text part if a
//     tool, a card, or a step or research block with an ID comes after that
//     part and the message has fewer than MaxParts parts. Thinking is handled in
//     the same way.
//   - A step, tool, card or research block with a known ID replaces the earlier
//     one at its place. An update of an unknown ID, and a tool without an ID,
//     change nothing. A step, tool or research block with an ID and without a
//     state is running.
//   - At the end of the answer, every running part gets a final state. Running
//     steps, cards and research blocks become done if the answer is done, and
//     failed otherwise. Unfinished tools become failed. A tool that waits for
//     consent becomes declined. But if the answer ends as Interrupt, the tool
//     continues to wait, because a person can still give consent.
//   - Fields over their limit are cut, and parts beyond MaxParts are dropped;
//     see Limits.
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

// applyRunning applies the events that change only a running answer.
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
		putOne(m, e)
	case SearchGuid:
		putOne(m, e)
	case MultiAnswer:
		putOne(m, e)
	case Progress:
		putOne(m, e)
	case Replace:
		put(m, e, func(old Replace) bool { return old.Replace.ID == e.Replace.ID })
	case Step:
		m.addStep(Bounded(e).(Step))
	case ContinueStep:
		m.continueStep(e)
	case StepUpdate:
		m.updateStep(e)
	case Tool:
		m.addTool(Bounded(e).(Tool))
	case Card:
		m.addCard(Bounded(e).(Card))
	case DeepSearch:
		m.addDeepSearch(Bounded(e).(DeepSearch))
	case DeepSearchUpdate:
		m.updateDeepSearch(e)
	case File:
		m.addPart(e)
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

// after returns the kind of a message after the event e, if its kind was k before.
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

// hide removes all content that could be shown.
func (m *Message) hide() {
	m.Hidden = true
	m.Kind = KindText
	m.Content = []Item{}
	m.Dropped = 0
	m.Cutoff = false
	m.buf = nil
	m.end(Sensitive)
}

func (m *Message) end(s State) {
	m.State = s
	m.Status = ""
	m.settle()
}

// buffers let strings grow in amortised linear time. The strings of the folded items
// are parts of these buffers. Bytes of such a string are never overwritten.
type buffers struct{ text, think, reasoner strings.Builder }

// grow returns s + more and leaves this text in b. If b does not contain s, grow first writes s to b.
// This happens in three cases: at the second increment of a part, for a message read from storage, and
// after a copy of the message has changed b. The comparison of b and s is fast, because usually both
// are the same memory.
func grow(b *strings.Builder, s, more string) string {
	if b.String() != s {
		b.Reset()
		b.Grow(2 * (len(s) + len(more)))
		b.WriteString(s)
	}
	b.WriteString(more)
	return b.String()
}

// Snapshot returns a copy that later events do not change. It copies the list of items, but not
// their text. Another goroutine may use the copy freely.
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

// add appends an item. It clears the status line, which is shown only before content.
func (m *Message) add(e Event) {
	m.Began = true
	m.Status = ""
	m.Content = append(m.Content, Item{e})
}

// addPart appends a part of a kind that may occur many times. If the message already has MaxParts
// parts, the part is not added but counted in Dropped.
func (m *Message) addPart(e Event) {
	if len(m.Content) >= MaxParts {
		m.Dropped++
		return
	}
	m.add(e)
}

// put replaces the newest part accepted by `same`, without moving it. If there is no such part, put
// appends e.
func put[T Event](m *Message, e T, same func(T) bool) {
	if _, i := findThat(m, same); i >= 0 {
		m.set(i, e)
		return
	}
	m.addPart(e)
}

// putOne is like put, for parts that occur at most once in a message. These parts are never dropped, not
// even if the message already has MaxParts parts.
func putOne[T Event](m *Message, e T) {
	if _, i := find[T](m); i >= 0 {
		m.set(i, e)
		return
	}
	m.add(e)
}

// find returns the newest part of type T and its index; the index is -1 when there is none.
func find[T Event](m *Message) (T, int) {
	return findThat(m, func(T) bool { return true })
}

func findThat[T Event](m *Message, same func(T) bool) (T, int) {
	for i, it := range slices.Backward(m.Content) {
		if e, ok := it.Event.(T); ok && same(e) {
			return e, i
		}
	}
	var none T
	return none, -1
}

// open returns the newest part of type T and its index if the next increment extends this part. The
// index is -1 if the next increment starts a new part.
func open[T Event](m *Message) (T, int) {
	for i, it := range slices.Backward(m.Content) {
		if e, ok := it.Event.(T); ok {
			return e, i
		}
		if separates(it.Event) && len(m.Content) < MaxParts {
			break
		}
	}
	var none T
	return none, -1
}

// separates reports whether text or thinking after the part `e` starts a new part.
func separates(e Event) bool {
	switch e := e.(type) {
	case Tool, Card:
		return true
	case Step:
		return e.ID != ""
	case DeepSearch:
		return e.ID != ""
	}
	return false
}

func (m *Message) set(i int, e Event) {
	m.Status = ""
	m.Content[i].Event = e
}

func (m *Message) addText(e Text) {
	old, i := open[Text](m)
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

// addThink appends the content of e. If e has a title, an icon or a status, it replaces the old value.
func (m *Message) addThink(e Think) {
	old, i := open[Think](m)
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

func (x Extra) extra() Extra { return x }
