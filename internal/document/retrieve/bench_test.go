package retrieve_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

// writer makes meaningless Chinese text with word frequencies as uneven as in real text.
type writer struct {
	rand  *rand.Rand
	words []string
	zipf  *rand.Zipf
}

func newWriter(seed uint64) *writer {
	w := &writer{rand: rand.New(rand.NewPCG(seed, 1))}
	w.zipf = rand.NewZipf(w.rand, 1.1, 20, 19999)
	for range 20000 {
		var b strings.Builder
		for range 1 + w.rand.IntN(3) {
			// In real text the 3,000 most frequent characters are spread over Unicode. Here, any
			// 3,000 characters will do. The first characters are chosen more often.
			b.WriteRune(rune(0x4E00 + min(w.rand.IntN(3000), w.rand.IntN(3000))))
		}
		w.words = append(w.words, b.String())
	}
	return w
}

func (w *writer) sentence() string {
	var b strings.Builder
	for range 8 + w.rand.IntN(12) {
		b.WriteString(w.words[w.zipf.Uint64()])
	}
	return b.String() + "。"
}

// page returns a page of about four chunks.
func (w *writer) page(number int) parsed.Unit {
	u := parsed.Unit{Number: number, Kind: parsed.Page}
	for range 4 {
		var b strings.Builder
		for n := 0; n < 440; {
			s := w.sentence()
			n += len([]rune(s))
			b.WriteString(s)
		}
		u.Blocks = append(u.Blocks,
			parsed.Block{Kind: parsed.Title, Level: 2, Text: strings.TrimSuffix(w.sentence(), "。")[:24]},
			parsed.Block{Kind: parsed.Paragraph, Text: b.String()})
	}
	return u
}

// question returns words of the text together with common words of questions.
func (w *writer) question() string {
	s := []rune(w.sentence())
	return string(s[:min(len(s)-1, 14)]) + "是多少？"
}

const benchChunks = 20000

// BenchmarkSearch searches one owner's 20,000 chunks while the chunks of another owner
// are in the same index.
func BenchmarkSearch(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.DB{"SQLite": dbtest.OpenSQLite, "PostgreSQL": dbtest.OpenPostgres} {
		b.Run(name, func(b *testing.B) {
			d := open(b)
			x := retrieve.New(d, retrieve.Options{})
			w := newWriter(7)
			begun := time.Now()
			fill(b, d, x, w, "one", benchChunks)
			build := time.Since(begun)
			fill(b, d, x, w, "another", benchChunks/4)
			asks := map[string]func(question string) error{
				"search": func(question string) error {
					_, err := x.Search(b.Context(), retrieve.Query{Owner: "one", Text: question})
					return err
				},
				"search-document": func(question string) error {
					_, err := x.Search(b.Context(), retrieve.Query{Owner: "one", Text: question, Documents: []string{"one-3"}})
					return err
				},
				"answer": func(question string) error {
					_, err := x.Answer(b.Context(), retrieve.Query{Owner: "one", Text: question})
					return err
				},
				"text": func(question string) error {
					_, err := x.SearchText(b.Context(), "one", string([]rune(question)[:2]), nil, 20)
					return err
				},
			}
			for _, ask := range []string{"search", "search-document", "answer", "text"} {
				b.Run(ask, func(b *testing.B) {
					var took, used []time.Duration
					for b.Loop() {
						question := w.question()
						from, cpu := time.Now(), processor(b)
						if err := asks[ask](question); err != nil {
							b.Fatal(err)
						}
						took = append(took, time.Since(from))
						used = append(used, processor(b)-cpu)
					}
					slices.Sort(took)
					slices.Sort(used)
					b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
					b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
					b.ReportMetric(float64(used[len(used)*95/100].Microseconds())/1000, "p95-cpu-ms")
					b.ReportMetric(build.Seconds(), "build-s")
				})
			}
		})
	}
}

// processor returns the CPU time used by this process. On a shared machine it varies less than
// wall-clock time. The work of PostgreSQL is not included.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// fill adds documents of up to 100 pages until the owner has about the given number of chunks.
func fill(b *testing.B, d *db.DB, x *retrieve.Index, w *writer, owner string, chunks int) {
	b.Helper()
	for page := 0; page < chunks/4; page += 20 {
		err := d.InTx(b.Context(), func(tx *sql.Tx) error {
			for i := range 20 {
				at := page + i
				if err := x.Add(b.Context(), tx, owner, fmt.Sprintf("%s-%d", owner, at/100), w.page(at%100+1)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
