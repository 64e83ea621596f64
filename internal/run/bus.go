package run

import (
	"strconv"
	"time"
)

// Bus notifies a process that another process may have written to the Store. A
// notification has no content: its receiver reads the Store. A notification may come
// late, more than once, or without a reason, but it must come. Readers in the run's own
// process do not need the Bus, because the run wakes them at every commit.
type Bus interface {
	// Publish announces that data of a topic has changed. It must not block.
	Publish(t Topic)
	// Subscribe returns a channel that receives a value when data of the topic may have changed.
	// `end` releases the channel.
	Subscribe(t Topic) (news <-chan time.Time, end func())
}

// Topic identifies the subject of a notification.
type Topic struct {
	Kind TopicKind
	Name string // for TopicFrames, the process that writes the frames; for TopicSignals, the node
}

// TopicKind distinguishes topics.
type TopicKind int

// The kinds of topics.
const (
	TopicFrames  TopicKind = iota + 1 // frames and ends of the runs of one process
	TopicSignals                      // signals to the runs of one node
)

func framesTopic(writer int64) Topic { return Topic{TopicFrames, strconv.FormatInt(writer, 10)} }

// Polling is a Bus that needs nothing but the Store: it notifies at fixed intervals.
type Polling struct{}

// The intervals of Polling.
const (
	framesPause  = 50 * time.Millisecond
	signalsPause = 200 * time.Millisecond
)

// Publish does nothing, because subscribers read the Store at intervals.
func (Polling) Publish(Topic) {}

// Subscribe returns a channel that receives a tick at fixed intervals.
func (Polling) Subscribe(t Topic) (news <-chan time.Time, end func()) {
	pause := framesPause
	if t.Kind == TopicSignals {
		pause = signalsPause
	}
	tick := time.NewTicker(pause)
	return tick.C, tick.Stop
}
