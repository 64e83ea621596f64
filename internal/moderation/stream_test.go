package moderation

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var testFolder = sync.OnceValue(newFolder)

func rules(t testing.TB, f File) *Rules {
	t.Helper()
	r, err := compile(f, testFolder)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCheck(t *testing.T) {
	t.Parallel()
	r := rules(t, File{
		Words: []Word{
			{"坏词", Block, false},
			{"遮住", Mask, false},
			{"遮住它", Log, false},
			{"散开来", Mask, true},
			{"Ｂad", Mask, false},
			{"马化", Mask, false},
			{"体操", Log, false},
			{"が", Mask, false},
		},
		Allow: []string{"马化腾", "不遮住的"},
	})
	for text, want := range map[string]string{
		"":                         "",
		"没有什么":                     "没有什么",
		"前坏词后":                     "前|",
		"前壞詞后":                     "前|",
		"坏\u200b词":                 "|",
		"\ufeff坏\u034f\u0301词":     "\ufeff|",
		"坏，词":                      "坏，词",
		"坏 词":                      "坏 词",
		"请遮住吧":                     "请＊＊吧",
		"请遮\u200d住吧":               "请＊＊＊吧",
		"请遮住它吧":                    "请＊＊它吧",
		"遮住遮住":                     "＊＊＊＊",
		"遮遮住":                      "遮＊＊",
		"不遮住的":                     "不遮住的",
		"不遮住":                      "不＊＊",
		"不遮住遮住的":                   "不＊＊＊＊的",
		"散，开 - 来！":                 "＊＊＊＊＊＊＊！",
		"散\n\n开来":                  "＊＊＊＊＊",
		"散x开来":                     "散x开来",
		"BAD bád ｂＡｄ b\u00adad ba": "＊＊＊ ＊＊＊ ＊＊＊ ＊＊＊＊ ba",
		"馬化腾和马化成":                  "馬化腾和＊＊成",
		"马化":                       "＊＊",
		"かがか\u3099":                "か＊＊＊",
		"㏈d":                       "㏈d",
		"bＡ\xff遮住\xe5\x9d":         "bＡ\xff＊＊\xe5\x9d",
		"遮住坏词":                     "＊＊|",
		"坏词遮住":                     "|",
		"散" + strings.Repeat("-", maxGap) + "开来":   strings.Repeat("＊", maxGap+3),
		"散" + strings.Repeat("-", maxGap+1) + "开来": "散" + strings.Repeat("-", maxGap+1) + "开来",
	} {
		v := r.Check(text)
		got := v.Text
		if v.Blocked {
			got += "|"
		}
		if got != want {
			t.Errorf("%+q became %+q, want %+q", text, got, want)
		}
	}
	if got := r.Check("体操，遮住它").Hits; !cmp.Equal(got, []Hit{{6, Log, 0, 2}, {1, Mask, 3, 5}, {2, Log, 3, 6}}) {
		t.Errorf("hits %v", got)
	}
}

// TestNeverAWord cuts texts into two and three pieces in all ways, into bytes, and
// into pieces of every size. At no time may the shown text contain a word of the rules.
func TestNeverAWord(t *testing.T) {
	t.Parallel()
	r := rules(t, File{Words: []Word{{"坏词语", Block, false}, {"散开", Mask, true}}})
	texts := []string{"前文坏词语后文", "坏词坏词语", "前散，开后坏\u200b词坏\u200b詞语"}
	for _, text := range texts {
		whole := r.Check(text)
		try := func(parts ...string) {
			s, shown := r.Stream(nil), ""
			look := func(got string, blocked bool) {
				if shown += got; strings.Contains(shown, "坏词语") || strings.Contains(shown, "散，开") {
					t.Errorf("%q: %q was shown", parts, shown)
				}
			}
			for _, p := range parts {
				look(s.Write(p))
			}
			look(s.Flush())
			if shown != whole.Text {
				t.Errorf("%q gave %q, want %q", parts, shown, whole.Text)
			}
		}
		for i := range len(text) {
			for j := i; j < len(text); j++ {
				try(text[:i], text[i:j], text[j:])
			}
		}
		for size := 1; size <= len(text); size++ {
			var parts []string
			for part := range slices.Chunk([]byte(text), size) {
				parts = append(parts, string(part))
			}
			try(parts...)
		}
	}
}

// TestGoesOnAfterFlush checks that a word is found even if it began before a Flush.
func TestGoesOnAfterFlush(t *testing.T) {
	t.Parallel()
	r := rules(t, File{Words: []Word{{"坏词", Block, false}, {"遮住", Mask, false}}, Allow: []string{"遮住了"}})
	s := r.Stream(nil)
	var got []string
	for _, part := range []string{"一遮", "住", "二遮住", "了坏", "词三"} {
		a, _ := s.Write(part)
		b, _ := s.Flush()
		got = append(got, a+b)
	}
	if want := []string{"一遮", "＊", "二＊＊", "了坏", ""}; !cmp.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, blocked := s.Write("四"); got != "" || !blocked {
		t.Errorf("a blocked stream went on: %q %v", got, blocked)
	}
}

// oracle returns the expected verdict without its hits. It tries every word at every position of the text.
func oracle(f File, text string) Verdict {
	chars := []rune(text)
	fold := testFolder()
	find := func(phrase string, bare bool) (out []Hit) {
		want := fold.text(phrase, bare)
		for start := range chars {
			at, end := 0, start
			for ; end < len(chars) && at < len(want); end++ {
				got := fold.text(string(chars[end]), bare)
				if len(got) == 0 && end > start {
					continue
				}
				if !slices.Equal(got, want[at:at+1]) { // a character of the test's alphabet folds to at most one character
					break
				}
				at++
			}
			if at == len(want) {
				out = append(out, Hit{Start: start, End: end})
			}
		}
		return out
	}
	var allowed, hits []Hit
	for _, a := range f.Allow {
		allowed = append(allowed, find(a, false)...)
	}
	for i, w := range f.Words {
		for _, h := range find(w.Word, w.SkipPunctuation) {
			if !slices.ContainsFunc(allowed, func(a Hit) bool { return a.Start <= h.Start && h.End <= a.End }) {
				h.Rule, h.Level = i, w.Level
				hits = append(hits, h)
			}
		}
	}
	v := Verdict{}
	stop := len(chars)
	for _, h := range hits {
		if h.Level == Block {
			v.Blocked, stop = true, min(stop, h.Start)
		}
	}
	for i, r := range chars[:stop] {
		if slices.ContainsFunc(hits, func(h Hit) bool { return h.Level == Mask && h.Start <= i && i < h.End && h.Start < stop }) {
			v.Text += mask
		} else {
			v.Text += string(r)
		}
	}
	return v
}

// TestRandomSplits checks random texts with up to 5,000 random sets of rules. The result for
// random pieces of a text must equal the result for the whole text and the result of oracle.
func TestRandomSplits(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	alphabet := []rune("甲乙丙甲乙丙甲乙輪轮aＡ，-\u200b\ufeff")
	random := func(most int) string {
		out := make([]rune, 1+rnd.IntN(most))
		for i := range out {
			out[i] = alphabet[rnd.IntN(len(alphabet))]
		}
		return string(out)
	}
	blocked, masked := 0, 0
	for n := range 5000 {
		var f File
		seen := map[string]bool{}
		fold := testFolder()
		for range 1 + rnd.IntN(4) {
			w := Word{random(4), Levels[rnd.IntN(len(Levels))], rnd.IntN(2) == 0}
			key := fmt.Sprint(w.SkipPunctuation, string(fold.text(w.Word, w.SkipPunctuation)))
			if len(fold.text(w.Word, true)) == 0 || seen[key] {
				continue // words must be different, because equal words get a single level
			}
			seen[key] = true
			f.Words = append(f.Words, w)
		}
		for range rnd.IntN(3) {
			if a := random(5); len(fold.text(a, true)) > 0 {
				f.Allow = append(f.Allow, a)
			}
		}
		if len(f.Words) == 0 {
			continue
		}
		r := rules(t, f)
		text := random(40)
		whole, want := r.Check(text), oracle(f, text)
		if whole.Text != want.Text || whole.Blocked != want.Blocked {
			t.Fatalf("%d: %+v %q: %q %v, want %q %v", n, f, text, whole.Text, whole.Blocked, want.Text, want.Blocked)
		}
		var v Verdict
		s := r.Stream(func(h Hit) { v.Hits = append(v.Hits, h) })
		for rest := text; rest != ""; {
			cut := 1 + rnd.IntN(len(rest))
			got, _ := s.Write(rest[:cut])
			v.Text, rest = v.Text+got, rest[cut:]
		}
		got, b := s.Flush()
		v.Text, v.Blocked = v.Text+got, b
		if diff := cmp.Diff(whole, v); diff != "" {
			t.Fatalf("%d: %+v %q in pieces: %s", n, f, text, diff)
		}
		if v.Blocked {
			blocked++
		}
		if strings.Contains(v.Text, mask) {
			masked++
		}
	}
	if blocked < 500 || masked < 500 {
		t.Errorf("only %d texts were blocked and %d masked", blocked, masked)
	}
}
