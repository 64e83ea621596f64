// Package stream defines the protocol of answers (docs/protocol.md, sections 4 to 6). It has a closed
// union of events, their encoding as server-sent frames, and a tolerant decoder. The fold turns events
// into the message for the history.
//
// api/stream/README.md describes the rules for authors of clients. The transcripts beside the README
// test both this package and the page's decode.ts and reduce.ts. To add an event, add a type to
// event.go, a row to schema.go, a case to fold.go and to reduce.ts, a sample to schema_test.go, and a
// transcript. A marker also needs its name in the encoder and the decoder. A named event also needs its
// name in the decoder. The command "go run ./internal/stream/gen" generates the rest. The tests in
// schema_test.go report a missing row, a missing sample, and a missing case of fold.go. The TypeScript
// compiler reports a missing case of reduce.ts. Nothing reports a missing transcript.
//
// The tags "limit" and "items" of a field apply in Go and in the web app. The value of a tag names a row
// of Limits. For "limit", the number in the row limits the length of a text, or of each text in a list.
// For "items", it limits the number of entries of a list. The tag read:"people" applies only in Go:
// Item.Map changes the texts of fields with this tag.
package stream

import "encoding/json"

// Event is one change of an answer. The union is closed: every implementation is in this file.
// api/stream/schema.json describes the union.
type Event interface{ event() }

// Extra contains the optional fields of chunks. File and Meta do not have these fields.
type Extra struct {
	Mask        int    `json:"mask,omitempty"` // 2 and 3: every reader drops the chunk
	IsTitle     bool   `json:"isTitle,omitempty"`
	ComponentID string `json:"componentId,omitempty"`
	Label       string `json:"label,omitempty"`
	Index       int    `json:"index,omitempty"`
	Sensitive   bool   `json:"sensitive,omitempty"`  // moderation hides the whole answer
	Permission  string `json:"permission,omitempty"` // why the answer is hidden; empty if it is not hidden
}

// Text is an increment of the answer, Markdown. An empty Msg adds no text. A Text with an empty Msg
// before all content is the opening sentinel and marks the start of the answer. Kind is empty for plain
// text. Chunks of type imageText, outline, docCard or meetingBot are Texts, too. So is a chunk of type
// card without an id or without a kind (see Card). For these chunks, Kind is the type on the wire.
type Text struct {
	Kind Kind   `json:"-"` // encoded as the chunk's "type"
	Msg  string `json:"msg,omitempty" read:"people"`
	Extra
}

// Think is an increment of the thinking text. Status 1 means running, 2 finished; Title is the
// title of the thinking block.
type Think struct {
	Title    string `json:"title,omitempty" read:"people"`
	IconType int    `json:"iconType,omitempty"`
	Content  string `json:"content" read:"people"`
	Status   int    `json:"status,omitempty"`
	Extra
}

// Status is a line about the current work before content arrives, such as 正在搜索 or 排队中.
type Status struct {
	Msg string `json:"msg" read:"people"`
	Extra
}

// Reasoner is an increment of reasoning in the older form of the protocol.
type Reasoner struct {
	Msg string `json:"msg" read:"people"`
	Extra
}

// SearchWithText announces that the following text is based on a search.
type SearchWithText struct {
	Msg  string `json:"msg,omitempty" read:"people"`
	Docs []Doc  `json:"docs,omitempty"`
	Extra
}

// Doc is one source of an answer. Index is the N of [citation:N]. If the source is a file of the asker,
// DocID is the file's id, and Quote occurs on the Page. Kind is the kind of the source (file, web,
// message, note, favorite, memory, knowledge; empty: not stated). Locator is the cited place in the
// source, such as page=3. Verified states whether the server has read the web page (see Verifications).
// CopyURL is the address of the stored copy of the page's text.
type Doc struct {
	Index       int    `json:"index"`
	DocID       string `json:"docId"`
	Title       string `json:"title" read:"people"`
	URL         string `json:"url"`
	Quote       string `json:"quote" read:"people"`
	Page        int    `json:"page,omitempty"` // page, slide, sheet or section of a file, or index of a message, from 1; 0: none
	PublishTime string `json:"publish_time"`
	IconURL     string `json:"icon_url"`
	WebSiteName string `json:"web_site_name" read:"people"`
	SourceName  string `json:"sourceName" read:"people"`
	Kind        string `json:"kind,omitempty"`
	Locator     string `json:"locator,omitempty"`
	Verified    string `json:"verified,omitempty"`
	CopyURL     string `json:"copy_url,omitempty"`
}

