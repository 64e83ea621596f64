// Package chat stores conversations and implements the operations on them, such as asking,
// answering, listing, continuing, branching and deleting. Every conversation belongs to one owner;
// for anybody else it does not exist.
package chat

import (
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits. The limits of texts are in characters.
const (
	MaxPrompt        = 200_000
	MaxDisplayPrompt = 2_000
	MaxTitle         = 64
	MaxFiles         = 50
	MaxVersions      = 50
	MaxPage          = 100
)

// How long data is kept.
const (
	UndoWindow    = 10 * time.Minute    // how long a deleted conversation can be restored
	UnusedFor     = 30 * 24 * time.Hour // how long a conversation without any question is kept
	TemporaryIdle = 24 * time.Hour      // how long a temporary conversation is kept after its creation, last question or last answer
)

// The speakers of messages.
const (
	human = "human"
	ai    = "ai"
)

const running = string(stream.Running)

// Where a title comes from. A title typed by the owner is never replaced by a generated title.
const (
	byModel = "model"
	byUser  = "user"
)

var (
	cidPattern   = regexp.MustCompile(`^[A-Za-z0-9_-]{8,128}$`)
	agentPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

// Key identifies a conversation. Two owners may use the same cid for two
// different conversations.
type Key struct{ OwnerID, CID string }

// checkKey validates a cid.
func checkKey(k Key) error {
	if !cidPattern.MatchString(k.CID) {
		return badRequest("conversationId")
	}
	return nil
}

// cleanTitle trims a title typed by a user and puts it on one line.
func cleanTitle(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", badRequest("title")
	}
	s = text.OneLine(lenient.Clean(s))
	if s == "" {
		return "", badRequest("title")
	}
	if text.Len(s) > MaxTitle {
		return "", errs.New(errs.TooLarge).With("limit", "64")
	}
	return s, nil
}

func badRequest(field string) error { return errs.New(errs.BadRequest).With("detail", field) }

// notFound returns the error for a conversation that is unknown, deleted, or belongs to another
// owner. All three cases have the same error, so that it does not reveal whether the
// conversation exists.
func notFound() error { return errs.New(errs.NotFound) }

// resumable contains the states of incomplete answers. An incomplete answer can be continued if it is
// not hidden.
var resumable = map[stream.State]bool{
	stream.Interrupt:  true,
	stream.ManualStop: true,
	stream.StateError: true,
}

// canContinue reports whether an answer is incomplete and may be continued.
func canContinue(state stream.State, m stream.Message) bool {
	return !m.Hidden && (resumable[state] || state == stream.StateDone && m.Cutoff)
}
