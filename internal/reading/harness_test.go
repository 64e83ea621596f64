package reading

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
)

func TestMain(m *testing.M) { domaintest.Main(m) }

const (
	alice = domaintest.Alice
	bob   = domaintest.Bob
)

// file is a document of the fake library.
type file struct {
	Document
	owner string
	units []parsed.Unit
}

// library stores files in memory, and their rows in the database because queries need them.
type library struct {
	mu    sync.Mutex
	db    *db.DB
	files map[string]*file
	reads int // number of reads of a file
}

func (l *library) find(owner, id string) (*file, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.files[id]
	if f == nil || f.owner != owner {
		return nil, errs.New(errs.NotFound)
	}
	return f, nil
}

func (l *library) Get(_ context.Context, owner, id string) (Document, error) {
	f, err := l.find(owner, id)
	if err != nil {
		return Document{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return f.Document, nil
}

func (l *library) EachUnit(_ context.Context, owner, id string, from int, use func(parsed.Unit) error) error {
	f, err := l.find(owner, id)
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.reads++
	units := slices.Clone(f.units)
	l.mu.Unlock()
	for _, u := range units {
		if u.Number < from {
			continue
		}
		if err := use(u); err != nil {
			return err
		}
	}
	return nil
}

func (l *library) Search(_ context.Context, owner, id, question string, limit int) (Found, error) {
	f, err := l.find(owner, id)
	if err != nil {
		return Found{}, err
	}
	out := Found{Refused: true}
	for _, u := range f.units {
		if strings.Contains(u.Text(), question) && len(out.Passages) < limit {
			out.Refused = false
			out.Passages = append(out.Passages, Passage{Unit: u.Number, Quote: question, Text: u.Text()})
		}
	}
	return out, nil
}

func (l *library) Sign(_ context.Context, owner, id string) (string, error) {
	_, err := l.find(owner, id)
	return "/api/resource/signed/" + id, err
}

func (l *library) add(t testing.TB, f *file) {
	t.Helper()
	l.mu.Lock()
	_, old := l.files[f.ID]
	l.files[f.ID] = f
	l.mu.Unlock()
	if old {
		return
	}
	l.exec(t, `INSERT INTO document (id, owner_id, name, name_key, sort_key, type, doc_type, mime, size, hash, thumb_hash, width, height, state, error_code,
		progress, format, unit_kind, units, chars, title, outline, warnings, created_at, updated_at, used_at)
		VALUES ($1, $2, $3, '', '', '', '', '', 0, '', '', 0, 0, '', '', 0, '', '', 0, 0, '', '', '', 0, 0, 0)`, f.ID, f.owner, f.Name)
}

func (l *library) exec(t testing.TB, query string, args ...any) {
	t.Helper()
	err := l.db.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (l *library) remove(t testing.TB, id string) {
	t.Helper()
	l.mu.Lock()
	delete(l.files, id)
	l.mu.Unlock()
	l.exec(t, `DELETE FROM document WHERE id = $1`, id)
}

// move moves all files of one owner to another owner, as a login does.
func (l *library) move(t testing.TB, from, to string) {
	t.Helper()
	l.mu.Lock()
	for _, f := range l.files {
		if f.owner == from {
			f.owner = to
		}
	}
	l.mu.Unlock()
	l.exec(t, `UPDATE document SET owner_id = $1 WHERE owner_id = $2`, to, from)
}

// talks is a fake of the conversations.
type talks struct {
	mu    sync.Mutex
	made  int
	there map[string]bool
}

func (c *talks) Create(_ context.Context, owner string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	cid := fmt.Sprintf("%s/%d", owner, c.made)
	c.there[cid] = true
	return cid, nil
}

func (c *talks) Exists(_ context.Context, _, cid string) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.there[cid], nil
}

// models returns the same model for every id: the built-in engine, or a model connected by a test.
type models struct {
	mu     sync.Mutex
	choice llm.Choice
}

func (m *models) Resolve(string, string) (llm.Choice, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.choice, true
}

func (m *models) connect(url string) {
	p := llm.Provider{ID: "test", Name: "Test", BaseURL: url + "/v1", Local: true, Models: []llm.ModelRow{{ID: "deepseek-chat"}}}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.choice = llm.Choice{
		Model:    openai.New(p, openai.Options{Sleep: func(context.Context, time.Duration) error { return nil }, Log: slog.New(slog.DiscardHandler)}),
		Upstream: "deepseek-chat", Info: llm.ModelInfo{ID: "deepseek-chat", Context: 32_000},
	}
}

func (m *models) disconnect() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.choice = llm.Choice{Info: llm.ModelInfo{ID: Offline, Builtin: true}}
}

// papers is a Writer whose files contain the Markdown unchanged.
type papers struct{ last Paper }

func (p *papers) Write(_ context.Context, paper Paper) (File, error) {
	p.last = paper
	return File{Name: paper.Title + "." + paper.Format, ContentType: "text/markdown", Data: []byte(paper.Markdown)}, nil
}

// harness is the service with fakes of its dependencies.
type harness struct {
	*Service
	jobs    *job.Queue
	library *library
	talks   *talks
	models  *models
	papers  *papers
	clock   *domaintest.Clock
	model   *llmtest.Server
	modelAt string
	server  *domaintest.Server
}

func newRoom(t testing.TB, d *db.DB) *harness {
	t.Helper()
	r := &harness{
		library: &library{db: d, files: map[string]*file{}}, talks: &talks{there: map[string]bool{}}, models: &models{}, papers: &papers{},
		clock: domaintest.NewTickingClock(time.UnixMilli(1_790_000_000_000)),
	}
	r.models.disconnect()
	r.model, r.modelAt = llmtest.Start(t, llmtest.Options{})
	r.jobs = job.NewQueue(job.Options{DB: d, Busy: 5 * time.Millisecond, Idle: 5 * time.Millisecond, Now: r.clock.Now, Log: slog.New(slog.DiscardHandler)})
	r.Service = New(Options{
		DB: d, Jobs: r.jobs, Library: r.library, Conversations: r.talks, Models: r.models, Writer: r.papers, Now: r.clock.Now, Log: slog.New(slog.DiscardHandler),
		Rules: func(_, text string) (string, bool) {
			return strings.ReplaceAll(text, "敏感", "**"), strings.Contains(text, "违禁")
		},
	})
	r.server = domaintest.Serve(t, r.Routes)
	return r
}

// each runs a test on both databases.
func each(t *testing.T, f func(t *testing.T, r *harness)) {
	t.Helper()
	domaintest.Each(t, newRoom, f)
}

// on runs a test on SQLite alone.
func on(t *testing.T, f func(t *testing.T, r *harness)) {
	t.Helper()
	domaintest.On(t, newRoom, f)
}

// work runs background jobs until the test ends.
func (r *harness) work(t *testing.T) { domaintest.Background(t, r.jobs.Run) }

// call sends an HTTP request as a user, and returns the response.
func (r *harness) call(t *testing.T, method, path, owner, body string) (int, http.Header, string) {
	t.Helper()
	res, got := r.server.Do(t, domaintest.Call{Method: method, Path: path, Owner: owner, Body: body})
	return res.StatusCode, res.Header, got
}

// post sends a request that must succeed, and decodes the response into v.
func (r *harness) post(t *testing.T, path, owner, body string, v any) {
	t.Helper()
	status, _, got := r.call(t, http.MethodPost, path, owner, body)
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, status, got)
	}
	if v != nil {
		if err := json.Unmarshal([]byte(got), v); err != nil {
			t.Fatalf("%s: %v in %s", path, err, got)
		}
	}
}

