package answer

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/answer/answerdb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxCheckpoint limits the stored JSON of one step, in bytes.
const maxCheckpoint = 1 << 20

// step is one model call that ended with tool calls.
type step struct {
	n        int
	messages []llm.Message // the model's message, then the results of its calls in order
	uses     []*use
}

// callState is the stored state of a call.
type callState string

const (
	callWaits callState = "waiting" // waits for consent and has not begun
	callReady callState = "ready"   // the call may be started or restarted
	callBegan callState = "began"   // the call must not be started again
	callEnded callState = "ended"   // the result of the call is stored
)

// storedCall is the stored part of a call, without its result.
type storedCall struct {
	Part  string    `json:"part"`
	State callState `json:"state"`
	First int       `json:"first,omitempty"` // citation number of the call's first source
	Count int       `json:"count,omitempty"` // number of the call's sources
}

type storedMessage struct {
	Role       llm.Role       `json:"role"`
	Content    string         `json:"content,omitempty"`
	Reasoning  string         `json:"reasoning,omitempty"`
	ToolCalls  []llm.ToolCall `json:"toolCalls,omitempty"`
	ToolCallID string         `json:"toolCallId,omitempty"`
}

// row encodes the step for storage. If it is too long, its longest texts are shortened.
func (s *step) row() (answerdb.PutStepParams, error) {
	row := answerdb.PutStepParams{N: int64(s.n), Whole: true}
	var calls []storedCall
	sources := []source.Source{}
	for _, u := range s.uses {
		calls = append(calls, storedCall{u.part, u.state, u.first, len(u.sources)})
		sources = append(sources, u.sources...)
		row.Whole = row.Whole && u.state == callEnded
	}
	messages := make([]storedMessage, len(s.messages))
	for i, m := range s.messages {
		messages[i] = storedMessage{m.Role, m.Content, m.Reasoning, m.ToolCalls, m.ToolCallID}
	}
	for i, u := range s.uses { // settle, which writes the results, may not have run yet
		if to := &messages[i+1]; u.state == callEnded && to.Content == "" {
			to.Content = u.text
		}
	}
	for {
		err := errors.Join(marshal(&row.Messages, messages), marshal(&row.Calls, calls), marshal(&row.Sources, sources))
		if err != nil || len(row.Messages)+len(row.Calls)+len(row.Sources) <= maxCheckpoint {
			return row, err
		}
		if !shorten(messages, sources) {
			return row, fmt.Errorf("answer: a step of %d calls is too large to be stored", len(calls))
		}
	}
}

// shorten halves the longest text of a checkpoint. It returns false if no text has 64 bytes or more.
// The arguments of calls are not shortened; they have their own limit.
func shorten(messages []storedMessage, sources []source.Source) bool {
	var longest *string
	longer := func(s *string) {
		if longest == nil || len(*s) > len(*longest) {
			longest = s
		}
	}
	for i := range messages {
		longer(&messages[i].Content)
		longer(&messages[i].Reasoning)
	}
	for i := range sources {
		longer(&sources[i].Text)
		longer(&sources[i].Header)
	}
	if longest == nil || len(*longest) < 64 {
		return false
	}
	*longest = text.CutBytes(*longest, len(*longest)/2)
	return true
}

func marshal(to *string, v any) error {
	b, err := json.Marshal(v)
	*to = string(b)
	return err
}

func readStep(row answerdb.AnswerStep) (*step, error) {
	var messages []storedMessage
	var calls []storedCall
	var sources []source.Source
	err := errors.Join(json.Unmarshal([]byte(row.Messages), &messages), json.Unmarshal([]byte(row.Calls), &calls), json.Unmarshal([]byte(row.Sources), &sources))
	if err != nil {
		return nil, err
	}
	s := &step{n: int(row.N), messages: modelMessages(messages)}
	if len(s.messages) == 0 || len(s.messages[0].ToolCalls) != len(calls) || len(s.messages) != len(calls)+1 {
		return nil, errors.New("answer: the calls and the results of a stored step do not fit")
	}
	for i, c := range calls {
		if c.Count < 0 || c.Count > len(sources) {
			return nil, errors.New("answer: the sources of a stored step do not fit")
		}
		u := &use{call: s.messages[0].ToolCalls[i], part: c.Part, state: c.State, first: c.First, sources: sources[:c.Count:c.Count]}
		sources = sources[c.Count:]
		s.uses = append(s.uses, u)
	}
	return s, nil
}

func modelMessages(stored []storedMessage) []llm.Message {
	out := make([]llm.Message, len(stored))
	for i, m := range stored {
		out[i] = llm.Message{Role: m.Role, Content: m.Content, Reasoning: m.Reasoning, ToolCalls: m.ToolCalls, ToolCallID: m.ToolCallID}
	}
	return out
}

// keptAnswers is the number of earlier answers that keep their steps. It is larger than toolRounds:
// more answers keep their steps than a request includes.
const keptAnswers = 6

