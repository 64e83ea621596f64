package answer

import (
	"context"
	"database/sql"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer/answerdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// ConsentWait is how long a call waits for consent; after that it counts as declined.
const ConsentWait = 10 * time.Minute

// SignalConsent is the kind of the signal that notifies a running answer of a stored decision.
const SignalConsent = "consent"

// Stored states of a call that needs consent.
const (
	consentWaiting  = "waiting"
	consentAllowed  = "allowed"
	consentDeclined = "declined"
)

// Decision is a user's decision about a waiting call.
type Decision struct {
	OwnerID, CID string
	Part         string // id of the part that asks for consent
	Allow        bool
	Remember     bool // together with Allow: the decision applies to all later calls to the tool in this conversation
	Private      bool // a temporary conversation
}

// Decide stores a decision and returns the answer to which the decision belongs. It fails with
// errs.NotFound if the owner has no such part, and with errs.Decided if the call is no longer
// waiting. `check` runs in the same transaction and may refuse.
func (l *Loop) Decide(ctx context.Context, d Decision, check func(tx *sql.Tx, index, repeat int) error) (index, repeat int, err error) {
	state := consentDeclined
	if d.Allow {
		state = consentAllowed
	}
	err = l.home(d.Private).InTx(ctx, func(tx *sql.Tx) error {
		q := answerdb.New(tx)
		rows, err := q.Decide(ctx, answerdb.DecideParams{
			State: state, Lasting: d.Allow && d.Remember, OwnerID: d.OwnerID, Cid: d.CID, Part: d.Part,
		})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			n, err := q.CountConsents(ctx, answerdb.CountConsentsParams{OwnerID: d.OwnerID, Cid: d.CID, Part: d.Part})
			if err == nil && n == 0 {
				err = errs.New(errs.NotFound)
			} else if err == nil {
				err = errs.New(errs.Decided)
			}
			return err
		}
		index, repeat = int(rows[0].Idx), int(rows[0].RepeatIdx)
		return check(tx, index, repeat)
	})
	return index, repeat, err
}

// allowed returns the names of the tools that need no further consent in the conversation: the user has
// allowed a call, and the decision also applies to later calls.
func (a *answering) allowed(ctx context.Context) (map[string]bool, error) {
	owner, cid := a.t.Place()
	rows, err := answerdb.New(a.home(a.t.Private).Read()).AllowedTools(ctx, answerdb.AllowedToolsParams{OwnerID: owner, Cid: cid})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	out := map[string]bool{}
	for _, r := range rows {
		if t := a.keptTool(r.Tool); t != nil {
			out[t.Spec.Name] = out[t.Spec.Name] || r.Lasting || a.Asks(*t) == ConsentOnce
		}
	}
	return out, nil
}

// await waits until the user has decided about each of the calls, and starts those that are
// allowed. Calls without a decision after ConsentWait are declined.
func (a *answering) await(ctx context.Context, st *step, waiting []*use, start func(*use)) error {
	if len(waiting) == 0 {
		return nil
	}
	end := a.out.Wait()
	defer end()
	over := a.After(ConsentWait)
	lapsed := false
	for {
		left, err := a.decided(ctx, st, waiting, start, lapsed)
		if err != nil || len(left) == 0 {
			return err
		}
		waiting = left
		select {
		case <-a.out.Signals():
		case <-over:
			lapsed = true
			if err := a.lapse(ctx); err != nil {
				return err
			}
		case <-ctx.Done():
			return errs.Ended(ctx)
		}
	}
}

// decided applies the stored decisions and returns the calls that still wait. If `lapsed` is set, the
// model reads that the user has not decided in time about the declined calls.
func (a *answering) decided(ctx context.Context, st *step, waiting []*use, start func(*use), lapsed bool) ([]*use, error) {
	owner, cid := a.t.Place()
	rows, err := answerdb.New(a.home(a.t.Private).Read()).Consents(ctx, answerdb.ConsentsParams{
		OwnerID: owner, Cid: cid, Idx: int64(a.t.Index), RepeatIdx: int64(a.t.Repeat),
	})
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	states := map[string]string{}
	for _, r := range rows {
		states[r.Part] = r.State
	}
	allowed, err := a.allowed(ctx)
	if err != nil {
		return nil, err
	}
	var left, begin []*use
	store := false
	for _, u := range waiting {
		switch state := states[u.part]; {
		case state == consentDeclined:
			result := a.words.declined
			if lapsed {
				result = a.words.lapsed
			}
			u.finish(result)
			if err := a.show(u, stream.Tool{State: stream.PartDeclined}); err != nil {
				return nil, err
			}
		case state == consentAllowed || allowed[u.call.Name]:
			u.state = a.stateOf(u.tool, map[string]bool{u.call.Name: true})
			u.asked = state == consentWaiting
			store = store || u.state == callBegan || u.asked
			begin = append(begin, u)
		default:
			left = append(left, u)
		}
	}
	if store { // the calls are stored before they begin
		if err := a.save(ctx, st); err != nil {
			return nil, err
		}
	}
	for _, u := range begin {
		start(u)
	}
	return left, nil
}

// lapse declines the calls without a decision after ConsentWait.
func (a *answering) lapse(ctx context.Context) error {
	return a.out.Commit(ctx, func(ctx context.Context, tx *sql.Tx) error {
		owner, cid := a.t.Place()
		return answerdb.New(tx).Lapse(ctx, answerdb.LapseParams{OwnerID: owner, Cid: cid, Idx: int64(a.t.Index), RepeatIdx: int64(a.t.Repeat)})
	})
}
