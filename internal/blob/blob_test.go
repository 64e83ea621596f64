package blob

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	alice = "01kaliceaaaaaaaaaaaaaaaaaa"
	bob   = "01kbobbbbbbbbbbbbbbbbbbbbb"
)

func open(t *testing.T) (*Local, *Parts) {
	t.Helper()
	l, err := OpenLocal(filepath.Join(t.TempDir(), "files"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	p, err := l.Parts()
	if err != nil {
		t.Fatal(err)
	}
	return l, p
}

func hold(t *testing.T, p *Parts, name string) *Part {
	t.Helper()
	part, err := p.Hold(name)
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// put stores `content` as a file of the owner and returns its hash.
func put(t *testing.T, l *Local, p *Parts, owner, content string) string {
	t.Helper()
	part := hold(t, p, "upload-of-a-test")
	if err := part.Append(strings.NewReader(content), 1<<20); err != nil {
		t.Fatal(err)
	}
	hash, err := part.Sum()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Put(t.Context(), owner, hash, part); err != nil {
		t.Fatal(err)
	}
	return hash
}

func read(t *testing.T, l *Local, owner, hash string) string {
	t.Helper()
	f, err := l.Open(t.Context(), owner, hash)
	if errors.Is(err, fs.ErrNotExist) {
		return "nothing"
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func all(t *testing.T, l *Local) map[string]int {
	t.Helper()
	out := map[string]int{}
	for o, err := range l.Each(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if o.Size == 0 || o.At.IsZero() {
			t.Errorf("%+v", o)
		}
		out[o.Owner+" "+o.Hash]++
	}
	return out
}

func TestFilesAreKeptOncePerOwner(t *testing.T) {
	t.Parallel()
	l, p := open(t)
	hash := put(t, l, p, alice, "合同")
	if sum := sha256.Sum256([]byte("合同")); hash != hex.EncodeToString(sum[:]) {
		t.Errorf("hash %s", hash)
	}
	if again := put(t, l, p, alice, "合同"); again != hash {
		t.Errorf("the same bytes have the hashes %s and %s", hash, again)
	}
	put(t, l, p, bob, "合同")
	want := []string{alice + " " + hash, bob + " " + hash}
	if got := slices.Sorted(maps.Keys(all(t, l))); !slices.Equal(got, want) {
		t.Errorf("stored are %v", got)
	}
	name, done, err := l.Path(t.Context(), alice, hash)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != "合同" {
		t.Errorf("the path has %q, %v", b, err)
	}
	if st, err := os.Stat(name); err != nil || st.Mode().Perm() != fileMode {
		t.Errorf("others can read it: %v %v", st.Mode(), err)
	}
	done()
	if err := l.Delete(t.Context(), alice, hash); err != nil {
		t.Fatal(err)
	}
	if a, b := read(t, l, alice, hash), read(t, l, bob, hash); a != "nothing" || b != "合同" {
		t.Errorf("after deletion %q and %q", a, b)
	}
	if err := l.Delete(t.Context(), alice, hash); err != nil {
		t.Errorf("deleting it again: %v", err)
	}
	if _, _, err := l.Path(t.Context(), alice, hash); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the path of what is deleted: %v", err)
	}
	if left, err := os.ReadDir(filepath.Join(l.Dir(), alice[24:])); err != nil || len(left) != 0 {
		t.Errorf("the empty folder stays: %v %v", left, err)
	}
	if left, err := os.ReadDir(filepath.Join(l.Dir(), partsDir)); err != nil || len(left) != 0 {
		t.Errorf("parts are left: %v %v", left, err)
	}
}

func TestShareAndDeleteOwner(t *testing.T) {
	t.Parallel()
	l, p := open(t)
	hash := put(t, l, p, alice, "论文")
	other := put(t, l, p, alice, "别的")
	for range 2 {
		if err := l.Share(t.Context(), alice, bob, hash); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Share(t.Context(), alice, bob, strings.Repeat("0", 64)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("sharing what is not there: %v", err)
	}
	if err := l.DeleteOwner(t.Context(), alice); err != nil {
		t.Fatal(err)
	}
	if err := l.DeleteOwner(t.Context(), alice); err != nil {
		t.Errorf("for the second time: %v", err)
	}
	if got := []string{read(t, l, alice, hash), read(t, l, alice, other), read(t, l, bob, hash)}; !slices.Equal(got, []string{"nothing", "nothing", "论文"}) {
		t.Errorf("after the owner has left: %q", got)
	}
	// On a file system without hard links, the file is copied.
	from, _ := place(bob, hash)
	if err := l.root.MkdirAll("aa/01kaliceaaaaaaaaaaaaaaaaaa", dirMode); err != nil {
		t.Fatal(err)
	}
	to, _ := place(alice, hash)
	if err := l.copy(from, to); err != nil || read(t, l, alice, hash) != "论文" {
		t.Errorf("the copy: %v %q", err, read(t, l, alice, hash))
	}
}

func TestNamesLeadNowhere(t *testing.T) {
	t.Parallel()
	l, p := open(t)
	hash := put(t, l, p, alice, "x")
	for _, owner := range []string{"", "a", "..", "../" + alice, "a/b", ".parts", "a\x00b", strings.Repeat("a", 65), "归属者", "a\\b"} {
		if _, err := l.Open(t.Context(), owner, hash); !errors.Is(err, ErrName) {
			t.Errorf("owner %q: %v", owner, err)
		}
		if err := l.DeleteOwner(t.Context(), owner); !errors.Is(err, ErrName) {
			t.Errorf("deleting owner %q: %v", owner, err)
		}
	}
	for _, h := range []string{"", "..", hash[:63], strings.ToUpper(hash[:63]) + "A", "../" + hash, hash + "\n"} {
		_, err := l.Open(t.Context(), alice, h)
		_, _, err2 := l.Path(t.Context(), alice, h)
		if err3 := l.Delete(t.Context(), alice, h); !errors.Is(err, ErrName) || !errors.Is(err2, ErrName) || !errors.Is(err3, ErrName) {
			t.Errorf("hash %q: %v, %v, %v", h, err, err2, err3)
		}
		if err := l.Share(t.Context(), alice, bob, h); !errors.Is(err, ErrName) {
			t.Errorf("sharing %q: %v", h, err)
		}
	}
	for _, name := range []string{"", "..", "../../x", "short", "a/b/c/d/e/f", strings.Repeat("a", 65)} {
		if _, err := p.Hold(name); !errors.Is(err, ErrName) {
			t.Errorf("part %q: %v", name, err)
		}
		if _, err := p.Size(name); !errors.Is(err, ErrName) {
			t.Errorf("the size of part %q: %v", name, err)
		}
	}
	// The method Each skips files that other programs have put into the folder.
	if err := os.WriteFile(filepath.Join(l.Dir(), "notes.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := all(t, l); len(got) != 1 {
		t.Errorf("listed are %v", got)
	}
}

// TestPartsContinue interrupts an upload at many places and continues at the size of the
// part on the disk.
func TestPartsContinue(t *testing.T) {
	t.Parallel()
	l, p := open(t)
	whole := bytes.Repeat([]byte("一二三四五六七八九十"), 20_000)
	for cut := 0; cut < len(whole); cut += len(whole) / 7 {
		part := hold(t, p, "upload-in-pieces")
		broken := io.MultiReader(bytes.NewReader(whole[part.Size():max(int64(cut), part.Size())]), iotest.ErrReader(io.ErrUnexpectedEOF))
		if err := part.Append(broken, 1<<30); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		part.Release()
		if size, err := p.Size("upload-in-pieces"); err != nil || size != int64(cut) {
			t.Fatalf("cut at %d, there are %d, %v", cut, size, err)
		}
	}
	part := hold(t, p, "upload-in-pieces")
	if err := part.Append(iotest.OneByteReader(bytes.NewReader(whole[part.Size():])), 1<<30); err != nil {
		t.Fatal(err)
	}
	hash, err := part.Sum()
	if sum := sha256.Sum256(whole); err != nil || hash != hex.EncodeToString(sum[:]) {
		t.Errorf("the whole has the hash %s, %v", hash, err)
	}
	if err := l.Put(t.Context(), alice, hash, part); err != nil || read(t, l, alice, hash) != string(whole) {
		t.Errorf("it is not what was sent: %v", err)
	}
}

func TestPartsAreBounded(t *testing.T) {
	t.Parallel()
	_, p := open(t)
	part := hold(t, p, "upload-too-long")
	if err := part.Append(strings.NewReader(strings.Repeat("x", 100)), 100); err != nil {
		t.Errorf("exactly the limit: %v", err)
	}
	if err := part.Append(strings.NewReader("y"), 100); !errors.Is(err, ErrTooBig) || part.Size() != 100 {
		t.Errorf("one more: %v, %d", err, part.Size())
	}
	if err := part.Restart(); err != nil || part.Size() != 0 {
		t.Errorf("restarting: %v, %d", err, part.Size())
	}
	if err := part.Append(strings.NewReader("again"), 5); err != nil || part.Size() != 5 {
		t.Errorf("after a restart: %v, %d", err, part.Size())
	}
	part.Release()
	endless := hold(t, p, "upload-without-end")
	defer endless.Release()
	if err := endless.Append(zeros{}, 1<<20); !errors.Is(err, ErrTooBig) || endless.Size() != 1<<20 {
		t.Errorf("without end: %v, %d", err, endless.Size())
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestOneWriterAtATime(t *testing.T) {
	t.Parallel()
	_, p := open(t)
	var held, busy atomic.Int32
	var all sync.WaitGroup
	hold := make(chan struct{})
	for range 200 {
		all.Go(func() {
			part, err := p.Hold("upload-of-many")
			switch {
			case errors.Is(err, ErrBusy):
				if busy.Add(1) == 199 {
					close(hold)
				}
			case err != nil:
				t.Error(err)
			default:
				held.Add(1)
				<-hold
				part.Release()
				part.Release() // the second call has no effect
			}
		})
	}
	all.Wait()
	if held.Load() != 1 || busy.Load() != 199 {
		t.Errorf("%d held it, %d were refused", held.Load(), busy.Load())
	}
	part, err := p.Hold("upload-of-many")
	if err != nil {
		t.Fatalf("after its release: %v", err)
	}
	if err := p.Drop("upload-of-many"); err != nil {
		t.Fatal(err)
	}
	if err := part.Append(strings.NewReader("still mine"), 100); err != nil {
		t.Errorf("a held part was dropped: %v", err)
	}
	if err := errors.Join(part.Remove(), part.Remove(), p.Drop("upload-of-many")); err != nil {
		t.Error(err)
	}
}

func TestDiskFailures(t *testing.T) {
	t.Parallel()
	l, p := open(t)
	// When a write fails, the bytes that were written before are kept.
	part := hold(t, p, "upload-to-a-full-disk")
	if err := part.Append(strings.NewReader("before"), 100); err != nil {
		t.Fatal(err)
	}
	part.file.Close()
	if err := part.Append(strings.NewReader("after"), 100); !errs.Is(err, errs.StorageFail) || part.Size() != 6 {
		t.Errorf("a write that fails: %v, %d", err, part.Size())
	}
	part.Release()
	// When a sync fails, the part is deleted.
	p.sync = func(*os.File) error { return errors.New("EIO") }
	part = hold(t, p, "upload-to-a-full-disk")
	if part.Size() != 6 {
		t.Errorf("kept are %d", part.Size())
	}
	if _, err := part.Sum(); !errs.Is(err, errs.StorageFail) {
		t.Errorf("a sync that fails: %v", err)
	}
	if size, err := p.Size("upload-to-a-full-disk"); size != 0 || err != nil {
		t.Errorf("after a failed sync there are %d bytes, %v", size, err)
	}
	// Put fails if it cannot create the owner's folder. Here its parent folder, the shard, cannot be
	// created, because a file has the same name.
	p.sync = (*os.File).Sync
	if err := os.WriteFile(filepath.Join(l.Dir(), alice[24:]), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	part = hold(t, p, "upload-to-a-full-disk")
	defer part.Release()
	hash, err := part.Sum()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Put(t.Context(), alice, hash, part); !errs.Is(err, errs.StorageFail) {
		t.Errorf("a folder that cannot be made: %v", err)
	}
}

func TestSweepParts(t *testing.T) {
	t.Parallel()
	l, p := open(t)
	old := time.Now().Add(-2 * time.Hour)
	for _, name := range []string{"left-by-a-crash", "still-arriving", "just-broken-off"} {
		part := hold(t, p, name)
		if err := part.Append(strings.NewReader("x"), 10); err != nil {
			t.Fatal(err)
		}
		if name != "still-arriving" {
			part.Release()
		}
		if name != "just-broken-off" {
			if err := l.root.Chtimes(".parts/"+name, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := p.Sweep(time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Join(l.Dir(), partsDir))
	if err != nil || len(left) != 2 || left[0].Name() != "just-broken-off" || left[1].Name() != "still-arriving" {
		t.Errorf("left are %v, %v", left, err)
	}
}
