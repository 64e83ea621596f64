//go:build linux

package worker

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/formats"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// kept is a sink that records everything.
type kept struct {
	mu    sync.Mutex
	units []parsed.Unit
	total int
	each  func(parsed.Unit) error
}

func (k *kept) Unit(u parsed.Unit) error {
	k.mu.Lock()
	k.units = append(k.units, u)
	k.mu.Unlock()
	if k.each != nil {
		return k.each(u)
	}
	return nil
}

func (k *kept) Progress(_, total int) { k.total = total }

func (k *kept) first() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.units) == 0 {
		return 0
	}
	return k.units[0].Number
}

// newPool makes a pool. At the end of the test, the pool is closed and must leave no temporary files
// behind. If o.Args is nil, the workers read real files, and o.Memory and o.Base have larger defaults:
// with the race detector, a worker takes 500 MB to draw a page, and compiling PDFium takes more memory
// and most of a minute.
func newPool(t *testing.T, o Options) *Pool {
	t.Helper()
	if o.Args == nil {
		o.Memory, o.Base = cmp.Or(o.Memory, 4<<30), cmp.Or(o.Base, time.Hour)
	}
	o.Idle = cmp.Or(o.Idle, time.Hour) // a busy machine may take more than a minute between two files
	o.Tools.Temp = t.TempDir()
	o.Tools.Cache = filepath.Join(os.TempDir(), "wenqu-test-pdfium")
	p := New(o)
	t.Cleanup(func() {
		p.Close()
		if left, _ := filepath.Glob(filepath.Join(o.Tools.Temp, "*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	return p
}

func file(name string) string { return filepath.Join("..", "document", "parse", "testdata", name) }

func TestParse(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{})
	for _, name := range []string{"report.pdf", "contract.docx", "water.xlsx", "gbk.csv"} {
		k := &kept{}
		sum, err := p.Parse(t.Context(), file(name), parse.Options{Name: name}, k)
		if err != nil || sum.Chars == 0 || len(k.units) != sum.Units {
			t.Errorf("%s: %+v, %d units, %v", name, sum, len(k.units), err)
		}
		// The result equals the result of the parser in this process.
		data, err := os.ReadFile(file(name))
		if err != nil {
			t.Fatal(err)
		}
		here := &kept{}
		want, err := formats.Parse(t.Context(), bytes.NewReader(data), int64(len(data)), parse.Options{Name: name, Tools: p.o.Tools}, here)
		if err != nil || want.Chars != sum.Chars || here.units[0].Text() != k.units[0].Text() {
			t.Errorf("%s: %+v here, %+v there, %v", name, want, sum, err)
		}
	}
	if len(p.idle) != 1 || p.idle[0].files != 4 {
		t.Errorf("%d workers for four files one after the other", len(p.idle))
	}
	_, err := p.Parse(t.Context(), file("password.pdf"), parse.Options{}, &kept{})
	if code, _ := parse.CodeOf(err); code != parse.Encrypted {
		t.Error(err)
	}
	if sum, err := p.Parse(t.Context(), file("password.pdf"), parse.Options{Password: "wenqu"}, &kept{}); err != nil || sum.Chars == 0 {
		t.Error(sum, err)
	}
	if _, err = p.Parse(t.Context(), file("no such file"), parse.Options{}, &kept{}); err == nil || isParse(err) {
		t.Error("a file that is not there:", err)
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{})
	for _, tt := range []struct {
		name          string
		width, height int
	}{{"report.pdf", 400, 566}, {"sideways.pdf", 400, 282}} {
		data, err := p.Render(t.Context(), file(tt.name), 1, tt.width)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		dark := 0
		b := img.Bounds()
		for y := range b.Dy() {
			for x := range b.Dx() {
				if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
					dark++
				}
			}
		}
		if b.Dx() != tt.width || b.Dy() != tt.height || dark < 500 || dark > b.Dx()*b.Dy()/4 {
			t.Errorf("%s: %v with %d dark pixels", tt.name, b, dark)
		}
	}
	for _, page := range []int{0, -1, 2} {
		if _, err := p.Render(t.Context(), file("report.pdf"), page, 100); !isParse(err) {
			t.Errorf("page %d: %v", page, err)
		}
	}
	if _, err := p.Render(t.Context(), file("contract.docx"), 1, 100); !isParse(err) {
		t.Error("a page of a text document:", err)
	}
}

func TestRecognise(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{})
	here := os.Getpid()
	sum, err := p.Parse(t.Context(), file("scanned.pdf"), parse.Options{Recognise: func(_ context.Context, picture []byte) (string, error) {
		if img, err := png.Decode(bytes.NewReader(picture)); err != nil || img.Bounds().Dx() < 1_000 || os.Getpid() != here {
			t.Errorf("%v of %d bytes", err, len(picture))
		}
		return "二〇二四年灌区\n用水报告\n\n一、各县用水量", nil
	}}, &kept{})
	if err != nil || !slices.Contains(sum.Warnings, parsed.Recognised) || sum.Chars != 18 {
		t.Error(sum, err)
	}
	_, err = p.Parse(t.Context(), file("scanned.pdf"), parse.Options{Recognise: func(context.Context, []byte) (string, error) { return "", errors.New("no model") }}, &kept{})
	if code, _ := parse.CodeOf(err); code != parse.NoText {
		t.Error(err)
	}
}

func TestWorkersComeAndGo(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{Args: []string{misbehave}, Files: 2, Idle: 50 * time.Millisecond})
	for range 3 {
		_, _ = p.Parse(t.Context(), "fine", parse.Options{}, &kept{})
	}
	p.mu.Lock()
	n := len(p.idle)
	var last *process
	if n > 0 {
		last = p.idle[0]
	}
	p.mu.Unlock()
	if n > 1 || last != nil && last.files != 1 {
		t.Errorf("%d idle workers", n)
	}
	domaintest.Eventually(t, "no child is idle", func() bool { p.mu.Lock(); defer p.mu.Unlock(); return len(p.idle) == 0 })
	if last != nil {
		domaintest.Eventually(t, "the child has ended", func() bool {
			select {
			case <-last.gone:
				return true
			default:
				return false
			}
		})
	}
	// If a worker ends while it is idle, the next caller gets a new worker. The new worker returns Empty,
	// as faulty workers do for every path that selects no fault, such as "fine".
	_, _ = p.Parse(t.Context(), "fine", parse.Options{}, &kept{})
	p.mu.Lock()
	for _, w := range p.idle {
		w.kill()
		<-w.gone
	}
	p.mu.Unlock()
	_, err := p.Parse(t.Context(), "fine", parse.Options{}, &kept{})
	if code, _ := parse.CodeOf(err); code != parse.Empty {
		t.Error(err)
	}
}

