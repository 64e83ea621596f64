// Package view converts stored conversations to the form sent to clients.
package view

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/feedback"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Summary is one conversation of a list. Times are in Unix milliseconds, 0 for
// never.
type Summary struct {
	ID               string `json:"id"`
	AgentID          string `json:"agentId"`
	AgentName        string `json:"agentName,omitempty" doc:"of an agent; empty for the plain assistant, and where the agent is gone"`
	AgentAvatar      string `json:"agentAvatar,omitempty" doc:"address of its picture; empty: pages show the initial of the name"`
	Title            string `json:"title"`
	SessionTitle     string `json:"sessionTitle" doc:"the same as title"`
	SubTitle         string `json:"subTitle" doc:"always empty"`
	LastReplyContent string `json:"lastReplyContent" doc:"the beginning of the newest answer"`
	ChatType         string `json:"chatType"`
	ChatModelID      string `json:"chatModelId"`
	UserID           string `json:"userId"`
	ProjectID        string `json:"projectId"`
	CreatedAt        int64  `json:"createdAt"`
	FirstRepliedAt   int64  `json:"firstRepliedAt" doc:"Unix milliseconds; 0 before the first answer"`
	LastRepliedAt    int64  `json:"lastRepliedAt" doc:"Unix milliseconds of the newest question or answer"`
	TopAt            int64  `json:"topAt" doc:"Unix milliseconds of the pinning; 0 when not pinned"`
	Running          bool   `json:"running" doc:"an answer is being made"`
}

// Detail is one conversation with a page of its messages.
type Detail struct {
	ID               string      `json:"id"`
	AgentID          string      `json:"agentId"`
	Title            string      `json:"title"`
	SessionTitle     string      `json:"sessionTitle" doc:"the same as title"`
	ChatModelID      string      `json:"chatModelId"`
	ChatModelExtInfo string      `json:"chatModelExtInfo" doc:"the saved model choice, a JSON string"`
	IsTemporary      bool        `json:"isTemporary"`
	IsTop            bool        `json:"isTop"`
	Summary          string      `json:"summary,omitempty" doc:"what an earlier conversation handed over"`
	SummaryOf        string      `json:"summaryOf,omitempty" doc:"the id of that conversation"`
	HasMore          bool        `json:"hasMore"`
	HasNewer         bool        `json:"hasNewer" doc:"the branch goes on behind this page"`
	MultiMediaInfo   []MediaInfo `json:"multiMediaInfo"`
	Convs            []Conv      `json:"convs" doc:"messages of the chosen branch, newest first"`
}

// MediaInfo is an attachment in the form sent to clients.
type MediaInfo struct {
	ID       string `json:"id"`
	FileName string `json:"fileName"`
	URL      string `json:"url"`
	Type     string `json:"type"`
}

// Conv is one message.
type Conv struct {
	ID             string   `json:"id"`
	Index          int      `json:"index"`
	Speaker        string   `json:"speaker" enum:"human,ai"`
	CreateTime     int64    `json:"createTime" doc:"Unix seconds"`
	ConversationID string   `json:"conversationId"`
	DisplayPrompt  string   `json:"displayPrompt"`
	Prompt         string   `json:"prompt,omitempty" doc:"the whole question, for editing it"`
	Speech         string   `json:"speech" doc:"the plain text of the version shown"`
	SpeechesV2     []Speech `json:"speechesV2" doc:"one entry a version"`
	RepeatIndex    int      `json:"repeatIndex" doc:"the version shown"`
	ChatSource     int      `json:"chatSource"`
	State          string   `json:"state,omitempty" doc:"of the version shown: running, done, sensitive, error, manualStop or interrupt"`
	ErrorCode      string   `json:"errorCode,omitempty"`
	Author         string   `json:"author,omitempty" doc:"of a question in a project: id of who asked"`
	AuthorName     string   `json:"authorName,omitempty" doc:"their name; absent: the account is gone"`
	Branches       []int    `json:"branches,omitempty" doc:"indexes of all variants of this question, where there are several"`
}

