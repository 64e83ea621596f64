package transfer

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"
)

// entry is one conversation in another assistant's export. It has the fields of all formats in
// parsers; each format uses some of them.
type entry struct {
	ID             string         `json:"id"`
	ConversationID string         `json:"conversation_id"`
	Title          string         `json:"title"`
	SessionTitle   string         `json:"sessionTitle"`
	CreateTime     moment         `json:"create_time"`
	CreatedAt      moment         `json:"created_at"`
	Pinned         bool           `json:"pinned"`
	IsTop          bool           `json:"isTop"`
	CurrentNode    string         `json:"current_node"`
	Mapping        table[gptNode] `json:"mapping"`
	Chat           *webuiChat     `json:"chat"`
	Convs          list[conv]     `json:"convs"`
}

// parsers states how the entries of each format are recognised and read.
var parsers = []struct {
	format Format
	is     func(*entry) bool
	parse  func(*entry) (Conversation, Reason)
}{
	{ChatGPT, func(e *entry) bool { return e.Mapping != nil }, (*entry).chatGPT},
	{OpenWebUI, func(e *entry) bool { return e.Chat != nil }, (*entry).openWebUI},
	{Yuanbao, func(e *entry) bool { return e.Convs != nil }, (*entry).yuanbao},
}

func (e *entry) format() Format {
	for _, p := range parsers {
		if p.is(e) {
			return p.format
		}
	}
	return ""
}

func (e *entry) found() found {
	for _, p := range parsers {
		if p.is(e) {
			c, skip := p.parse(e)
			return found{p.format, c, skip}
		}
	}
	return found{"", Conversation{Head: e.head("")}, Unknown}
}

// head returns the Head of the conversation. Its CID is derived from the format and from the id, title
// and time in the export, so another import of the conversation gives the same CID.
func (e *entry) head(f Format) Head {
	id := cmp.Or(e.ConversationID, e.ID)
	return Head{
		CID:   derive(string(f), id, e.Title, strconv.FormatInt(int64(e.CreateTime), 10)),
		Title: cmp.Or(e.Title, e.SessionTitle), CreatedAt: int64(cmp.Or(e.CreateTime, e.CreatedAt)), Pinned: e.Pinned || e.IsTop,
	}
}

// moment is a time in Unix milliseconds; 0 is unknown. In JSON it is a number of seconds or
// milliseconds, or an RFC 3339 string.
type moment int64

// UnmarshalJSON reads the time; an invalid time becomes 0.
func (m *moment) UnmarshalJSON(b []byte) error {
	*m = 0
	s := string(bytes.Trim(b, `"`))
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		if n > 0 && n < 1e11 { // n is in seconds: 1e11 seconds are the year 5138, 1e11 milliseconds the year 1973
			n *= 1000
		}
		if n > 0 && n < 1e14 {
			*m = moment(n)
		}
	} else if t, err := time.Parse(time.RFC3339, s); err == nil {
		*m = moment(max(0, t.UnixMilli()))
	}
	return nil
}

// speakers maps the roles of other formats to ours.
var speakers = map[string]string{"user": Human, "human": Human, "assistant": AI, "ai": AI, "model": AI}

// gptNode is a node in the field `mapping` of a conversation in a ChatGPT export.
type gptNode struct {
	ID      string `json:"id"`
	Parent  string `json:"parent"`
	Message struct {
		Author struct {
			Role string `json:"role"`
		} `json:"author"`
		CreateTime moment `json:"create_time"`
		Recipient  string `json:"recipient"`
		Content    struct {
			Type     string                `json:"content_type"`
			Parts    list[json.RawMessage] `json:"parts"`
			Thoughts list[struct {
				Summary string `json:"summary"`
				Content string `json:"content"`
			}] `json:"thoughts"`
		} `json:"content"`
		Metadata struct {
			Model  string `json:"model_slug"`
			Hidden bool   `json:"is_visually_hidden_from_conversation"`
		} `json:"metadata"`
	} `json:"message"`
}

func (e *entry) chatGPT() (Conversation, Reason) {
	nodes := make([]node, len(e.Mapping))
	for i, g := range e.Mapping {
		m := g.Message
		n := node{id: g.ID, parent: g.Parent, at: int64(m.CreateTime)}
		if !m.Metadata.Hidden && cmp.Or(m.Recipient, "all") == "all" {
			n.speaker, n.model = speakers[m.Author.Role], m.Metadata.Model
		}
		var said, thought words
		for _, part := range m.Content.Parts {
			said.add(partText(part))
		}
		for _, t := range m.Content.Thoughts {
			thought.add(cmp.Or(t.Content, t.Summary))
		}
		n.text, n.thinking = said.String(), thought.String()
		if n.speaker == Human && n.text == "" {
			n.text = missing // a message that is only a picture
		}
		nodes[i] = n
	}
	return build(e.head(ChatGPT), nodes, e.CurrentNode)
}

// partText returns the text of a part; empty for pictures and files.
func partText(part json.RawMessage) string {
	var s string
	if json.Unmarshal(part, &s) == nil {
		return s
	}
	var o struct {
		Text string `json:"text"`
	}
	_ = json.Unmarshal(part, &o) // anything else has no text
	return o.Text
}

// webuiChat is the field `chat` of a conversation in an Open WebUI export.
type webuiChat struct {
	Title   string `json:"title"`
	History struct {
		CurrentID string           `json:"currentId"`
		Messages  table[webuiNode] `json:"messages"`
	} `json:"history"`
	Messages list[webuiNode] `json:"messages"` // in old exports, which have no tree
}

