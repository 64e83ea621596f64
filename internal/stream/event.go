// Package stream is the one protocol by which an answer travels: a closed
// union of events, their encoding as server-sent frames, a tolerant decoder,
// and the fold that turns events into the message that history shows
// (docs/protocol.md, sections 4 to 6).
//
// The rules are written for client authors in api/stream/README.md, beside the
// transcripts that bind this package and the page's decode.ts and reduce.ts
// alike. A new event is a type in event.go, a row in schema.go, a case in
// fold.go and reduce.ts, and a transcript; go run ./internal/stream/gen writes
// the rest, and the totality tests name whatever is missing.
//
// Tags of a field say what else is done with it, in Go and on the page: limit
// and items name the row of Limits that bounds its text and its list, and
// read:"people" marks a text that people read, which Item.Map changes.
package stream

import "encoding/json"

// Event is one thing that happens to an answer. The union is closed: every
// implementation is in this file, and api/stream/schema.json exports it.
type Event interface{ event() }

// Extra are the optional fields that any chunk may carry.
type Extra struct {
	Mask        int    `json:"mask,omitempty"` // 2 and 3: the chunk is dropped by every reader
	IsTitle     bool   `json:"isTitle,omitempty"`
	ComponentID string `json:"componentId,omitempty"`
	Label       string `json:"label,omitempty"`
	Index       int    `json:"index,omitempty"`
	Sensitive   bool   `json:"sensitive,omitempty"`  // moderation hides the whole answer
	Permission  string `json:"permission,omitempty"` // why it is hidden; empty when it is not
}

// Text is an increment of the answer, Markdown. An empty Msg is the opening
// sentinel: it is ignored, but the first one tells a reader that the answer
// has begun. Kind is empty for plain text; the kinds that have no event of
// their own (imageText, card, outline, docCard, meetingBot) come as text whose
// wire type is the kind.
type Text struct {
	Kind Kind   `json:"-"` // encoded as the chunk's "type"
	Msg  string `json:"msg,omitempty" read:"people"`
	Extra
}

// Think is an increment of the thinking text. Status 1 means running, 2
// finished; Title is what the folded block is called.
type Think struct {
	Title    string `json:"title,omitempty" read:"people"`
	IconType int    `json:"iconType,omitempty"`
	Content  string `json:"content" read:"people"`
	Status   int    `json:"status,omitempty"`
	Extra
}

// Status is a line that says what is being done before content comes, such as
// 正在搜索 or 排队中.
type Status struct {
	Msg string `json:"msg" read:"people"`
	Extra
}

// Reasoner is an increment of reasoning in the older form of the protocol.
type Reasoner struct {
	Msg string `json:"msg" read:"people"`
	Extra
}

// SearchWithText announces that the text that follows rests on a search.
type SearchWithText struct {
	Msg  string `json:"msg,omitempty" read:"people"`
	Docs []Doc  `json:"docs,omitempty"`
	Extra
}

// Doc is one source of an answer. Index is what [citation:N] refers to. A
// source in a file of the asker has the file's id as DocID, a Page, and a Quote
// that occurs there. Kind says what the source is (file, web, message, note,
// favorite, memory, knowledge; empty: not stated) and Locator where in it the cited place is, in the
// notation of that kind, such as page=3. Verified says of a web page whether we
// have read it (see Verifications), and CopyURL where the asker reads what was
// read of it.
type Doc struct {
	Index       int    `json:"index"`
	DocID       string `json:"docId"`
	Title       string `json:"title" read:"people"`
	URL         string `json:"url"`
	Quote       string `json:"quote" read:"people"`
	Page        int    `json:"page,omitempty"` // page, slide, sheet or section of a file, from 1; 0: no file
	PublishTime string `json:"publish_time"`
	IconURL     string `json:"icon_url"`
	WebSiteName string `json:"web_site_name" read:"people"`
	SourceName  string `json:"sourceName" read:"people"`
	Kind        string `json:"kind,omitempty"`
	Locator     string `json:"locator,omitempty"`
	Verified    string `json:"verified,omitempty"`
	CopyURL     string `json:"copy_url,omitempty"`
}