// SearchGuid lists the sources; a later list replaces an earlier one.
type SearchGuid struct {
	Title string `json:"title" read:"people"`
	Docs  []Doc  `json:"docs"`
	Extra
}

// PartState is the state of one part of an answer.
type PartState string

// The states of parts. Steps, cards and research blocks use running, done and failed;
// a tool uses all states.
const (
	PartInput    PartState = "input"   // the model is still writing the input
	PartWaiting  PartState = "waiting" // a person has to consent first
	PartRunning  PartState = "running"
	PartDone     PartState = "done"
	PartFailed   PartState = "failed"   // the part failed, or the answer ended before the part did
	PartDeclined PartState = "declined" // a person did not consent
)

// Step is one step of the work, such as 正在阅读. A step without an ID ends as soon as it is sent. A step
// with an ID has a State, which StepUpdate changes. If a step belongs to another step, Parent is the ID
// of that step. From Code and Args, a client can form the sentence in its reader's language. Clients
// that do not know the Code show Msg. Docs are the pages found or read by the step; the Index of these
// Docs has no meaning.
type Step struct {
	Msg    string    `json:"msg" limit:"long" read:"people"`
	ID     string    `json:"id,omitempty" limit:"id"`
	State  PartState `json:"state,omitempty" limit:"id"` // running, done or failed; empty without ID
	Detail string    `json:"detail,omitempty" limit:"short" read:"people"`
	Parent string    `json:"parent,omitempty" limit:"id"` // ID of another step
	Code   string    `json:"code,omitempty" limit:"id"`
	Args   []string  `json:"args,omitempty" limit:"title" read:"people" items:"args"`
	Docs   []Doc     `json:"docs,omitempty" items:"docs"`
	Extra
}

// LinkSteps is the ID prefix of the steps that read the links of a question. The first Doc of such a
// step is the linked page, even if the page could not be read. Clients show the page as a card at the
// question.
const LinkSteps = "links-"

// TranslatedStep returns a step with its sentence in all languages, so that each reader sees their own
// language. The function `say` returns the sentence in a locale. Msg is the sentence in `locale`, the
// locale of the asker.
func TranslatedStep(locale string, say func(locale string) string) Step {
	return Step{Msg: say(locale), Code: "said", Args: []string{say("zh-CN"), say("zh-TW"), say("en")}}
}

// StepUpdate changes the step that has the same ID. The step stays at its place. Empty fields do not
// change the step; an unknown ID changes nothing.
type StepUpdate struct {
	ID     string    `json:"id" limit:"id"`
	State  PartState `json:"state,omitempty" limit:"id"`
	Detail string    `json:"detail,omitempty" limit:"short" read:"people"`
	Docs   []Doc     `json:"docs,omitempty" items:"docs"`
	Extra
}

// Tool is one use of a tool. A later event with the same ID replaces the tool use at
// its place. Input and Output are shortened texts for people, at most 2 KiB each.
type Tool struct {
	ID     string    `json:"id" limit:"id"`
	Name   string    `json:"name" limit:"id"`                   // name of the tool, for machines
	Title  string    `json:"title" limit:"title" read:"people"` // the work of the tool, for people
	State  PartState `json:"state" limit:"id"`
	Input  string    `json:"input,omitempty" limit:"short" read:"people"`
	Output string    `json:"output,omitempty" limit:"short" read:"people"`
	Error  string    `json:"error,omitempty" limit:"short" read:"people"` // why the tool failed, for people
	MS     int64     `json:"ms,omitempty"`                                // how long the tool took, in milliseconds
	Extra
}

