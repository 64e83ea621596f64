//go:build unix

package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// answersOfNode returns how many answers TestNodes starts on each of its first two servers: 12, or the
// number in WENQU_TEST_ANSWERS.
func answersOfNode(t *testing.T) int {
	t.Helper()
	s := os.Getenv("WENQU_TEST_ANSWERS")
	if s == "" {
		return 12
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// answering is a question whose stream a goroutine reads.
type answering struct {
	cid    string
	frames atomic.Int64
	ended  chan struct{}
	text   string // the stream without comment lines; set before the channel `ended` is closed
}

func ask(t *testing.T, p person, url string) *answering {
	t.Helper()
	a := &answering{cid: newID(t, url), ended: make(chan struct{})}
	res := p.send(t, http.MethodPost, url+"/api/chat/"+a.cid, `{"prompt":"问"}`)
	if res.StatusCode != http.StatusOK {
		t.Fatalf("asking: %d", res.StatusCode)
	}
	go func() {
		defer close(a.ended)
		var all strings.Builder
		lines := bufio.NewReader(res.Body)
		for {
			line, err := lines.ReadString('\n')
			if !strings.HasPrefix(line, ":") {
				all.WriteString(line)
			}
			if line == "\n" {
				a.frames.Add(1)
			}
			if err != nil {
				break
			}
		}
		a.text = all.String()
	}()
	return a
}

func askMany(t *testing.T, p person, url string, n int) []*answering {
	t.Helper()
	all := make([]*answering, n)
	var waits sync.WaitGroup
	for part := range 8 {
		waits.Go(func() {
			for i := part; i < n; i += 8 {
				all[i] = ask(t, p, url)
			}
		})
	}
	waits.Wait()
	for _, a := range all {
		until(t, "an answer to begin", func() bool { return a.frames.Load() > 3 })
	}
	return all
}

// until waits for a condition, five minutes at most.
func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited five minutes for %s", what)
		}
	}
}

// TestNodes runs three servers on one PostgreSQL database. Answers run on the first and the second server
// when the third starts. Then the first server is killed. Its answers become interrupted without a loss
// of frames, and every tenth of them is continued through another server. The answers of the second
// server go on until a request to the third server stops them. One of them is read through the third
// server. No message is stored twice.
func TestNodes(t *testing.T) {
	t.Parallel()
	n := answersOfNode(t)
	address := dbtest.PostgresURL(t)
	d, err := db.Connect(t.Context(), db.Options{URL: address})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	pieces := make([]string, 2000)
	for i := range pieces {
		pieces[i] = fmt.Sprintf("第%d句。", i)
	}
	provider, model := llmtest.Start(t, llmtest.Options{})
	provider.On("", llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: pieces, Every: 400 * time.Millisecond}))
	provider.On("请从中断的地方接着写", llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"完。"}}))
	data := t.TempDir()
	env := []string{"LLM_URL=" + model + "/v1", "LLM_MODEL=m", "WENQU_LIMITS=off", "WENQU_DATABASE_URL=" + address, "WENQU_DRAIN=0s"}
	first, second := started(t, data, env...), started(t, data, env...)
	me := newPerson(t, first.url)
	dying, living := askMany(t, me, first.url, n), askMany(t, me, second.url, n)
	third := started(t, data, env...)

	// The third server shows a running answer of the first server. While the second server is making an
	// answer in a conversation, the third server refuses another question there.
	if h := me.history(t, third.url, dying[0].cid); h.State != "running" || h.Speech == "" {
		t.Errorf("on another node the running answer is %s %q", h.State, h.Speech)
	}
	if res, text := me.read(t, http.MethodPost, third.url+"/api/chat/"+living[0].cid, `{"prompt":"又问"}`); res.StatusCode != http.StatusConflict || !strings.Contains(text, "20011") {
		t.Errorf("a second question: %d %.200s", res.StatusCode, text)
	}
	watched := me.send(t, http.MethodGet, third.url+"/api/chat/"+living[0].cid+"/stream?from=0", "")

	first.kill()
	killed := time.Now()
	stop := func(all []*answering) {
		var waits sync.WaitGroup
		for part := range 8 {
			waits.Go(func() {
				for i := part; i < len(all); i += 8 {
					res, text := me.read(t, http.MethodPost, third.url+"/api/stop/chat", `{"conversationId":"`+all[i].cid+`"}`)
					if res.StatusCode != http.StatusOK {
						t.Errorf("stopping: %d %.200s", res.StatusCode, text)
					}
				}
			})
		}
		waits.Wait()
		for _, a := range all {
			<-a.ended
			if h := me.history(t, third.url, a.cid); h.State != "manualStop" {
				t.Errorf("a stopped answer is %s", h.State)
			}
		}
	}
	stop(living[:n/2])

	until(t, "the recovery", func() bool { return countOf(t, d, `SELECT COUNT(*) FROM speech WHERE state = 'interrupt'`) == n })
	t.Logf("%d answers of the killed server were resumable after %s", n, time.Since(killed).Round(time.Millisecond))
	for i, a := range dying {
		<-a.ended
		checkKept(t, third, me, a.cid, a.text[:strings.LastIndex("\n\n"+a.text, "\n\n")])
		if i%10 == 0 {
			checkGoesOn(t, []*program{second, third}[i/10%2], me, a.cid)
		}
	}

	for _, a := range living[n/2:] {
		before := a.frames.Load()
		until(t, "an answer of the living to go on", func() bool { return a.frames.Load() > before })
		if h := me.history(t, third.url, a.cid); h.State != "running" {
			t.Errorf("an answer of the living is %s", h.State)
		}
	}
	stop(living[n/2:])
	log, err := bufio.NewReader(watched.Body).ReadString(0)
	if err == nil || log != living[0].text {
		t.Errorf("a reader on another node got %d bytes of %d: %v", len(log), len(living[0].text), err)
	}
	for _, p := range []*program{second, third} {
		if err := p.stop(); err != nil {
			t.Errorf("a server ended with %v", err)
		}
		for line := range strings.Lines(p.log(t)) {
			if strings.Contains(line, `"level":"ERROR"`) {
				t.Errorf("an error in the log: %.2000s", line)
			}
		}
	}
	checkOnce(t, d, 2*n)
}