// Items are the items of a version in their wire form.
type Items []stream.Item

// Speech is one version of a message. A question has exactly one.
type Speech struct {
	SpeechIndex    int                `json:"speechIndex"`
	ChatModelID    string             `json:"chatModelId"`
	PluginID       string             `json:"pluginId"`
	Content        Items              `json:"content" doc:"folded items of the stream, docs/protocol.md section 6, with one text and one think at most; empty while hidden is true"`
	Parts          Items              `json:"parts,omitempty" doc:"all parts in their order, where that is more than content tells: several texts, tools, cards"`
	Meta           *stream.Meta       `json:"meta,omitempty" doc:"what the stream's meta told; without hints while hidden is true"`
	ModelID        string             `json:"modelId,omitempty" doc:"the upstream model that answered"`
	Kind           stream.Kind        `json:"kind,omitempty"`
	State          string             `json:"state,omitempty"`
	ErrorCode      string             `json:"errorCode,omitempty"`
	ErrorMsg       string             `json:"errorMsg,omitempty"`
	Status         string             `json:"status,omitempty" doc:"what is being done before content comes"`
	Cutoff         bool               `json:"cutoff,omitempty"`
	Hidden         bool               `json:"hidden,omitempty"`
	Hints          []string           `json:"hints,omitempty"`
	TokenUsageInfo *stream.TokenUsage `json:"tokenUsageInfo,omitempty"`
	Feedback       *feedback.Feedback `json:"feedback,omitempty"`
	Blanks         []string           `json:"blanks,omitempty" doc:"what the reader wrote into the blanks (____) of the answer, in their order"`
}

// SummaryOf converts a stored conversation for a list.
func SummaryOf(c chatdb.Conversation) Summary {
	return Summary{
		ID: c.Cid, AgentID: c.AgentID, Title: c.Title, SessionTitle: c.Title,
		LastReplyContent: c.LastReply, ChatType: c.ChatType, ChatModelID: c.ChatModelID,
		UserID: c.OwnerID, ProjectID: c.ProjectID, CreatedAt: c.CreatedAt,
		FirstRepliedAt: c.FirstRepliedAt, LastRepliedAt: c.LastRepliedAt,
		TopAt: c.PinnedAt,
	}
}

// Asked returns the text of a question for readers. This is the display text. If the display text is
// empty or only the beginning of the prompt, Asked returns the prompt.
func Asked(prompt, display string) string {
	begin := strings.TrimSuffix(strings.TrimSuffix(display, "…"), "...")
	if strings.HasPrefix(prompt, begin) {
		return prompt
	}
	return display
}

// Question converts a stored question.
func Question(m chatdb.Message) Conv {
	c := messageOf(m)
	if m.Hidden {
		c.SpeechesV2 = []Speech{{Content: []stream.Item{}, Hidden: true}}
		return c
	}
	c.Prompt, c.DisplayPrompt, c.Speech = m.Prompt, m.DisplayPrompt, m.Prompt
	if c.DisplayPrompt == "" {
		c.DisplayPrompt = m.Prompt
	}
	content := []stream.Item{{Event: stream.Text{Msg: c.DisplayPrompt}}}
	for _, f := range request.Decode(m.Request).Files {
		content = append(content, stream.Item{Event: stream.File{FileType: f.Type, ID: f.ID, FileName: f.FileName, URL: f.URL, Size: f.Size}})
	}
	c.SpeechesV2 = []Speech{{Content: content}}
	return c
}

// Answer converts a stored answer with all its versions.
func Answer(m chatdb.Message, versions []Speech) Conv {
	c := messageOf(m)
	c.RepeatIndex = int(m.SelectedRepeat)
	c.SpeechesV2 = versions
	for _, v := range versions {
		if v.SpeechIndex == c.RepeatIndex {
			c.State, c.ErrorCode = v.State, v.ErrorCode
			c.Speech = stream.Message{Content: v.Content}.PlainText()
		}
	}
	return c
}

