//go:build linux

package worker

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

// TestBadWorkers makes workers fail in several ways. Each failure is a typed error, and the next
// file can be read.
func TestBadWorkers(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]parse.Code{
		"panic": parse.Broken, "exit": parse.Broken, "garbage": parse.Broken, "huge": parse.Broken,
		"killed": parse.OutOfMemory, "memory": parse.OutOfMemory, "hang": parse.TimedOut, "spin": parse.TimedOut, "child": parse.TimedOut,
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			o := Options{Args: []string{misbehave}, Base: time.Hour, Memory: 200 << 20}
			if want == parse.TimedOut {
				o.Base, o.Page = 300*time.Millisecond, time.Nanosecond
			}
			p := newPool(t, o)
			k := &kept{}
			_, err := p.Parse(t.Context(), how, parse.Options{}, k)
			if code, _ := parse.CodeOf(err); code != want {
				t.Errorf("%v, want %s", err, want)
			}
			if how == "panic" && !strings.Contains(err.Error(), "the parser fell over") {
				t.Error("the log does not say why:", err)
			}
			if how == "child" {
				domaintest.Eventually(t, "the child is gone", func() bool { return syscall.Kill(k.first(), 0) != nil || zombie(k.first()) })
			}
			p.o.Base = time.Hour
			_, err = p.Parse(t.Context(), "fine", parse.Options{}, &kept{})
			if code, _ := parse.CodeOf(err); code != parse.Empty {
				t.Error("after it:", err)
			}
		})
	}
}

// zombie reports whether a process has ended, even if its parent has not waited for it yet.
func zombie(pid int) bool {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	return err != nil || bytes.Contains(b, []byte(") Z "))
}

// TestPagesGiveTime checks that talk controls the watch of a job: pages and pictures add time, and the
// time in the caller's functions is not counted. TestWatch checks the watch itself.
func TestPagesGiveTime(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{Args: []string{misbehave}})
	w, err := p.start()
	if err != nil {
		t.Fatal(err)
	}
	defer w.kill()
	watched := newWatch(time.Hour, time.Minute, w.kill)
	defer watched.stop()
	began := watched.deadline
	paused := 0
	k := &kept{each: func(parsed.Unit) error {
		watched.mu.Lock()
		defer watched.mu.Unlock()
		if !watched.paused.IsZero() {
			paused++
		}
		return nil
	}}
	if sum, _, err := w.talk(t.Context(), watched, job{Path: "pages"}, nil, k); err != nil || sum.Units != 10 || k.total != 10 {
		t.Error(sum, err)
	}
	if paused != 10 {
		t.Errorf("the clock stood still during %d of 10 pages", paused)
	}
	if added := watched.deadline.Sub(began); added < 10*time.Minute {
		t.Errorf("ten pages add %v", added)
	}
	began = watched.deadline
	if sum, _, err := w.talk(t.Context(), watched, job{Path: "scan"}, nil, k); err != nil || sum.Units != 1 {
		t.Error(sum, err)
	}
	if added := watched.deadline.Sub(began); added != pictureTime {
		t.Errorf("a picture adds %v", added)
	}
}

// TestCancel cancels a job: its worker and all programs started by the worker end.
func TestCancel(t *testing.T) {
	t.Parallel()
	mine := errors.New("the person went away")
	p := newPool(t, Options{Args: []string{misbehave}})
	ctx, cancel := context.WithCancelCause(t.Context())
	k := &kept{each: func(parsed.Unit) error { cancel(mine); return nil }}
	if _, err := p.Parse(ctx, "child", parse.Options{}, k); !errors.Is(err, mine) || isParse(err) {
		t.Error(err)
	}
	domaintest.Eventually(t, "the child is gone", func() bool { return syscall.Kill(k.first(), 0) != nil || zombie(k.first()) })
}

func TestSinkFails(t *testing.T) {
	t.Parallel()
	for _, mine := range []error{errors.New("the disk is full"), &parse.Error{Code: parse.Broken}} {
		p := newPool(t, Options{})
		k := &kept{each: func(parsed.Unit) error { return mine }}
		if _, err := p.Parse(t.Context(), file("headers.pdf"), parse.Options{}, k); !errors.Is(err, mine) || len(k.units) != 1 {
			t.Error(err, len(k.units))
		}
		if len(p.idle) != 0 {
			t.Errorf("%v: a worker in the middle of a job is offered for the next one", mine)
		}
		if _, err := p.Parse(t.Context(), file("headers.pdf"), parse.Options{}, &kept{}); err != nil {
			t.Error("after it:", err)
		}
	}
}