// Card is content that a client draws according to its kind: a chart, a generated file, an outline. A
// later event with the same ID replaces the card at its place. Data is JSON, at most 32 KiB; its form
// depends on the Kind. A client that does not know the Kind shows Fallback. A chunk of type card
// without an ID or without a Kind is a Text of KindCard.
type Card struct {
	ID       string          `json:"id" limit:"id"`
	Kind     string          `json:"kind" limit:"id"`
	Title    string          `json:"title,omitempty" limit:"title" read:"people"`
	State    PartState       `json:"state,omitempty" limit:"id"` // empty: the card is complete
	Data     json.RawMessage `json:"data,omitempty" limit:"cardData" read:"people"`
	Fallback string          `json:"fallback,omitempty" limit:"long" read:"people"`
	Extra
}

// ContinueStep appends Msg to the step that has the same ID. Without an ID, it appends Msg to the newest
// step, or starts a step if there is none. An unknown ID changes nothing.
type ContinueStep struct {
	Msg string `json:"msg" limit:"long" read:"people"`
	ID  string `json:"id,omitempty" limit:"id"`
	Extra
}

// Progress is the progress of a step. Desc is the name of the step; Value is between 0 and 1.
type Progress struct {
	Value float64 `json:"value"`
	Desc  string  `json:"desc" read:"people"`
	Extra
}

// DeepSearch is one block of the record of a deep research. A block with an ID has a State, and
// DeepSearchUpdate changes the block.
type DeepSearch struct {
	ID       string           `json:"id,omitempty" limit:"id"`
	State    PartState        `json:"state,omitempty" limit:"id"` // running, done or failed; empty without ID
	Title    string           `json:"title" limit:"title" read:"people"`
	IconType int              `json:"iconType,omitempty"`
	Contents []DeepSearchItem `json:"contents" items:"contents"`
	Extra
}

// DeepSearchUpdate changes the research block that has the same ID. The block stays at its place.
// Contents are appended. An empty State or Title does not change the block. An unknown ID changes nothing.
type DeepSearchUpdate struct {
	ID       string           `json:"id" limit:"id"`
	State    PartState        `json:"state,omitempty" limit:"id"`
	Title    string           `json:"title,omitempty" limit:"title" read:"people"`
	Contents []DeepSearchItem `json:"contents,omitempty" items:"contents"`
	Extra
}

// DeepSearchItem is text or sources inside a research block.
type DeepSearchItem struct {
	Type string `json:"type,omitempty" limit:"id"`
	Msg  string `json:"msg,omitempty" limit:"long" read:"people"`
	Docs []Doc  `json:"docs,omitempty"`
}

// Replace fills the placeholder [](@replace=ID) in the text. For each ID, the last event counts.
type Replace struct {
	Replace Replacement `json:"replace"`
	Extra
}

// Replacement is the content of a placeholder. Status is 0 before the work starts, 1 while it
// runs, and 2 when it failed. After success, Status is 0 and there are Multimedias.
type Replacement struct {
	ID          string  `json:"id"`
	Display     string  `json:"display,omitempty"`
	Status      int     `json:"status,omitempty"`
	Multimedias []Media `json:"multimedias"`
}

// Media is one picture, video or file of an answer.
type Media struct {
	MediaID     string `json:"mediaId"`
	URL         string `json:"url"`
	PreviewURL  string `json:"previewUrl"`
	DownloadURL string `json:"downloadUrl"`
	OriginURL   string `json:"originUrl"`
}

// MultiAnswer shows answers of several models side by side. A later MultiAnswer replaces an earlier
// MultiAnswer.
type MultiAnswer struct {
	Answers []ModelAnswer `json:"answers"`
	Extra
}

// ModelAnswer is one of several answers.
type ModelAnswer struct {
	Index       int    `json:"index"`
	Msg         string `json:"msg" read:"people"`
	ChatModelID string `json:"chatModelId"`
}

// File is an attachment of a question in the history. FileType is one of FileTypes. A File never
// occurs in a live stream.
type File struct {
	FileType string `json:"-"`            // encoded as the item's "type"
	ID       string `json:"id,omitempty"` // id in the library; empty when only the name is known
	FileName string `json:"fileName" read:"people"`
	URL      string `json:"url"`
	Size     int64  `json:"size,omitempty"`
}

