package httpapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

type hiddenRef struct {
	File string `json:"file"`
}

// TestInlineBodiesKeepTheirFields registers three bodies whose types have no name. The second and
// the third would get the same name in the document, and the third has the same fields as the
// first. Each must be described with its own fields.
func TestInlineBodiesKeepTheirFields(t *testing.T) {
	t.Parallel()
	r := newRouter(t, httpapi.Options{})
	register := func(path string, route func(op httpapi.Op)) {
		route(httpapi.Op{Method: http.MethodPost, Path: path, Summary: "x", Domain: "test", Owner: httpapi.Mine})
	}
	type known struct {
		Body struct {
			ID string `json:"id"`
		}
	}
	register("/api/first", func(op httpapi.Op) {
		httpapi.Route(r, op, func(context.Context, *known) (*struct{}, error) { return &struct{}{}, nil })
	})
	{
		type one struct {
			Body struct {
				UserID string `json:"userId"`
			}
		}
		register("/api/second", func(op httpapi.Op) {
			httpapi.Route(r, op, func(context.Context, *one) (*struct{}, error) { return &struct{}{}, nil })
		})
	}
	{
		type one struct {
			Body struct {
				ID string `json:"id"`
			}
		}
		register("/api/third", func(op httpapi.Op) {
			httpapi.Route(r, op, func(context.Context, *one) (*struct{}, error) { return &struct{}{}, nil })
		})
	}
	doc, err := r.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	schema := func(path string) string {
		_, rest, found := strings.Cut(string(doc), "\n  "+path+":\n")
		_, name, found2 := strings.Cut(rest, "$ref: \"#/components/schemas/")
		if !found || !found2 {
			t.Fatalf("%s has no body:\n%s", path, doc)
		}
		name = name[:strings.IndexByte(name, '"')]
		_, fields, _ := strings.Cut(string(doc), "\n    "+name+":\n")
		return fields[:strings.Index(fields, "type: object")]
	}
	if got := schema("/api/second"); !strings.Contains(got, "userId:") {
		t.Errorf("second: %s", got)
	}
	if got := schema("/api/third"); strings.Contains(got, "userId:") || !strings.Contains(got, "id:") {
		t.Errorf("third: %s", got)
	}
}

func TestHiddenFieldsAreRefused(t *testing.T) {
	t.Parallel()
	type in struct {
		Body struct {
			hiddenRef
			Again bool `json:"again"`
		}
	}
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "hiddenRef") {
			t.Errorf("said %q, want the name of the embedded type", said)
		}
	}()
	op := httpapi.Op{Method: http.MethodPost, Path: "/api/x", Summary: "x", Domain: "test", Owner: httpapi.Mine}
	httpapi.Route(newRouter(t, httpapi.Options{}), op, func(context.Context, *in) (*struct{}, error) { return nil, nil })
}
