// Package feedback defines the feedback of readers on answers.
package feedback

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxText bounds the text of a feedback, in characters.
const MaxText = 500

// The types of feedback.
const (
	Like    = 1
	Dislike = -1
)

// Feedback is a reader's feedback on one version of an answer.
type Feedback struct {
	Type  int      `json:"type"` // 1 like, -1 dislike
	Codes []string `json:"codes,omitempty"`
	Text  string   `json:"text,omitempty"`
}

// Check validates a feedback and returns the JSON to store. The JSON is empty if the reader withdraws
// the feedback (Type 0). typeOf returns the type of a feedback code.
func Check(f Feedback, typeOf func(code string) (int, bool)) (string, error) {
	if f.Type == 0 {
		return "", nil
	}
	if f.Type != Like && f.Type != Dislike {
		return "", errs.New(errs.BadRequest).With("detail", "type")
	}
	f.Codes = slices.Compact(slices.Sorted(slices.Values(f.Codes)))
	for _, code := range f.Codes {
		if t, ok := typeOf(code); !ok || t != f.Type {
			return "", errs.New(errs.BadRequest).With("detail", "codes")
		}
	}
	if !utf8.ValidString(f.Text) {
		return "", errs.New(errs.BadRequest).With("detail", "content")
	}
	if f.Text = lenient.Clean(f.Text); text.Len(f.Text) > MaxText {
		return "", errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxText))
	}
	return Encode(&f)
}

// Encode returns the JSON to store; empty for no feedback.
func Encode(f *Feedback) (string, error) {
	if f == nil {
		return "", nil
	}
	b, err := json.Marshal(f)
	return string(b), err
}

// Decode reads the stored JSON; nil for no feedback. From damaged JSON it returns only what could be read.
func Decode(s string) *Feedback {
	if s == "" {
		return nil
	}
	f := new(Feedback)
	_ = json.Unmarshal([]byte(s), f)
	return f
}