func messageOf(m chatdb.Message) Conv {
	return Conv{
		ID: MessageID(m.Cid, int(m.Idx)), Index: int(m.Idx), Speaker: m.Speaker,
		CreateTime: m.CreatedAt / 1000, ConversationID: m.Cid,
		ChatSource: int(m.Source), SpeechesV2: []Speech{},
	}
}

// VersionOf converts a stored version.
func VersionOf(s chatdb.Speech) Speech {
	m := DecodeMessage(s.Message)
	if m.Meta == nil && s.ModelID != "" { // an older server imported the version and stored only the model
		m.Meta = &stream.Meta{ModelID: s.ModelID}
	}
	v := Draw(m)
	v.SpeechIndex = int(s.RepeatIdx)
	v.ChatModelID = s.ChatModelID
	v.ModelID = s.ModelID
	v.State = s.State
	v.ErrorCode = s.ErrorCode
	v.Feedback = feedback.Decode(s.Feedback)
	if !m.Hidden {
		v.Blanks = DecodeBlanks(s.Blanks)
	}
	return v
}

// withKinds sets the kind of every source. In old stored answers, sources have no kind.
func withKinds(items []stream.Item) []stream.Item {
	out := slices.Clone(items)
	for i, it := range out {
		list, ok := it.Event.(stream.SearchGuid)
		if !ok {
			continue
		}
		list.Docs = slices.Clone(list.Docs)
		for j, d := range list.Docs {
			list.Docs[j].Kind = string(source.KindOf(d))
		}
		out[i].Event = list
	}
	return out
}

// Draw converts a message to a version. The version of a hidden message has no content and no
// hints.
func Draw(m stream.Message) Speech {
	v := Speech{Content: []stream.Item{}, Kind: m.Kind, ErrorMsg: m.ErrorMsg, Status: m.Status, Cutoff: m.Cutoff, Hidden: m.Hidden}
	if !m.Hidden && m.Content != nil {
		flat, changed := m.Flat()
		if v.Content = withKinds(flat); changed {
			v.Parts = withKinds(m.Content)
		}
	}
	if m.Meta != nil {
		meta := *m.Meta
		if m.Hidden {
			meta.Hints = nil
		}
		v.Meta, v.PluginID, v.TokenUsageInfo, v.Hints = &meta, meta.PluginID, &meta.TokenUsageInfo, meta.Hints
	}
	return v
}

// Items returns all parts of the version.
func (v Speech) Items() Items {
	if v.Parts != nil {
		return v.Parts
	}
	return v.Content
}

// DecodeMessage parses a stored message. For an empty text, it returns a message without any events.
func DecodeMessage(s string) stream.Message {
	m := stream.NewMessage()
	if s != "" {
		_ = json.Unmarshal([]byte(s), &m) // s comes from EncodeMessage; after an error, the version shows what could be parsed
	}
	return m
}

// EncodeMessage returns a message in its stored form.
func EncodeMessage(m stream.Message) (string, error) {
	b, err := json.Marshal(m)
	return string(b), err
}

// MessageID returns a message's id for clients.
func MessageID(cid string, index int) string { return cid + "_" + strconv.Itoa(index) }

// IndexOf returns the index in a message id, which must belong to conversation cid. It also
// accepts an index alone.
func IndexOf(cid, id string) (int, error) {
	if rest, ok := strings.CutPrefix(id, cid+"_"); ok {
		id = rest
	}
	n, err := strconv.Atoi(id)
	if err != nil || n < 1 {
		return 0, errs.New(errs.NotFound)
	}
	return n, nil
}

// PlainText returns the visible text of an answer, without its thinking.
func PlainText(m stream.Message) string {
	if m.Hidden {
		return ""
	}
	return strings.TrimSpace(m.PlainText())
}
