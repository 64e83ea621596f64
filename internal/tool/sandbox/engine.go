// Package sandbox runs small JavaScript programs written by a model. The interpreter is QuickJS-NG
// compiled to WebAssembly. A program has no network, and it reaches files and the server only through
// the functions of prelude.js. Each program runs in a worker process, which the server can end at any
// time.
package sandbox

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Limits of one program.
const (
	Time       = 10 * time.Second
	memory     = 256 << 20 // maximum memory of the interpreter, including the program's values
	heapBytes  = 224 << 20 // maximum memory of the program's values; less than `memory`, so that the program gets an out-of-memory error
	stackBytes = 512 << 10 // size of the interpreter's stack
	maxOutput  = 32 << 10  // kept bytes of a program's output
	maxFlood   = 4 << 20   // bytes of output after which the program is ended
	MaxFiles   = 5         // maximum number of files written by a program
	MaxWritten = 2 << 20   // bytes of all files written by a program
	MaxCode    = 64 << 10  // bytes of a program
)

// packed is quickjs.wasm of the npm package quickjs-wasi 3.6.2; see README.md.
//
//go:embed quickjs.wasm.gz
var packed []byte

// interpreter is the compiled interpreter of this process.
type interpreter struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

var (
	loading sync.Mutex
	loaded  *interpreter
)

// load compiles the interpreter once per process. `cache` is a folder for the compiled code, shared
// between processes; empty: none.
func load(ctx context.Context, cache string) (*interpreter, error) {
	loading.Lock()
	defer loading.Unlock()
	if loaded != nil {
		return loaded, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	wasm, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(memory >> 16)
	if cache != "" {
		kept, err := wazero.NewCompilationCacheWithDir(cache)
		if err != nil {
			return nil, err
		}
		config = config.WithCompilationCache(kept)
	}
	i := &interpreter{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if err := i.imports(ctx); err != nil {
		return nil, err
	}
	if i.code, err = i.runtime.CompileModule(ctx, wasm); err != nil {
		return nil, err
	}
	loaded = i
	return i, nil
}

// errBadFile is the WASI error for a file that is not open. All file functions of WASI return
// it. The functions of prelude.js for files use host_call instead.
const errBadFile = 8

// imports defines the functions of the server for the interpreter. The interpreter has no other access:
// no files, no network, no environment, no processes.
func (i *interpreter) imports(ctx context.Context) error {
	env := i.runtime.NewHostModuleBuilder("env")
	for name, f := range map[string]any{
		"host_get_timezone_offset": func(ctx context.Context, _ api.Module, _, _ uint32) int32 { return int32(of(ctx).job.Offset * 60) },
		"host_interrupt":           func(ctx context.Context, _ api.Module) uint32 { return of(ctx).interrupt() },
		"host_promise_rejection":   func(_, _, _ uint32) {},
		"host_module_normalize":    func(_, _ uint32) uint32 { return 0 },
		"host_module_load":         func(_, _ uint32) uint32 { return 0 },
		"host_call": func(ctx context.Context, _ api.Module, _, _, _, n, args uint32) uint32 {
			return of(ctx).hostCall(ctx, n, args)
		},
	} {
		env = env.NewFunctionBuilder().WithFunc(f).Export(name)
	}
	if _, err := env.Instantiate(ctx); err != nil {
		return err
	}
	wasi := i.runtime.NewHostModuleBuilder("wasi_snapshot_preview1")
	for name, f := range map[string]any{
		"clock_time_get": func(_ context.Context, m api.Module, _ uint32, _ uint64, at uint32) uint32 {
			m.Memory().WriteUint64Le(at, uint64(time.Now().UnixNano()))
			return 0
		},
		"random_get":    randomGet,
		"fd_close":      func(uint32) uint32 { return errBadFile },
		"fd_fdstat_get": func(_, _ uint32) uint32 { return errBadFile },
		"fd_seek":       func(_ uint32, _ uint64, _, _ uint32) uint32 { return errBadFile },
		"fd_write":      func(_, _, _, _ uint32) uint32 { return errBadFile },
	} {
		wasi = wasi.NewFunctionBuilder().WithFunc(f).Export(name)
	}
	_, err := wasi.Instantiate(ctx)
	return err
}

// instance is a new interpreter for one program.
type instance struct {
	api.Module
	ctx context.Context
}

// call calls a function of the interpreter. It panics if the interpreter cannot continue. The method
// run then ends the program as TooBroken, or as TooMuch if memory was lacking.
func (m instance) call(name string, args ...uint64) uint32 {
	out, err := m.ExportedFunction(name).Call(m.ctx, args...)
	if err != nil {
		panic(broken{fmt.Errorf("%s: %w", name, err)})
	}
	if len(out) == 0 {
		return 0
	}
	return uint32(out[0])
}

// broken is the panic value of an interpreter that cannot continue.
type broken struct{ error }

// write copies a text into the interpreter's memory; free releases it.
func (m instance) write(s string) (at uint64) {
	p := m.call("wasm_malloc", uint64(len(s)+1))
	if p == 0 || !m.Memory().Write(p, append([]byte(s), 0)) {
		panic(broken{errMemory})
	}
	return uint64(p)
}

func (m instance) free(at uint64) { m.call("wasm_free", at) }

// text converts a value of the program to a text.
func (m instance) text(value uint32) string {
	length := m.call("wasm_malloc", 4)
	if length == 0 {
		panic(broken{errMemory})
	}
	defer m.free(uint64(length))
	m.Memory().WriteUint32Le(length, 0)
	at := m.call("qjs_get_string_len", uint64(value), uint64(length))
	if at == 0 {
		return ""
	}
	defer m.call("qjs_free_cstring", uint64(at))
	n, _ := m.Memory().ReadUint32Le(length)
	b, ok := m.Memory().Read(at, n)
	if !ok {
		return ""
	}
	return string(bytes.ToValidUTF8(b, []byte("\uFFFD")))
}

// value converts a text to a value of the program.
func (m instance) value(s string) uint32 {
	at := m.write(s)
	defer m.free(at)
	return m.call("qjs_new_string", at, uint64(len(s)))
}
