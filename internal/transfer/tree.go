package transfer

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// node is a message in another assistant's tree. A message that is neither a question nor an
// answer, such as an instruction or a tool's result, only connects other messages.
type node struct {
	id, parent     string
	speaker        string // Human, AI, or empty for other messages
	text, thinking string
	model          string
	at             int64
}

// missing replaces the text of a question if the other assistant's file does not contain that text.
const missing = "…"

// build converts another assistant's tree to ours: consecutive answers become one answer, and
// alternative answers become its versions. `current` is the newest message of the displayed branch.
// If it is empty or unknown, the last node takes its place.
func build(head Head, nodes []node, current string) (Conversation, Reason) {
	if len(nodes) == 0 {
		return Conversation{Head: head}, Empty
	}
	b := builder{
		c:        Conversation{Head: head},
		children: map[string][]node{},
		shown:    map[string]bool{},
		left:     freeRepeated,
	}
	parents := map[string]string{}
	for _, n := range nodes {
		b.left += maxRepeated * (len(n.text) + len(n.thinking))
		if _, twice := parents[n.id]; !twice {
			parents[n.id] = n.parent
		}
	}
	taken := map[string]bool{}
	for _, n := range nodes {
		if taken[n.id] {
			continue
		}
		taken[n.id] = true
		if _, known := parents[n.parent]; !known {
			n.parent = ""
		}
		b.children[n.parent] = append(b.children[n.parent], n)
	}
	if _, known := parents[current]; !known {
		current = nodes[len(nodes)-1].id
	}
	for at := current; at != "" && !b.shown[at]; at = parents[at] {
		b.shown[at] = true
	}
	b.below("", 0)
	// In the other assistant's tree, a question follows one version of an answer. In our tree, it follows
	// the answer with all its versions. If the displayed branch ends at one version, it therefore
	// continues here with a question that followed another version.
	for _, m := range b.c.Messages {
		if m.Speaker == AI && b.c.Messages[m.Parent-1].Parent == b.c.Leaf {
			b.c.Leaf = m.Index
		}
	}
	if b.skip == "" && len(b.c.Messages) == 0 {
		b.skip = Empty
	}
	return b.c, b.skip
}

// Versions of an answer share nodes, and each version repeats the text of its nodes. All versions of a
// conversation together may take maxRepeated times the bytes of all nodes, plus freeRepeated bytes.
const (
	maxRepeated  = 4
	freeRepeated = 1 << 20
)

type builder struct {
	c        Conversation
	left     int               // bytes that versions may still take
	children map[string][]node // nodes by the id of their parent; the nodes of a cycle cannot be reached from a root and are ignored
	shown    map[string]bool
	skip     Reason
}

// below adds the questions below the node `id`, with their answers. `parent` is the index of the
// answer before these questions; 0: they begin the conversation.
func (b *builder) below(id string, parent int) {
	for _, n := range b.children[id] {
		switch {
		case b.skip != "":
			return
		case n.speaker == Human:
			b.round(n, b.children[n.id], parent)
		case n.speaker == AI && n.text != "":
			b.round(node{id: n.id, text: missing, at: n.at}, []node{n}, parent)
		default:
			b.below(n.id, parent)
		}
	}
}

// round adds a question with its answer and everything that follows.
func (b *builder) round(q node, answers []node, parent int) {
	if len(b.c.Messages)+2 > MaxMessages {
		b.skip = TooMany
		return
	}
	if tooLong(q.text) {
		b.skip = TooLong
		return
	}
	at := len(b.c.Messages)
	a := Message{Index: at + 2, Parent: at + 1, Speaker: AI, CreatedAt: q.at}
	b.c.Messages = append(b.c.Messages, Message{Index: at + 1, Parent: parent, Speaker: Human, Prompt: clean(q.text), CreatedAt: q.at}, a)
	var next []node
	for _, n := range answers {
		b.version(&a, &next, n, nil)
	}
	if len(a.Versions) == 0 { // the question has no answer
		a.Versions = list[Version]{{State: string(stream.Interrupt)}}
	}
	b.c.Messages[at+1] = a
	if b.shown[q.id] {
		b.c.Leaf = a.Index
	}
	for _, n := range next {
		if b.skip == "" {
			b.round(n, b.children[n.id], a.Index)
		}
	}
}

// path is the sequence of nodes between a question and one end of its answer; these nodes make one
// version. It is linked from the newest node back to the first node after the question.
type path struct {
	node
	before        *path
	said, thought int // characters of text and of thinking so far
}