// SearchGuid lists the sources; a later one replaces an earlier one.
type SearchGuid struct {
	Title string `json:"title" read:"people"`
	Docs  []Doc  `json:"docs"`
	Extra
}

// PartState is how far one part of an answer is.
type PartState string

// The states of parts. Steps, cards and research blocks use running, done and
// failed; a tool uses all of them.
const (
	PartInput    PartState = "input"    // the model is still writing the input
	PartWaiting  PartState = "waiting"  // a person has to consent first
	PartRunning  PartState = "running"  // work is being done
	PartDone     PartState = "done"     // it succeeded
	PartFailed   PartState = "failed"   // it failed, or the answer ended before it did
	PartDeclined PartState = "declined" // a person did not consent
)

// Step is one step of the work, such as 正在阅读. Without an ID it is over when
// it is told. With one it has a State, which StepUpdate changes, and Parent may
// name the step that it belongs to. Code and Args name a sentence that a client
// may have in its reader's language; Msg is that sentence for all others. Docs
// are the pages that it found or reads; their Index means nothing.
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

// LinkSteps begins the IDs of steps that read the links of a question. The first
// of the Docs of such a step is the page, also of one that could not be read; the
// question shows it as a card.
const LinkSteps = "links-"

// Said is a step whose sentence every reader sees in their own language. say
// gives it in a locale; Msg is the sentence in the asker's.
func Said(locale string, say func(locale string) string) Step {
	return Step{Msg: say(locale), Code: "said", Args: []string{say("zh-CN"), say("zh-TW"), say("en")}}
}

// StepUpdate changes the step of that ID at its place. What is empty stays as
// it was; an unknown ID changes nothing.
type StepUpdate struct {
	ID     string    `json:"id" limit:"id"`
	State  PartState `json:"state,omitempty" limit:"id"`
	Detail string    `json:"detail,omitempty" limit:"short" read:"people"`
	Docs   []Doc     `json:"docs,omitempty" items:"docs"`
	Extra
}

// Tool is one use of a tool. A later one of the same ID replaces it at its
// place. Input and Output are short forms for people, at most 2 KiB each.
type Tool struct {
	ID     string    `json:"id" limit:"id"`
	Name   string    `json:"name" limit:"id"`                   // of the tool, for machines
	Title  string    `json:"title" limit:"title" read:"people"` // what is being done, for people
	State  PartState `json:"state" limit:"id"`
	Input  string    `json:"input,omitempty" limit:"short" read:"people"`
	Output string    `json:"output,omitempty" limit:"short" read:"people"`
	Error  string    `json:"error,omitempty" limit:"short" read:"people"` // why it failed, for people
	MS     int64     `json:"ms,omitempty"`                                // how long it took, in milliseconds
	Extra
}

// Card is something that a client draws by its kind: a chart, a file that was
// made, an outline. A later one of the same ID replaces it at its place. Data
// is JSON of a form that the kind defines, at most 32 KiB; a client that does not
// know the kind shows Fallback. A chunk of type card without an ID or a Kind is
// Text of that kind.
type Card struct {
	ID       string          `json:"id" limit:"id"`
	Kind     string          `json:"kind" limit:"id"`
	Title    string          `json:"title,omitempty" limit:"title" read:"people"`
	State    PartState       `json:"state,omitempty" limit:"id"` // empty: whole as it is
	Data     json.RawMessage `json:"data,omitempty" limit:"cardData" read:"people"`
	Fallback string          `json:"fallback,omitempty" limit:"long" read:"people"`
	Extra
}

// ContinueStep continues the newest step's text.
type ContinueStep struct {
	Msg string `json:"msg" read:"people"`
	Extra
}

// Progress says how far the thing named by Desc is; Value runs from 0 to 1.
type Progress struct {
	Value float64 `json:"value"`
	Desc  string  `json:"desc" read:"people"`
	Extra
}

// DeepSearch is one block of a research trail. With an ID it has a State, and
// DeepSearchUpdate changes it.
type DeepSearch struct {
	ID       string           `json:"id,omitempty" limit:"id"`
	State    PartState        `json:"state,omitempty" limit:"id"` // running, done or failed; empty without ID
	Title    string           `json:"title" limit:"title" read:"people"`
	IconType int              `json:"iconType,omitempty"`
	Contents []DeepSearchItem `json:"contents" items:"contents"`
	Extra
}

