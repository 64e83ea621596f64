package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// process is a running worker. It is used by one job at a time.
type process struct {
	cmd    *exec.Cmd
	f      *frames
	stdin  io.Closer
	temp   string // folder of this worker, deleted when the worker ends
	stderr tail
	gone   chan struct{} // closed when the process has ended and was reaped
	files  int
	idle   *time.Timer
	heavy  atomic.Bool // the worker was ended because it used too much memory
}

func (p *Pool) start() (*process, error) {
	temp, err := os.MkdirTemp(p.o.Tools.Temp, "wenqu-worker-")
	if err != nil {
		return nil, err
	}
	w := &process{temp: temp, gone: make(chan struct{})}
	var stdin io.WriteCloser
	var stdout io.ReadCloser
	err = p.box.start(func() (*exec.Cmd, error) {
		cmd := exec.Command(p.o.Exe, p.o.Args...) //nolint:noctx // the worker outlives the job that starts it; the pool ends it
		cmd.Dir = temp
		cmd.Env = []string{
			"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + temp, "TMPDIR=" + temp,
			"GOMAXPROCS=2", "GOGC=" + strconv.Itoa(p.o.Garbage), "GOMEMLIMIT=" + strconv.Itoa(p.o.Memory/2), "OMP_THREAD_LIMIT=1",
			limitVariable + "=" + strconv.Itoa(p.o.Memory),
		}
		cmd.Stderr = &w.stderr
		var err error
		if stdin, err = cmd.StdinPipe(); err != nil {
			return nil, err
		}
		if stdout, err = cmd.StdoutPipe(); err != nil {
			return nil, err
		}
		w.cmd = cmd
		return cmd, nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("worker: %w", err), os.RemoveAll(temp))
	}
	w.f, w.stdin = newFrames(stdout, stdin), stdin
	p.alive.Add(1)
	go func() {
		defer p.alive.Done()
		_ = w.cmd.Wait() // the exit state is used instead of the error
		w.kill()         // ends the programs that the worker has started
		_ = os.RemoveAll(temp)
		close(w.gone)
	}()
	return w, nil
}

// kill ends a worker together with the programs that it has started.
func (w *process) kill() { killGroup(w.cmd.Process) }

// end asks an idle worker to end, and kills it if it is still running after five seconds.
func (w *process) end() {
	_ = w.stdin.Close() // closing its input tells the worker that there are no more jobs
	t := time.AfterFunc(5*time.Second, w.kill)
	go func() {
		<-w.gone
		t.Stop()
	}()
}

// do runs a job in a worker. healthy reports whether the worker can be used again: it has ended the
// job, with or without an error, in time and before ctx was cancelled.
func (w *process) do(ctx context.Context, o Options, j job, recognise parse.Recogniser, s parse.Sink) (sum parsed.Summary, picture []byte, healthy bool, err error) {
	watch := newWatch(o.Base, o.Page, w.kill)
	stopped := context.AfterFunc(ctx, w.kill)
	defer stopped()
	light := w.weigh(o.Memory)
	w.files++
	sum, picture, err = w.talk(ctx, watch, j, recognise, s)
	light()
	late := watch.stop()
	var broken *pipeError
	if !errors.As(err, &broken) {
		if failed, ok := errors.AsType[*jobError](err); ok {
			return sum, nil, stopped() && !late, failed.error
		}
		if err != nil {
			return sum, nil, false, err // an error of the sink: the worker is still in the middle of the job
		}
		return sum, picture, stopped() && !late, nil
	}
	w.kill()
	<-w.gone
	if broken.nonsense {
		return sum, nil, false, &parse.Error{Code: parse.Broken, Cause: err}
	}
	switch said := w.stderr.String(); {
	case ctx.Err() != nil:
		return sum, nil, false, fmt.Errorf("worker: %w", context.Cause(ctx))
	case late:
		return sum, nil, false, &parse.Error{Code: parse.TimedOut, Cause: err}
	case w.heavy.Load(), slices.ContainsFunc(noMemory, func(s string) bool { return strings.Contains(said, s) }), signalled(w.cmd.ProcessState, syscall.SIGKILL):
		return sum, nil, false, &parse.Error{Code: parse.OutOfMemory, Cause: err}
	default:
		return sum, nil, false, &parse.Error{Code: parse.Broken, Cause: fmt.Errorf("the worker ended: %v: %w\n%s", w.cmd.ProcessState, err, said)}
	}
}

