package project

import (
	"context"
	"errors"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/project/projectdb"
)

// watch contains this process's open streams of projects, with their readers. When a membership ends,
// the streams of the member end.
type watch struct {
	mu   *sync.Mutex
	open map[string]*watched // by project
}

// watched are the open streams of one project.
type watched struct {
	version int64 // version of the project when the memberships were last read; 0: read them at the next Refresh
	readers map[*reader]struct{}
}

type reader struct {
	person string
	end    context.CancelFunc
}

func newWatch() watch { return watch{mu: new(sync.Mutex), open: map[string]*watched{}} }

// While returns a context. It ends with `ctx`, or at the first Refresh after the end of the person's
// membership.
func (s *Service) While(ctx context.Context, project, person string) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancel(ctx)
	r := &reader{person, end}
	s.open.mu.Lock()
	defer s.open.mu.Unlock()
	w := s.open.open[project]
	if w == nil {
		w = &watched{readers: map[*reader]struct{}{}}
		s.open.open[project] = w
	}
	w.version = 0 // the membership may have ended since it was read
	w.readers[r] = struct{}{}
	return ctx, func() {
		end()
		s.open.mu.Lock()
		defer s.open.mu.Unlock()
		if delete(w.readers, r); len(w.readers) == 0 && s.open.open[project] == w {
			delete(s.open.open, project)
		}
	}
}

// changed makes the next Refresh reload the members of a project.
func (w watch) changed(project string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if of := w.open[project]; of != nil {
		of.version = 0
	}
}

// Refresh ends the streams of people who are no longer members. It reads one version number per
// project with open streams. If a version has changed, it also reads the members of the project.
// Refresh is called every second.
func (s *Service) Refresh(ctx context.Context) (err error) {
	s.open.mu.Lock()
	versions := make(map[string]int64, len(s.open.open))
	for project, w := range s.open.open {
		versions[project] = w.version
	}
	s.open.mu.Unlock()
	q := projectdb.New(s.DB.Read())
	for project, known := range versions {
		version, e := q.Version(ctx, project)
		if e = stored(e); errs.Is(e, errs.NotFound) {
			s.open.keep(project, 0, nil) // the project was deleted
			continue
		}
		if e != nil || version == known {
			err = errors.Join(err, e)
			continue
		}
		members, e := q.Members(ctx, project)
		if e != nil {
			err = errors.Join(err, e)
			continue
		}
		in := map[string]bool{}
		for _, m := range members {
			in[m.AccountID] = true
		}
		s.open.keep(project, version, in)
	}
	return err
}

// keep ends the streams of a project, except for the streams of the given members.
func (w watch) keep(project string, version int64, members map[string]bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	of := w.open[project]
	if of == nil {
		return
	}
	of.version = version
	for r := range of.readers {
		if !members[r.person] {
			r.end()
		}
	}
}
