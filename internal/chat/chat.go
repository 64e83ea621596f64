// Package chat keeps conversations: it asks, answers, lists, continues,
// branches and forgets them. Everything in it belongs to an owner, and what is
// not the owner's does not exist.
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

// Limits, in characters where they count text.
const (
	MaxPrompt        = 200_000
	MaxDisplayPrompt = 2_000
	MaxTitle         = 64
	MaxFiles         = 50
	MaxVersions      = 50
	MaxPage          = 100
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
