package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

const (
	// When the log has checkpointPages pages, about 48 MB, it is copied into the database file. A
	// page that changes often is in the log many times but is copied only once, so a longer log
	// means less copying.
	checkpointPages = 12_000
	// A connection for copying first copies the log in at most checkpointTries passes, until at most
	// checkpointRest pages are left. The writer then copies the rest. The number of passes is limited
	// because, under heavy load, the writer adds pages as fast as they are copied.
	checkpointRest  = 64
	checkpointTries = 3
	// When the log has writeBackPages new pages, about 12 MB, the operating system is asked to write the
	// log to the disk. Otherwise the next checkpoint would have to write the whole log first, which
	// takes 30 ms or more, and commits would wait meanwhile. Each such request delays a few commits by
	// some milliseconds. The number is so large that the request is made less than once in 200 answers.
	writeBackPages = 3000
	// When the log has shrinkPages new pages, all page caches are emptied. SQLite is compiled so that
	// the caches of all connections share one budget. A connection that fills its own cache takes pages
	// from the others, and the others get no pages back while the budget is used up. After much writing,
	// the writer would own all pages, and the readers would read each page from the file again whenever
	// they need it. The writer's own cache holds about 1,000 pages, so with fewer new pages it takes no
	// pages from the readers.
	shrinkPages = 1000
	// checkpointPause is the pause between two checks of the length of the log while data is
	// written.
	checkpointPause = 50 * time.Millisecond
)

// checkpoints copies SQLite's write-ahead log into the database file without blocking the writer
// for long. By default, SQLite copies the log during the commit that makes it too long; that commit
// then takes 30 ms or more and delays an answer. Here another connection copies nearly all pages
// while the writer continues. The writer then copies only the pages that were added meanwhile, and
// can start the log from its beginning again.
type checkpoints struct {
	conn  *sql.DB // a pool of one connection
	write *sql.DB
	wrote chan struct{} // signals that something was written; its buffer holds one signal
	end   context.CancelFunc
	ended sync.WaitGroup

	looking sync.Mutex // look holds the lock while it runs
	log     *os.File
	handed  int // pages of the log already on the disk, or handed to the operating system for writing
	shrunk  int // length of the log, in pages, when the caches were emptied
}

func newCheckpoints(ctx context.Context, dsn, file string, write *sql.DB) (*checkpoints, error) {
	conn, err := pool(ctx, dsn, 1)
	if err != nil {
		return nil, err
	}
	// The file can stay open, because SQLite never replaces the log while a connection is open.
	log, err := os.OpenFile(file+"-wal", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("log of SQLite: %w", err), conn.Close())
	}
	c := &checkpoints{conn: conn, write: write, log: log, wrote: make(chan struct{}, 1)}
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
	return errors.Join(c.log.Close(), c.conn.Close())
}

func (c *checkpoints) loop(ctx context.Context) {
	for {
		select {
		case <-c.wrote:
		case <-ctx.Done():
			return
		}
		_ = c.look(ctx, checkpointPages) // after a failure, the log grows until a later call succeeds or SQLite makes a checkpoint itself
		select {
		case <-time.After(checkpointPause):
		case <-ctx.Done():
			return
		}
	}
}

// look calls writeBack and empties the page caches if the log has many new pages or has begun again.
// It makes a checkpoint if the log has at least the given number of pages.
func (c *checkpoints) look(ctx context.Context, pages int) error {
	c.looking.Lock()
	defer c.looking.Unlock()
	long, left, err := checkpoint(ctx, c.conn, "NOOP")
	if err != nil {
		return err
	}
	if grown := long - c.handed; grown >= writeBackPages || grown < 0 { // grown is negative when the log has begun again
		if err := writeBack(c.log); err != nil {
			return err
		}
		c.handed = long
	}
	if grown := long - c.shrunk; grown >= shrinkPages || grown < 0 {
		if _, err := c.conn.ExecContext(ctx, "PRAGMA shrink_memory"); err != nil {
			return err
		}
		c.shrunk = long
	}
	if long < pages {
		return nil
	}
	for try := 0; left > checkpointRest && try < checkpointTries; try++ {
		if _, _, err := checkpoint(ctx, c.conn, "PASSIVE"); err != nil {
			return err
		}
		if _, left, err = checkpoint(ctx, c.conn, "NOOP"); err != nil {
			return err
		}
	}
	_, _, err = checkpoint(ctx, c.write, "PASSIVE")
	return err
}

// checkpoint runs a checkpoint of SQLite in the given mode. The mode NOOP copies nothing and only counts.
// checkpoint returns the number of pages in the log, and how many of them are not copied yet. It returns
// no error if ctx is canceled.
func checkpoint(ctx context.Context, d *sql.DB, mode string) (pages, left int, err error) {
	var busy, copied int
	err = d.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &copied)
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return pages, pages - copied, err
}
