package setting

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// declared returns the constants of type Reason in reason.go. The test thus fails if the table lacks a
// new reason.
func declared(t *testing.T) []Reason {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "reason.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out []Reason
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Type == nil {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); ok && name.Name == "Reason" {
			value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, Reason(value))
		}
		return true
	})
	if len(out) < 10 {
		t.Fatalf("only %d reasons found", len(out))
	}
	return out
}

var (
	slots = regexp.MustCompile(`\{\w+\}`)
	han   = regexp.MustCompile(`\p{Han}`)
)

func TestReasonsAreTotal(t *testing.T) {
	t.Parallel()
	known := declared(t)
	for _, r := range known {
		text := reasons[r]
		if !han.MatchString(text.ZhCN) || !han.MatchString(text.ZhTW) || text.En == "" || han.MatchString(text.En) {
			t.Errorf("%s is not in three languages: %+v", r, text)
		}
		want := slots.FindAllString(text.ZhCN, -1)
		for _, other := range []string{text.ZhTW, text.En} {
			if got := slots.FindAllString(other, -1); !slices.Equal(got, want) {
				t.Errorf("%s: slots %v in %q, %v in Chinese", r, got, other, want)
			}
		}
	}
	for r := range reasons {
		if !slices.Contains(known, r) {
			t.Errorf("the row %s has no constant", r)
		}
	}
}

// An error that is no Fault is told in general words; its own text is for the log.
func TestForeignErrorsStayInTheLog(t *testing.T) {
	t.Parallel()
	e := errs.From(Bad(errors.New("no such file")))
	if got := e.Message("zh-CN"); got != "设置不能用：内容不符合要求，请检查后再保存。" || !regexp.MustCompile("no such file").MatchString(e.Error()) {
		t.Errorf("%q, %v", got, e)
	}
}

// A value of a fault is not read as a slot.
func TestFaultFillsEachSlotOnce(t *testing.T) {
	t.Parallel()
	f := Wrong(Twice, "list").With("value", "{field}")
	for locale, want := range map[string]string{
		"zh-CN": "设置不能用：「list」里有两个「{field}」，请改掉一个。",
		"en":    "These settings cannot be used: list has “{field}” twice.",
	} {
		if got := errs.From(Bad(f)).Message(locale); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The errors of the decoder name the field.
func TestDecoderErrors(t *testing.T) {
	t.Parallel()
	type document struct {
		Inner struct {
			Number int `json:"number"`
		} `json:"inner"`
	}
	s := Of("x", nil, func(*document) error { return nil }, nil)
	for raw, want := range map[string]Reason{
		``:                             NotJSON,
		`{`:                            NotJSON,
		`{]`:                           NotJSON,
		`[]`:                           NotObject,
		`{"inner":{"number":"seven"}}`: WrongType,
		`{"outer":1}`:                  UnknownField,
		`{"` + strings.Repeat("长", 1<<20) + `":1}`: UnknownField,
	} {
		_, err := s.Check([]byte(raw))
		if n := text.Len(faultOf(errors.Unwrap(err)).Text().ZhCN); n > 200 {
			t.Errorf("%.40s: a sentence of %d characters", raw, n)
		}
		if got := faultOf(errors.Unwrap(err)).reason; got != want {
			t.Errorf("%.40s: %s, want %s", raw, got, want)
		}
	}
}
