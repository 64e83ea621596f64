package httpapi

import (
	"net/http"
)

// ResponseWriter is the writer of a raw route; http.NewResponseController works on it.
type ResponseWriter = http.ResponseWriter

// recorder records the status of the answer, for the log, and whether anything was
// written: after the first byte an error can no longer be sent as JSON.
type recorder struct {
	http.ResponseWriter
	status int // the HTTP status that was sent; 0: nothing has been written yet
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

// Unwrap gives http.ResponseController access to the connection.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
