package worker

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// kind is the byte after the length of a frame; it identifies the content.
type kind byte

// The kinds. Frames come from the worker if no direction is stated. A worker answers a job with any
// number of frames; the last one is an endFrame.
const (
	jobFrame      kind = 'J' // to the worker: a job
	bodyFrame     kind = 'B' // to the worker: the body of the task in the previous job frame
	textFrame     kind = 'T' // to the worker: the recognised text of a picture
	unitFrame     kind = 'U'
	progressFrame kind = 'P'
	askFrame      kind = 'A' // a picture; the pool should recognise its text
	pauseFrame    kind = 'W' // the worker recognises a picture itself, so the pool gives the job more time
	resultFrame   kind = 'G' // a drawn page, or the result of a task
	endFrame      kind = 'E'
)

// maxFrame is the maximum length of a frame's body in bytes. It is larger than any unit or picture.
const maxFrame = 256 << 20

// ready is the maximum number of bytes allocated for a frame before its content arrives.
const ready = 2 << 20

// sendJob sends a job and the body of its task.
func (f *frames) sendJob(j job) error {
	if err := f.send(jobFrame, j); err != nil || j.Task == "" {
		return err
	}
	return f.sendRaw(bodyFrame, j.Body)
}

// job is a request to a worker.
type job struct {
	Task      string        `json:"task,omitempty"` // name of a task; empty: a file is parsed or drawn
	Body      []byte        `json:"-"`              // input of the task, sent in a separate frame
	Path      string        `json:"path"`
	Options   parse.Options `json:"options"`
	Recognise bool          `json:"recognise,omitempty"` // the pool recognises the text of pictures for the worker
	Page      int           `json:"page,omitempty"`      // page to draw; 0: parse the file
	Width     int           `json:"width,omitempty"`     // width of the drawn page in pixels
}

// ending is how a job ended.
type ending struct {
	Summary parsed.Summary `json:"summary"`
	Code    parse.Code     `json:"code,omitempty"`
	Known   *errs.Error    `json:"known,omitempty"` // an error of package errs, returned by a task
	Error   string         `json:"error,omitempty"` // empty when the job succeeded
}

// count is the progress of a job.
type count struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// text is the recognised text of a picture, or the reason why there is no text.
type text struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

// frames reads and writes frames: the length of the body in four bytes, the kind, and the body.
type frames struct {
	r *bufio.Reader
	w *bufio.Writer
}

// errFrame means that the stated length of a frame exceeds maxFrame.
var errFrame = errors.New("worker: a frame that is too long")

func newFrames(r io.Reader, w io.Writer) *frames {
	return &frames{bufio.NewReaderSize(r, 64<<10), bufio.NewWriterSize(w, 64<<10)}
}

func (f *frames) send(k kind, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	return f.sendRaw(k, b.Bytes())
}

func (f *frames) sendRaw(k kind, body []byte) error {
	if len(body) > maxFrame {
		return fmt.Errorf("worker: a frame of %d bytes", len(body))
	}
	var head [5]byte
	binary.BigEndian.PutUint32(head[:4], uint32(len(body)))
	head[4] = byte(k)
	_, err := f.w.Write(head[:])
	_, err2 := f.w.Write(body)
	return errors.Join(err, err2, f.w.Flush())
}

func (f *frames) receive() (kind, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(f.r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[:4])
	if n > maxFrame {
		return 0, nil, fmt.Errorf("%w: %d bytes", errFrame, n)
	}
	// Memory grows with the bytes that arrive, not with the stated length.
	var b bytes.Buffer
	b.Grow(int(min(n, ready)))
	if _, err := io.CopyN(&b, f.r, int64(n)); err != nil {
		return 0, nil, err
	}
	return kind(head[4]), b.Bytes(), nil
}
