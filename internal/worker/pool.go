// Package worker parses files and does other tasks in child processes of the
// same binary, so that a bad input fails alone: without network where the system
// lets us, with a clean environment, within limits of memory and time.
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

// Command is the first argument of a process that is a worker.
const Command = "worker"

// ErrClosed says that the pool was closed.
var ErrClosed = errors.New("worker: the pool is closed")

// Options says how workers run. Every field may be zero.
type Options struct {
	Exe   string   // the binary; empty is the running one
	Args  []string // its arguments; nil is Command
	Size  int      // workers at once; 0 is 2
	Tools parse.Tools
	Log   *slog.Logger // nil is the default one

	Memory int           // bytes that a worker and its programs may hold; 0 is 512 MB
	Base   time.Duration // that any file gets; 0 is a minute
	Page   time.Duration // that each page adds; 0 is 200 ms
	Files  int           // after which a worker is replaced; 0 is 50
	Idle   time.Duration // after which a worker without work ends; 0 is a minute
}

// FindTools looks for the programs that help, LibreOffice and tesseract, and
// names the folders: cache keeps compiled code between processes and should
// last, temp may be empty.
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

// Pool runs workers. Its methods may be called at the same time.
type Pool struct {
	o     Options
	box   *box
	slots chan struct{}
	alive sync.WaitGroup // worker processes
	end   context.Context
	close context.CancelFunc

	mu     sync.Mutex
	idle   []*process
	closed bool
}

// New makes a pool. Workers start when there is work.
func New(o Options) *Pool {
	if o.Exe == "" {
		o.Exe, _ = os.Executable() // starting a worker will say what is wrong
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
	p := &Pool{o: o, box: &box{log: o.Log}, slots: make(chan struct{}, o.Size)}
	p.end, p.close = context.WithCancel(context.Background())
	return p
}

// Parse is parse.Parse of the file at path, in a worker. What a worker does
// not survive is a *parse.Error as well: Broken when it crashes, TimedOut,
// OutOfMemory. Of o, Tools counts for nothing: the pool's do. s and
// o.Recognise are called in this process; their time does not count.
func (p *Pool) Parse(ctx context.Context, path string, o parse.Options, s parse.Sink) (parsed.Summary, error) {
	recognise := o.Recognise
	sum, _, err := p.run(ctx, job{Path: path, Options: o, Recognise: recognise != nil}, recognise, s)
	return sum, err
}

// Render draws one page of a PDF (from 1) as a PNG that is widthPx wide. Its
// errors are those of Parse.
func (p *Pool) Render(ctx context.Context, path string, page, widthPx int) ([]byte, error) {
	if page < 1 {
		return nil, &parse.Error{Code: parse.NoText}
	}
	_, picture, err := p.run(ctx, job{Path: path, Page: page, Width: widthPx}, nil, nil)
	return picture, err
}

// Call does the task of that name in a worker: it gives body to the function
// that Main was told of, and gives back what that makes. Errors of the catalogue
// come back as such. What a worker does not survive is a *parse.Error, as of
// Parse.
func (p *Pool) Call(ctx context.Context, task string, body []byte) ([]byte, error) {
	_, result, err := p.run(ctx, job{Task: task, Body: body}, nil, nil)
	return result, err
}

// Close ends the jobs that run and all workers, and waits for them.
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
		if j.Path, err = filepath.Abs(j.Path); err != nil { // a worker has a folder of its own
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

// take gives an idle worker, or a new one.
func (p *Pool) take() (*process, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	for len(p.idle) > 0 {
		w := p.idle[len(p.idle)-1]
		p.idle = p.idle[:len(p.idle)-1]
		stopped := w.idle.Stop()
		select {
		case <-w.gone: // it ended while it was idle
			continue
		default:
		}
		if stopped {
			p.mu.Unlock()
			return w, nil
		}
	}
	p.mu.Unlock()
	w, err := p.start()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed { // while it started
		w.kill()
		return nil, ErrClosed
	}
	return w, nil
}

// give takes a worker back, or ends it.
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

// retire ends a worker that has been idle for long.
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
