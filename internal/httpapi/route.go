package httpapi

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// OwnerRule states whose rows a route may use.
type OwnerRule string

// The owner rules.
const (
	None  OwnerRule = "none"  // anybody may call it, with or without an identity; a wrong token is ignored
	Mine  OwnerRule = "mine"  // only the asker's own data; a wrong token is refused with 401
	LogIn OwnerRule = "user"  // only the asker's own data, and only for users: other askers are refused with 401
	Admin OwnerRule = "admin" // only for administrators: other users are refused with 403
	Keyed OwnerRule = "key"   // only for programs with a personal key; a login is ignored
)

// Op describes one operation. Path may contain {name} parameters of the input struct.
type Op struct {
	Method   string
	Path     string
	Summary  string // one line for the API document
	Domain   string
	Owner    OwnerRule
	Others   Others      // the answer to requests for rows of another owner
	Project  ProjectRole // see Acting
	MaxBody  int64       // bytes; 0: the constant MaxBody
	Stream   bool        // the body may be any bytes, and the handler reads it with Body
	Question bool        // counts against the limit of questions
	Aside    bool        // the operation is not a question, but may call a model, stores something, or is expensive; it counts against a separate limit
	Upload   bool        // the operation uploads a file, or prepares an upload; it counts against a separate limit. With Stream, the body may take up to uploadTimeout while bytes keep coming

	BeforeFactor bool // allowed for an administrator who has not yet set up a second factor

	inputs []string // names of the parameters and of the fields of the body
}

// Route registers an operation with JSON in and out. The input type I has the path, query and
// header parameters and, if there is a body, the field Body. The output type O has header fields
// and, if there is a body, the field Body. Unknown fields of a request's body are ignored and every
// field may be absent. An error of h becomes the JSON of ErrorBody.
func Route[I, O any](r *Router, op Op, h func(ctx context.Context, in *I) (*O, error)) {
	r.add(op, reflect.TypeFor[I]())
	mustDescribe(op, reflect.TypeFor[O]())
	b := r.binding(op)
	b.describe(reflect.TypeFor[I]())
	b.readOutput(reflect.TypeFor[O]())
	r.undescribed = append(r.undescribed, func() {
		b.describeOutput(reflect.TypeFor[O]())
		b.describeError()
	})
	b.make = func() any { return new(I) }
	b.call = func(ctx context.Context, in any) (any, error) {
		out, err := h(ctx, in.(*I))
		if err != nil {
			return nil, errorBody(ctx, err)
		}
		r.acted(ctx, op)
		return out, nil
	}
	b.register()
}

// Raw registers an operation that writes its answer itself, such as a stream. If h fails before it
// has written anything, the answer is the JSON of ErrorBody. If it fails later, the connection is
// closed.
func Raw[I any](r *Router, op Op, contentType string, h func(ctx context.Context, in *I, w ResponseWriter) error) {
	r.add(op, reflect.TypeFor[I]())
	b := r.binding(op)
	b.describe(reflect.TypeFor[I]())
	r.undescribed = append(r.undescribed, func() {
		b.op.Responses = map[string]*huma.Response{"200": {
			Description: "OK",
			Content:     map[string]*huma.MediaType{contentType: {Schema: &huma.Schema{Type: huma.TypeString}}},
		}}
		b.describeError()
	})
	b.make = func() any { return new(I) }
	b.raw = func(c huma.Context, in any) {
		req, w := humago.Unwrap(c)
		w.Header().Set("Content-Type", contentType)
		if err := h(req.Context(), in.(*I), w); err != nil {
			WriteError(w, req, err)
		} else {
			r.acted(req.Context(), op)
		}
	}
	b.register()
}

func (r *Router) binding(op Op) *binding {
	o := r.operation(op)
	return &binding{api: r.api, op: &o}
}

