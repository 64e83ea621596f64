package run

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
)

// fakeStore is a Store in memory, for tests that need virtual time, or a database that stalls or
// fails on demand.
type fakeStore struct {
	before func(pieces []*piece) error // called at the start of a commit if set; may block

	nodeStore // not used by tests with one process

	mu   sync.Mutex
	logs map[string][]byte
	runs map[string]Record
	end  map[string]int // how often the end of a run was stored
}

func newFake() *fakeStore {
	return &fakeStore{logs: map[string][]byte{}, runs: map[string]Record{}, end: map[string]int{}}
}

func (f *fakeStore) write(ctx context.Context, pieces []*piece) error {
	if f.before != nil {
		if err := f.before(pieces); err != nil {
			return err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range pieces {
		runID := p.rec.RunID
		if p.save != nil {
			if p.err = p.save(ctx, nil); p.err != nil {
				continue
			}
		}
		for _, c := range p.commits {
			c.err = c.save(ctx, nil)
		}
		if p.frames.last > 0 {
			f.logs[runID] = append(f.logs[runID], p.frames.data...)
		}
		if p.end {
			if !bytes.HasPrefix(p.log, f.logs[runID]) {
				return errors.New("the end does not hold what was stored before")
			}
			f.logs[runID] = slices.Clone(p.log)
		}
		f.runs[runID] = p.rec
		if p.end {
			f.end[runID]++
		}
	}
	return nil
}

func (f *fakeStore) log(_ context.Context, runID string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.logs[runID]), nil
}

func (f *fakeStore) journal(context.Context, []Record) (map[string][]byte, error) { return nil, nil }
func (f *fakeStore) endOpen(context.Context, []*piece) error                      { return nil }
func (f *fakeStore) openIn(context.Context, string, string) (*Record, error)      { return nil, nil }
func (f *fakeStore) asking(context.Context, string, int) ([]Record, error)        { return nil, nil }
func (f *fakeStore) openOf(context.Context, string) ([]string, error)             { return nil, nil }
func (f *fakeStore) trim(context.Context, bool) error                             { return nil }

func (f *fakeStore) find(ok func(Record) bool) (*Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for rec := range maps.Values(f.runs) {
		if ok(rec) {
			return &rec, nil
		}
	}
	return nil, nil
}

func (f *fakeStore) byID(_ context.Context, ownerID, runID string) (*Record, error) {
	return f.find(func(r Record) bool { return r.OwnerID == ownerID && r.RunID == runID })
}

func (f *fakeStore) byRequest(_ context.Context, ownerID, requestID string) (*Record, error) {
	return f.find(func(r Record) bool { return r.OwnerID == ownerID && r.RequestID == requestID })
}

func (f *fakeStore) open(context.Context) ([]Record, error) { return nil, nil }
func (f *fakeStore) ended(context.Context, Record, int64, int) ([]Record, error) {
	return nil, nil
}
func (f *fakeStore) dropLogs(context.Context, []string) error  { return nil }
func (f *fakeStore) dropRuns(context.Context, int64) error     { return nil }
func (f *fakeStore) freeRequest(context.Context, string) error { return nil }
