package stream

// Kind is the current kind of a message. It is for clients that draw the whole message according to
// one kind; the page draws each part of the message by itself.
type Kind string

// The kinds; api/stream/README.md states which event sets which kind.
const (
	KindText           Kind = "text"
	KindStatus         Kind = "status"
	KindSearchWithText Kind = "search_with_text"
	KindReasoner       Kind = "reasoner"
	KindDeepThink      Kind = "deepThink"
	KindDeepSearch     Kind = "deepSearch"
	KindImageText      Kind = "imageText"
	KindCard           Kind = "card"
	KindOutline        Kind = "outline"
	KindDocCard        Kind = "docCard"
	KindMeetingBot     Kind = "meetingBot"
)

// State is the state of an answer: running, or how it ended.
type State string

// The states: Running, and the five final ones (docs/states.md).
const (
	Running    State = "running"
	StateDone  State = "done"
	Sensitive  State = "sensitive"
	StateError State = "error"
	ManualStop State = "manualStop"
	Interrupt  State = "interrupt"
)

// Message is the result of folding an answer's events: what history stores and what the page
// draws. The zero Message is not usable; start from NewMessage.
type Message struct {
	Kind      Kind   `json:"kind"`
	State     State  `json:"state"`
	Began     bool   `json:"began"`                // the opening sentinel, a status or any content has arrived
	Content   []Item `json:"content"`              // the parts, in the order of their starts
	Cutoff    bool   `json:"cutoff,omitempty"`     // cut off at a limit of length or time
	Hidden    bool   `json:"hidden,omitempty"`     // moderated or revoked: no part of Content may be shown
	HidePair  bool   `json:"hidePair,omitempty"`   // the question is hidden too
	DeleteIdx []int  `json:"deleteIdx,omitempty"`  // indexes of messages to delete, from a Revoke
	Status    string `json:"status,omitempty"`     // the newest status line; content and the end clear it
	ErrorCode string `json:"errorCode,omitempty"`  // code of a Failure
	ErrorMsg  string `json:"errorMsg,omitempty"`   // message of a Failure
	Meta      *Meta  `json:"meta,omitempty"`       // the Meta event at the end of the stream
	Unread    int    `json:"unreadable,omitempty"` // frames that could not be decoded
	Dropped   int    `json:"dropped,omitempty"`    // parts above MaxParts

	buf *buffers // memory of the growing strings; see fold.go
}

// Item is one part of an answer. Its JSON is the event's JSON on the wire, "type" first. A message
// contains at most one Reasoner, SearchGuid, SearchWithText, MultiAnswer and Progress. For each ID,
// it contains at most one Replace, Step, Tool, Card and DeepSearch. It contains any number of
// Files, and of Steps and DeepSearch blocks without an ID. After a Tool, a Card, or a Step or
// DeepSearch block with an ID, further text begins a new Text part, and further thinking a new Think
// part.
type Item struct{ Event Event }
