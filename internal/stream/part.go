package stream

import "slices"

// This file implements the fold of parts with an ID and a state.

func (m *Message) addStep(e Step) {
	if e.ID == "" {
		e.State = ""
		m.addPart(e)
		return
	}
	e.State = orRunning(e.State)
	put(m, e, func(old Step) bool { return old.ID == e.ID })
}

func (m *Message) updateStep(e StepUpdate) {
	e = Bounded(e).(StepUpdate)
	old, i := findThat(m, func(old Step) bool { return old.ID == e.ID })
	if i < 0 || e.ID == "" {
		return
	}
	if e.State != "" {
		old.State = e.State
	}
	if e.Detail != "" {
		old.Detail = e.Detail
	}
	if len(e.Docs) > 0 {
		old.Docs = e.Docs
	}
	m.set(i, old)
}

func (m *Message) continueStep(e ContinueStep) {
	e = Bounded(e).(ContinueStep)
	old, i := findThat(m, func(old Step) bool { return e.ID == "" || old.ID == e.ID })
	switch {
	case i < 0 && e.ID == "":
		m.addPart(Bounded(Step{Msg: e.Msg, Extra: e.Extra}))
		return
	case i < 0:
		return
	}
	old.Msg += e.Msg
	m.set(i, Bounded(old))
}

func (m *Message) addTool(e Tool) {
	if e.ID == "" {
		return
	}
	e.State = orRunning(e.State)
	put(m, e, func(old Tool) bool { return old.ID == e.ID })
}

func (m *Message) addCard(e Card) {
	if e.ID == "" || e.Kind == "" { // on the wire, a card chunk that lacks its ID or its Kind is a Text
		return
	}
	put(m, e, func(old Card) bool { return old.ID == e.ID })
}

func (m *Message) addDeepSearch(e DeepSearch) {
	if e.ID == "" {
		e.State = ""
		m.addPart(e)
		return
	}
	e.State = orRunning(e.State)
	put(m, e, func(old DeepSearch) bool { return old.ID == e.ID })
}

func (m *Message) updateDeepSearch(e DeepSearchUpdate) {
	e = Bounded(e).(DeepSearchUpdate)
	old, i := findThat(m, func(old DeepSearch) bool { return old.ID == e.ID })
	if i < 0 || e.ID == "" {
		return
	}
	if e.State != "" {
		old.State = e.State
	}
	if e.Title != "" {
		old.Title = e.Title
	}
	// The list may be shared with a snapshot, so it is copied before appending.
	old.Contents = slices.Concat(old.Contents, e.Contents)
	m.set(i, Bounded(old))
}

func orRunning(s PartState) PartState {
	if s == "" {
		return PartRunning
	}
	return s
}

// over reports whether the state is final.
func (s PartState) over() bool {
	return s == "" || s == PartDone || s == PartFailed || s == PartDeclined
}

// Ended returns a copy of the message in the final state s. The unfinished parts of the copy are settled
// (see settle). Ended is used where no event ends the message, for example when an imported message is
// built from its parts.
func (m Message) Ended(s State) Message {
	c := m.Snapshot()
	c.end(s)
	return c
}

// settle sets the final state of unfinished parts when the answer has ended. In an interrupted
// answer, a tool that waits for consent keeps its state.
func (m *Message) settle() {
	ended := PartFailed
	if m.State == StateDone {
		ended = PartDone
	}
	for i, it := range m.Content {
		switch e := it.Event.(type) {
		case Step:
			if !e.State.over() {
				e.State = ended
				m.Content[i].Event = e
			}
		case Card:
			if !e.State.over() {
				e.State = ended
				m.Content[i].Event = e
			}
		case DeepSearch:
			if !e.State.over() {
				e.State = ended
				m.Content[i].Event = e
			}
		case Tool:
			switch {
			case e.State.over() || e.State == PartWaiting && m.State == Interrupt:
				continue
			case e.State == PartWaiting:
				e.State = PartDeclined
			default:
				e.State = PartFailed
			}
			m.Content[i].Event = e
		}
	}
}
