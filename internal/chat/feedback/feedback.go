// Package feedback is what readers think of answers.
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

// MaxText bounds the text of a judgement, in characters.
const MaxText = 500

// Kinds of judgement.
const (
	Like    = 1
	Dislike = -1
)

// Feedback is a reader's judgement of one version of an answer.
type Feedback struct {
	Type  int      `json:"type"` // 1 like, -1 dislike
	Codes []string `json:"codes,omitempty"`
	Text  string   `json:"text,omitempty"`
}

// Check gives the JSON to store, empty to withdraw. typeOf tells the
// type that a code of the feedback code config belongs to.
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

// Encode gives the JSON to store, empty without a judgement.
func Encode(f *Feedback) (string, error) {
	if f == nil {
		return "", nil
	}
	b, err := json.Marshal(f)
	return string(b), err
}

// Decode reads what is stored; nil without a judgement. A damaged one
// reads as an empty judgement.
func Decode(s string) *Feedback {
	if s == "" {
		return nil
	}
	f := new(Feedback)
	_ = json.Unmarshal([]byte(s), f)
	return f
}
