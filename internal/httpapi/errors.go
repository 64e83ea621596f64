package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// ErrorBody is the body of the response to every failed call. Two of its fields contain the sentence
// that explains the failure, because different clients read different fields.
type ErrorBody struct {
	Detail  ErrorDetail `json:"error"`
	Msg     string      `json:"msg" doc:"the same sentence as error.message"`
	Code    int         `json:"code" doc:"the same code as error.code, as a number"`
	TraceID string      `json:"traceId" doc:"what an operator searches the log for"`

	status int
	retry  time.Duration
	err    error
	open   *OpenError // the failure in the form of the open API; nil: the call does not belong to the open API
}

// ErrorDetail is the code and the sentence of a failure.
type ErrorDetail struct {
	Code    string `json:"code" doc:"the code of the error catalogue"`
	Message string `json:"message" doc:"what happened and what to do next, in the asker's language"`
}

// Error is the text for the log.
func (b *ErrorBody) Error() string { return b.err.Error() }

// Unwrap returns the cause.
func (b *ErrorBody) Unwrap() error { return b.err }

// GetStatus is the HTTP status.
func (b *ErrorBody) GetStatus() int { return b.status }

// GetHeaders returns the header Retry-After, if the error states when the client may try again.
func (b *ErrorBody) GetHeaders() http.Header {
	if b.retry <= 0 {
		return nil
	}
	return http.Header{"Retry-After": {strconv.Itoa(int(math.Ceil(b.retry.Seconds())))}}
}

// errorBody translates err for the asker. Because all failures pass through errorBody,
// it also logs the failures that are the server's fault.
func errorBody(ctx context.Context, err error) *ErrorBody {
	if b, ok := errors.AsType[*ErrorBody](err); ok {
		return b
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		// The asker has closed the connection and will not read an answer.
		slog.DebugContext(ctx, "request cancelled by its client")
	} else if e := errs.From(err); e.Status() >= http.StatusInternalServerError && e.Code != errs.NotYet && e.Code != errs.Draining {
		slog.ErrorContext(ctx, "request failed", "err", err)
	}
	e := errs.From(err)
	msg := e.Message(Locale(ctx))
	code, _ := strconv.Atoi(string(e.Code)) // the catalogue's codes are all numbers
	b := &ErrorBody{
		Detail:  ErrorDetail{Code: string(e.Code), Message: msg},
		Msg:     msg,
		Code:    code,
		TraceID: TraceID(ctx),
		status:  e.Status(),
		retry:   e.RetryAfter,
		err:     err,
	}
	if r := sessionOf(ctx).r; r != nil && strings.HasPrefix(r.URL.Path, openRoot) {
		open := OpenErrorOf(e, msg)
		b.open, b.status = &open, open.Status
	}
	return b
}

// WriteError answers with err as JSON. If a part of an answer was already sent, WriteError
// can only close the connection. The client then sees that the answer is incomplete.
func WriteError(w http.ResponseWriter, r *http.Request, err error) {
	body := errorBody(r.Context(), err)
	if rec, ok := w.(*recorder); ok && rec.status != 0 {
		panic(http.ErrAbortHandler)
	}
	h := w.Header()
	for k, v := range body.GetHeaders() {
		h[k] = v
	}
	if body.status == http.StatusUnauthorized && byKey(r.URL.Path) {
		h.Set("WWW-Authenticate", `Bearer realm="wenqu"`)
	}
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(body.status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(body) // an error means that the asker has closed the connection
}

// humaError converts an error reported by Huma. An internal error stays an internal error; any other
// error becomes errs.BadRequest. The detail is the text of the first cause of type huma.ErrorDetail,
// after the place in the request if the cause states a place. If no cause has that type, the detail
// is `msg`.
func humaError(ctx context.Context, status int, msg string, causes ...error) *ErrorBody {
	if status == http.StatusInternalServerError {
		return errorBody(ctx, errors.Join(append([]error{errors.New(msg)}, causes...)...))
	}
	detail := msg
	for _, c := range causes {
		if d, ok := errors.AsType[*huma.ErrorDetail](c); ok {
			detail = strings.TrimPrefix(d.Location+": "+d.Message, ": ")
			break
		}
	}
	return errorBody(ctx, errs.New(errs.BadRequest).With("detail", detail))
}

// Huma creates its errors with two functions that are variables of its package. This
// function replaces both for the whole process. It also makes the document state that
// lists are never null.
func init() {
	huma.DefaultArrayNullable = false
	huma.NewError = func(status int, msg string, causes ...error) huma.StatusError {
		return humaError(context.Background(), status, msg, causes...)
	}
	huma.NewErrorWithContext = func(c huma.Context, status int, msg string, causes ...error) huma.StatusError {
		return humaError(c.Context(), status, msg, causes...)
	}
}