// noMemory are texts in the error output of processes that ran out of memory.
var noMemory = []string{"out of memory", "cannot allocate memory", "failed to allocate", "bad_alloc"}

// jobError is the error of a job, reported by the worker. The type distinguishes it from errors of
// a sink.
type jobError struct{ error }

// signalled reports whether the signal sig ended the process.
func signalled(s *os.ProcessState, sig syscall.Signal) bool {
	status, ok := s.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == sig
}

// pipeError means that communication with a worker failed.
type pipeError struct {
	err      error
	nonsense bool // the worker runs but sends invalid frames
}

func (e *pipeError) Error() string { return "worker: " + e.err.Error() }
func (e *pipeError) Unwrap() error { return e.err }

// talk sends the job and processes the worker's frames.
func (w *process) talk(ctx context.Context, watch *watch, j job, recognise parse.Recogniser, s parse.Sink) (sum parsed.Summary, picture []byte, err error) {
	if err := w.f.sendJob(j); err != nil {
		return sum, nil, &pipeError{err: err}
	}
	for {
		k, body, err := w.f.receive()
		if err != nil {
			return sum, nil, &pipeError{err, errors.Is(err, errFrame)}
		}
		switch k {
		case unitFrame:
			var u parsed.Unit
			if err := json.Unmarshal(body, &u); err != nil {
				return sum, nil, &pipeError{err, true}
			}
			watch.addPages(u.Number)
			watch.during(func() { err = s.Unit(u) })
			if err != nil {
				return sum, nil, err
			}
		case progressFrame:
			var c count
			if err := json.Unmarshal(body, &c); err != nil {
				return sum, nil, &pipeError{err, true}
			}
			watch.addPages(c.Total)
			watch.during(func() { s.Progress(c.Done, c.Total) })
		case askFrame:
			var t text
			watch.during(func() { t.Text, err = recognise(ctx, body) })
			if err != nil {
				t = text{Error: err.Error()}
			}
			if err := w.f.send(textFrame, t); err != nil {
				return sum, nil, &pipeError{err: err}
			}
		case pauseFrame:
			watch.extend(pictureTime)
		case resultFrame:
			picture = body
		case endFrame:
			var e ending
			if err := json.Unmarshal(body, &e); err != nil {
				return sum, nil, &pipeError{err, true}
			}
			switch {
			case e.Known != nil:
				return sum, nil, &jobError{e.Known}
			case e.Code != "":
				return sum, nil, &jobError{&parse.Error{Code: e.Code, Cause: errors.New(e.Error)}}
			case e.Error != "":
				return sum, nil, &jobError{fmt.Errorf("worker: %s", e.Error)}
			}
			return e.Summary, picture, nil
		default:
			return sum, nil, &pipeError{fmt.Errorf("a frame of kind %q", k), true}
		}
	}
}

// tail keeps the beginning and the end of a worker's error output. A crash states its reason at the
// beginning.
type tail struct {
	mu   sync.Mutex
	head bytes.Buffer
	last []byte
}

const tailSize = 4 << 10

// Write never returns an error.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	if room := tailSize - t.head.Len(); room > 0 {
		take := min(room, len(b))
		t.head.Write(b[:take])
		b = b[take:]
	}
	t.last = append(t.last, b...)
	if len(t.last) > tailSize {
		t.last = bytes.Clone(t.last[len(t.last)-tailSize:])
	}
	return n, nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.head.String() + string(t.last)
}
