package run

import (
	"context"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// AnyNodeAlive reports whether any node works on the database. Without leases it returns false at
// once. Otherwise it watches the leases for at most l.Lost. It returns true as soon as a counter rises
// or a new lease appears.
func AnyNodeAlive(ctx context.Context, d *db.DB, l Lease) (bool, error) {
	l = l.withDefaults()
	s := &sqlStore{db: d}
	first, err := s.nodes(ctx)
	if err != nil || len(first) == 0 {
		return false, err
	}
	beat := time.NewTicker(l.Beat)
	defer beat.Stop()
	lost := time.NewTimer(l.Lost)
	defer lost.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-lost.C:
			return false, nil
		case <-beat.C:
		}
		now, err := s.nodes(ctx)
		if err != nil {
			return false, err
		}
		for _, n := range now {
			if !slices.Contains(first, n) { // the node raised its counter or is new
				return true, nil
			}
		}
	}
}
