package admin

import (
	"context"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/admin/admindb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Feedback is a reader's feedback on one version of an answer.
type Feedback struct {
	OwnerID, CID       string
	Index, RepeatIndex int
	Model              string // the provider's id of the model that answered; if unknown, its id in the model list
	Question           string // empty when the question is withheld
	Answer             string
	Judgement          string // JSON as chat stores it: type, codes, text
	At                 int64  // time when the answer ended; Unix milliseconds
	HandledAt          int64  // time when the feedback was handled; 0: not yet
	HandledBy          string // id of the administrator who handled the feedback
}

// FeedbackKey identifies a version of an answer with feedback.
type FeedbackKey struct {
	OwnerID, CID       string
	Index, RepeatIndex int
}

// Inbox lists feedback, sorted by the time of the answer, the newest first. Handled feedback is
// included only if `everything` is set.
func (s *Service) Inbox(ctx context.Context, everything bool, offset, limit int) ([]Feedback, error) {
	size, skip, err := page(offset, limit)
	if err != nil {
		return nil, err
	}
	rows, err := admindb.New(s.db.Read()).ListFeedback(ctx, admindb.ListFeedbackParams{Everything: everything, Size: size, Skip: skip})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Feedback, len(rows))
	for i, r := range rows {
		out[i] = Feedback{
			OwnerID: r.OwnerID, CID: r.Cid, Index: int(r.Idx), RepeatIndex: int(r.RepeatIdx), Model: r.ModelID,
			Question: r.Prompt, Answer: r.Text, Judgement: r.Feedback, At: r.EndedAt, HandledAt: r.HandledAt, HandledBy: r.HandledBy,
		}
		if out[i].Model == "" {
			out[i].Model = r.ChatModelID
		}
		if r.Hidden {
			out[i].Question = ""
		}
	}
	return out, nil
}

// Handle marks feedback as handled or as not handled.
func (s *Service) Handle(ctx context.Context, by Actor, k FeedbackKey, handled bool) error {
	return s.write(ctx, func(q *admindb.Queries) error {
		var n int64
		var err error
		if handled {
			n, err = q.HandleFeedback(ctx, admindb.HandleFeedbackParams{
				OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(k.Index), RepeatIdx: int64(k.RepeatIndex),
				HandledAt: s.now().UnixMilli(), HandledBy: by.ID,
			})
		} else {
			n, err = q.ReopenFeedback(ctx, admindb.ReopenFeedbackParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(k.Index), RepeatIdx: int64(k.RepeatIndex)})
		}
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NotFound)
		}
		return s.note(ctx, q, by, HandleFeedback, k.CID, "handled="+strconv.FormatBool(handled))
	})
}