func (r *Router) operation(op Op) huma.Operation {
	limit := op.MaxBody
	if limit == 0 {
		limit = MaxBody
	}
	var body *huma.RequestBody
	if op.Stream {
		body = &huma.RequestBody{Content: map[string]*huma.MediaType{
			"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
		}}
	}
	return huma.Operation{
		RequestBody:     body,
		OperationID:     operationID(op.Method, op.Path),
		Method:          op.Method,
		Path:            op.Path,
		Summary:         op.Summary,
		Tags:            []string{op.Domain},
		MaxBodyBytes:    -1, // the method admit has limited the size of the body
		BodyReadTimeout: -1,
		Middlewares: huma.Middlewares{func(c huma.Context, next func(huma.Context)) {
			req, w := humago.Unwrap(c)
			if err := r.admit(op, limit, w, req); err != nil {
				if r.refused != nil && errs.From(err).Status() == http.StatusForbidden {
					r.refused(req.Context(), op, err)
				}
				WriteError(w, req, err)
				return
			}
			next(c)
		}},
	}
}

// admit makes the checks that are the same for all operations, before the input is decoded.
func (r *Router) admit(op Op, limit int64, w http.ResponseWriter, req *http.Request) error {
	s := sessionOf(req.Context())
	if err := s.may(op); err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	var body []byte
	switch {
	case op.Stream:
		s.body = streamBody(w, req, limit, op.Upload)
		if err := r.signing.check(req, nil); err != nil {
			return err
		}
	case req.Method != http.MethodGet && req.Method != http.MethodHead:
		var err error
		if body, err = readBody(w, req, limit); err != nil {
			return err
		}
		if err := r.signing.check(req, body); err != nil {
			return err
		}
		if err := useJSON(req, body); err != nil {
			return err
		}
	}
	if err := s.act(op, body); err != nil {
		return err
	}
	switch {
	case op.Question:
		if r.mayAsk != nil {
			if err := r.mayAsk(req.Context(), s.who); err != nil {
				return err
			}
		}
		return r.limits.question(s)
	case op.Aside:
		return r.limits.count(r.limits.asides, s)
	case op.Upload:
		return r.limits.count(r.limits.uploads, s)
	}
	return nil
}

// may checks the asker against an operation's owner rule.
func (s *session) may(op Op) error {
	switch rule := op.Owner; {
	case rule == None:
		return nil
	case s.whoErr != nil:
		return s.whoErr
	case rule == Keyed && s.who.Grant == nil:
		return errs.New(errs.KeyNeeded)
	case s.who.FactorDue && !op.BeforeFactor:
		return errs.New(errs.FactorDue)
	case rule == Mine:
		return nil
	case s.who.Kind != User:
		return errs.New(errs.NeedLogin)
	case rule == Admin && s.who.Role != RoleAdmin:
		return errs.New(errs.NoRight)
	}
	return nil
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9]+`)

// operationID names the operation after its path: POST /api/chat/{cid} is
// post-chat-cid.
func operationID(method, path string) string {
	words := notWord.ReplaceAllString(strings.TrimPrefix(path, "/api/"), "-")
	return strings.ToLower(method) + "-" + strings.Trim(words, "-")
}

// add records an operation that is being registered. It panics when the operation is
// inconsistent or is already registered, because that is a bug.
func (r *Router) add(op Op, input reflect.Type) {
	key := op.Call()
	_, twice := r.operations[key]
	switch {
	case op.Owner == "":
		panic("httpapi: " + key + " has no owner rule")
	case op.Project != NoRole && op.Owner != Mine && op.Owner != LogIn:
		panic("httpapi: " + key + " cannot act for a project")
	case twice:
		panic("httpapi: " + key + " is registered twice")
	case r.later[key]:
		panic("httpapi: " + key + " is built: remove its row of LaterPaths")
	}
	mustDescribe(op, input)
	op.inputs = inputNames(input)
	r.operations[key] = op
}

// Operations lists the registered operations, by path and method.
func (r *Router) Operations() []Op {
	return slices.SortedFunc(maps.Values(r.operations), func(a, b Op) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Method, b.Method))
	})
}
