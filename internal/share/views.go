package share

import (
	"context"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/share/sharedb"
)

// maxViewed is the number of shares with buffered views. Views of further shares are not counted.
const maxViewed = 10_000

// views buffers view counts. Thus a share with many readers causes one statement every
// few seconds instead of one statement per reader.
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

// StoreViews stores the views counted since the last call. If StoreViews fails, these views are lost.
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
