package retrieve_test

import (
	"database/sql"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

// evalSet contains the documents of a folder of testdata, and the position of every
// passage.
type evalSet struct {
	dir       string
	documents map[string][]parsed.Unit
	passages  map[string]passage
}

type passage struct {
	document string
	unit     int
	text     string
}

var (
	anchor  = regexp.MustCompile(`^\[([a-z]+-\d+)\] (.+)$`)
	heading = regexp.MustCompile(`^(#+) (.+)$`)
)

// readEval parses the documents. A line is a heading if it begins with #, and a paragraph or a
// table row if it begins with [id]. A line "--- page" separates two pages.
func readEval(t testing.TB, dir string) evalSet {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "documents/*.md"))
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	set := evalSet{dir, map[string][]parsed.Unit{}, map[string]passage{}}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		for i, page := range strings.Split(string(data), "--- page\n") {
			set.documents[name] = append(set.documents[name], set.page(t, name, i+1, page))
		}
	}
	return set
}

func (s evalSet) page(t testing.TB, name string, number int, text string) parsed.Unit {
	u := parsed.Unit{Number: number, Kind: parsed.Page}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Title, Level: len(m[1]), Text: m[2]})
			continue
		}
		m := anchor.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("%s: no passage: %q", name, line)
		}
		id, rest := m[1], m[2]
		if !strings.HasPrefix(rest, "|") {
			u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Paragraph, Text: rest})
		} else {
			row := strings.Split(strings.Trim(rest, "| "), " | ")
			rest = strings.Join(row, "\t")
			if last := len(u.Blocks) - 1; last >= 0 && u.Blocks[last].Kind == parsed.Table {
				u.Blocks[last].Rows = append(u.Blocks[last].Rows, row)
				u.Blocks[last].Text += "\n" + rest
			} else {
				u.Blocks = append(u.Blocks, parsed.Block{Kind: parsed.Table, Rows: [][]string{row}, Text: rest})
			}
		}
		if _, ok := s.passages[id]; ok {
			t.Fatalf("two passages %s", id)
		}
		s.passages[id] = passage{name, number, rest}
	}
	return u
}

// question is a question of the set. If passages is empty, no passage answers it.
type question struct {
	text      string
	documents []string // the documents to search; empty: all
	passages  []string
	answers   []string // texts that the quoted sentences should contain
}

func (s evalSet) questions(t testing.TB, file string) (out []question) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	var documents []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		key, value, _ := strings.Cut(line, " ")
		switch {
		case line == "" || key == "#":
		case key == "卷":
			documents = strings.Fields(value)
			for _, name := range documents {
				if _, ok := s.documents[name]; !ok {
					t.Fatalf("%s: no document %s", file, name)
				}
			}
		case key == "问":
			out = append(out, question{text: value, documents: documents})
		case key == "据" && value == "-":
		case key == "据":
			for _, id := range strings.Fields(value) {
				if _, ok := s.passages[id]; !ok {
					t.Fatalf("%s: no passage %s", file, id)
				}
				out[len(out)-1].passages = append(out[len(out)-1].passages, id)
			}
		case key == "答":
			out[len(out)-1].answers = append(out[len(out)-1].answers, value)
		default:
			t.Fatalf("%s: %q", file, line)
		}
	}
	return out
}

