// Package worker parses files and does other tasks in child processes of the same program, so that
// a malicious file can only harm its own worker. If the system allows it, workers have no network.
// Their environment is minimal, and their memory and time are limited.
package worker

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Command is the first argument of a worker process.
const Command = "worker"

// ErrClosed means that the pool was closed.
var ErrClosed = errors.New("worker: the pool is closed")

// Options configure a Pool. Every field may be zero.
type Options struct {
	Exe   string   // path of the program; empty: the running program
	Args  []string // its arguments; nil: Command
	Size  int      // maximum number of workers; 0: 2
	Tools parse.Tools
	Log   *slog.Logger // nil: slog.Default

	Memory int           // bytes of memory for a worker and its programs; 0: 512 MB
	Base   time.Duration // time for each job; 0: a minute
	Page   time.Duration // additional time for each page; 0: 200 ms
	Files  int           // number of jobs after which a worker is replaced; 0: 50
	Idle   time.Duration // time after which an idle worker ends; 0: a minute

	// Garbage is the value of GOGC in a worker. A greater value takes less CPU time and
	// more memory; 0: 50.
	Garbage int
}

// FindTools looks for the helper programs LibreOffice and tesseract, and returns them with
// the two given folders. The cache folder stores compiled code for later processes and should be
// permanent. If temp is "", the system's folder for temporary files is used.
func FindTools(cache, temp string) parse.Tools {
	t := parse.Tools{Cache: cache, Temp: temp}
	for _, name := range []string{"soffice", "libreoffice"} {
		if path, err := exec.LookPath(name); err == nil && t.Office == "" {
			t.Office = path
		}
	}
	if path, err := exec.LookPath("tesseract"); err == nil {
		t.Tesseract = path
	}
	return t
}

// Pool runs workers. It is safe for concurrent use.
type Pool struct {
	o     Options
	box   *box
	slots chan struct{}
	alive sync.WaitGroup // one for each worker process
	end   context.Context
	close context.CancelFunc

	mu     sync.Mutex
	idle   []*process
	closed bool
}

// New makes a pool. Workers are started when they are needed.
func New(o Options) *Pool {
	if o.Exe == "" {
		o.Exe, _ = os.Executable() // starting a worker reports the error
	}
	if o.Args == nil {
		o.Args = []string{Command}
	}
	o.Size = cmp.Or(o.Size, 2)
	o.Log = cmp.Or(o.Log, slog.Default())
	o.Memory = cmp.Or(o.Memory, 512<<20)
	o.Base = cmp.Or(o.Base, time.Minute)
	o.Page = cmp.Or(o.Page, 200*time.Millisecond)
	o.Files = cmp.Or(o.Files, 50)
	o.Idle = cmp.Or(o.Idle, time.Minute)
	o.Garbage = cmp.Or(o.Garbage, 50)
	p := &Pool{o: o, box: &box{log: o.Log}, slots: make(chan struct{}, o.Size)}
	p.end, p.close = context.WithCancel(context.Background())
	return p
}

// Parse runs parse.Parse on the file at path in a worker. When the worker fails, the
// error is also a *parse.Error: Broken for a crash or invalid frames, TimedOut, or OutOfMemory. Parse
// ignores the Tools in o and uses the pool's tools. s and o.Recognise are called in
// this process. Their time does not count towards the job's time limit.
func (p *Pool) Parse(ctx context.Context, path string, o parse.Options, s parse.Sink) (parsed.Summary, error) {
	recognise := o.Recognise
	sum, _, err := p.run(ctx, job{Path: path, Options: o, Recognise: recognise != nil}, recognise, s)
	return sum, err
}

// Render draws one page of a PDF (counted from 1) as a PNG that is widthPx pixels
// wide. It returns the same errors as Parse.
func (p *Pool) Render(ctx context.Context, path string, page, widthPx int) ([]byte, error) {
	if page < 1 {
		return nil, &parse.Error{Code: parse.NoText}
	}
	_, picture, err := p.run(ctx, job{Path: path, Page: page, Width: widthPx}, nil, nil)
	return picture, err
}

// Call runs a task in a worker. It passes `body` to the function `task` of the Tasks
// given to Main and returns the result. An error of package errs is returned with its code and
// parameters. When the worker fails, the error is a *parse.Error, as in Parse.
func (p *Pool) Call(ctx context.Context, task string, body []byte) ([]byte, error) {
	_, result, err := p.run(ctx, job{Task: task, Body: body}, nil, nil)
	return result, err
}

// Close ends the running jobs and all workers, and waits for them.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	for _, w := range p.idle {
		w.idle.Stop()
		w.end()
	}
	p.idle = nil
	p.mu.Unlock()
	p.close()
	p.alive.Wait()
}

func (p *Pool) run(ctx context.Context, j job, recognise parse.Recogniser, s parse.Sink) (parsed.Summary, []byte, error) {
	if j.Task == "" {
		var err error
		if j.Path, err = filepath.Abs(j.Path); err != nil { // each worker has a different working folder
			return parsed.Summary{}, nil, err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(p.end, func() { cancel(ErrClosed) })()
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return parsed.Summary{}, nil, context.Cause(ctx)
	}
	if ctx.Err() != nil {
		return parsed.Summary{}, nil, context.Cause(ctx)
	}
	w, err := p.take()
	if err != nil {
		return parsed.Summary{}, nil, err
	}
	j.Options.Tools = p.o.Tools
	j.Options.Tools.Temp = w.temp
	sum, picture, healthy, err := w.do(ctx, p.o, j, recognise, s)
	p.give(w, healthy)
	return sum, picture, err
}

// take returns an idle worker or starts one.
func (p *Pool) take() (*process, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	for len(p.idle) > 0 {
		w := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		w.idle.Stop() // if the timer has fired, retire ends the worker only when the worker is idle again
		select {
		case <-w.gone: // the worker ended while it was idle
			continue
		default:
		}
		p.mu.Unlock()
		return w, nil
	}
	p.mu.Unlock()
	w, err := p.start()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed { // the pool was closed while the worker started
		w.kill()
		return nil, ErrClosed
	}
	return w, nil
}

// give puts a worker back into the pool, or ends it.
func (p *Pool) give(w *process, healthy bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case !healthy:
		w.kill()
	case p.closed, w.files >= p.o.Files:
		w.end()
	default:
		w.idle = time.AfterFunc(p.o.Idle, func() { p.retire(w) })
		p.idle = append(p.idle, w)
	}
}

// retire ends a worker that has been idle for too long.
func (p *Pool) retire(w *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.idle {
		if other == w {
			p.idle = append(p.idle[:i:i], p.idle[i+1:]...)
			w.end()
			return
		}
	}
}