// version adds to the answer `a` one version for each sequence of answer nodes that goes through `n`.
// A version has the texts of all nodes in its sequence. `next` collects the questions that follow.
func (b *builder) version(a *Message, next *[]node, n node, before *path) {
	if n.speaker == Human {
		*next = append(*next, n)
		return
	}
	p := &path{node: n, before: before}
	if before != nil {
		p.said, p.thought = before.said, before.thought
	}
	if n.speaker == AI {
		p.said += utf8.RuneCountInString(n.text)
		p.thought += utf8.RuneCountInString(n.thinking)
		a.CreatedAt = max(a.CreatedAt, n.at)
	}
	if p.said > MaxText || p.thought > MaxText {
		b.skip = TooLong
	}
	if b.skip != "" {
		return
	}
	goesOn := false
	for _, child := range b.children[n.id] {
		goesOn = goesOn || child.speaker != Human
		b.version(a, next, child, p)
	}
	if goesOn || p.said+p.thought == 0 {
		return
	}
	if len(a.Versions) == MaxVersions {
		b.skip = TooMany
		return
	}
	if b.shown[n.id] {
		a.Selected = len(a.Versions)
	}
	v := p.version()
	if b.left -= len(v.Text) + len(v.Thinking); b.left < 0 {
		b.skip = TooLong
		return
	}
	a.Versions = append(a.Versions, v)
}

// version returns a version with the joined texts of a sequence.
func (p *path) version() Version {
	v := Version{State: string(stream.StateDone)}
	var said, thought []string
	for ; p != nil; p = p.before {
		if p.speaker != AI {
			continue
		}
		if p.text != "" {
			said = append(said, clean(p.text))
		}
		if p.thinking != "" {
			thought = append(thought, clean(p.thinking))
		}
		v.Model = cmp.Or(v.Model, clean(p.model))
	}
	slices.Reverse(said)
	slices.Reverse(thought)
	v.Text, v.Thinking = strings.Join(said, "\n\n"), strings.Join(thought, "\n\n")
	return v
}

// words joins paragraphs to one text. When the text is certainly longer than MaxText, further
// paragraphs are dropped, because the text is refused anyway.
type words struct{ strings.Builder }

func (w *words) add(s string) {
	if s == "" || w.Len() > utf8.UTFMax*MaxText {
		return
	}
	if w.Len() > 0 {
		w.WriteString("\n\n")
	}
	w.WriteString(s)
}

func tooLong(s string) bool { return len(s) > MaxText && utf8.RuneCountInString(s) > MaxText }

// states are the possible final states of an imported answer.
var states = map[string]bool{
	string(stream.StateDone): true, string(stream.Sensitive): true, string(stream.StateError): true,
	string(stream.ManualStop): true, string(stream.Interrupt): true,
}

// check reports why a conversation in our own format cannot be imported; empty: it can. Questions
// and answers must be in pairs. The parent of each question must be an earlier answer, or 0 at the
// beginning of the conversation.
func check(c Conversation) Reason {
	switch {
	case len(c.Messages) == 0:
		return Empty
	case len(c.Messages) > MaxMessages:
		return TooMany
	case len(c.Messages)%2 != 0:
		return Damaged
	}
	answers := map[int]bool{0: true}
	last := 0
	for i := 0; i < len(c.Messages); i += 2 {
		q, a := c.Messages[i], c.Messages[i+1]
		if q.Speaker != Human || a.Speaker != AI || q.Index <= last || q.Index%2 != 1 || q.Index > maxIndex ||
			a.Index != q.Index+1 || a.Parent != q.Index || !answers[q.Parent] {
			return Damaged
		}
		if len(a.Versions) == 0 || a.Selected < 0 || a.Selected >= len(a.Versions) {
			return Damaged
		}
		if len(a.Versions) > MaxVersions {
			return TooMany
		}
		if tooLong(q.Prompt) {
			return TooLong
		}
		for _, v := range a.Versions {
			if !states[v.State] {
				return Damaged
			}
			if tooLong(v.Text) || tooLong(v.Thinking) {
				return TooLong
			}
		}
		answers[a.Index] = true
		last = a.Index
	}
	if c.Leaf == 0 || !answers[c.Leaf] {
		return Damaged
	}
	return ""
}

// maxIndex bounds the index of messages. Deleted branches leave gaps in the indexes,
// but the gaps are small.
const maxIndex = 1_000_000
