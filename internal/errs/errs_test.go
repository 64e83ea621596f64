package errs_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// codes finds every constant of type Code in catalogue.go. The test thus fails if the catalogue lacks
// a new code.
func codes(t *testing.T) map[string]errs.Code {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "catalogue.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]errs.Code{}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || spec.Type == nil {
			return true
		}
		if name, ok := spec.Type.(*ast.Ident); !ok || name.Name != "Code" {
			return true
		}
		for i, name := range spec.Names {
			value, err := strconv.Unquote(spec.Values[i].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			out[name.Name] = errs.Code(value)
		}
		return true
	})
	if len(out) < 10 {
		t.Fatalf("only %d codes found", len(out))
	}
	return out
}

// mainland matches words of mainland China in traditional characters. A sentence for Taiwan must
// not contain them.
var mainland = regexp.MustCompile("軟件|文件夾|默認|登錄|鏈接|信息|網絡|服務器|視頻|音頻|質量|屏幕|搜索|賬號|刷新|打印|短信|二維碼|智能體|大型模型|接入|打開|查找|粘貼")

var slots = regexp.MustCompile(`\{\w+\}`)

func TestCatalogueIsTotal(t *testing.T) {
	t.Parallel()
	known := map[errs.Code]string{}
	for name, c := range codes(t) {
		if other, twice := known[c]; twice {
			t.Errorf("%s and %s have the same code %s", name, other, c)
		}
		known[c] = name
		if _, err := strconv.Atoi(string(c)); err != nil {
			t.Errorf("%s: %q is no number, and clients read it as one", name, c)
		}
		row, ok := errs.Catalogue[c]
		if !ok {
			t.Errorf("%s has no row", name)
			continue
		}
		if row.Name == "" || row.Status < 400 || row.Status > 599 {
			t.Errorf("%s: name %q, status %d", name, row.Name, row.Status)
		}
		want := slots.FindAllString(row.Text.ZhCN, -1)
		if word := mainland.FindString(row.Text.ZhTW); word != "" {
			t.Errorf("%s: %q is not said in Taiwan: %s", name, word, row.Text.ZhTW)
		}
		for _, text := range []string{row.Text.ZhCN, row.Text.ZhTW, row.Text.En} {
			if text == "" {
				t.Errorf("%s: a language is missing: %+v", name, row.Text)
			}
			if got := slots.FindAllString(text, -1); !slices.Equal(got, want) {
				t.Errorf("%s: slots %v in %q, %v in Chinese", name, got, text, want)
			}
		}
	}
	for c := range errs.Catalogue {
		if known[c] == "" {
			t.Errorf("the row %s has no constant", c)
		}
	}
}

func TestMessage(t *testing.T) {
	t.Parallel()
	e := errs.New(errs.TooLarge).With("limit", "4 MB")
	for locale, want := range map[string]string{
		"zh-CN": "内容太长，最多 4 MB，请精简后重试。",
		"zh-TW": "內容太長，最多 4 MB，請精簡後重試。",
		"en":    "Too long: the limit is 4 MB. Shorten it and try again.",
		"fr":    "内容太长，最多 4 MB，请精简后重试。",
	} {
		if got := e.Message(locale); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
	if got := errs.New("99999").Message("en"); got != errs.New(errs.Unknown).Message("en") {
		t.Errorf("a code without a row says %q", got)
	}
}

func TestFromIsAndCopies(t *testing.T) {
	t.Parallel()
	cause := errors.New("disk full")
	e := errs.Wrap(errs.StorageFail, cause)
	wrapped := fmt.Errorf("save: %w", e)
	if errs.From(wrapped) != e || !errs.Is(wrapped, errs.StorageFail) || errs.Is(wrapped, errs.Busy) || !errors.Is(wrapped, cause) {
		t.Errorf("the error inside %v was not found", wrapped)
	}
	if got := errs.From(cause); got.Code != errs.Unknown || !errors.Is(got, cause) {
		t.Errorf("a foreign error became %v", got)
	}
	if errs.From(nil) != nil || errs.Is(nil, errs.Unknown) {
		t.Error("nil became an error")
	}
	base := errs.New(errs.TooMany)
	if later := base.Retry(time.Second).With("x", "y"); base.RetryAfter != 0 || base.Params != nil || later.RetryAfter != time.Second {
		t.Errorf("With and Retry changed the error they were called on: %+v", base)
	}
}
