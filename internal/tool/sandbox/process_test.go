//go:build linux

package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// pool returns a pool of worker processes, as the server uses it for programs.
func pool(t testing.TB, o worker.Options) *worker.Pool {
	t.Helper()
	p := worker.New(o)
	t.Cleanup(p.Close)
	return p
}

func body(t testing.TB, code string) []byte {
	t.Helper()
	b, err := json.Marshal(Job{Code: code, Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The interpreter cannot interrupt a single instruction. TestProcessIsEnded checks that the process
// is killed when an instruction takes too long, and that the next program runs.
func TestProcessIsEnded(t *testing.T) {
	t.Parallel()
	p := pool(t, worker.Options{Base: 3 * time.Second, Memory: 420 << 20})
	if _, err := p.Call(t.Context(), "program", body(t, `Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)`)); err == nil {
		t.Error("nothing ended it")
	} else if code, ended := parse.CodeOf(err); !ended || code != parse.TimedOut {
		t.Errorf("%v", err)
	}
	// On a busy machine, the time limit may also end the start of the next process.
	domaintest.Eventually(t, "the next program runs", func() bool {
		out, err := p.Call(t.Context(), "program", body(t, `6 * 7`))
		return err == nil && strings.Contains(string(out), `"result":"42"`)
	})
}

// A program ends when the context of its call ends, not only at its own time limit.
func TestCancelled(t *testing.T) {
	t.Parallel()
	p := pool(t, worker.Options{Base: time.Hour, Memory: 420 << 20})
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if _, err := p.Call(ctx, "program", body(t, `for (;;) {}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, and not the end of its answer", err) // the program's own time limit would give another error
	}
}

// TestMemoryOfProcess checks that a program which allocates memory without end is stopped with
// TooMuch before its process reaches the memory limit of the pool.
func TestMemoryOfProcess(t *testing.T) {
	t.Parallel()
	p := pool(t, worker.Options{Base: time.Minute, Memory: 420 << 20})
	raw, err := p.Call(t.Context(), "program", body(t, `const a = []; for (;;) a.push(new Uint8Array(8 << 20).fill(1))`))
	var out Outcome
	if err != nil || json.Unmarshal(raw, &out) != nil || out.Ended != TooMuch {
		t.Errorf("%+v %v", out, err)
	}
}

// BenchmarkStart measures the program `1`: in a new process, and in a process that has already run
// a program.
func BenchmarkStart(b *testing.B) {
	warm := pool(b, worker.Options{Base: time.Minute})
	if _, err := warm.Call(b.Context(), "program", body(b, `1`)); err != nil { // compiles the interpreter into the cache
		b.Fatal(err)
	}
	b.Run("process", func(b *testing.B) {
		for b.Loop() {
			p := worker.New(worker.Options{Base: time.Minute})
			if _, err := p.Call(b.Context(), "program", body(b, `1`)); err != nil {
				b.Fatal(err)
			}
			p.Close()
		}
	})
	b.Run("ready", func(b *testing.B) {
		p := pool(b, worker.Options{Base: time.Minute, Files: 1 << 30})
		for b.Loop() {
			if _, err := p.Call(b.Context(), "program", body(b, `1`)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
