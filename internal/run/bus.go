package run

import (
	"strconv"
	"time"
)

// Bus tells a process that there may be news in the Store that another process
// has put there. It carries no content: who is woken reads the Store. A wake-up
// may come late, more than once or for nothing, but it must come.
//
// The readers of a run in the process that makes it do not need the Bus: the
// run wakes them itself, with every commit.
type Bus interface {
	// Publish says that there is news of a topic. It must not wait.
	Publish(t Topic)
	// Subscribe gives a channel on which a value arrives when there may be news
	// of the topic. end gives it back.
	Subscribe(t Topic) (news <-chan time.Time, end func())
}

// Topic is what news is about.
type Topic struct {
	Kind TopicKind
	Name string // of frames the writer, of signals the node
}

// TopicKind tells topics apart.
type TopicKind int

// The kinds.
const (
	TopicFrames  TopicKind = iota + 1 // frames and ends of runs that one process makes
	TopicSignals                      // signals to the runs of one node
)

func framesTopic(writer int64) Topic { return Topic{TopicFrames, strconv.FormatInt(writer, 10)} }

// Polling is the Bus that needs nothing but the Store: it wakes at fixed times.
type Polling struct{}

// How often Polling wakes.
const (
	framesPause  = 50 * time.Millisecond
	signalsPause = 200 * time.Millisecond
)

// Publish does nothing: subscribers look by themselves.
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
