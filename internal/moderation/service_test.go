package moderation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/content"
)

func TestFreshInstallBlocksNothing(t *testing.T) {
	t.Parallel()
	s, err := New(content.FS(""), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Rules(); len(r.words) > 0 || r.Allowed() > 0 {
		t.Errorf("%d words and %d phrases are built in", len(r.words), r.Allowed())
	}
	if text := "任何\u200b内容\xff"; !s.Clean(text) {
		t.Error("a text was changed")
	}
}

func TestStrictReading(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		``:                          "EOF",
		`{`:                         "unexpected EOF",
		`{"words":[]} {}`:           "closing brace",
		`{"word":[]}`:               `unknown field "word"`,
		`{"words":[{"word":"甲乙"}]}`: "words[0].level must not be empty",
		`{"words":[{"word":"甲乙","level":"bloc"}]}`:                                  "level must be one of: log, mask, block",
		`{"words":[{"word":"甲乙","level":"log"},{"word":" ,\u200b","level":"log"}]}`: "words[1] must have a letter",
		`{"words":[{"word":"甲乙","level":"log","skip":true}]}`:                       `unknown field "skip"`,
		`{"words":[{"word":"` + strings.Repeat("甲", 65) + `","level":"log"}]}`:      "words[0] must not be longer than 64",
		`{"words":[{"word":"甲乙","level":"log"}],"allow":["甲乙丙",""]}`:                "allow[1] must have a letter",
	} {
		_, err := parse([]byte(text), testFolder)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "甲") {
			t.Errorf("%s: the error names the word: %v", text, err)
		}
	}
	r, err := parse([]byte(`{"words":[{"word":"馬甲","level":"log"},{"word":"马 甲","level":"mask","skipPunctuation":true},{"word":"马甲","level":"block"}]}`), testFolder)
	if err != nil || r.Count(Log) != 1 || r.Count(Mask) != 1 || r.Count(Block) != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	if v := r.Check("马甲"); !v.Blocked {
		t.Errorf("of two levels the milder counts: %+v", v)
	}
}

// TestRefresh changes the file while the service runs.
func TestRefresh(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, FileName)
	at := time.Now()
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Second)
		if err := os.Chtimes(name, at, at); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	s, err := New(content.FS(dir), slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	expect := func(what string, clean bool, lines int) {
		t.Helper()
		for range 3 {
			if err := s.Refresh(t.Context()); err != nil {
				t.Error(err)
			}
		}
		if got := s.Clean("甲乙"); got != clean {
			t.Errorf("%s: clean is %v", what, got)
		}
		if got := strings.Count(log.String(), "\n"); got != lines {
			t.Errorf("%s: %d lines were logged, want %d: %s", what, got, lines, &log)
		}
	}
	expect("nothing is set", true, 0)
	write(`{"words":[{"word":"甲乙","level":"block"}]}`)
	stream := s.Stream(At{})
	expect("a word was added", false, 1)
	if got, blocked := stream.Write("甲乙"); got != "甲乙" || blocked {
		t.Errorf("a text that had begun changed its rules: %q %v", got, blocked)
	}
	write(`{"words":[{"word":"甲乙"}]}`)
	expect("a bad file keeps the rules", false, 2)
	if _, err := New(content.FS(dir), slog.Default()); err == nil {
		t.Error("a server started with a bad file")
	}
	write(`{"words":[{"word":"丙丁","level":"block"}]}`)
	expect("the word was changed", true, 3)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	expect("the file is gone, so the built-in one counts", true, 4)
	if !s.Clean("丙丁") {
		t.Error("the rules of a removed file count")
	}
}

