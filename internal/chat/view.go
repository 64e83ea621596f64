package chat

import (
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Summary is one conversation of a list. Times are in Unix milliseconds, 0 for
// never.
type Summary struct {
	ID               string `json:"id"`
	AgentID          string `json:"agentId"`
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
	MultiMediaInfo   []MediaInfo `json:"multiMediaInfo"`
	Convs            []Conv      `json:"convs" doc:"messages of the chosen branch, newest first"`
}

// MediaInfo is an attachment of the page.
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
	Branches       []int    `json:"branches,omitempty" doc:"indexes of all variants of this question, where there are several"`
}

// Items are the folded items of a version, in their wire form.
type Items []stream.Item

// Speech is one version of a message. Questions have one.
type Speech struct {
	SpeechIndex    int                `json:"speechIndex"`
	ChatModelID    string             `json:"chatModelId"`
	PluginID       string             `json:"pluginId"`
	Content        Items              `json:"content" doc:"folded items of spec/wire.md section 5; empty while hidden is true"`
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
	Feedback       *Feedback          `json:"feedback,omitempty"`
}

func summaryOf(c chatdb.Conversation) Summary {
	return Summary{
		ID: c.Cid, AgentID: c.AgentID, Title: c.Title, SessionTitle: c.Title,
		LastReplyContent: c.LastReply, ChatType: c.ChatType, ChatModelID: c.ChatModelID,
		UserID: c.OwnerID, ProjectID: c.ProjectID, CreatedAt: c.CreatedAt,
		FirstRepliedAt: c.FirstRepliedAt, LastRepliedAt: c.LastRepliedAt,
		TopAt: c.PinnedAt,
	}
}

func (s *Service) summaries(rows []chatdb.Conversation) []Summary {
	out := make([]Summary, len(rows))
	for i, c := range rows {
		out[i] = summaryOf(c)
		_, out[i].Running = s.Runs.Current(c.OwnerID, c.Cid)
	}
	return out
}

// question draws a human message.
func question(m chatdb.Message) Conv {
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
	for _, f := range decodeRequest(m.Request).Files {
		content = append(content, stream.Item{Event: stream.File{FileType: f.Type, ID: f.ID, FileName: f.FileName, URL: f.URL, Size: f.Size}})
	}
	c.SpeechesV2 = []Speech{{Content: content}}
	return c
}

// answer draws an answer with all its versions.
func answer(m chatdb.Message, versions []Speech) Conv {
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
		ID: messageID(m.Cid, int(m.Idx)), Index: int(m.Idx), Speaker: m.Speaker,
		CreateTime: m.CreatedAt / 1000, ConversationID: m.Cid,
		ChatSource: int(m.Source), SpeechesV2: []Speech{},
	}
}

// versionOf draws a stored version.
func versionOf(s chatdb.Speech) Speech {
	v := draw(decodeMessage(s.Message))
	v.SpeechIndex = int(s.RepeatIdx)
	v.ChatModelID = s.ChatModelID
	v.ModelID = s.ModelID
	v.State = s.State
	v.ErrorCode = s.ErrorCode
	if s.Feedback != "" {
		v.Feedback = new(Feedback)
		_ = json.Unmarshal([]byte(s.Feedback), v.Feedback) // written by Judge; damaged, it reads as no judgement
	}
	return v
}

// draw shows a message, or of a hidden one only that it is.
func draw(m stream.Message) Speech {
	v := Speech{Content: m.Content, Kind: m.Kind, ErrorMsg: m.ErrorMsg, Status: m.Status, Cutoff: m.Cutoff, Hidden: m.Hidden}
	if m.Hidden || v.Content == nil {
		v.Content = []stream.Item{}
	}
	if m.Meta != nil {
		v.PluginID = m.Meta.PluginID
		v.TokenUsageInfo = &m.Meta.TokenUsageInfo
		if !m.Hidden {
			v.Hints = m.Meta.Hints
		}
	}
	return v
}

// decodeMessage reads a stored fold; empty is the message before its first event.
func decodeMessage(s string) stream.Message {
	m := stream.NewMessage()
	if s != "" {
		_ = json.Unmarshal([]byte(s), &m) // written by encodeMessage; a damaged row shows what could be read
	}
	return m
}

func encodeMessage(m stream.Message) (string, error) {
	b, err := json.Marshal(m)
	return string(b), err
}
