package httpapi

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// The paths for calls with a personal key: the open API, which has the form of OpenAI's
// API, and the MCP server. Cookies are ignored on these paths.
const (
	openRoot = "/v1/"
	mcpPath  = "/mcp"
)

// keyMark is the prefix of every personal key.
const keyMark = "wq-"

func byKey(path string) bool { return strings.HasPrefix(path, openRoot) || path == mcpPath }

// checkKeyed refuses a key in the address, because addresses are stored in logs and
// browser histories. It also refuses calls to the MCP server from pages of another origin.
// The open API needs no such check: CORS allows no origin, so pages of other origins cannot
// read its answers.
func (r *Router) checkKeyed(req *http.Request) error {
	if strings.Contains(req.URL.RawQuery, keyMark) || strings.Contains(req.URL.Path, keyMark) {
		return errs.New(errs.KeyInAddress)
	}
	if req.URL.Path != mcpPath || req.Header.Get("Origin") == "" {
		return nil
	}
	probe := *req
	probe.Method = post // the check allows every GET, so a GET is checked like a POST
	if err := r.origins.Check(&probe); err != nil {
		return errs.Wrap(errs.Forbidden, err)
	}
	return nil
}

// identifyByKey finds the asker by the key in the Authorization header.
func (s *session) identifyByKey() {
	kind, key, _ := strings.Cut(s.r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(kind, "Bearer") || strings.TrimSpace(key) == "" || s.router.keys == nil {
		return
	}
	s.who, s.whoErr = s.router.keys.ByKey(s.r.Context(), strings.TrimSpace(key), AskerOf(s.r.Context()))
}

// OpenError is a failure in the form of OpenAI's API.
type OpenError struct {
	Message string  `json:"message"`
	Type    string  `json:"type"`
	Param   *string `json:"param"`
	Code    *string `json:"code"`

	Status int `json:"-"` // HTTP status of the answer; our other calls may use another status for the same error
}

// openKind is the type and the code of a failure in the open API.
type openKind struct {
	kind, code string
	status     int // HTTP status; 0: the status of the error in the catalogue of errs
}

// openKinds are the failures that clients distinguish. The kind of any other failure
// depends on its status.
var openKinds = map[errs.Code]openKind{
	errs.KeyNeeded:    {"invalid_request_error", "invalid_api_key", 0},
	errs.KeyWrong:     {"invalid_request_error", "invalid_api_key", 0},
	errs.KeyEnded:     {"invalid_request_error", "invalid_api_key", 0},
	errs.KeyInAddress: {"invalid_request_error", "key_in_address", 0},
	errs.NoSuchModel:  {"invalid_request_error", "model_not_found", 0},
	errs.NotOffered:   {"invalid_request_error", "unsupported_parameter", 0},
	errs.NotOfAgents:  {"invalid_request_error", "unsupported_parameter", 0},
	errs.AnswerHidden: {"invalid_request_error", "content_filter", 0},
	errs.ModelTooLong: {"invalid_request_error", "context_length_exceeded", http.StatusBadRequest},
	errs.TooMany:      {"requests", "rate_limit_exceeded", 0},
	errs.OwnAnswers:   {"requests", "rate_limit_exceeded", 0},
	errs.ManyAnswers:  {"requests", "rate_limit_exceeded", 0},
	errs.KeySpent:     {"tokens", "insufficient_quota", 0},
	errs.OverQuota:    {"insufficient_quota", "insufficient_quota", 0},
}

// OpenErrorOf converts an error to the form of OpenAI's API; message is its sentence for the asker.
func OpenErrorOf(e *errs.Error, message string) OpenError {
	status := e.Status()
	k, known := openKinds[e.Code]
	if !known {
		k = openKind{kind: "invalid_request_error", code: string(e.Code)}
		switch {
		case status >= http.StatusInternalServerError:
			k.kind = "server_error"
		case status == http.StatusForbidden:
			k.kind = "permission_error"
		}
	}
	if k.status != 0 {
		status = k.status
	}
	out := OpenError{Message: message, Type: k.kind, Code: &k.code, Status: status}
	if p := e.Params["param"].En; p != "" {
		out.Param = &p
	}
	return out
}

// MarshalJSON writes a failure of the open API in the form of OpenAI's API, and adds the
// fields msg, code and traceId of our other calls. It encodes any other failure by the tags
// of ErrorBody.
func (b *ErrorBody) MarshalJSON() ([]byte, error) {
	type plain ErrorBody
	if b.open == nil {
		return json.Marshal((*plain)(b))
	}
	return json.Marshal(struct {
		Error   *OpenError `json:"error"`
		Msg     string     `json:"msg"`
		Code    int        `json:"code"`
		TraceID string     `json:"traceId"`
	}{b.open, b.Msg, b.Code, b.TraceID})
}

// RequestOf returns the current request, for an operation that passes it to a handler of
// another library. Its body is bounded; see Op.Stream.
func RequestOf(ctx context.Context) *http.Request {
	s := sessionOf(ctx)
	r := s.r.WithContext(ctx)
	if s.body != nil {
		r.Body = io.NopCloser(s.body)
	}
	return r
}
