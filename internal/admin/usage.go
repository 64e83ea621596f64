package admin

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin/admindb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Usage counts answers and their failures.
type Usage struct {
	Day              string // 2006-01-02; empty in a sum over all days
	Model            string // id of the model in the model list; empty in a sum over all models
	Owner            string // empty in a sum over all owners
	Owners           int64  // number of different owners; only set by UsageByDay
	Answers          int64
	Failures         int64
	PromptTokens     int64
	CompletionTokens int64
}

// Meter counts answers when they end. It has no state, so that it can be created before
// the service.
type Meter struct{ Now func() time.Time }

// RunEnded counts an answer in the transaction that ends it. An answer in a project is counted for
// the member who asked. Temporary conversations are not counted at all. If the result of a commit
// is unknown, the transaction may be repeated and count the answer twice.
func (m Meter) RunEnded(ctx context.Context, tx *sql.Tx, rec run.Record, msg stream.Message) error {
	if rec.Temporary {
		return nil
	}
	row := admindb.AddUsageParams{Day: dayOf(m.Now()), OwnerID: cmp.Or(rec.AuthorID, rec.OwnerID)}
	if rec.State == stream.StateError || rec.State == stream.Interrupt {
		row.Failures = 1
	}
	if msg.Meta != nil {
		row.ChatModelID = msg.Meta.ChatModelID
		row.PromptTokens = int64(msg.Meta.TokenUsageInfo.PromptTokens)
		row.CompletionTokens = int64(msg.Meta.TokenUsageInfo.CompletionTokens)
	}
	return admindb.New(tx).AddUsage(ctx, row)
}

// dayOf returns the calendar day of a time in its location, in days since 1970-01-01.
func dayOf(t time.Time) int64 {
	_, offset := t.Zone()
	seconds := t.Unix() + int64(offset)
	return seconds / (24 * 60 * 60)
}

func dayName(day int64) string { return time.Unix(day*24*60*60, 0).UTC().Format(time.DateOnly) }

// Span is a range of days, including both ends.
type Span struct{ From, To string } // 2006-01-02

const maxSpan = 366 // number of days

func (s Span) days() (from, to int64, err error) {
	f, err1 := time.Parse(time.DateOnly, s.From)
	t, err2 := time.Parse(time.DateOnly, s.To)
	from, to = f.Unix()/(24*60*60), t.Unix()/(24*60*60)
	if err1 != nil || err2 != nil || to < from || to-from >= maxSpan {
		return 0, 0, errs.New(errs.BadRequest).With("detail", "from, to")
	}
	return from, to, nil
}

// UsageByDay returns the sums for each day of the span. Days without usage are left out.
func (s *Service) UsageByDay(ctx context.Context, span Span) ([]Usage, error) {
	from, to, err := span.days()
	if err != nil {
		return nil, err
	}
	rows, err := admindb.New(s.db.Read()).UsageByDay(ctx, admindb.UsageByDayParams{Since: from, Until: to})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Usage, len(rows))
	for i, r := range rows {
		out[i] = Usage{Day: dayName(r.Day), Owners: r.Owners, Answers: r.Answers, Failures: r.Failures, PromptTokens: r.PromptTokens, CompletionTokens: r.CompletionTokens}
	}
	return out, nil
}

// UsageByModel returns the sums of the span for each day and model.
func (s *Service) UsageByModel(ctx context.Context, span Span) ([]Usage, error) {
	from, to, err := span.days()
	if err != nil {
		return nil, err
	}
	rows, err := admindb.New(s.db.Read()).UsageByModel(ctx, admindb.UsageByModelParams{Since: from, Until: to})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Usage, len(rows))
	for i, r := range rows {
		out[i] = Usage{Day: dayName(r.Day), Model: r.ChatModelID, Answers: r.Answers, Failures: r.Failures, PromptTokens: r.PromptTokens, CompletionTokens: r.CompletionTokens}
	}
	return out, nil
}

// UsageByOwner returns the sums of the span for each owner, the owner with the most answers first.
func (s *Service) UsageByOwner(ctx context.Context, span Span, offset, limit int) ([]Usage, error) {
	from, to, err := span.days()
	if err != nil {
		return nil, err
	}
	size, skip, err := page(offset, limit)
	if err != nil {
		return nil, err
	}
	rows, err := admindb.New(s.db.Read()).UsageByOwner(ctx, admindb.UsageByOwnerParams{Since: from, Until: to, Size: size, Skip: skip})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := make([]Usage, len(rows))
	for i, r := range rows {
		out[i] = Usage{Owner: r.OwnerID, Answers: r.Answers, Failures: r.Failures, PromptTokens: r.PromptTokens, CompletionTokens: r.CompletionTokens}
	}
	return out, nil
}

// AnswersToday returns how many answers of an owner have ended today, including failed answers.
func (s *Service) AnswersToday(ctx context.Context, owner string) (int64, error) {
	n, err := admindb.New(s.db.Read()).UsageOf(ctx, admindb.UsageOfParams{OwnerID: owner, Day: dayOf(s.now())})
	if err != nil {
		return 0, errs.Wrap(errs.StorageFail, err)
	}
	return n, nil
}

// Move adds the counts of the visitor `from` to the counts of the account `to`, and deletes the counts
// of the visitor.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	q := admindb.New(tx)
	if err := q.MoveUsage(ctx, admindb.MoveUsageParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	return q.ForgetUsage(ctx, from)
}

// Forget deletes the counts of an owner, and the marks of the owner's handled feedback.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(q *admindb.Queries) error {
		if err := q.ForgetUsage(ctx, owner); err != nil {
			return err
		}
		return q.ForgetFeedback(ctx, owner)
	})
}

// ForgetFeedback deletes the marks of an owner's handled feedback.
func (s *Service) ForgetFeedback(ctx context.Context, owner string) error {
	return s.write(ctx, func(q *admindb.Queries) error { return q.ForgetFeedback(ctx, owner) })
}