// evalIndex is an index of all documents of the set.
func evalIndex(t testing.TB, set evalSet, d *db.DB, more retrieve.Options) *retrieve.Index {
	t.Helper()
	x := retrieve.New(d, more)
	names := make([]string, 0, len(set.documents))
	for name := range set.documents {
		names = append(names, name)
	}
	slices.Sort(names)
	err := d.InTx(t.Context(), func(tx *sql.Tx) error {
		for _, name := range names {
			for _, u := range set.documents[name] {
				if err := x.Add(t.Context(), tx, set.dir, name, u); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// figures are the measured results of an index for some questions.
type figures struct {
	answerable, unanswerable    int
	recall1, recall3, ndcg5     float64
	refused, wronglyRefused, ok float64  // ok: share of answerable questions with the answer in the quoted sentences
	answered                    outcomes // outcomes of the answerable questions
	absent                      outcomes // outcomes of the unanswerable questions
	near                        float64  // number of answerable questions that are refused, but have the answer in the possible quotes
	misses                      []string
}

// outcomes counts the questions by outcome: answered, refused with possibly relevant quotes, and
// refused without quotes. The fields refused and wronglyRefused of figures include both kinds of
// refusal.
type outcomes struct{ answered, possible, refused float64 }

func (o *outcomes) count(a retrieve.Answer) {
	switch {
	case !a.Refused:
		o.answered++
	case len(a.Possible) > 0:
		o.possible++
	default:
		o.refused++
	}
}

func (o outcomes) String() string {
	n := o.answered + o.possible + o.refused
	return fmt.Sprintf("answered %.3f possibly %.3f refused %.3f", o.answered/n, o.possible/n, o.refused/n)
}

// outcomeLine formats the second line of figures: the outcomes.
func (f figures) outcomeLine() string {
	return fmt.Sprintf("answerable: %s (%.3f of the possible quotes hold the answer) · unanswerable: %s",
		f.answered, f.near/max(f.answered.possible, 1), f.absent)
}

func (f figures) String() string {
	return fmt.Sprintf("%3d answerable: recall@1 %.3f  recall@3 %.3f  nDCG@5 %.3f  answer quoted %.3f  wrongly refused %.3f · %2d unanswerable: refused %.3f",
		f.answerable, f.recall1, f.recall3, f.ndcg5, f.ok, f.wronglyRefused, f.unanswerable, f.refused)
}

func (s evalSet) measure(t testing.TB, x *retrieve.Index, questions []question) (f figures) {
	t.Helper()
	for _, q := range questions {
		a, err := x.Answer(t.Context(), retrieve.Query{Owner: s.dir, Documents: q.documents, Text: q.text, Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		quoted := ""
		for _, sentence := range a.Sentences {
			quoted += sentence.Text + "\n"
		}
		if len(q.passages) == 0 {
			f.unanswerable++
			f.absent.count(a)
			if a.Refused {
				f.refused++
			} else {
				f.misses = append(f.misses, fmt.Sprintf("not refused: %s → %q", q.text, quoted))
			}
			continue
		}
		f.answerable++
		f.answered.count(a)
		rank := s.rank(a.Passages, q)
		if rank == 1 {
			f.recall1++
		}
		if rank <= 3 {
			f.recall3++
		}
		if rank <= 5 {
			f.ndcg5 += 1 / math.Log2(float64(rank+1))
		}
		switch {
		case a.Refused:
			f.wronglyRefused++
			possible := ""
			for _, sentence := range a.Possible {
				possible += sentence.Text + "\n"
			}
			if len(a.Possible) > 0 && holds(possible, q.answers) {
				f.near++
			}
			f.misses = append(f.misses, fmt.Sprintf("refused: %s", q.text))
		case holds(quoted, q.answers):
			f.ok++
		default:
			f.misses = append(f.misses, fmt.Sprintf("answered otherwise: %s → %q", q.text, quoted))
		}
		if rank > 1 {
			first := ""
			if len(a.Passages) > 0 {
				first = a.Passages[0].Heading + ": " + a.Passages[0].Text
			}
			f.misses = append(f.misses, fmt.Sprintf("rank %d: %s ← %.60q", rank, q.text, first))
		}
	}
	f.recall1 /= float64(f.answerable)
	f.recall3 /= float64(f.answerable)
	f.ndcg5 /= float64(f.answerable)
	f.ok /= float64(f.answerable)
	f.wronglyRefused /= float64(f.answerable)
	f.refused /= float64(f.unanswerable)
	return f
}

func holds(text string, answers []string) bool {
	return !slices.ContainsFunc(answers, func(a string) bool { return !strings.Contains(text, a) })
}

// rank returns the position, from 1, of the first passage that answers the question; math.MaxInt
// if there is no such passage.
func (s evalSet) rank(found []retrieve.Passage, q question) int {
	for i, p := range found {
		for _, id := range q.passages {
			want := s.passages[id]
			beginning := []rune(want.text)
			if p.DocumentID == want.document && p.Unit == want.unit && strings.Contains(p.Text, string(beginning[:min(24, len(beginning))])) {
				return i + 1
			}
		}
	}
	return math.MaxInt
}

// evalParts are the parts of the questions, with limits for the results of each part. A limit is a
// minimum unless the comment on its field says maximum.
var evalParts = []struct {
	dir, file                                string
	recall1, recall3, ndcg5, answer, refused float64
	wronglyRefused                           float64 // maximum share of answerable questions that are refused
	flatly                                   float64 // maximum share of answerable questions that are refused without quotes
	unseen                                   bool    // not used for tuning
}{
	{dir: "testdata/eval", file: "open.txt", recall1: 0.92, recall3: 0.98, ndcg5: 0.96, answer: 0.79, refused: 0.9, wronglyRefused: 0.15, flatly: 0.03},
	{dir: "testdata/eval", file: "held.txt", recall1: 0.88, recall3: 0.92, ndcg5: 0.91, answer: 0.71, refused: 0.85, wronglyRefused: 0.29, flatly: 0.2},
	{dir: "testdata/practice", file: "open.txt", recall1: 0.93, recall3: 0.98, ndcg5: 0.97, answer: 0.8, refused: 0.92, wronglyRefused: 0.18, flatly: 0.06},
	{dir: "testdata/wider", file: "open.txt", recall1: 0.9, recall3: 0.98, ndcg5: 0.95, answer: 0.59, refused: 0.9, wronglyRefused: 0.35, flatly: 0.13},
	{dir: "testdata/everyday", file: "held.txt", recall1: 0.9, recall3: 0.98, ndcg5: 0.95, answer: 0.63, refused: 0.92, wronglyRefused: 0.31, flatly: 0.11},
	{dir: "testdata/november", file: "held.txt", recall1: 0.81, recall3: 0.94, ndcg5: 0.89, answer: 0.37, refused: 0.9, wronglyRefused: 0.53, flatly: 0.22, unseen: true},
}

// TestEval checks the results for all parts of the questions against limits that are slightly worse
// than the current results. The goals are recall1 of at least 0.93, refused of at least 0.95, and
// wronglyRefused of at most 0.10. With -v it prints the results, and with WENQU_EVAL=open also the
// failures. WENQU_EVAL=open leaves out the folder november, which is not used for tuning.
func TestEval(t *testing.T) {
	t.Parallel()
	open := os.Getenv("WENQU_EVAL") == "open"
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var set evalSet
		var x *retrieve.Index
		for _, part := range evalParts {
			if open && part.unseen {
				continue
			}
			if part.dir != set.dir {
				set = readEval(t, part.dir)
				x = evalIndex(t, set, d, retrieve.Options{})
			}
			f := set.measure(t, x, set.questions(t, part.file))
			t.Logf("%-10s %-26s %s", d.Dialect(), filepath.Join(part.dir, part.file), f)
			t.Logf("%-10s %-26s %s", "", "", f.outcomeLine())
			if f.recall1 < part.recall1 || f.recall3 < part.recall3 || f.ndcg5 < part.ndcg5 || f.ok < part.answer ||
				f.refused < part.refused || f.wronglyRefused > part.wronglyRefused || f.answered.refused > part.flatly*float64(f.answerable) {
				t.Errorf("%s/%s: below the gates", part.dir, part.file)
			}
			if open && d.Dialect() == db.SQLite {
				t.Log("\n" + strings.Join(f.misses, "\n"))
			}
		}
	})
}
