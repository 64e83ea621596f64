package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/formats"
	"github.com/wenqu-ai/wenqu/internal/document/parse/picture"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Tasks maps names to functions of a worker. Parsing and drawing files are not tasks. A task
// receives only its body. A panic in a task becomes an error.
type Tasks map[string]func(ctx context.Context, body []byte) ([]byte, error)

// Main runs the process as a worker when its first argument is Command, and then does not return.
// It must be called first in main, because a worker has no configuration.
func Main(tasks Tasks) {
	if len(os.Args) < 2 || os.Args[1] != Command {
		return
	}
	confine()
	out := os.Stdout
	os.Stdout = os.Stderr // output of libraries must not mix with frames
	if err := serve(os.Stdin, out, tasks); err != nil {
		fmt.Fprintln(os.Stderr, "wenqu: worker:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serve runs jobs until r ends. r ends when the pool closes it or the pool's process ends. serve then
// ends the worker and the programs started by the worker, even in the middle of a job.
func serve(r io.Reader, w io.Writer, tasks Tasks) error {
	f := newFrames(r, w)
	jobs, texts := make(chan job), make(chan text, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- listen(f, jobs, texts)
		close(jobs)
		leave() // the pool no longer needs this worker: stop even in the middle of a job
	}()
	var idle <-chan time.Time
	for {
		select {
		case <-idle:
			debug.FreeOSMemory()
		case j, more := <-jobs:
			if !more {
				return <-ended
			}
			var err error
			if j.Task != "" {
				err = doTask(f, j, tasks)
			} else {
				err = do(f, j, texts)
			}
			if err != nil {
				return err
			}
			if idle = time.After(keepTime); held() > keepMemory {
				debug.FreeOSMemory()
			}
		}
	}
}

// After a job, the worker keeps its free memory for keepTime, so that a next job need not get memory
// from the system. For a short job, this would take a large part of the time.
const (
	keepTime   = time.Second
	keepMemory = 64 << 20 // bytes; above this, the worker returns the memory at once
)

// held is the heap memory of the process, in bytes.
func held() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapSys - m.HeapReleased
}

// listen reads frames, also while a job runs, so that the end of the pool is detected at
// once.
func listen(f *frames, jobs chan<- job, texts chan<- text) error {
	for {
		k, body, err := f.receive()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch k {
		case jobFrame:
			var j job
			if err := json.Unmarshal(body, &j); err != nil {
				return err
			}
			if j.Task != "" {
				if k, j.Body, err = f.receive(); err != nil {
					return err
				}
				if k != bodyFrame {
					return fmt.Errorf("a frame of kind %q in place of a body", k)
				}
			}
			jobs <- j
		case textFrame:
			var t text
			if err := json.Unmarshal(body, &t); err != nil {
				return err
			}
			texts <- t
		default:
			return fmt.Errorf("a frame of kind %q", k)
		}
	}
}

// do runs a job that parses or draws a file. An error of the job itself is sent in its ending; the returned
// error is an error of the pipe.
func do(f *frames, j job, texts <-chan text) error {
	s := &pipe{f: f}
	ctx := context.Background() // a job is cancelled by ending the worker
	if own := j.Options.Tools; !j.Recognise && own.Tesseract != "" {
		read := picture.Tesseract(own)
		j.Options.Recognise = func(ctx context.Context, picture []byte) (string, error) {
			if err := f.sendRaw(pauseFrame, nil); err != nil {
				return "", err
			}
			return read(ctx, picture)
		}
	}
	if j.Recognise {
		j.Options.Recognise = func(_ context.Context, picture []byte) (string, error) {
			if err := f.sendRaw(askFrame, picture); err != nil {
				return "", err
			}
			t := <-texts
			if t.Error != "" {
				return "", errors.New(t.Error)
			}
			return t.Text, nil
		}
	}
	var e ending
	err := func() error {
		file, err := os.Open(j.Path)
		if err != nil {
			return err
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return err
		}
		if j.Page > 0 {
			picture, err := formats.Render(ctx, file, info.Size(), j.Options, j.Page, j.Width)
			if err != nil {
				return err
			}
			return f.sendRaw(resultFrame, picture)
		}
		e.Summary, err = formats.Parse(ctx, file, info.Size(), j.Options, s)
		return err
	}()
	if s.err != nil {
		return s.err
	}
	if err != nil {
		e = ending{Error: err.Error()}
		e.Code, _ = parse.CodeOf(err)
	}
	return f.send(endFrame, e)
}

// doTask runs a job that is a task.
func doTask(f *frames, j job, tasks Tasks) error {
	result, err := callTask(tasks[j.Task], j)
	if err == nil {
		if err := f.sendRaw(resultFrame, result); err != nil {
			return err
		}
		return f.send(endFrame, ending{})
	}
	e := ending{Error: err.Error()}
	if known, ok := errors.AsType[*errs.Error](err); ok {
		e.Known = &errs.Error{Code: known.Code, Params: known.Params}
	}
	return f.send(endFrame, e)
}

func callTask(task func(context.Context, []byte) ([]byte, error), j job) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, fmt.Errorf("the task %s: panic: %v\n%s", j.Task, p, debug.Stack())
		}
	}()
	if task == nil {
		return nil, fmt.Errorf("no task %q", j.Task)
	}
	return task(context.Background(), j.Body) // a task is cancelled by ending the worker
}

// pipe is the parse.Sink of a worker. It sends units and progress to the pool.
type pipe struct {
	f   *frames
	err error
}

func (p *pipe) Unit(u parsed.Unit) error {
	p.err = p.f.send(unitFrame, u)
	return p.err
}

func (p *pipe) Progress(done, total int) {
	if p.err == nil {
		p.err = p.f.send(progressFrame, count{done, total})
	}
}
