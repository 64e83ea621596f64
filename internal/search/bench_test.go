package search_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
)

// library generates meaningless Chinese text with a realistic distribution of word frequencies.
type library struct {
	rand  *rand.Rand
	words []string
	zipf  *rand.Zipf
}

func newLibrary() *library {
	l := &library{rand: rand.New(rand.NewPCG(3, 5))}
	l.zipf = rand.NewZipf(l.rand, 1.1, 20, 19999)
	for range 20000 {
		var b strings.Builder
		for range 1 + l.rand.IntN(3) {
			b.WriteRune(rune(0x4E00 + min(l.rand.IntN(3000), l.rand.IntN(3000))))
		}
		l.words = append(l.words, b.String())
	}
	return l
}

func (l *library) text(words int) string {
	var b strings.Builder
	for i := range words {
		b.WriteString(l.words[l.zipf.Uint64()])
		if i%9 == 8 {
			b.WriteString("，")
		}
	}
	return b.String()
}

// seed stores messages in conversations of 100 messages each. It then runs the migration that creates the entries of
// existing titles and messages. `mark` maps the number of a message, counted from 1, to words added to the message.
func seed(t testing.TB, d *db.DB, owner string, messages int, mark map[int]string) {
	t.Helper()
	l := newLibrary()
	const each = 100
	for c := range messages / each {
		cid := fmt.Sprintf("conversation-%06d", c)
		inTx(t, d, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(t.Context(), `INSERT INTO conversation (owner_id, cid, agent_id, title, title_by, chat_type, project_id, chat_model_id, model_ext,
				last_reply, summary, summary_of, good_question, next_index, leaf_index, created_at, first_replied_at, last_replied_at, pinned_at, deleted_at)
				VALUES ($1, $2, 'default', $3, 'first', '', '', '', '', '', '', '', FALSE, $4, $5, $6, $6, $6, 0, 0)`,
				owner, cid, l.text(5), each+1, each, day0+int64(c)*each*1000)
			if err != nil {
				return err
			}
			for i := 1; i <= each; i++ {
				n := c*each + i
				at := day0 + int64(n)*1000
				prompt, speaker := "", "ai"
				if i%2 == 1 {
					prompt, speaker = l.text(12)+mark[n], "human"
				}
				if _, err := tx.ExecContext(t.Context(), `INSERT INTO message (owner_id, cid, idx, parent_idx, speaker, chosen_child, selected_repeat, prompt, display_prompt, request, source, hidden, created_at)
					VALUES ($1, $2, $3, $4, $5, 0, 0, $6, '', '', 0, FALSE, $7)`, owner, cid, i, i-1, speaker, prompt, at); err != nil {
					return err
				}
				if i%2 == 1 {
					continue
				}
				if _, err := tx.ExecContext(t.Context(), `INSERT INTO speech (owner_id, cid, idx, repeat_idx, run_id, chat_model_id, model_id, state, error_code, message, text, feedback, created_at, ended_at)
					VALUES ($1, $2, $3, 0, '', '', '', 'done', '', '', $4, '', $5, $5)`, owner, cid, i, l.text(150)+mark[n], at); err != nil {
					return err
				}
			}
			return nil
		})
	}
	migration, err := os.ReadFile("../db/migrations/00041_search_existing.sql")
	if err != nil {
		t.Fatal(err)
	}
	inTx(t, d, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(t.Context(), strings.TrimPrefix(string(migration), "-- +goose Up\n"))
		return err
	})
}