// Meta comes after the content of an answer and states which model made it.
type Meta struct {
	MessageID      string     `json:"messageId"`
	Index          int        `json:"index"`
	ReplyID        string     `json:"replyId"`
	ReplyIndex     int        `json:"replyIndex"`
	RepeatIndex    int        `json:"repeatIndex"`
	TraceID        string     `json:"traceId"`
	StopReason     string     `json:"stopReason"` // stop, length, filter, manualStop or error
	EndConv        bool       `json:"endConv"`
	ChainID        string     `json:"chainID"`
	PluginID       string     `json:"pluginID,omitempty"`
	IC             int        `json:"ic,omitempty"`
	ChatModelID    string     `json:"chatModelId"` // the requested model or its fallback
	ModelID        string     `json:"modelId"`     // the provider's id of the model
	TokenUsageInfo TokenUsage `json:"tokenUsageInfo"`
	Hints          []string   `json:"hints,omitempty"` // follow-up questions
}

// TokenUsage counts tokens.
type TokenUsage struct {
	PromptTokens     int `json:"promptTokens"`
	CompletionTokens int `json:"completionTokens"`
	TotalTokens      int `json:"totalTokens"`
}

// Failure ends a stream that started with HTTP 200. Code is a code of the error catalogue.
type Failure struct {
	Msg  string `json:"msg"`
	Code string `json:"code"`
}

// Revoke withdraws the answer, and with RevokeQAPair also the question. The kind of the message
// becomes text again.
type Revoke struct {
	RevokeQAPair    bool   `json:"revokeQAPair,omitempty"`
	DeleteIndexList []int  `json:"deleteIndexList,omitempty"`
	Sensitive       bool   `json:"sensitive,omitempty"`
	Permission      string `json:"permission,omitempty"`
}

// Cutoff states that the answer was cut off at a limit of its length or time and can be continued.
type Cutoff struct{}

// SpeechType states the kind of the content that follows. On the wire it is a plain
// word after "event: speech_type".
type SpeechType struct{ Kind Kind }

// Control markers: plain words on the wire, never text of a user or a model.
type (
	// Plugin is [plugin: ID], the first event after the content and after a Cutoff, if any.
	Plugin struct{ ID string }
	// MsgIndex is [MSGINDEX:N], the index of the answer.
	MsgIndex struct{ N int }
	// TraceID is [TRACEID:ID].
	TraceID struct{ ID string }
	// Done is [DONE]: the answer is complete, or was stopped by its reader.
	Done struct{}
	// SensitiveEnd is [SENSITIVE]: it ends the stream instead of [DONE].
	SensitiveEnd struct{}
	// Entry is [ENTRY], an older form of a newline. It is decoded, never sent.
	Entry struct{}
)

// Reset is specific to this product: the frames that follow are the whole answer from
// its beginning, and readers drop the content that they have received before.
type Reset struct{}

// Unreadable is a frame that could not be decoded. It counts as empty text and is reported, never
// shown. It is not encoded.
type Unreadable struct {
	Raw   string
	Cause error
}

func (Text) event()             {}
func (Think) event()            {}
func (Status) event()           {}
func (Reasoner) event()         {}
func (SearchWithText) event()   {}
func (SearchGuid) event()       {}
func (Step) event()             {}
func (StepUpdate) event()       {}
func (Tool) event()             {}
func (Card) event()             {}
func (DeepSearchUpdate) event() {}
func (ContinueStep) event()     {}
func (Progress) event()         {}
func (DeepSearch) event()       {}
func (Replace) event()          {}
func (MultiAnswer) event()      {}
func (File) event()             {}
func (Meta) event()             {}
func (Failure) event()          {}
func (Revoke) event()           {}
func (Cutoff) event()           {}
func (SpeechType) event()       {}
func (Plugin) event()           {}
func (MsgIndex) event()         {}
func (TraceID) event()          {}
func (Done) event()             {}
func (SensitiveEnd) event()     {}
func (Entry) event()            {}
func (Reset) event()            {}
func (Unreadable) event()       {}