// DeepSearchUpdate changes the research block of that ID at its place: Contents
// are appended; what else is empty stays as it was. An unknown ID changes nothing.
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

// Replace fills the placeholder [](@replace=ID) in the text. For one ID the
// last one counts.
type Replace struct {
	Replace Replacement `json:"replace"`
	Extra
}

// Replacement is what stands for a placeholder. Status is empty before work
// begins, 1 while it runs and 2 when it failed; media means success.
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

// MultiAnswer shows answers of several models beside each other; a later one
// replaces an earlier one.
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

// File is an attachment inside history items; FileType is one of FileTypes.
// It occurs in questions, never in a live stream.
type File struct {
	FileType string `json:"-"`            // encoded as the item's "type"
	ID       string `json:"id,omitempty"` // in the library; empty for one that is only named
	FileName string `json:"fileName" read:"people"`
	URL      string `json:"url"`
	Size     int64  `json:"size,omitempty"`
}

// Meta closes the content of an answer and says what made it.
type Meta struct {
	MessageID      string     `json:"messageId"`
	Index          int        `json:"index"`
	ReplyID        string     `json:"replyId"`
	ReplyIndex     int        `json:"replyIndex"`
	RepeatIndex    int        `json:"repeatIndex"`
	TraceID        string     `json:"traceId"`
	StopReason     string     `json:"stopReason"` // stop, length, filter, manualStop
	EndConv        bool       `json:"endConv"`
	ChainID        string     `json:"chainID"`
	PluginID       string     `json:"pluginID,omitempty"`
	IC             int        `json:"ic,omitempty"`
	ChatModelID    string     `json:"chatModelId"` // the model that was asked for, or its fallback
	ModelID        string     `json:"modelId"`     // the real upstream id
	TokenUsageInfo TokenUsage `json:"tokenUsageInfo"`
	Hints          []string   `json:"hints,omitempty"` // follow-up questions
}

// TokenUsage counts tokens.
type TokenUsage struct {
	PromptTokens     int `json:"promptTokens"`
	CompletionTokens int `json:"completionTokens"`
	TotalTokens      int `json:"totalTokens"`
}

// Failure ends a stream that had begun with HTTP 200. Code is a row of the
// error catalogue.
type Failure struct {
	Msg  string `json:"msg"`
	Code string `json:"code"`
}

// Revoke takes the answer back, and with RevokeQAPair the question too. The
// kind falls back to text.
type Revoke struct {
	RevokeQAPair    bool   `json:"revokeQAPair,omitempty"`
	DeleteIndexList []int  `json:"deleteIndexList,omitempty"`
	Sensitive       bool   `json:"sensitive,omitempty"`
	Permission      string `json:"permission,omitempty"`
}

// Cutoff says that the answer was cut at a length limit and can be continued.
type Cutoff struct{}

// SpeechType names the kind of what follows. On the wire it is a plain word
// behind "event: speech_type".
type SpeechType struct{ Kind Kind }

// Control markers: plain words on the wire, never text of a user or a model.
type (
	// Plugin is [plugin: ID]; it comes after all content, before the tail.
	Plugin struct{ ID string }
	// MsgIndex is [MSGINDEX:N], the index of the answer.
	MsgIndex struct{ N int }
	// TraceID is [TRACEID:ID].
	TraceID struct{ ID string }
	// Done is [DONE]: the answer is complete, or was stopped by its reader.
	Done struct{}
	// SensitiveEnd is [SENSITIVE]: it ends the stream in place of [DONE].
	SensitiveEnd struct{}
	// Entry is [ENTRY], a newline in an older form. It is decoded, never sent.
	Entry struct{}
)

// Reset is our own: the frames that follow are the whole answer from its
// beginning, and what the reader has so far is to be dropped.
type Reset struct{}

// Unreadable is a frame that could not be decoded. It counts as empty text and
// is reported, never shown. It is not encoded.
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
