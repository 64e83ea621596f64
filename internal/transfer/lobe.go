package transfer

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// lobe is the export format of LobeChat: the tables of its database, under
// `state` in older files and under `data` in newer files. An export of 元宝 can
// have its conversation under the same names; the embedded entry receives it.
type lobe struct {
	entry
	Messages long[lobeMessage] `json:"messages"`
	Sessions long[lobeNamed]   `json:"sessions"`
	Topics   long[lobeNamed]   `json:"topics"`
}

type lobeNamed struct {
	ID        string `json:"id"`
	SessionID string `json:"sessionId"`
	Title     string `json:"title"`
	CreatedAt moment `json:"createdAt"`
	Favorite  bool   `json:"favorite"`
	Meta      struct {
		Title string `json:"title"`
	} `json:"meta"`
}

type lobeMessage struct {
	ID        string          `json:"id"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CreatedAt moment          `json:"createdAt"`
	SessionID string          `json:"sessionId"`
	TopicID   string          `json:"topicId"`
	ParentID  string          `json:"parentId"`
	FromModel string          `json:"fromModel"`
	Model     string          `json:"model"`
	Reasoning struct {
		Content string `json:"content"`
	} `json:"reasoning"`
}

// lobePlace identifies the conversation of a message; messages without a topic
// belong to the default topic of their session.
type lobePlace struct{ session, topic string }

// found returns a conversation for every topic with messages, and a conversation for every session
// with messages outside of topics.
func (l *lobe) found() []found {
	names := map[lobePlace]lobeNamed{}
	for _, s := range l.Sessions {
		s.Title = cmp.Or(s.Title, s.Meta.Title)
		names[lobePlace{session: s.ID}] = s
	}
	for _, t := range l.Topics {
		names[lobePlace{topic: t.ID}] = t
	}
	said := map[lobePlace][]lobeMessage{}
	var places []lobePlace
	for _, m := range l.Messages {
		p := lobePlace{session: m.SessionID}
		if m.TopicID != "" {
			p = lobePlace{topic: m.TopicID}
		}
		if said[p] == nil {
			places = append(places, p)
		}
		said[p] = append(said[p], m)
	}
	out := make([]found, 0, len(places))
	for _, p := range places {
		name := names[p]
		head := Head{
			CID: derive(string(LobeChat), p.session, p.topic), Title: name.Title,
			CreatedAt: int64(name.CreatedAt), Pinned: name.Favorite,
		}
		c, skip := build(head, line(said[p]), "")
		out = append(out, found{LobeChat, c, skip})
	}
	return out
}

// line orders the messages by time and makes each message the child of the message before it. Answers
// to the same question become children of that question, that is, versions of one answer.
func line(messages []lobeMessage) []node {
	slices.SortStableFunc(messages, func(a, b lobeMessage) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
	nodes := make([]node, 0, len(messages))
	questions := map[string]string{} // the node id of each question, by the id of its message
	last := ""
	for i, m := range messages {
		n := node{
			id: strconv.Itoa(i + 1), parent: last, speaker: speakers[m.Role], text: contentText(m.Content),
			thinking: m.Reasoning.Content, model: cmp.Or(m.FromModel, m.Model), at: int64(m.CreatedAt),
		}
		if q, ok := questions[m.ParentID]; ok && n.speaker == AI {
			n.parent = q
		}
		if n.speaker == Human {
			questions[m.ID] = n.id
		}
		nodes = append(nodes, n)
		last = n.id
	}
	return nodes
}
