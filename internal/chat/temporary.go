package chat

import (
	"context"
	"log/slog"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// holdTemporary records that this process has the temporary conversation k in memory. If recording
// for other processes fails, the conversation can still be used.
func (s *Service) holdTemporary(ctx context.Context, k Key) {
	s.temporary.add(k)
	if err := s.Runs.Hold(ctx, k.OwnerID, k.CID); err != nil {
		s.Log.WarnContext(ctx, "a temporary conversation could not be noted for other servers", slog.Any("error", err))
	}
}

// releaseTemporary undoes holdTemporary for temporary conversations of an owner.
func (s *Service) releaseTemporary(ctx context.Context, owner string, cids ...string) {
	for _, cid := range cids {
		s.temporary.remove(Key{owner, cid})
	}
	if err := s.Runs.Release(ctx, owner, cids...); err != nil {
		s.Log.WarnContext(ctx, "the note of a temporary conversation stays for other servers", slog.Any("error", err))
	}
}

// elsewhere replaces errs.NotFound by errs.OtherServer when another server process has the
// conversation in memory. If the database query for this fails, elsewhere returns the database's
// error instead.
func (s *Service) elsewhere(ctx context.Context, k Key, err error) error {
	if !errs.Is(err, errs.NotFound) {
		return err
	}
	if held, e := s.Runs.HeldElsewhere(ctx, k.OwnerID, k.CID); e != nil || held {
		if e != nil {
			return stored(e)
		}
		return errs.New(errs.OtherServer)
	}
	return err
}

// keySet is a set of conversations.
type keySet struct {
	mu   sync.RWMutex
	keys map[Key]struct{}
}

func (s *keySet) has(k Key) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, ok := s.keys[k]
	return ok
}

func (s *keySet) add(k Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil {
		s.keys = make(map[Key]struct{})
	}
	s.keys[k] = struct{}{}
}

func (s *keySet) remove(k Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.keys, k)
}

// of returns the ids of an owner's conversations in the set.
func (s *keySet) of(owner string) (cids []string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for k := range s.keys {
		if k.OwnerID == owner {
			cids = append(cids, k.CID)
		}
	}
	return cids
}
