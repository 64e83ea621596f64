package chat

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Kinds of judgement.
const (
	Like    = 1
	Dislike = -1
)

// Judge stores what the reader thinks of a version of an answer; a zero Type
// withdraws it. index 0 is the newest answer, repeat -1 the version shown.
// Codes must belong to the type in the feedback code config.
func (s *Service) Judge(ctx context.Context, k Key, index, repeat int, f Feedback) error {
	body, err := s.checkFeedback(f)
	if err != nil {
		return err
	}
	_, m, err := s.again(ctx, Again{Key: k, Index: index})
	if err != nil {
		return err
	}
	if repeat < 0 {
		repeat = int(m.SelectedRepeat)
	}
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetFeedback(ctx, chatdb.SetFeedbackParams{
			Feedback: body, OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx, RepeatIdx: int64(repeat),
		})
	})
}

// checkFeedback gives the JSON to store, empty to withdraw.
func (s *Service) checkFeedback(f Feedback) (string, error) {
	if f.Type == 0 {
		return "", nil
	}
	if f.Type != Like && f.Type != Dislike {
		return "", badRequest("type")
	}
	f.Codes = slices.Compact(slices.Sorted(slices.Values(f.Codes)))
	for _, code := range f.Codes {
		if t, ok := s.FeedbackType(code); !ok || t != f.Type {
			return "", badRequest("codes")
		}
	}
	if !utf8.ValidString(f.Text) {
		return "", badRequest("content")
	}
	if f.Text = clean(f.Text); text.Len(f.Text) > MaxFeedback {
		return "", errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxFeedback))
	}
	b, err := json.Marshal(f)
	return string(b), err
}