func inTx(t testing.TB, d *db.DB, f func(tx *sql.Tx) error) {
	t.Helper()
	if err := d.InTx(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// ofChat returns a search over the conversations and messages of a database.
func ofChat(d *db.DB) *search.Service {
	chats := chat.New(chat.Options{DB: d})
	s := search.New(search.Options{DB: d})
	s.Add(
		search.Kind{Name: "conversation", Code: 'c', Entries: []entry.Kind{entry.Conversation}, Sounded: true, Texts: chats.Texts},
		search.Kind{Name: "message", Code: 'm', Entries: []entry.Kind{entry.Question, entry.Answer}, Texts: chats.Texts, Titles: chats.Titles},
	)
	return s
}

// index runs the background work until everything is indexed, and returns how long that took.
func index(t testing.TB, s *search.Service) time.Duration {
	t.Helper()
	began := time.Now()
	stop := domaintest.Background(t, s.Run)
	defer stop()
	for {
		n, err := s.Waiting(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return time.Since(began)
		}
		if time.Since(began) > 30*time.Minute {
			t.Fatalf("%d texts still wait", n)
		}
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// findFar searches for a word that occurs in one message only, and checks the link of the result.
func findFar(tb testing.TB, s *search.Service, message int) {
	tb.Helper()
	for _, order := range []search.Order{search.Newest, search.Best} {
		r, err := s.Search(tb.Context(), search.Asked{Owner: ann, Text: "翡翠原石", Kinds: []string{"message"}, Order: order})
		if err != nil || len(r.Groups) != 1 || len(r.Groups[0].Found) != 1 {
			tb.Fatalf("%s: %+v, %v", order, r, err)
		}
		if got, want := r.Groups[0].Found[0].Link, linkOf(message); got != want {
			tb.Fatalf("%s leads to %+v, want %+v", order, got, want)
		}
	}
}

// linkOf returns the link to a message stored by seed. `message` is its number, counted from 1.
func linkOf(message int) entry.Link {
	c, i := (message-1)/100, (message-1)%100
	return entry.Link{ConversationID: fmt.Sprintf("conversation-%06d", c), AgentID: "default", Index: i + 1}
}

// rounds is how often BenchmarkEverything asks each query. Each round asks every query once: before a query is repeated,
// the other queries have changed the contents of the database's caches.
const rounds = 5

// medians returns the medians of the lists, sorted in ascending order.
func medians(lists [][]time.Duration) []time.Duration {
	out := make([]time.Duration, len(lists))
	for i, l := range lists {
		out[i] = slices.Sorted(slices.Values(l))[len(l)/2]
	}
	slices.Sort(out)
	return out
}

// BenchmarkEverything searches the messages of one owner. The time of a query is the median of its rounds, because on a
// shared machine about every hundredth measurement of any work takes twice as long. Only p99-once-ms is taken from the
// first round alone. The variable WENQU_BENCH_MESSAGES states the number of messages; the default is 100,000. Like the
// server, the benchmark allocates an array and never uses it. The garbage collector then runs as rarely as in the server.
func BenchmarkEverything(b *testing.B) {
	reserve := make([]byte, 32<<20)
	defer runtime.KeepAlive(reserve)
	messages := 100_000
	if n, err := strconv.Atoi(os.Getenv("WENQU_BENCH_MESSAGES")); err == nil {
		messages = n
	}
	for name, open := range map[string]func(testing.TB) *db.DB{"SQLite": dbtest.OpenSQLite, "PostgreSQL": dbtest.OpenPostgres} {
		b.Run(name, func(b *testing.B) {
			d := open(b)
			far := messages * 2 / 5
			seed(b, d, ann, messages, map[int]string{far: "翡翠原石"})
			s := ofChat(d)
			took := index(b, s)
			if err := s.MergeAll(b.Context()); err != nil {
				b.Fatal(err)
			}
			findFar(b, s, far)
			l := newLibrary()
			cpu := processor(b, d)
			for _, order := range []search.Order{search.Newest, search.Best} {
				b.Run(string(order), func(b *testing.B) {
					queries := make([]search.Asked, b.N)
					for i := range queries {
						query := []rune(l.text(2))
						queries[i] = search.Asked{Owner: ann, Text: string(query[:min(len(query), 1+l.rand.IntN(4))]), Kinds: []string{"message"}, Order: order, Range: search.Range{Limit: 20}}
					}
					walls, uses := make([][]time.Duration, b.N), make([][]time.Duration, b.N)
					b.ResetTimer()
					for range rounds {
						for i, a := range queries {
							from, before := time.Now(), cpu()
							if _, err := s.Search(b.Context(), a); err != nil {
								b.Fatal(err)
							}
							walls[i] = append(walls[i], time.Since(from))
							uses[i] = append(uses[i], cpu()-before)
						}
					}
					once := make([]time.Duration, b.N)
					for i, w := range walls {
						once[i] = w[0]
					}
					slices.Sort(once)
					wall, used := medians(walls), medians(uses)
					at := func(all []time.Duration, percent int) float64 {
						return float64(all[len(all)*percent/100].Microseconds()) / 1000
					}
					b.ReportMetric(at(wall, 50), "p50-ms")
					b.ReportMetric(at(wall, 95), "p95-ms")
					b.ReportMetric(at(wall, 99), "p99-ms")
					b.ReportMetric(at(once, 99), "p99-once-ms")
					b.ReportMetric(at(used, 95), "p95-cpu-ms")
					b.ReportMetric(at(used, 99), "p99-cpu-ms")
					b.ReportMetric(took.Seconds(), "index-s")
				})
			}
		})
	}
}

// processor returns a function that measures CPU time: the time used so far by this process and by the PostgreSQL
// processes of its connections. CPU time is a better measure than wall time on a shared machine.
func processor(b *testing.B, d *db.DB) func() time.Duration {
	b.Helper()
	var served []string
	if d.Dialect() == db.Postgres {
		rows, err := d.Read().QueryContext(b.Context(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database()`)
		if err != nil {
			b.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			pid := 0
			if err := rows.Scan(&pid); err != nil {
				b.Fatal(err)
			}
			served = append(served, fmt.Sprintf("/proc/%d/schedstat", pid))
		}
		if err := rows.Err(); err != nil {
			b.Fatal(err)
		}
	}
	return func() time.Duration {
		var u unix.Rusage
		if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		used := time.Duration(u.Utime.Nano() + u.Stime.Nano())
		for _, file := range served {
			stat, err := os.ReadFile(file) // the first number in the file is the CPU time in nanoseconds
			if err != nil {
				continue // PostgreSQL runs on another machine, or the connection was closed
			}
			first, _, _ := strings.Cut(string(stat), " ")
			ns, _ := strconv.ParseInt(first, 10, 64)
			used += time.Duration(ns)
		}
		return used
	}
}

// Messages older than the migration that creates entries are found once the background work has indexed them.
// Until then, the result states how many texts could not be searched.
func TestEarlierMessages(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const messages, far = 600, 201
		seed(t, d, ann, messages, map[int]string{far: "翡翠原石"})
		s := ofChat(d)
		ask := func() search.Result {
			t.Helper()
			r, err := s.Search(context.Background(), search.Asked{Owner: ann, Text: "翡翠原石", Kinds: []string{"message"}, Order: search.Newest})
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		if r := ask(); len(r.Groups) != 0 || r.Waiting < messages-200 {
			t.Errorf("before: %+v", r)
		}
		index(t, s)
		r := ask()
		if len(r.Groups) != 1 || len(r.Groups[0].Found) != 1 || r.Waiting != 0 {
			t.Fatalf("after: %+v", r)
		}
		if got, want := r.Groups[0].Found[0].Link, linkOf(far); got != want {
			t.Errorf("it leads to %+v, want %+v", got, want)
		}
	})
}
