package formats

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parse/parsetest"
)

// samples returns the names of all samples in testdata.
func samples(t testing.TB) []string {
	t.Helper()
	all, err := filepath.Glob(parsetest.Dir() + "/*.*")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, name := range all {
		if base := filepath.Base(name); !strings.HasSuffix(base, ".want") && base != "README.md" {
			out = append(out, base)
		}
	}
	return out
}

// damage truncates a file, overwrites some bytes, or removes or repeats a range.
func damage(r *rand.Rand, data []byte) []byte {
	out := bytes.Clone(data)
	if len(out) < 4 {
		return out
	}
	a, b := r.IntN(len(out)), r.IntN(len(out))
	a, b = min(a, b), max(a, b)
	switch r.IntN(5) {
	case 0:
		return out[:a]
	case 1:
		for range 1 + r.IntN(20) {
			out[r.IntN(len(out))] = byte(r.Uint32())
		}
	case 2:
		return append(out[:a:a], out[b:]...)
	case 3:
		b = min(b, a+4096)
		return append(append(out[:b:b], out[a:b]...), out[b:]...)
	case 4:
		for range 1 + r.IntN(5) {
			at := r.IntN(len(out) - 3)
			copy(out[at:], []byte{0xff, 0xff, 0xff, 0x7f})
		}
	}
	return out
}

// TestDamagedFiles reads a thousand damaged files. Each must produce text or an error. A
// file that is still being read a minute before the deadline of the test is stored for debugging.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	names := samples(t)
	r := rand.New(rand.NewPCG(3, 4))
	read, failed := 0, map[parse.Code]int{}
	ctx := t.Context()
	if end, ok := t.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Minute))
		defer cancel()
	}
	for i := range 1_000 {
		name := names[i%len(names)]
		data := damage(r, parsetest.Sample(t, name))
		name = strings.TrimSuffix(name, ".gz")
		o := parse.Options{Name: name, Password: "wenqu", MaxChars: 100_000, Tools: tools(t)}
		k := &parsetest.Sink{}
		sum, err := Parse(ctx, bytes.NewReader(data), int64(len(data)), o, k)
		if errors.Is(err, context.DeadlineExceeded) {
			file := filepath.Join(os.TempDir(), "slow-"+name)
			_ = os.WriteFile(file, data, 0o600)
			t.Fatalf("variant %d of %s does not end, see %s", i, name, file)
		}
		parsetest.Sound(t, sum, k.Units, err, o)
		if err == nil {
			read++
			continue
		}
		code, _ := parse.CodeOf(err)
		if strings.Contains(err.Error(), "panic") {
			t.Errorf("variant %d of %s: %v", i, name, err)
		}
		failed[code]++
	}
	if read < 200 || failed[parse.Broken] < 50 {
		t.Errorf("%d were read, others failed with %v", read, failed)
	}
	t.Log(read, failed)
}

func FuzzParse(f *testing.F) {
	for _, name := range samples(f) {
		if data := parsetest.Sample(f, name); len(data) < 64<<10 {
			f.Add(data, strings.TrimSuffix(name, ".gz"))
		}
	}
	cache := tools(f).Cache
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		if len(data) > 256<<10 {
			t.Skip("long enough")
		}
		o := parse.Options{Name: name, MaxChars: 100_000, MaxPages: 200, Password: "wenqu", Tools: parse.Tools{Cache: cache, Temp: os.TempDir()}}
		k := &parsetest.Sink{}
		sum, err := Parse(t.Context(), bytes.NewReader(data), int64(len(data)), o, k)
		parsetest.Sound(t, sum, k.Units, err, o)
		if err != nil && strings.Contains(err.Error(), "panic") {
			t.Fatal(err)
		}
	})
}