// page returns a unit of paragraphs; a leading # marks a heading.
func page(number int, paragraphs ...string) parsed.Unit {
	u := parsed.Unit{Number: number, Kind: parsed.Page}
	for _, p := range paragraphs {
		b := parsed.Block{Kind: parsed.Paragraph, Text: p}
		if h, ok := strings.CutPrefix(p, "# "); ok {
			b = parsed.Block{Kind: parsed.Title, Level: 1, Text: h}
		}
		u.Blocks = append(u.Blocks, b)
	}
	return u
}

// contract is a file of alice.
func contract() *file {
	return &file{
		owner: alice,
		Document: Document{
			ID: "doc-contract", Name: "租赁合同.pdf", DocType: "pdf", Version: "v1", Units: 3, UnitKind: parsed.Page, Status: Readable,
		},
		units: []parsed.Unit{
			page(1, "# 房屋", "甲方将杭州市西湖区的房屋出租给乙方居住使用，建筑面积八十九平方米。", "房屋内的家具见附件清单。"),
			page(2, "# 租金", "每月租金为人民币6,500元，乙方应当在每月五日前支付当月租金。", "乙方在签订合同时支付押金13,000元，期满全额退还押金。"),
			page(3, "# 违约", "乙方逾期支付租金超过十五日的，甲方有权解除租赁合同。", "未经甲方书面同意，乙方不得将房屋转租给第三人。"),
		},
	}
}