// TestHitsAreCountedAndLogged also checks that the log does not contain the words.
func TestHitsAreCountedAndLogged(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s, err := New(fstest.MapFS{FileName: &fstest.MapFile{Data: []byte(
		`{"words":[{"word":"记下","level":"log"},{"word":"遮住","level":"mask"},{"word":"拦下","level":"block"}]}`,
	)}}, slog.New(slog.NewJSONHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"记下遮住记下遮住": "记下＊＊记下＊＊", "遮住拦下": ""} {
		if got, blocked := s.Check(At{"trace-1", "answer"}, text); got != want || blocked != (want == "") {
			t.Errorf("%q: %q %v", text, got, blocked)
		}
	}
	if s.Clean("记下") != true || s.Clean("遮住") || s.Clean("拦下") {
		t.Error("clean texts")
	}
	var counts []int64
	for _, l := range Levels {
		counts = append(counts, s.Hits(l))
	}
	if want := []int64{2, 3, 1}; !cmp.Equal(counts, want) {
		t.Errorf("counted %v, want %v", counts, want)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 4 { // one line per text and rule, even if the text has several hits of the rule
		t.Errorf("%d lines: %s", len(lines), &log)
	}
	for _, line := range lines {
		var got struct {
			TraceID string `json:"trace_id"`
			Part    string
			Level   string
			Rule    *int
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.TraceID != "trace-1" || got.Part != "answer" || got.Level == "" || got.Rule == nil {
			t.Errorf("%s: %+v %v", line, got, err)
		}
	}
	for _, word := range []string{"记下", "遮住", "拦下"} {
		if strings.Contains(log.String(), word) {
			t.Errorf("the log holds %q", word)
		}
	}
}

func TestFileThatCannotBeRead(t *testing.T) {
	t.Parallel()
	if _, err := New(fstest.MapFS{}, slog.Default()); err == nil || !strings.Contains(err.Error(), FileName) {
		t.Errorf("no file: %v", err)
	}
	if _, err := New(fstest.MapFS{FileName: &fstest.MapFile{Mode: fs.ModeDir}}, slog.Default()); err == nil {
		t.Error("a folder was read")
	}
}

// FuzzPieces cuts a text at random places, and compares the result with the result for the whole text.
func FuzzPieces(f *testing.F) {
	f.Add("坏[citation:1]词，散、开[](@replace=x)来", uint64(1))
	f.Add("遮[citation:住\u200b\xff\xe5遮住了马化腾", uint64(2))
	r := rules(f, File{
		Words: []Word{{"坏词", Block, false}, {"遮住", Mask, false}, {"散开来", Mask, true}, {"住了马", Log, false}, {"a1", Mask, true}},
		Allow: []string{"遮住了", "散、开来吧"},
	})
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		whole := r.Check(text)
		var v Verdict
		s := r.Stream(func(h Hit) { v.Hits = append(v.Hits, h) })
		rnd := rand.New(rand.NewPCG(seed, 0))
		for rest := text; rest != ""; {
			cut := 1 + rnd.IntN(min(len(rest), 9))
			got, _ := s.Write(rest[:cut])
			v.Text, rest = v.Text+got, rest[cut:]
		}
		got, blocked := s.Flush()
		v.Text, v.Blocked = v.Text+got, blocked
		if diff := cmp.Diff(whole, v); diff != "" {
			t.Fatalf("%q in pieces: %s", text, diff)
		}
		chars := strings.ToValidUTF8(text, "?")
		shown := []rune(strings.ToValidUTF8(v.Text, "?"))
		if !v.Blocked && v.Text != text && len([]rune(text)) != len([]rune(v.Text)) {
			t.Fatalf("%q became %q", text, v.Text)
		}
		if chars == text {
			for i, c := range []rune(text)[:len(shown)] {
				if shown[i] != c && string(shown[i]) != mask {
					t.Fatalf("%q became %q", text, v.Text)
				}
			}
		}
	})
}

// many makes n words of 2 to 6 Chinese characters.
func many(n int) File {
	rnd := rand.New(rand.NewPCG(7, 7))
	var f File
	for i := range n {
		w := make([]rune, 2+rnd.IntN(5))
		for j := range w {
			w[j] = rune(0x4e00 + rnd.IntN(3500))
		}
		f.Words = append(f.Words, Word{string(w), Mask, i%4 == 0})
	}
	return f
}

func BenchmarkBuild20000(b *testing.B) {
	f := many(20_000)
	raw, err := json.Marshal(map[string]any{"words": each(f.Words)})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := parse(raw, testFolder); err != nil {
			b.Fatal(err)
		}
	}
}

func each(words []Word) []map[string]any {
	var out []map[string]any
	for _, w := range words {
		out = append(out, map[string]any{"word": w.Word, "level": w.Level.String(), "skipPunctuation": w.SkipPunctuation})
	}
	return out
}

func BenchmarkStream(b *testing.B) {
	rnd := rand.New(rand.NewPCG(8, 8))
	r := rules(b, many(20_000))
	for _, size := range []int{4, 4096} {
		b.Run(fmt.Sprintf("%d characters a piece", size), func(b *testing.B) {
			text := make([]rune, 4096)
			for i := range text {
				text[i] = rune(0x4e00 + rnd.IntN(3500))
			}
			var pieces []string
			for i := 0; i < len(text); i += size {
				pieces = append(pieces, string(text[i:i+size]))
			}
			b.SetBytes(int64(len(string(text))))
			b.ReportAllocs()
			for b.Loop() {
				s := r.Stream(nil)
				for _, p := range pieces {
					s.Write(p)
				}
				s.Flush()
			}
		})
	}
}

// TestBuildGrowsWithTheWords checks that building the rules for ten times the words costs at most
// 15 times as many allocations. BenchmarkBuild20000 measures the time.
func TestBuildGrowsWithTheWords(t *testing.T) {
	work := func(words int) float64 {
		raw, err := json.Marshal(map[string]any{"words": each(many(words).Words)})
		if err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(1, func() {
			if _, err := parse(raw, testFolder); err != nil {
				t.Fatal(err)
			}
		})
	}
	if few, all := work(2_000), work(20_000); all > 15*few {
		t.Errorf("2,000 words cost %.0f allocations, 20,000 cost %.0f", few, all)
	}
}