// TestTakeWhileIdleTimerFires takes a worker after its idle timer has fired and before retire has run.
// The worker does the next job, and retire then ends it.
func TestTakeWhileIdleTimerFires(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{Args: []string{misbehave}})
	_, _ = p.Parse(t.Context(), "fine", parse.Options{}, &kept{})
	fired, taken := make(chan struct{}), make(chan struct{})
	w := p.idle[0]
	defer w.kill() // otherwise Close would wait for a lost worker
	w.idle.Stop()
	w.idle = time.AfterFunc(0, func() {
		close(fired)
		<-taken
		p.retire(w)
	})
	<-fired
	_, _ = p.Parse(t.Context(), "fine", parse.Options{}, &kept{})
	if len(p.idle) != 1 || p.idle[0] != w {
		t.Error("the worker was lost")
	}
	close(taken)
	if !t.Failed() {
		<-w.gone
	}
}

func TestMany(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{Size: 2})
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			name := []string{"report.pdf", "contract.docx", "tool.txt", "gbk.csv"}[i%4]
			_, err := p.Parse(t.Context(), file(name), parse.Options{Name: name}, &kept{})
			if code, _ := parse.CodeOf(err); (name == "tool.txt") != (code == parse.Unsupported) || name != "tool.txt" && err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	wg.Wait()
	if n := len(p.idle); n > 2 {
		t.Errorf("%d workers", n)
	}
}

