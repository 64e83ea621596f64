package llm

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// smallAnswer is how many bytes Complete reads when nothing else is said.
const smallAnswer = 8 << 10

// ErrShape is what CompleteJSON fails with when a model has twice not written
// what was asked for.
var ErrShape = errs.New(errs.Misshapen)

// CompleteOptions bound an answer that is collected before it is used. The zero
// value asks for a whole answer of at most 8 KiB.
type CompleteOptions struct {
	MaxBytes int           // of the text; 0: 8 KiB. A longer whole answer fails with errs.AnswerTooLarge
	Timeout  time.Duration // for the whole answer; 0: only ctx ends it. It fails with errs.Timeout
	// Beginning says that the beginning of the answer is enough: what is behind
	// MaxBytes stays unread, and an end at the token limit counts as an end.
	Beginning bool
}

// Complete asks a model for a small text and collects it, without the white
// space around it. The model's id is c's; the rest of req is as the caller
// wants it. An answer that is not whole fails with errs.Incomplete, and a
// context that ended as errs.Ended says.
func Complete(ctx context.Context, c Choice, req Request, o CompleteOptions) (string, error) {
	most := o.MaxBytes
	if most <= 0 {
		most = smallAnswer
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if o.Timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	req.Model = c.Upstream
	var text strings.Builder
	finish := FinishNone
	for d, err := range c.Model.Stream(ctx, req) {
		if ended := errs.Ended(ctx); err != nil && ended != nil {
			return "", ended
		}
		if err != nil {
			return "", err
		}
		text.WriteString(d.Text)
		if text.Len() > most {
			if !o.Beginning {
				return "", errs.New(errs.AnswerTooLarge)
			}
			return strings.TrimSpace(strings.ToValidUTF8(text.String()[:most], "")), nil
		}
		if d.Finish != FinishNone {
			finish = d.Finish
		}
	}
	if finish == FinishStop || o.Beginning && finish == FinishLength {
		return strings.TrimSpace(text.String()), nil
	}
	if err := errs.Ended(ctx); err != nil {
		return "", err
	}
	return "", errs.New(errs.Incomplete)
}

// CompleteJSON asks a model for JSON of type T. What comes is repaired where
// that is possible, and checked; a reply of another shape is sent back once
// with the words of again, and then CompleteJSON fails with ErrShape. Any other
// error says that the model did not answer.
func CompleteJSON[T any](ctx context.Context, c Choice, req Request, o CompleteOptions, again string, check func(T) bool) (T, error) {
	for range 2 {
		reply, err := Complete(ctx, c, req, o)
		if err != nil {
			var none T
			return none, err
		}
		var v T
		if err := json.Unmarshal([]byte(RepairJSON(reply)), &v); err == nil && check(v) {
			return v, nil
		}
		req.Messages = append(slices.Clip(req.Messages), Message{Role: Assistant, Content: reply}, Message{Role: User, Content: again})
	}
	var none T
	return none, ErrShape
}
