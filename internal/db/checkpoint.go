package db

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"
)

const (
	// checkpointPages is the length of the log at which it is copied into the database file: 48 MB.
	// The log repeats pages that change often, so a longer log means less copying.
	checkpointPages = 12_000
	// checkpointRest is how many pages the writer's own part of a checkpoint may copy.
	checkpointRest = 500
	// checkpointPause is the pause between two looks at the length of the log while data is written.
	checkpointPause = 50 * time.Millisecond
)

// checkpoints copies the log of SQLite into the database file beside the writer. SQLite itself does
// that in the commit that makes the log too long, which then takes 30 ms and more and delays an
// answer. Here another connection copies nearly all pages while the writer goes on, and the writer
// copies only those that were added meanwhile, so that it can begin the log again.
type checkpoints struct {
	conn  *sql.DB // one connection
	write *sql.DB
	wrote chan struct{} // buffer of one: something was written
	end   context.CancelFunc
	ended sync.WaitGroup
}

func newCheckpoints(ctx context.Context, dsn string, write *sql.DB) (*checkpoints, error) {
	conn, err := pool(ctx, dsn, 1)
	if err != nil {
		return nil, err
	}
	c := &checkpoints{conn: conn, write: write, wrote: make(chan struct{}, 1)}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	c.end = end
	c.ended.Go(func() { c.loop(life) })
	return c, nil
}

// note records that something was written.
func (c *checkpoints) note() {
	select {
	case c.wrote <- struct{}{}:
	default:
	}
}

func (c *checkpoints) close() error {
	c.end()
	c.ended.Wait()
	return c.conn.Close()
}

func (c *checkpoints) loop(ctx context.Context) {
	for {
		select {
		case <-c.wrote:
		case <-ctx.Done():
			return
		}
		_ = c.look(ctx, checkpointPages) // when it fails, the log grows until SQLite makes a checkpoint itself
		select {
		case <-time.After(checkpointPause):
		case <-ctx.Done():
			return
		}
	}
}

// look makes a checkpoint if the log has at least the given number of pages.
func (c *checkpoints) look(ctx context.Context, pages int) error {
	long, left, err := checkpoint(ctx, c.conn, "NOOP")
	if err != nil || long < pages {
		return err
	}
	if left > checkpointRest {
		if _, _, err := checkpoint(ctx, c.conn, "PASSIVE"); err != nil {
			return err
		}
	}
	_, _, err = checkpoint(ctx, c.write, "PASSIVE")
	return err
}

// checkpoint runs a checkpoint of a mode. It returns the pages of the log, and those of them that
// are not copied yet.
func checkpoint(ctx context.Context, d *sql.DB, mode string) (pages, left int, err error) {
	var busy, copied int
	err = d.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &copied)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return pages, pages - copied, err
}
