package run

import (
	"strconv"
	"time"
)

// Bus tells a process that another process may have put news into the Store. It
// carries no content: a process that is woken reads the Store. A wake-up may
// come late, more than once, or for nothing, but it must come. Readers in the
// process that makes a run do not need the Bus, because the run wakes them at
// every commit.
type Bus interface {
	// Publish announces news of a topic. It must not block.
	Publish(t Topic)
	// Subscribe gives a channel that receives a value when there may be news of
	// the topic. end releases it.
	Subscribe(t Topic) (news <-chan time.Time, end func())
}

// Topic says what news is about.
type Topic struct {
	Kind TopicKind
	Name string // of frames: the process that writes them; of signals: the node
}

// TopicKind distinguishes topics.
type TopicKind int

// The kinds.
const (
	TopicFrames  TopicKind = iota + 1 // frames and ends of runs that one process makes
	TopicSignals                      // signals to the runs of one node
)

func framesTopic(writer int64) Topic { return Topic{TopicFrames, strconv.FormatInt(writer, 10)} }

// Polling is a Bus that only needs the Store: it wakes at fixed intervals.
type Polling struct{}

// The intervals of Polling.
const (
	framesPause  = 50 * time.Millisecond
	signalsPause = 200 * time.Millisecond
)

// Publish does nothing, because subscribers read the Store at intervals.
func (Polling) Publish(Topic) {}

// Subscribe gives the ticks of a clock.
func (Polling) Subscribe(t Topic) (news <-chan time.Time, end func()) {
	pause := framesPause
	if t.Kind == TopicSignals {
		pause = signalsPause
	}
	tick := time.NewTicker(pause)
	return tick.C, tick.Stop
}
