package llm

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// smallAnswer is how many bytes Complete reads by default.
const smallAnswer = 8 << 10

// ErrShape means that a model has replied twice, and neither reply had the requested form.
var ErrShape = errs.New(errs.Misshapen)

// CompleteOptions are the limits of a reply that is read completely before it is used. The
// zero value asks for a complete reply of at most 8 KiB.
type CompleteOptions struct {
	MaxBytes int           // bytes of text; 0: 8 KiB. Unless Beginning is set, a longer reply fails with errs.AnswerTooLarge
	Timeout  time.Duration // limit for the whole reply; a slower reply fails with errs.Timeout; 0: only ctx limits the reply
	// Beginning means that the beginning of the reply is enough: text beyond MaxBytes
	// is not read, and a reply that ends at the token limit is accepted.
	Beginning bool
}

// Complete asks a model for a short text and returns it, without the white space around it. The
// model's id is taken from c; everything else in req is sent as it is. o limits the reply. A reply
// that does not end normally fails with errs.Incomplete. If ctx ends before the reply is complete,
// Complete returns the error of errs.Ended.
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

// CompleteJSON asks a model for JSON of type T. It repairs the reply where possible, and validates
// it with check. If the reply is not valid, CompleteJSON asks once more and adds two messages: the
// reply and the text `again`. If the second reply is not valid either, CompleteJSON fails with
// ErrShape. All other errors come from Complete.
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
