package entry

// Text is a searchable text, as returned by its domain.
type Text struct {
	Place
	Body  string // the text to search
	Title string // title of the thing that contains the text, such as a conversation; may be empty
	Time  int64  // Unix milliseconds
	Link  Link
}

// Link identifies what to open; the kind decides which fields are set.
type Link struct {
	ConversationID string `json:"conversationId,omitempty"`
	AgentID        string `json:"agentId,omitempty"`
	Index          int    `json:"index,omitempty" doc:"of the message"`
	RepeatIndex    int    `json:"repeatIndex,omitempty" doc:"version of the answer, from 0"`
	DocumentID     string `json:"documentId,omitempty"`
	Unit           int    `json:"unit,omitempty" doc:"page, slide, sheet or section, from 1"`
	Quote          string `json:"quote,omitempty" doc:"the place in the file"`
	NoteID         string `json:"noteId,omitempty"`
	FavoriteID     string `json:"favoriteId,omitempty"`
}
