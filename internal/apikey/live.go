package apikey

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/apikey/apikeydb"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// use is a running call with a key.
type use struct {
	keyID, prefix, owner string
	end                  context.CancelCauseFunc
}

// Begin registers a running call. When the key may no longer be used, the returned context ends with
// the reason as its cause. The caller must call `done` at the end. Begin fails with errs.OwnAnswers if
// the owner's maximum number of concurrent calls is reached.
func (s *Service) Begin(ctx context.Context, g *Grant) (_ context.Context, done func(), err error) {
	ctx, end := context.WithCancelCause(ctx)
	u := &use{g.KeyID, g.prefix, g.Owner, end}
	s.mu.Lock()
	defer s.mu.Unlock()
	if most := s.AtOnce(); most > 0 && !s.Off {
		n := 0
		for other := range s.live {
			if other.owner == g.Owner {
				n++
			}
		}
		if n >= most {
			end(nil)
			return nil, nil, errs.New(errs.OwnAnswers).With("limit", strconv.Itoa(most))
		}
	}
	s.live[u] = struct{}{}
	return ctx, func() {
		end(nil)
		s.mu.Lock()
		delete(s.live, u)
		s.mu.Unlock()
	}, nil
}

// endCalls ends each running call for which `why` returns a reason.
func (s *Service) endCalls(why func(*use) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for u := range s.live {
		if err := why(u); err != nil {
			u.end(err)
		}
	}
}

// Refresh ends the running calls of a key in three cases: the key was revoked or has expired; Person or
// MayAsk refuses its owner; or the administrator has disabled the keys of everybody or of the owner's
// role. Refresh is called every second.
func (s *Service) Refresh(ctx context.Context) error {
	s.mu.Lock()
	keys := map[string]string{} // key prefix → owner
	for u := range s.live {
		keys[u.prefix] = u.owner
	}
	s.mu.Unlock()
	reasons := map[string]error{}
	var failed error
	for prefix, owner := range keys {
		reason, err := s.over(ctx, prefix, owner)
		if failed = errors.Join(failed, err); reason != nil {
			reasons[prefix] = reason
		}
	}
	if len(reasons) > 0 {
		s.endCalls(func(u *use) error { return reasons[u.prefix] })
	}
	return failed
}

// over returns the reason why a key may no longer be used, or nil; `err` is a failure to check.
func (s *Service) over(ctx context.Context, prefix, owner string) (reason, err error) {
	row, err := apikeydb.New(s.DB.Read()).FindKey(ctx, prefix)
	set := s.settings.Load()
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errs.New(errs.KeyEnded), nil
	case err != nil:
		return nil, err
	case expired(row, s.Now()):
		return errs.New(errs.KeyEnded), nil
	case !set.On:
		return errs.New(errs.KeysOff), nil
	}
	who, err := s.Person(ctx, owner)
	if err != nil {
		return splitRefusal(err)
	}
	if set.of(who.Admin).Keys == 0 {
		return errs.New(errs.KeysOff), nil
	}
	return splitRefusal(s.MayAsk(ctx, owner))
}

// splitRefusal splits an error into a refusal, which is a reason to end a call, and a failure to check.
func splitRefusal(err error) (reason, failed error) {
	if err == nil || errs.From(err).Status() >= 500 {
		return nil, err
	}
	return err, nil
}
