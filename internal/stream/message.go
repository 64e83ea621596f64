package stream

// Kind is what a message currently is; it chooses how the message is drawn.
type Kind string

// The kinds; api/stream/README.md says which event sets which.
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

// State is how far an answer is, or how it ended.
type State string

// Running while the run lives, and its five ends (docs/states.md).
const (
	Running    State = "running"
	StateDone  State = "done"
	Sensitive  State = "sensitive"
	StateError State = "error"
	ManualStop State = "manualStop"
	Interrupt  State = "interrupt"
)

// Message is the fold of an answer's events: what history stores and what the
// page draws. The zero Message is not ready; start from NewMessage.
type Message struct {
	Kind      Kind   `json:"kind"`
	State     State  `json:"state"`
	Began     bool   `json:"began"`                // the opening sentinel or any content has come
	Content   []Item `json:"content"`              // the parts, in the order in which they began
	Cutoff    bool   `json:"cutoff,omitempty"`     // ended at a length limit
	Hidden    bool   `json:"hidden,omitempty"`     // moderated or revoked: nothing of Content may be shown
	HidePair  bool   `json:"hidePair,omitempty"`   // the question is hidden too
	DeleteIdx []int  `json:"deleteIdx,omitempty"`  // indexes that a revoke asked to delete
	Status    string `json:"status,omitempty"`     // the newest status line; empty once content comes
	ErrorCode string `json:"errorCode,omitempty"`  // of a Failure
	ErrorMsg  string `json:"errorMsg,omitempty"`   // of a Failure
	Meta      *Meta  `json:"meta,omitempty"`       // of the tail
	Unread    int    `json:"unreadable,omitempty"` // frames that could not be decoded
	Dropped   int    `json:"dropped,omitempty"`    // parts beyond MaxParts

	buf *buffers // grows the folded strings; see fold.go
}

// Item is one part of an answer: its JSON is the event's own JSON of the wire,
// "type" first. At most one Reasoner, SearchGuid, SearchWithText, MultiAnswer
// and Progress; one Replace, Step, Tool, Card and DeepSearch an ID; Steps and
// DeepSearch blocks without one and Files in order; and as many Texts and Thinks
// as the parts between them separate.
type Item struct{ Event Event }
