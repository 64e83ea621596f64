package errs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// storedCodes is the file whose errors are stored as codes; the name of the file is added when they are
// shown.
var storedCodes = filepath.Join("..", "document", "read.go")

// An error is made with values for all slots of its sentence. A slot without a value would stand in the
// sentence as {name}.
func TestSlotsAreFilledWhereErrorsAreMade(t *testing.T) {
	t.Parallel()
	known := codes(t)
	made := 0
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		filled := map[*ast.CallExpr]map[string]bool{} // by the call that makes the error: the slots filled in the same expression
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || path == storedCodes {
				return true
			}
			maker, slots := chain(call)
			if maker == nil {
				return true
			}
			if _, seen := filled[maker]; !seen {
				filled[maker] = slots // the outermost call of the chain comes first
			}
			return true
		})
		for maker, slots := range filled {
			code := known[maker.Args[0].(*ast.SelectorExpr).Sel.Name]
			made++
			for _, slot := range slotsOf(code) {
				if !slots[slot] {
					t.Errorf("%s: the slot {%s} of %s is not filled", files.Position(maker.Pos()), slot, errs.Catalogue[code].Name)
				}
			}
		}
		return nil
	})
	if err != nil || made < 100 {
		t.Fatal(made, err)
	}
}

func slotsOf(code errs.Code) []string {
	var out []string
	for _, slot := range slots.FindAllString(errs.Catalogue[code].Text.ZhCN, -1) {
		out = append(out, strings.Trim(slot, "{}"))
	}
	return out
}

// chain returns the call of errs.New or errs.Wrap at the beginning of a chain such as
// errs.New(errs.X).With("limit", "5"), and the slots that the chain fills. The call is nil if there is
// none, or if its code is no constant.
func chain(call *ast.CallExpr) (maker *ast.CallExpr, slots map[string]bool) {
	slots = map[string]bool{}
	for {
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return nil, nil
		}
		if pkg, ok := method.X.(*ast.Ident); ok {
			if pkg.Name != "errs" || method.Sel.Name != "New" && method.Sel.Name != "Wrap" {
				return nil, nil
			}
			if _, constant := call.Args[0].(*ast.SelectorExpr); !constant {
				return nil, nil
			}
			return call, slots
		}
		if strings.HasPrefix(method.Sel.Name, "With") && len(call.Args) == 2 {
			if name, ok := call.Args[0].(*ast.BasicLit); ok {
				value, _ := strconv.Unquote(name.Value)
				slots[value] = true
			}
		}
		inner, ok := method.X.(*ast.CallExpr)
		if !ok {
			return nil, nil
		}
		call = inner
	}
}
