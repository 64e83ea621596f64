package sandbox

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Job is a program to run.
type Job struct {
	Code   string `json:"code"`
	Files  []File `json:"files,omitempty"`
	Offset int    `json:"offset,omitempty"` // offset of the user's time zone, in minutes east of UTC
	Cache  string `json:"cache,omitempty"`  // folder for the compiled interpreter; empty: none
}

// File is a file of the question or of an earlier question, as a program reads it.
type File struct {
	Name   string  `json:"name"`
	Text   string  `json:"text"`
	Tables []Table `json:"tables,omitempty"`
}

// Table is a table of a file. Its first row is its header if it has one.
type Table struct {
	Name string     `json:"name"`
	Rows [][]string `json:"rows"`
}

// Outcome is the result of a program.
type Outcome struct {
	Output string        `json:"output,omitempty"` // output of print
	Cut    bool          `json:"cut,omitempty"`    // Output is incomplete: it was longer than maxOutput
	Result string        `json:"result,omitempty"` // value of the last expression
	Error  string        `json:"error,omitempty"`  // error message; empty: the program did not fail, or Ended is set
	Ended  Ended         `json:"ended,omitempty"`  // why the program was ended early; empty: it was not ended early
	Files  []Written     `json:"files,omitempty"`
	Took   time.Duration `json:"took"`
}

// Written is a file written by a program.
type Written struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// Ended is the reason why a program was ended early.
type Ended string

// Values of Ended.
const (
	TooLong   Ended = "time"
	TooMuch   Ended = "memory"
	TooLoud   Ended = "output"
	TooBroken Ended = "broken"
)

// prelude defines the functions for programs.
//
//go:embed prelude.js
var prelude string

var errMemory = errors.New("the interpreter has no memory left")

// running is a program in execution.
type running struct {
	job      Job
	m        instance
	deadline time.Time
	ended    Ended
	out      strings.Builder
	flood    int // bytes printed, including dropped ones
	outcome  Outcome
}

type runningKey struct{}

func of(ctx context.Context) *running { return ctx.Value(runningKey{}).(*running) }

// Task runs a program in a worker process: it takes a Job in JSON and returns an Outcome in
// JSON.
func Task(ctx context.Context, body []byte) ([]byte, error) {
	var j Job
	if err := json.Unmarshal(body, &j); err != nil {
		return nil, err
	}
	out, err := Run(ctx, j, Time)
	if err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

// Run runs a program in this process. It checks the time between instructions of the interpreter. If a
// single instruction takes too long, the caller has to kill the process. An error means that the
// interpreter could not be started.
func Run(ctx context.Context, j Job, limit time.Duration) (Outcome, error) {
	i, err := load(ctx, j.Cache)
	if err != nil {
		return Outcome{}, err
	}
	begun := time.Now()
	p := &running{job: j, deadline: begun.Add(limit)}
	ctx = context.WithValue(withMemory(ctx), runningKey{}, p)
	m, err := i.runtime.InstantiateModule(ctx, i.code, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		return Outcome{}, err
	}
	defer func() { _ = m.Close(ctx) }() // the error does not matter: the program has ended
	p.m = instance{m, ctx}
	p.run()
	p.outcome.Output, p.outcome.Took = p.out.String(), time.Since(begun)
	if p.ended != "" {
		p.outcome.Ended, p.outcome.Error = p.ended, ""
	}
	return p.outcome, nil
}

func (p *running) run() {
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case broken:
			if p.ended == "" {
				p.ended = TooBroken
			}
			if errors.Is(failed.error, errMemory) || strings.Contains(failed.Error(), "unreachable") {
				p.ended = TooMuch
			}
		default:
			panic(failed)
		}
	}()
	p.m.call("qjs_init")
	p.m.call("qjs_set_memory_limit", heapBytes)
	p.m.call("qjs_set_max_stack_size", stackBytes)
	p.m.call("qjs_set_interrupt_handler", 1)
	name := p.m.write("host")
	host := p.m.call("qjs_new_host_function", name, 4, 0)
	global := p.m.call("qjs_get_global")
	p.m.call("qjs_set_prop_string", uint64(global), name, uint64(host))
	p.eval(prelude, "prelude.js", 0)
	result := p.eval(p.job.Code, "program.js", evalAsync)
	if result == 0 {
		return
	}
	promise := p.m.write("promise")
	p.m.call("qjs_set_prop_string", uint64(global), promise, uint64(result))
	p.eval("settle()", "prelude.js", 0)
	for p.ended == "" {
		switch done := int32(p.m.call("qjs_execute_pending_job")); {
		case done > 0:
			continue
		case done < 0: // an uncaught exception
			p.m.call("qjs_get_exception")
			continue
		}
		if more := p.eval("tick()", "prelude.js", 0); more == 0 || p.m.call("qjs_get_bool", uint64(more)) == 0 {
			return
		}
	}
}

