package httpapi

import (
	"net/http"
)

// ResponseWriter is what a raw route writes to; http.NewResponseController
// works on it.
type ResponseWriter = http.ResponseWriter

// recorder remembers what was answered, for the log, and whether anything was:
// an error after the first byte can no longer be told as JSON.
type recorder struct {
	http.ResponseWriter
	status int // 0: nothing has been written yet
	bytes  int64
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

func (w *recorder) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// Unwrap lets http.ResponseController reach the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