func countOf(t *testing.T, d *db.DB, query string) (n int) {
	t.Helper()
	if err := d.Read().QueryRowContext(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// checkOnce checks that each conversation has exactly two messages and one version of the answer, and
// that the database contains no running answer, no node and no signal.
func checkOnce(t *testing.T, d *db.DB, conversations int) {
	t.Helper()
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM conversation`: conversations,
		`SELECT COUNT(*) FROM message`:      2 * conversations,
		`SELECT COUNT(*) FROM speech`:       conversations,
		`SELECT COUNT(*) FROM (SELECT cid FROM message GROUP BY owner_id, cid HAVING COUNT(*) <> 2) AS wrong`: 0,
		`SELECT COUNT(*) FROM speech WHERE state = 'running'`:                                                 0,
		`SELECT COUNT(*) FROM run WHERE ended_at = 0`:                                                         0,
		`SELECT COUNT(*) FROM node`:                                                                           0,
		`SELECT COUNT(*) FROM run_signal`:                                                                     0,
	} {
		if got := countOf(t, d, query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
}

// TestOneServerOnSQLite checks that a second server on the same data folder is refused. While the first
// server runs, the commands admin, doctor, backup and migrate work. After the first server was killed,
// another server can start on the folder.
func TestOneServerOnSQLite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := started(t, dir)
	out, err := wenqu(t.Context(), "serve", "--addr", "127.0.0.1:0", "--data", dir).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another Wenqu server is using the data folder") || strings.Count(strings.TrimSpace(string(out)), "\n") != 0 {
		t.Errorf("a second server on the folder: %v\n%s", err, out)
	}
	for _, args := range [][]string{{"admin"}, {"doctor"}, {"backup"}, {"migrate"}} {
		if out, err := wenqu(t.Context(), append(args, "--data", dir)...).CombinedOutput(); err != nil {
			t.Errorf("%s beside the server: %v\n%s", args[0], err, out)
		}
	}
	s.kill()
	if err := started(t, dir).stop(); err != nil {
		t.Error(err)
	}
}

// TestAnotherKey checks that a server does not start if the database was created with another key,
// and that the error does not contain the server's passphrase.
func TestAnotherKey(t *testing.T) {
	t.Parallel()
	address := dbtest.PostgresURL(t)
	serve := func(key string) []string {
		return []string{"WENQU_DATABASE_URL=" + address, "WENQU_SECRET_KEY=" + key}
	}
	s := started(t, t.TempDir(), serve("the first passphrase of all")...)
	cmd := wenqu(t.Context(), "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir())
	cmd.Env = append(cmd.Env, serve("quite another passphrase")...)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "WENQU_SECRET_KEY") || strings.Contains(string(out), "quite another") {
		t.Errorf("a server with another key: %v\n%s", err, out)
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
}

// TestNodeFolders checks that two servers on one data folder get different ids, and that the ids
// stay the same after one server was killed and started again.
func TestNodeFolders(t *testing.T) {
	t.Parallel()
	dir, address := t.TempDir(), dbtest.PostgresURL(t)
	env := "WENQU_DATABASE_URL=" + address
	ids := func() (out []string) {
		for _, n := range []string{"1", "2"} {
			id, err := os.ReadFile(filepath.Join(dir, "nodes", n, "id"))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, strings.TrimSpace(string(id)))
		}
		return out
	}
	one, two := started(t, dir, env), started(t, dir, env)
	before := ids()
	if before[0] == before[1] || len(before[0]) != 26 {
		t.Errorf("the nodes are %q", before)
	}
	one.kill()
	one = started(t, dir, env)
	if after := ids(); after[0] != before[0] || after[1] != before[1] {
		t.Errorf("the nodes were %q and are %q", before, after)
	}
	for _, p := range []*program{one, two} {
		if err := p.stop(); err != nil {
			t.Error(err)
		}
	}
}
