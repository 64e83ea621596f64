// Package chat keeps conversations: it asks, answers, lists, continues,
// branches and forgets them. Everything in it belongs to an owner, and what is
// not the owner's does not exist.
package chat

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits, in characters where they count text.
const (
	MaxPrompt        = 200_000
	MaxDisplayPrompt = 2_000
	MaxTitle         = 64
	MaxOwnTitle      = 16 // of a title that nobody typed
	MaxFiles         = 50
	MaxVersions      = 50
	MaxPage          = 100
	MaxFeedback      = 500
)

// How long things are kept.
const (
	UndoWindow    = 10 * time.Minute    // a deleted conversation can be restored
	UnusedFor     = 30 * 24 * time.Hour // a conversation in which nothing was asked
	TemporaryIdle = 24 * time.Hour      // a temporary conversation since its last answer
)

// Who spoke a message.
const (
	human = "human"
	ai    = "ai"
)

// running is the state of an answer that is being made.
const running = string(stream.Running)

// Who made a title. A title by its owner is never replaced.
const (
	byModel = "model"
	byUser  = "user"
)

var (
	cidPattern   = regexp.MustCompile(`^[A-Za-z0-9_-]{8,128}$`)
	agentPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

// Key names a conversation. The same cid in two hands is two conversations.
type Key struct{ OwnerID, CID string }

// ModelChoice is what an asker chose to be answered by. The zero value leaves
// the choice to the conversation, and then to the default model.
type ModelChoice struct {
	ChatModelID string
	ModelID     string
	SubModelID  string
	Search      string // how to search, a function id of specification point 3; empty: not said
	DeepThink   bool
}

// File is an attachment of a question, as the library knows it. Without an ID
// it is one that is only named: in a conversation that was imported, or that is
// older than the library.
type File struct {
	ID       string `json:"id,omitempty"`
	Type     string `json:"type"`
	DocType  string `json:"docType,omitempty"`
	FileName string `json:"fileName"`
	URL      string `json:"url,omitempty"`
	Size     int64  `json:"size,omitempty"`
	Width    int    `json:"width,omitempty"`
	Height   int    `json:"height,omitempty"`
}

// request is what is kept of a question beside its words.
type request struct {
	Files       []File `json:"files,omitempty"`
	ChatModelID string `json:"chatModelId,omitempty"`
	ModelExt    string `json:"chatModelExtInfo,omitempty"`
}

func (r request) choice() ModelChoice { return decodeChoice(r.ChatModelID, r.ModelExt) }

// encode gives the JSON to store, empty for the zero request.
func (r request) encode() string {
	if len(r.Files) == 0 && r.ChatModelID == "" && r.ModelExt == "" {
		return ""
	}
	b, _ := json.Marshal(r) // plain strings and numbers: it cannot fail
	return string(b)
}

// decodeRequest reads what encode wrote.
func decodeRequest(s string) request {
	var r request
	if s != "" {
		_ = json.Unmarshal([]byte(s), &r) // written by encode; a damaged row loses its attachments, not the page
	}
	return r
}

// Feedback is a reader's judgement of one version of an answer.
type Feedback struct {
	Type  int      `json:"type"` // 1 like, -1 dislike
	Codes []string `json:"codes,omitempty"`
	Text  string   `json:"text,omitempty"`
}

// checkKey refuses a malformed cid.
func checkKey(k Key) error {
	if !cidPattern.MatchString(k.CID) {
		return badRequest("conversationId")
	}
	return nil
}

// cleanTitle is the title that a user typed, trimmed and on one line.
func cleanTitle(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", badRequest("title")
	}
	s = text.OneLine(clean(s))
	if s == "" {
		return "", badRequest("title")
	}
	if text.Len(s) > MaxTitle {
		return "", errs.New(errs.TooLarge).With("limit", "64")
	}
	return s, nil
}

// clean drops what no database keeps and no page shows.
func clean(s string) string { return strings.ReplaceAll(s, "\x00", "") }

func badRequest(field string) error { return errs.New(errs.BadRequest).With("detail", field) }

// notFound is the one answer for what is unknown, deleted or somebody else's.
func notFound() error { return errs.New(errs.NotFound) }

// resumable are the states whose answer can be gone on with.
var resumable = map[stream.State]bool{
	stream.Interrupt:  true,
	stream.ManualStop: true,
	stream.StateError: true,
}

// canContinue says whether the answer is partial and may be continued.
func canContinue(state stream.State, m stream.Message) bool {
	return !m.Hidden && (resumable[state] || state == stream.StateDone && m.Cutoff)
}
