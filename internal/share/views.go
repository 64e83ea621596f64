package share

import (
	"context"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
)

// maxViewed is how many shares may have views that wait to be stored; those of
// further ones are lost.
const maxViewed = 10_000

// views are views that have not been stored yet: a share with many readers is
// one statement every few seconds, not one for every reader.
type views struct {
	mu  sync.Mutex
	new map[string]int64
}

func (v *views) add(shareID string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.new == nil {
		v.new = map[string]int64{}
	}
	if _, known := v.new[shareID]; known || len(v.new) < maxViewed {
		v.new[shareID]++
	}
}

func (v *views) waiting(shareID string) int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.new[shareID]
}

func (v *views) take() map[string]int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	taken := v.new
	v.new = nil
	return taken
}

// StoreViews stores the views that have come since it was last called.
func (s *Service) StoreViews(ctx context.Context) error {
	taken := s.views.take()
	if len(taken) == 0 {
		return nil
	}
	return s.write(ctx, func(q *sharedb.Queries) error {
		for shareID, n := range taken {
			if err := q.AddViews(ctx, sharedb.AddViewsParams{Views: n, ID: shareID}); err != nil {
				return err
			}
		}
		return nil
	})
}
