package run

import (
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Stats are the figures of the process for metrics. Running is the present number. The other fields
// count from the start of the process.
type Stats struct {
	Running        int                    // runs without a stored end
	Started        int64                  // started runs
	Attached       int64                  // requests recognised as repeated
	Busy           int64                  // requests refused because of a running answer in the conversation
	Ended          map[stream.State]int64 // ended runs by their stored state
	Frames         int64                  // created frames
	Commits        int64                  // successful calls to Store.write
	Pieces         int64                  // runs in successful calls; Pieces/Commits is the average batch size
	CommitTime     time.Duration          // total time of successful calls
	SlowestCommit  time.Duration
	CommitFailures int64
	Panics         int64 // panics of jobs
}

type counters struct {
	Started, Attached, Busy, Frames, Commits, Pieces, CommitFailures, Panics atomic.Int64

	commitTime, slowest atomic.Int64
	ended               [len(ends)]atomic.Int64
}

var ends = [...]stream.State{stream.StateDone, stream.Sensitive, stream.StateError, stream.ManualStop, stream.Interrupt}

func (c *counters) commit(pieces int, d time.Duration, err error) {
	if err != nil {
		c.CommitFailures.Add(1)
		return
	}
	c.Commits.Add(1)
	c.Pieces.Add(int64(pieces))
	c.commitTime.Add(int64(d))
	// If two writers get here at the same time, the stored time may be too short.
	if int64(d) > c.slowest.Load() {
		c.slowest.Store(int64(d))
	}
}

func (c *counters) end(s stream.State) {
	for i, e := range ends {
		if e == s {
			c.ended[i].Add(1)
		}
	}
}

// Stats returns a snapshot of the counters.
func (m *Manager) Stats() Stats {
	c := &m.count
	s := Stats{
		Running: m.running(), Started: c.Started.Load(), Attached: c.Attached.Load(), Busy: c.Busy.Load(), Ended: map[stream.State]int64{},
		Frames: c.Frames.Load(), Commits: c.Commits.Load(), Pieces: c.Pieces.Load(), CommitTime: time.Duration(c.commitTime.Load()),
		SlowestCommit: time.Duration(c.slowest.Load()), CommitFailures: c.CommitFailures.Load(), Panics: c.Panics.Load(),
	}
	for i, e := range ends {
		s.Ended[e] = c.ended[i].Load()
	}
	return s
}
