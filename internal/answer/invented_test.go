package answer

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/answer/cite"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// seen records the events that readers get, and checks the citation marks in them.
type seen struct {
	t       *testing.T
	message stream.Message
	listed  map[int]bool
}

var shownMark = regexp.MustCompile(`(?i)[\[【]\s*citation[^\]】\n]*[\]】]?`)

func (s *seen) put(e stream.Event) error {
	if g, ok := e.(stream.SearchGuid); ok {
		s.listed = map[int]bool{}
		for _, d := range g.Docs {
			s.listed[d.Index] = true
		}
	}
	s.message.Apply(e)
	// At any moment every visible mark is complete and has a source.
	for _, mark := range shownMark.FindAllString(s.message.PlainText()+textOf(s.message), -1) {
		n := 0
		if _, err := fmt.Sscanf(mark, "[citation:%d]", &n); err != nil || !s.listed[n] || mark != fmt.Sprintf("[citation:%d]", n) {
			s.t.Fatalf("a reader sees %q; listed are %v", mark, s.listed)
		}
	}
	return nil
}

func (s *seen) flush() error { return nil }

// textOf returns the text of a message with its marks.
func textOf(m stream.Message) string {
	var b strings.Builder
	for _, it := range m.Content {
		if e, ok := it.Event.(stream.Text); ok {
			b.WriteString(e.Msg)
		}
	}
	return b.String()
}

// pagesFound are the sources of the answer, with the numbers 1 to 3.
var pagesFound = []source.Source{
	{Kind: source.Web, ID: "https://a.example/", URL: "https://a.example/", Title: "甲", Read: true, Text: "临江市图书馆周一闭馆。每位读者最多可以借二十册图书。"},
	{Kind: source.Web, ID: "https://b.example/", URL: "https://b.example/", Title: "乙", Read: true, Text: "云岭动物园成人票八十元，身高一米二以下的儿童免票。"},
	{Kind: source.Web, ID: "https://c.example/", URL: "https://c.example/", Title: "丙", Text: "临望高铁全长三百一十二公里，最快七十八分钟到达。"},
}

// Lines of a model's answer, each with a place for a mark. No mark may be shown in an invented line.
var lines = []struct {
	text     string
	invented bool
}{
	{"图书馆写明“临江市图书馆周一闭馆”%s。", false},
	{"云岭动物园成人票八十元%s。", false},
	{"临望高铁最快七十八分钟到达%s！", false},
	{"网页上说“本馆永久关闭，请勿前往”%s。", true},
	{"火星上的居民在三〇二四年投票搬家%s。", true},
	{"成人票现在要九百元%s。", true},
}

// Correct and incorrect marks of models. An incorrect mark has a number without a source, has a wrong
// format, or is nested.
var marks = []string{
	"[citation:1]", "[citation:2]", "[citation:3]", "[citation: 1, 2,3]", "【citation：2】", "[Citation:3]",
	"[citation:7]", "[citation:0]", "[citation:-1]", "[citation:999999]", "[citation:x]", "[citation:1", "[cit[citation:9]ation:9]",
	"[citation:[citation:8]]", "[citation:4][citation:5]", "[CITATION:1,99]", "[citation:\u200b1]", "[citation:１]", "[citation",
}

// inventions is the number of answers; `make eval` uses 10,000.
var inventions = flag.Int("inventions", 1000, "answers with invented citations")

// Citations with invented numbers or quotes are never shown, however the text is split into pieces.
func TestInventedCitations(t *testing.T) {
	t.Parallel()
	answers := *inventions
	r := rand.New(rand.NewPCG(2026, 11)) //nolint:gosec // the same in every run
	kept := 0
	for range answers {
		end := &seen{t: t, message: stream.NewMessage()}
		s := newCiteStage(cite.New(cite.Options{Locale: "zh-CN"}), end)
		if _, err := s.gathered(pagesFound); err != nil {
			t.Fatal(err)
		}
		var written strings.Builder
		wrong := map[string]bool{}
		for range 1 + r.IntN(4) {
			line := lines[r.IntN(len(lines))]
			mark := marks[r.IntN(len(marks))] + marks[r.IntN(len(marks))]
			fmt.Fprintf(&written, line.text, mark)
			if line.invented {
				wrong[line.text[:strings.Index(line.text, "%s")]] = true
			}
			written.WriteString("\n\n")
		}
		// The pieces have random sizes, so that the text is split at every position in some of the
		// answers.
		for rest := []rune(written.String()); len(rest) > 0; {
			n := min(1+r.IntN(5), len(rest))
			if err := s.put(stream.Text{Msg: string(rest[:n])}); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := s.flush(); err != nil {
			t.Fatal(err)
		}
		text := textOf(end.message)
		for sentence := range wrong {
			for _, line := range strings.Split(text, "\n") {
				if strings.HasPrefix(line, sentence) && strings.Contains(line, "[citation:") {
					t.Fatalf("%q has a source in %q", sentence, line)
				}
			}
		}
		for _, it := range end.message.Content {
			if g, ok := it.Event.(stream.SearchGuid); ok {
				for _, d := range g.Docs {
					if d.Index < 1 || d.Index > len(pagesFound) || !strings.Contains(pagesFound[d.Index-1].Text, d.Quote) {
						t.Fatalf("%+v is listed", d)
					}
					if want := map[bool]string{true: "checked", false: "unchecked"}[pagesFound[d.Index-1].Read]; d.Verified != want {
						t.Fatalf("%+v is called %s", d, d.Verified)
					}
				}
			}
		}
		kept += strings.Count(text, "[citation:")
	}
	if kept < answers/4 {
		t.Errorf("only %d citations were kept in %d answers", kept, answers)
	}
}
