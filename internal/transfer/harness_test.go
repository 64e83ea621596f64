package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// fakeFiles stores the files of one owner in memory.
type fakeFiles struct {
	added   map[string]string // the content of each stored file, by its name
	refuses error
}

func (s *fakeFiles) List(context.Context, string) ([]File, error) { return nil, nil }

func (s *fakeFiles) Open(context.Context, string, string) (io.ReadCloser, error) {
	return nil, errs.New(errs.NotFound)
}
func (s *fakeFiles) Same(context.Context, string, string, string) (string, error) { return "", nil }

func (s *fakeFiles) Fits(context.Context, string, string, int64, int, int64) error { return s.refuses }

func (s *fakeFiles) Add(_ context.Context, _ string, f File, body io.Reader) (string, error) {
	b, err := io.ReadAll(body)
	if err = errors.Join(err, s.refuses); err != nil {
		return "", err
	}
	s.added[f.Name] = string(b)
	return "new-" + f.Name, nil
}

// fakeNotes accepts all notes and stores none.
type fakeNotes struct{}

func (fakeNotes) Of(context.Context, string, string) iter.Seq2[Note, error] {
	return func(func(Note, error) bool) {}
}

func (fakeNotes) Add(_ context.Context, _, _ string, notes []Note) (int, error) {
	return len(notes), nil
}

// harness is a service without conversations, and the folder of its archives.
type harness struct {
	*Service
	files *fakeFiles
	dir   string
}

func newHarness(t *testing.T) harness {
	t.Helper()
	d := harness{files: &fakeFiles{added: map[string]string{}}, dir: t.TempDir()}
	files, err := blob.OpenLocal(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	parts, err := files.Parts()
	if err != nil {
		t.Fatal(err)
	}
	d.Service = New(Options{Holdings: Holdings{Files: d.files, Notes: fakeNotes{}}, Parts: parts, Now: time.Now})
	return d
}

// empty checks that no archive remains on the disk.
func (d harness) empty(t *testing.T) {
	t.Helper()
	left, err := os.ReadDir(filepath.Join(d.dir, ".parts"))
	if err != nil || len(left) > 0 {
		t.Errorf("on the disk: %v %v", left, err)
	}
}

func (d harness) bring(ctx context.Context, file []byte) (Report, error) {
	return d.Import(ctx, "", func(context.Context) (string, error) { return "owner-1", nil }, bytes.NewReader(file))
}

// zipped is an entry of an archive.
type zipped struct {
	name, data string
	raw        *zip.FileHeader // not nil: data is written unchanged with this header
}

func pack(t testing.TB, entries ...zipped) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		make := func() (io.Writer, error) { return z.Create(e.name) }
		if e.raw != nil {
			e.raw.Name, e.raw.CompressedSize64, e.raw.CRC32 = e.name, uint64(len(e.data)), crc32.ChecksumIEEE([]byte(e.data))
			make = func() (io.Writer, error) { return z.CreateRaw(e.raw) }
		}
		w, err := make()
		if err == nil {
			_, err = io.WriteString(w, e.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// described returns the description of a file at `path`, as it is in wenqu.json.
func described(path, data string) File {
	sum := sha256.Sum256([]byte(data))
	return File{ID: "old-" + path, Name: "一.txt", Path: path, Size: int64(len(data)), SHA256: hex.EncodeToString(sum[:]), Notes: list[Note]{}}
}

func mainJSON(t testing.TB, files ...File) zipped {
	t.Helper()
	b, err := json.Marshal(append([]File{}, files...))
	if err != nil {
		t.Fatal(err)
	}
	return zipped{name: mainName, data: `{"format":"wenqu","version":1,"files":` + string(b) + `,"conversations":[]}`}
}
