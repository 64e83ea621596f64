//go:build unix

package document

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/parse/formats"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

const (
	alice = domaintest.Alice
	bob   = domaintest.Bob
)

// lines is a Parser for texts: every line is a unit, and some lines, such as "wait" and
// "fail", are commands.
type lines struct {
	mu    sync.Mutex
	calls []string      // names of the files, in the order in which the parser began to read them
	now   int           // number of files being read now
	most  int           // largest number of files read at the same time
	gate  chan struct{} // the reading waits at a line "wait" or "stuck" until a value is sent to gate or gate is closed
	met   chan string   // receives the name of a file when the reading of the file reaches "wait" or "stuck"
	fails error         // error of the reading at a line "fail"
}

func newLines() *lines {
	return &lines{gate: make(chan struct{}), met: make(chan string, 100), fails: errors.New("the worker is gone")}
}

func (p *lines) begun() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.calls)
}

func (p *lines) Parse(ctx context.Context, r Request, s Sink) (parsed.Summary, error) {
	p.mu.Lock()
	p.calls = append(p.calls, r.Name)
	p.now++
	p.most = max(p.most, p.now)
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		p.now--
		p.mu.Unlock()
	}()
	b, err := os.ReadFile(r.Path)
	if err != nil {
		return parsed.Summary{}, err
	}
	sum := parsed.Summary{Format: "txt", Title: " 题\x00\xff\n", Warnings: []parsed.Warning{parsed.Repaired}}
	all := strings.Split(string(b), "\n")
	for i, line := range all {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "password":
			switch r.Password {
			case "":
				return sum, errs.New(errs.FileEncrypted).With("file", r.Name)
			case rest:
			default:
				return sum, errs.New(errs.FilePassword).With("file", r.Name)
			}
		case "broken":
			return sum, errs.New(errs.FileBroken).With("file", r.Name)
		case "fail":
			return sum, p.fails
		case "wait":
			p.met <- r.Name
			select {
			case <-p.gate:
			case <-ctx.Done():
				return sum, ctx.Err()
			}
		case "stuck": // unlike "wait", ignores the end of ctx, to simulate a killed process
			p.met <- r.Name
			<-p.gate
		}
		u := parsed.Unit{Number: i + 1, Kind: parsed.Page, Blocks: []parsed.Block{{Kind: parsed.Paragraph, Text: line}}}
		if word == "blank" {
			u.Blocks[0].Text = " \t"
		}
		if err := s.Unit(u); err != nil {
			return sum, err
		}
		s.Progress(i+1, len(all))
		sum.Units, sum.Chars = i+1, sum.Chars+len([]rune(line))
		sum.Outline = append(sum.Outline, parsed.Heading{Level: 1, Text: line, Unit: i + 1})
	}
	return sum, nil
}

// rows is an Index with one row for each unit. It can be set to fail.
type rows struct {
	mu   sync.Mutex
	fail error
	adds int
}

func (x *rows) Add(ctx context.Context, tx *sql.Tx, owner, documentID string, u parsed.Unit) error {
	x.mu.Lock()
	x.adds++
	err := x.fail
	x.mu.Unlock()
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO test_index (owner, document, unit, body) VALUES ($1, $2, $3, $4) ON CONFLICT (document, unit) DO NOTHING`, owner, documentID, u.Number, u.Text())
	return err
}

func (x *rows) Remove(ctx context.Context, tx *sql.Tx, owner, documentID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM test_index WHERE owner = $1 AND document = $2`, owner, documentID)
	return err
}

func (x *rows) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	_, err := tx.ExecContext(ctx, `UPDATE test_index SET owner = $1 WHERE owner = $2`, to, from)
	return err
}