// evalAsync is the flag that allows await outside of functions. With this flag, eval returns a promise.
const evalAsync = 1 << 7

// eval evaluates a text. An exception is stored as the outcome's error, and 0 is returned.
func (p *running) eval(code, file string, flags uint64) uint32 {
	source, name := p.m.write(code), p.m.write(file)
	defer p.m.free(source)
	defer p.m.free(name)
	v := p.m.call("qjs_eval", source, uint64(len(code)), name, flags)
	if p.m.call("qjs_is_exception", uint64(v)) == 0 {
		return v
	}
	p.fail(p.m.text(p.m.call("qjs_get_exception")))
	return 0
}

// fail records how the program failed; only the first failure is kept.
func (p *running) fail(said string) {
	if strings.Contains(said, "out of memory") {
		p.ended = TooMuch
	}
	if p.outcome.Error == "" {
		p.outcome.Error = cutText(said, 2<<10)
	}
}

// interrupt returns nonzero if the program has to end now.
func (p *running) interrupt() uint32 {
	if p.ended == "" && time.Now().After(p.deadline) {
		p.ended = TooLong
	}
	if p.ended != "" {
		return 1
	}
	return 0
}

// hostCall handles a call from prelude.js; a program has no other way to call the host. The first
// argument is the name of the operation. The result is a text, which prelude.js decodes.
func (p *running) hostCall(ctx context.Context, n, args uint32) uint32 {
	m := instance{p.m.Module, ctx}
	arg := func(i uint32) string {
		if i >= n {
			return ""
		}
		at, _ := m.Memory().ReadUint32Le(args + 4*i)
		return m.text(at)
	}
	switch arg(0) {
	case "print":
		p.print(arg(1))
	case "files":
		names := []string{}
		for _, f := range p.job.Files {
			names = append(names, f.Name)
		}
		return m.value(asJSON(names))
	case "text":
		if f, ok := p.file(arg(1)); ok {
			return m.value(asJSON(f.Text))
		}
	case "tables":
		if f, ok := p.file(arg(1)); ok {
			return m.value(asJSON(f.Tables))
		}
	case "write":
		return m.value(p.writeFile(arg(1), arg(2), arg(3) == "bytes"))
	case "done":
		p.outcome.Result = cutText(arg(1), 8<<10)
	case "fail":
		p.fail(arg(1))
	}
	return m.value("")
}

func asJSON(v any) string {
	b, _ := json.Marshal(v) // cannot fail: v contains only texts and lists
	return string(b)
}

func (p *running) file(name string) (File, bool) {
	for _, f := range p.job.Files {
		if strings.EqualFold(f.Name, name) {
			return f, true
		}
	}
	return File{}, false
}

// print appends a line of output. Output beyond maxOutput is dropped. A program whose output
// exceeds maxFlood is ended.
func (p *running) print(line string) {
	p.flood += len(line) + 1
	if p.flood > maxFlood {
		p.ended = TooLoud
	}
	room := maxOutput - p.out.Len()
	if len(line)+1 > room {
		p.outcome.Cut = true
		line = cutText(line, max(room-1, 0))
	}
	if room > 0 {
		p.out.WriteString(line + "\n")
	}
}

// writeFile stores a file. If that fails, it returns the reason.
func (p *running) writeFile(name, content string, packed bool) string {
	data := []byte(content)
	if packed {
		var err error
		if data, err = base64.StdEncoding.DecodeString(content); err != nil {
			return "the bytes cannot be read"
		}
	}
	if name == "" || len(name) > 200 {
		return "a file needs a name of at most 200 bytes"
	}
	files, written := p.outcome.Files[:0:0], len(data)
	for _, f := range p.outcome.Files {
		if f.Name != name {
			files, written = append(files, f), written+len(f.Data)
		}
	}
	switch {
	case len(files) >= MaxFiles:
		return "at most 5 files can be written"
	case written > MaxWritten:
		return "the files are larger than 2 MB together"
	}
	p.outcome.Files = append(files, Written{name, data})
	return ""
}

// cutText returns the longest beginning of a text with at most n bytes and only whole characters.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// randomGet fills the interpreter's buffer with random bytes.
func randomGet(_ context.Context, m api.Module, at, n uint32) uint32 {
	b, ok := m.Memory().Read(at, n)
	if !ok {
		return errBadFile
	}
	_, _ = rand.Read(b) // never fails
	return 0
}
