package pdf

import (
	"golang.org/x/text/encoding/charmap"

	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"sync"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// maxInstancePages limits the memory of each instance of PDFium, in pages of 64 KB. If a call
// needs more, it fails without affecting other instances.
const maxInstancePages = 4096

// pools contains a compiled PDFium for each cache folder. Compiling takes seconds, or
// about 50 ms if the folder contains the result of an earlier compilation.
var pools struct {
	sync.Mutex
	by map[string]pdfium.Pool
}

func poolOf(cache string) (pdfium.Pool, error) {
	pools.Lock()
	defer pools.Unlock()
	if p := pools.by[cache]; p != nil {
		return p, nil
	}
	kept := wazero.NewCompilationCache()
	if cache != "" {
		if err := os.MkdirAll(cache, 0o700); err != nil {
			return nil, err
		}
		var err error
		if kept, err = wazero.NewCompilationCacheWithDir(cache); err != nil {
			return nil, err
		}
	}
	p, err := webassembly.Init(webassembly.Config{
		MaxTotal:      64,
		FSConfig:      wazero.NewFSConfig(), // no access to the file system; only the given file is read
		RuntimeConfig: wazero.NewRuntimeConfig().WithCompilationCache(kept).WithMemoryLimitPages(maxInstancePages),
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, err
	}
	if pools.by == nil {
		pools.by = map[string]pdfium.Pool{}
	}
	pools.by[cache] = p
	return p, nil
}

// document is an open PDF in its own instance of PDFium. PDFium's functions are called
// directly and not through the wrappers of the library go-pdfium, which allocate memory
// for each character.
type document struct {
	instance pdfium.Pdfium
	mod      api.Module
	ctx      context.Context
	fns      map[string]api.Function
	stack    []uint64
	doc      uint64
	scratch  uint32
	file     *detachable
	changed  changes
	err      error // the first failure of a call, after which PDFium counts as crashed

	kept               map[uint64]uint64 // objects that keep fonts, by the font's handle; see keep
	form, formInfo     uint64            // handles of formOf
	withoutAnnotations bool

	room     []glyph          // memory for the glyphs of the next page
	tex      []*texEncoding   // encodings of TeX found on a page
	encoding *charmap.Charmap // encoding of fonts with a missing or wrong map; nil until it is found on a page
}

// fileAccess is a part of the library's implementation. PDFium uses it to read a file piece
// by piece.
type fileAccess interface {
	CreateFileAccessReader(size int64, r io.ReadSeeker) (*uint64, *uint32, error)
}

const scratchSize = 64 << 10

// openPDF opens a file with the replacements and additions in `changed`.
func openPDF(in *parse.Input, changed changes) (*document, error) {
	pool, err := poolOf(in.Tools.Cache)
	if err != nil {
		return nil, fmt.Errorf("parse: PDFium: %w", err)
	}
	instance, err := pool.GetInstanceWithContext(context.Background())
	if err != nil {
		return nil, fmt.Errorf("parse: PDFium: %w", err)
	}
	d := &document{instance: instance, ctx: context.Background(), fns: map[string]api.Function{}, stack: make([]uint64, 16), changed: changed}
	if err := d.open(in); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *document) open(in *parse.Input) error {
	implementation := d.instance.GetImplementation()
	files, ok := implementation.(fileAccess)
	if d.mod, _ = reflect.ValueOf(implementation).Elem().FieldByName("Module").Interface().(api.Module); !ok || d.mod == nil {
		return errors.New("parse: PDFium has another shape than expected")
	}
	file, size := d.changed.reader(in)
	d.file = &detachable{file}
	at, _, err := files.CreateFileAccessReader(size, d.file)
	if err != nil {
		return err
	}
	if d.scratch = uint32(d.call("malloc", scratchSize)); d.scratch == 0 {
		return parse.Fail(parse.OutOfMemory, d.err)
	}
	password := uint64(0)
	if in.Password != "" {
		if len(in.Password) > 1000 {
			return parse.Fail(parse.WrongPassword, nil)
		}
		d.mod.Memory().Write(d.scratch, append([]byte(in.Password), 0))
		password = uint64(d.scratch)
	}
	d.doc = d.call("FPDF_LoadCustomDocument", *at, password)
	if d.err != nil {
		return parse.Fail(parse.Broken, d.err)
	}
	if d.doc != 0 {
		return nil
	}
	const passwordError = 4
	if code := d.call("FPDF_GetLastError"); code != passwordError {
		return parse.Failf(parse.Broken, "PDFium's error %d", code)
	}
	if in.Password == "" {
		return parse.Fail(parse.Encrypted, nil)
	}
	return parse.Fail(parse.WrongPassword, nil)
}

func (d *document) close() {
	if d.err == nil && d.doc != 0 {
		if d.form != 0 {
			d.call("FPDFDOC_ExitFormFillEnvironment", d.form)
		}
		d.release()
		d.call("FPDF_CloseDocument", d.doc)
	}
	_ = d.instance.Close() // closing the instance frees its memory
	if d.file != nil {
		d.file.ReadSeeker = nil
	}
}

// detachable is the file as PDFium reads it. go-pdfium never releases a detachable, so
// document.close removes its reader.
type detachable struct{ io.ReadSeeker }

// call calls a function of PDFium. After a crash every call returns 0, and d.err
// contains the reason.
func (d *document) call(name string, args ...uint64) uint64 {
	if d.err != nil {
		return 0
	}
	f := d.function(name)
	if f == nil {
		return 0
	}
	return d.invoke(f, args...)
}

// function returns a function of PDFium, for invoke. If PDFium has no such function, the result is nil and
// d.err is set.
func (d *document) function(name string) api.Function {
	f := d.fns[name]
	if f == nil {
		if f = d.mod.ExportedFunction(name); f == nil {
			d.err = fmt.Errorf("parse: PDFium has no %s", name)
			return nil
		}
		d.fns[name] = f
	}
	return f
}

func (d *document) invoke(f api.Function, args ...uint64) uint64 {
	if d.err != nil {
		return 0
	}
	beginCall()
	defer endCall()
	d.stack[0] = 0
	copy(d.stack, args)
	if err := f.CallWithStack(d.ctx, d.stack); err != nil {
		d.err = err
		return 0
	}
	return d.stack[0]
}

func (d *document) float32At(at uint32) float64 {
	v, _ := d.mod.Memory().ReadUint32Le(at)
	return finite(float64(math.Float32frombits(v)))
}

func (d *document) float64At(at uint32) float64 {
	v, _ := d.mod.Memory().ReadUint64Le(at)
	return finite(math.Float64frombits(v))
}

// fourFloats returns the four numbers at the beginning of the scratch memory.
func (d *document) fourFloats() (a, b, c, e float64) {
	m, ok := d.mod.Memory().Read(d.scratch, 16)
	if !ok {
		return 0, 0, 0, 0
	}
	at := func(i int) float64 {
		return finite(float64(math.Float32frombits(binary.LittleEndian.Uint32(m[i:]))))
	}
	return at(0), at(4), at(8), at(12)
}

// finite returns v, or 0 if v cannot be a coordinate or size on a page.
func finite(v float64) float64 {
	if math.IsNaN(v) || v > 1e6 || v < -1e6 {
		return 0
	}
	return v
}

// wideString reads n bytes of UTF-16, but at most maxValue bytes. Units that are 0 are left out.
func wideString(m api.Memory, at uint32, n int) string {
	b, ok := m.Read(at, uint32(max(0, min(n, maxValue))))
	if !ok {
		return ""
	}
	u := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		if c := binary.LittleEndian.Uint16(b[i:]); c != 0 {
			u = append(u, c)
		}
	}
	return string(utf16.Decode(u))
}

// meta returns an entry of the document's information dictionary.
func (d *document) meta(key string) string {
	const keyAt = scratchSize - 100
	d.mod.Memory().Write(d.scratch+keyAt, append([]byte(key), 0))
	return d.textOf("FPDF_GetMetaText", d.doc, uint64(d.scratch+keyAt))
}

func (d *document) pageCount() int { return int(int32(d.call("FPDF_GetPageCount", d.doc))) }
