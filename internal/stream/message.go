package stream

// Kind is what a message currently is; it chooses how the message is drawn.
type Kind string

// The kinds of specification point 4.
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

// The five ends of the specification, and running while the run lives.
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
	Content   []Item `json:"content"`              // folded items in the order of their first occurrence
	Cutoff    bool   `json:"cutoff,omitempty"`     // ended at a length limit
	Hidden    bool   `json:"hidden,omitempty"`     // moderated or revoked: nothing of Content may be shown
	HidePair  bool   `json:"hidePair,omitempty"`   // the question is hidden too
	DeleteIdx []int  `json:"deleteIdx,omitempty"`  // indexes that a revoke asked to delete
	Status    string `json:"status,omitempty"`     // the newest status line; empty once content comes
	ErrorCode string `json:"errorCode,omitempty"`  // of a Failure
	ErrorMsg  string `json:"errorMsg,omitempty"`   // of a Failure
	Meta      *Meta  `json:"meta,omitempty"`       // of the tail
	Unread    int    `json:"unreadable,omitempty"` // frames that could not be decoded

	buf *buffers // grows the folded strings; see fold.go
}

// Item is one folded item: its JSON is the event's own JSON of spec/wire.md
// section 5, "type" first. At most one Text, one Think, one Reasoner, one
// SearchGuid, one SearchWithText, one MultiAnswer and one Progress; one Replace
// an ID; Steps, DeepSearch blocks and Files in order.
type Item struct{ Event Event }