type webuiNode struct {
	ID        string          `json:"id"`
	ParentID  string          `json:"parentId"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	Timestamp moment          `json:"timestamp"`
	Model     string          `json:"model"`
}

// withoutReasoning splits an answer of Open WebUI into its text and the thinking in its
// <details type="reasoning"> elements.
func withoutReasoning(s string) (text, thinking string) {
	const open, end, maxTag = "<details", "</details>", 300
	var said strings.Builder
	var thought words
	for {
		at := strings.Index(s, open)
		if at < 0 {
			break
		}
		tag, _, ok := strings.Cut(s[at:min(len(s), at+maxTag)], ">")
		if !ok || !strings.Contains(tag, `type="reasoning"`) {
			said.WriteString(s[:at+len(open)])
			s = s[at+len(open):]
			continue
		}
		inner, after, closed := strings.Cut(s[at+len(tag)+1:], end)
		if !closed {
			break
		}
		said.WriteString(s[:at])
		inner = strings.TrimSpace(inner)
		if _, rest, ok := strings.Cut(inner, "</summary>"); ok && strings.HasPrefix(inner, "<summary>") {
			inner = rest
		}
		thought.add(unquote(inner))
		s = strings.TrimLeft(after, " \t\r\n")
	}
	said.WriteString(s)
	return strings.TrimSpace(said.String()), thought.String()
}

func (e *entry) openWebUI() (Conversation, Reason) {
	e.Title = cmp.Or(e.Title, e.Chat.Title)
	rows, linear := []webuiNode(e.Chat.History.Messages), false
	if len(rows) == 0 {
		rows, linear = e.Chat.Messages, true
	}
	nodes := make([]node, len(rows))
	for i, m := range rows {
		n := node{id: m.ID, parent: m.ParentID, speaker: speakers[m.Role], model: m.Model, at: int64(m.Timestamp)}
		if linear {
			n.id, n.parent = strconv.Itoa(i+1), strconv.Itoa(i)
		}
		n.text = contentText(m.Content)
		if n.speaker == AI {
			n.text, n.thinking = withoutReasoning(n.text)
		}
		nodes[i] = n
	}
	return build(e.head(OpenWebUI), nodes, e.Chat.History.CurrentID)
}

// contentText returns the text of a content that is a string or a list of parts.
func contentText(raw json.RawMessage) string {
	var parts list[json.RawMessage]
	if json.Unmarshal(raw, &parts) != nil || parts == nil {
		return partText(raw)
	}
	var out words
	for _, p := range parts {
		out.add(partText(p))
	}
	return out.String()
}

// unquote removes the marks of Markdown quotations.
func unquote(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, l := range lines {
		l = strings.TrimPrefix(l, "&gt;")
		l = strings.TrimPrefix(l, ">")
		lines[i] = strings.TrimPrefix(l, " ")
	}
	return strings.Join(lines, "\n")
}

// conv is a message in a conversation of 元宝. This server returns the history of a conversation in the
// same format.
type conv struct {
	Index         int          `json:"index"`
	Speaker       string       `json:"speaker"`
	CreateTime    moment       `json:"createTime"`
	DisplayPrompt string       `json:"displayPrompt"`
	Prompt        string       `json:"prompt"`
	Speech        string       `json:"speech"`
	RepeatIndex   int          `json:"repeatIndex"`
	Versions      list[speech] `json:"speechesV2"`
}

type speech struct {
	ChatModelID string `json:"chatModelId"`
	ModelID     string `json:"modelId"`
	Content     list[struct {
		Type    string `json:"type"`
		Msg     string `json:"msg"`
		Content string `json:"content"`
	}] `json:"content"`
}

func (s speech) texts() (text, thinking string) {
	var said, thought words
	for _, it := range s.Content {
		switch it.Type {
		case "think":
			thought.add(it.Content)
		case "reasoner":
			thought.add(it.Msg)
		case "text":
			said.add(it.Msg)
		}
	}
	return said.String(), thought.String()
}

func (e *entry) yuanbao() (Conversation, Reason) {
	convs := slices.Clone(e.Convs)
	slices.SortStableFunc(convs, func(a, b conv) int { return cmp.Compare(a.Index, b.Index) })
	var nodes []node
	last, current := "", ""
	for i, c := range convs {
		n := node{id: strconv.Itoa(i), parent: last, speaker: speakers[c.Speaker], at: int64(c.CreateTime)}
		if n.speaker != AI {
			n.text = cmp.Or(c.Prompt, c.DisplayPrompt, c.Speech)
			nodes, last, current = append(nodes, n), n.id, n.id
			continue
		}
		for j, v := range c.Versions {
			n.id, n.model = strconv.Itoa(i)+"."+strconv.Itoa(j), cmp.Or(v.ModelID, v.ChatModelID)
			if n.text, n.thinking = v.texts(); n.text == "" && len(c.Versions) == 1 {
				n.text = c.Speech
			}
			nodes = append(nodes, n)
			if j == 0 || j == c.RepeatIndex {
				current = n.id
			}
		}
		if len(c.Versions) == 0 {
			n.text = c.Speech
			nodes, current = append(nodes, n), n.id
		}
		last = current
	}
	return build(e.head(Yuanbao), nodes, current)
}