// TestCancelWhileWaiting makes a caller wait for a place in a full pool. The wait ends when the caller's
// context is cancelled or the pool is closed.
func TestCancelWhileWaiting(t *testing.T) {
	t.Parallel()
	mine := errors.New("the person went away")
	for want, end := range map[error]func(*Pool, context.CancelCauseFunc){
		mine:      func(_ *Pool, cancel context.CancelCauseFunc) { cancel(mine) },
		ErrClosed: func(p *Pool, _ context.CancelCauseFunc) { p.Close() },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := New(Options{Size: 1})
			defer p.Close()
			p.slots <- struct{}{}
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			done := make(chan error, 1)
			go func() {
				_, err := p.Call(ctx, "echo", nil)
				done <- err
			}()
			synctest.Wait()
			end(p, cancel)
			if err := <-done; !errors.Is(err, want) {
				t.Errorf("%v, want %v", err, want)
			}
		})
	}
}

func TestClose(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	p := New(Options{Args: []string{misbehave}})
	done := make(chan error, 1)
	go func() {
		_, err := p.Parse(context.Background(), "hang", parse.Options{}, &kept{})
		done <- err
	}()
	_, _ = p.Parse(t.Context(), "fine", parse.Options{}, &kept{})
	p.Close()
	if err := <-done; !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	if _, err := p.Parse(t.Context(), "fine", parse.Options{}, &kept{}); !errors.Is(err, ErrClosed) {
		t.Error(err)
	}
	p.Close()
}

func TestNoProgram(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{Exe: "/no/such/program"})
	if _, err := p.Parse(t.Context(), file("gbk.csv"), parse.Options{}, &kept{}); err == nil || isParse(err) {
		t.Error(err)
	}
}

// TestCall runs tasks that succeed, tasks that return errors, and tasks that end their
// worker.
func TestCall(t *testing.T) {
	t.Parallel()
	p := newPool(t, Options{Memory: 256 << 20})
	if out, err := p.Call(t.Context(), "echo", []byte("渠")); err != nil || string(out) != "渠渠" {
		t.Errorf("%q %v", out, err)
	}
	_, err := p.Call(t.Context(), "refuse", nil)
	if !errs.Is(err, errs.TooLarge) || errs.From(err).Params["limit"].En != "5 MB" {
		t.Error(err)
	}
	if _, err := p.Call(t.Context(), "fail", nil); err == nil || err.Error() != "worker: the task failed" {
		t.Error(err)
	}
	if len(p.idle) != 1 || p.idle[0].files != 3 {
		t.Error("an error of a task took its worker")
	}
	for task, want := range map[string]parse.Code{"grow": parse.OutOfMemory, "exit": parse.Broken} {
		if _, err := p.Call(t.Context(), task, nil); !parseCode(err, want) {
			t.Errorf("%s: %v", task, err)
		}
	}
	for _, task := range []string{"panic", "unknown"} {
		if _, err := p.Call(t.Context(), task, nil); err == nil || isParse(err) {
			t.Errorf("%s: %v", task, err)
		}
	}
	short := newPool(t, Options{Base: 100 * time.Millisecond})
	if _, err := short.Call(t.Context(), "hang", nil); !parseCode(err, parse.TimedOut) {
		t.Error(err)
	}
	if out, err := p.Call(t.Context(), "echo", []byte("x")); err != nil || string(out) != "xx" {
		t.Errorf("after all that: %q %v", out, err)
	}
}

func parseCode(err error, want parse.Code) bool { code, _ := parse.CodeOf(err); return code == want }

func isParse(err error) bool { _, ok := parse.CodeOf(err); return ok }