// save stores the step, everything shown before the step, and `events` in one transaction. Each
// waiting call gets a row for its decision. A call that was allowed by the decision about another call
// is stored as allowed. The first save of an answer also deletes the steps of old answers. After the
// transaction, save shows `events`.
func (a *answering) save(ctx context.Context, s *step, events ...stream.Event) error {
	a.saving.Lock()
	defer a.saving.Unlock()
	row, err := s.row()
	if err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	first := !a.kept
	err = a.out.Commit(ctx, func(ctx context.Context, tx *sql.Tx) error {
		q := answerdb.New(tx)
		owner, cid := a.t.Place()
		row.OwnerID, row.Cid, row.Idx, row.RepeatIdx = owner, cid, int64(a.t.Index), int64(a.t.Repeat)
		if err := q.PutStep(ctx, row); err != nil {
			return err
		}
		for _, u := range s.uses {
			if u.asked {
				if _, err := q.Decide(ctx, answerdb.DecideParams{State: consentAllowed, OwnerID: owner, Cid: cid, Part: u.part}); err != nil {
					return err
				}
			}
			if u.state != callWaits {
				continue
			}
			err := q.PutConsent(ctx, answerdb.PutConsentParams{
				OwnerID: owner, Cid: cid, Idx: row.Idx, RepeatIdx: row.RepeatIdx, Part: u.part, Tool: u.tool.kept(),
			})
			if err != nil {
				return err
			}
		}
		if !first {
			return nil
		}
		return q.DropStepsBefore(ctx, answerdb.DropStepsBeforeParams{OwnerID: owner, Cid: cid, Before: row.Idx - 2*keptAnswers})
	}, events...)
	a.kept = a.kept || err == nil
	return err
}

// OwnerBytes is the stored size of the steps of an owner's answers in bytes, without temporary
// conversations.
func (l *Loop) OwnerBytes(ctx context.Context, owner string) (int64, error) {
	bytes, err := answerdb.New(l.DB.Read()).OwnerBytes(ctx, owner)
	if err != nil {
		return 0, errs.Wrap(errs.StorageFail, err)
	}
	return bytes, nil
}

// home returns the database of a conversation: the one in memory if the conversation is temporary.
func (l *Loop) home(private bool) *db.DB {
	if private {
		return l.Memory
	}
	return l.DB
}

// stored reads the steps of an interrupted answer. If a step is missing or cannot be decoded, this is
// logged, and all steps from there on are left out.
func (a *answering) stored(ctx context.Context) ([]*step, error) {
	owner, cid := a.t.Place()
	rows, err := answerdb.New(a.home(a.t.Private).Read()).Steps(ctx, answerdb.StepsParams{
		OwnerID: owner, Cid: cid, Idx: int64(a.t.Index), RepeatIdx: int64(a.t.Repeat),
	})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	var steps []*step
	for i, row := range rows {
		s, err := readStep(row)
		if err != nil || s.n != i+1 {
			a.Log.WarnContext(ctx, "a stored step of an answer cannot be read; the answer continues after the step before it", "trace_id", a.t.TraceID, "step", row.N, "error", err)
			break
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// Ended is called in the transaction that ends the run of an answer. Unless the answer was
// interrupted, calls that wait for consent are declined. The steps of a withheld answer are
// deleted.
func Ended(ctx context.Context, tx *sql.Tx, owner, cid string, index, repeat int, m stream.Message) error {
	if m.State == stream.Interrupt || !usedTools(m) {
		return nil
	}
	q := answerdb.New(tx)
	if m.Hidden {
		if err := q.DropSteps(ctx, answerdb.DropStepsParams{OwnerID: owner, Cid: cid, Idx: int64(index), RepeatIdx: int64(repeat)}); err != nil {
			return err
		}
	}
	return q.Lapse(ctx, answerdb.LapseParams{OwnerID: owner, Cid: cid, Idx: int64(index), RepeatIdx: int64(repeat)})
}

// usedTools reports whether an answer may have called tools. It returns true for a withheld answer,
// because its parts are unknown.
func usedTools(m stream.Message) bool {
	for _, it := range m.Content {
		if _, ok := it.Event.(stream.Tool); ok {
			return true
		}
	}
	return m.Hidden
}

// Forget deletes the steps and consents of a conversation, in the caller's transaction.
func Forget(ctx context.Context, tx *sql.Tx, owner, cid string) error {
	q := answerdb.New(tx)
	if err := q.ForgetSteps(ctx, answerdb.ForgetStepsParams{OwnerID: owner, Cid: cid}); err != nil {
		return err
	}
	return q.ForgetConsents(ctx, answerdb.ForgetConsentsParams{OwnerID: owner, Cid: cid})
}

// ForgetOwner deletes the steps and consents of all conversations of an owner.
func ForgetOwner(ctx context.Context, tx *sql.Tx, owner string) error {
	q := answerdb.New(tx)
	if err := q.ForgetOwnersSteps(ctx, owner); err != nil {
		return err
	}
	return q.ForgetOwnersConsents(ctx, owner)
}

// Move moves the steps and consents from one owner to another, in the caller's transaction. `renamed`
// maps old ids of conversations to new ids.
func Move(ctx context.Context, tx *sql.Tx, from, to string, renamed map[string]string) error {
	q := answerdb.New(tx)
	for old, cid := range renamed {
		if err := q.RekeySteps(ctx, answerdb.RekeyStepsParams{OwnerID: from, Cid: old, NewCid: cid}); err != nil {
			return err
		}
		if err := q.RekeyConsents(ctx, answerdb.RekeyConsentsParams{OwnerID: from, Cid: old, NewCid: cid}); err != nil {
			return err
		}
	}
	if err := q.MoveSteps(ctx, answerdb.MoveStepsParams{ToOwner: to, FromOwner: from}); err != nil {
		return err
	}
	return q.MoveConsents(ctx, answerdb.MoveConsentsParams{ToOwner: to, FromOwner: from})
}