func (x *rows) Forget(ctx context.Context, tx *sql.Tx, owner string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM test_index WHERE owner = $1`, owner)
	return err
}

// Search searches with SQL.
func (h *harness) Search(ctx context.Context, owner, keyword string, ids []string, limit int) ([]Hit, error) {
	found, err := h.db.Read().QueryContext(ctx, `SELECT document, unit, body FROM test_index WHERE owner = $1 AND body LIKE $2 ORDER BY document, unit`, owner, "%"+keyword+"%")
	if err != nil {
		return nil, err
	}
	defer found.Close()
	var hits []Hit
	for found.Next() {
		var h Hit
		if err := found.Scan(&h.DocumentID, &h.Unit, &h.Quote); err != nil {
			return nil, err
		}
		if len(hits) < limit && (len(ids) == 0 || slices.Contains(ids, h.DocumentID)) {
			hits = append(hits, h)
		}
	}
	return hits, found.Err()
}

// Named returns a conversation for each id that does not begin with "deleted".
func (h *harness) Named(_ context.Context, owner string, cids []string) ([]Conversation, error) {
	var out []Conversation
	for _, cid := range cids {
		if !strings.HasPrefix(cid, "deleted") {
			out = append(out, Conversation{ID: cid, Title: owner + " " + cid, LastRepliedAt: 5000})
		}
	}
	return out, nil
}

// faulty is a blob store that can be set to fail.
type faulty struct {
	*blob.Local
	mu      sync.Mutex
	fail    error
	sharing func() // called before a file is shared; nil: nothing
}

func (f *faulty) Share(ctx context.Context, from, to, hash string) error {
	if f.sharing != nil {
		f.sharing()
	}
	return f.Local.Share(ctx, from, to, hash)
}

func (f *faulty) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fail = err
}

func (f *faulty) Put(ctx context.Context, owner, hash string, part *blob.Part) error {
	f.mu.Lock()
	err := f.fail
	f.mu.Unlock()
	if err != nil {
		return err
	}
	return f.Local.Put(ctx, owner, hash, part)
}

// harness is a document service with all its dependencies.
type harness struct {
	*Service
	db     *db.DB
	dir    string
	files  *faulty
	jobs   *job.Queue
	parser *lines
	index  *rows
	clock  *domaintest.Clock
	limits Limits
	server *domaintest.Server
}

// newHarness makes a service on a database and a folder. Files are read only after run
// is called.
func newHarness(t testing.TB, d *db.DB, dir string) *harness {
	t.Helper()
	return newHarnessWith(t, d, dir, job.Options{})
}

// dying are the options of a queue that looks for no further jobs in its next pass while it has work.
// It is like the queue of a killed process when its first pass finds atOnce files: then it does not look
// for a further file in that pass, either. Tests add the files before the queue runs, with another
// harness, so that adding a job does not wake this queue.
var dying = job.Options{Busy: time.Hour, Idle: 10 * time.Millisecond, Lease: time.Hour}

// expireLeases makes all running jobs available again, as if the leases of their processes had
// expired.
func (h *harness) expireLeases(t testing.TB) {
	t.Helper()
	err := h.db.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE job SET state = 'queued' WHERE state = 'running'`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func newHarnessWith(t testing.TB, d *db.DB, dir string, queue job.Options) *harness {
	t.Helper()
	h := &harness{db: d, dir: dir, parser: newLines(), index: &rows{}, clock: domaintest.NewRealClock(), limits: Limits{File: 1 << 20, Files: 100, Bytes: 1 << 30}}
	if _, err := d.Read().Exec(`SELECT 1 FROM test_index`); err != nil {
		err := d.InTx(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`CREATE TABLE test_index (owner TEXT, document TEXT, unit BIGINT, body TEXT, PRIMARY KEY (document, unit))`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	local, err := blob.OpenLocal(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { local.Close() })
	parts, err := local.Parts()
	if err != nil {
		t.Fatal(err)
	}
	h.files = &faulty{Local: local}
	queue.DB, queue.Now, queue.Log = d, h.clock.Now, slog.New(slog.DiscardHandler)
	h.jobs = job.NewQueue(queue)
	h.Service = New(Options{
		DB: d, Jobs: h.jobs, Files: h.files, Parts: parts, Key: func(p string) string { return "secret " + p }, Build: "1",
		Detect: func(r io.ReaderAt, size int64, name string) Recognised {
			t := formats.DetectFile(r, size, name)
			return Recognised{Type: FileType(t.FileType), DocType: t.DocType, MIME: t.MIME, Parsed: t.Parsed}
		},
		Parser: h.parser, Index: h.index, Searcher: h, Conversations: h,
		Limits: func() Limits { return h.limits }, Now: h.clock.Now, Log: slog.New(slog.DiscardHandler),
	})
	h.server = domaintest.Serve(t, h.Routes)
	return h
}

// parses returns the statistics of reading files.
func (h *harness) parses() job.Stats { return h.jobs.Stats(ParseJob) }

// forget deletes everything of an owner in the same order as the server.
func (h *harness) forget(t testing.TB, owner string) {
	t.Helper()
	if err := errors.Join(h.jobs.Forget(t.Context(), owner), h.Forget(t.Context(), owner)); err != nil {
		t.Fatal(err)
	}
}

// move moves jobs and documents from one owner to another, in the same order as a login.
func (h *harness) move(ctx context.Context, tx *sql.Tx, from, to string) error {
	return errors.Join(h.db.LockOwner(ctx, tx, from), h.jobs.Move(ctx, tx, from, to), h.Move(ctx, tx, from, to))
}

// run reads files until the test ends or stop is called.
func (h *harness) run(t testing.TB) (stop func()) { return domaintest.Background(t, h.jobs.Run) }

// each runs a test on SQLite and on PostgreSQL while files are being read.
func each(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Helper()
	domaintest.Each(t, inNewFolder, func(t *testing.T, h *harness) {
		h.run(t)
		f(t, h)
	})
}

// on runs a test on SQLite only, without reading files.
func on(t *testing.T, f func(t *testing.T, h *harness)) {
	t.Helper()
	domaintest.On(t, inNewFolder, f)
}

func inNewFolder(t testing.TB, d *db.DB) *harness {
	t.Helper()
	return newHarness(t, d, t.TempDir())
}

// do sends a request. body is nil, a reader, a string, or a value that is sent as JSON.
// header contains names and values in turn.
func (h *harness) do(t testing.TB, method, path, owner string, body any, header ...string) (*http.Response, string) {
	t.Helper()
	c := domaintest.Call{Method: method, Path: path, Owner: owner, Body: body, Header: map[string]string{}}
	for i := 0; i < len(header); i += 2 {
		c.Header[header[i]] = header[i+1]
	}
	return h.server.Do(t, c)
}

// call posts JSON and returns the decoded answer. It fails the test when the answer
// has a status other than `status`.
func (h *harness) call(t testing.TB, status int, path, owner string, body any) map[string]any {
	t.Helper()
	res, got := h.do(t, "POST", path, owner, body)
	return decoded(t, status, res, got)
}

func decoded(t testing.TB, status int, res *http.Response, got string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(got), &out); err != nil || res.StatusCode != status {
		t.Fatalf("%s %s: %d %s", res.Request.Method, res.Request.URL.Path, res.StatusCode, got)
	}
	if status == 200 && out["code"] != 0.0 {
		t.Fatalf("%s: no code 0 in %s", res.Request.URL.Path, got)
	}
	return out
}

// refused checks that an answer is an error with the given code.
func refused(t testing.TB, what string, res *http.Response, got string, code errs.Code) {
	t.Helper()
	var out struct {
		Error struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(got), &out); err != nil || out.Error.Code != string(code) || res.StatusCode != code.Row().Status {
		t.Errorf("%s: %d %s, want %s", what, res.StatusCode, got, code)
	}
	if strings.Contains(out.Error.Message, "{") {
		t.Errorf("%s: a slot is open: %s", what, out.Error.Message)
	}
}

// add stores a file without waiting until it is read.
func (h *harness) add(t testing.TB, owner, name, content string) Document {
	t.Helper()
	d, err := h.Add(t.Context(), owner, name, strings.NewReader(content))
	if err != nil {
		t.Fatalf("add %s: %v", name, err)
	}
	return d
}

// ready stores a file and waits until it has been read.
func (h *harness) ready(t testing.TB, owner, name, content string) Document {
	t.Helper()
	return h.ended(t, h.add(t, owner, name, content), Ready, "")
}

// ended waits until the reading has ended and checks the final state and error code.
func (h *harness) ended(t testing.TB, d Document, want State, code errs.Code) Document {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	d, err := h.Wait(ctx, d.OwnerID, d.ID, nil)
	if err != nil || d.State != want || d.ErrorCode != code {
		t.Fatalf("%s: %s %s, %v; want %s %s", d.Name, d.State, d.ErrorCode, err, want, code)
	}
	return d
}

func (h *harness) count(t testing.TB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := h.db.Read().QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// stored lists the files of the folder, including incomplete uploads. An entry is the name of the
// parent folder and the first 40 characters of the file. The parent folder of a complete file is named
// after the owner.
func (h *harness) stored(t testing.TB) (out []string) {
	t.Helper()
	err := filepath.WalkDir(h.dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(name)
		out = append(out, fmt.Sprintf("%s %.40s", filepath.Base(filepath.Dir(name)), b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// countContent counts the files in the folder that have the given content.
func (h *harness) countContent(t testing.TB, content string) int {
	t.Helper()
	n := 0
	for _, s := range h.stored(t) {
		if strings.HasSuffix(s, " "+content) {
			n++
		}
	}
	return n
}
