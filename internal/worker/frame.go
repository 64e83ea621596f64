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

// kind is the first byte of a frame between a pool and a worker.
type kind byte

// The kinds. A job is answered by any number of units, progresses and
// questions, and then by one end.
const (
	jobFrame      kind = 'J' // to the worker: do this
	textFrame     kind = 'T' // to the worker: what a picture says
	unitFrame     kind = 'U'
	progressFrame kind = 'P'
	askFrame      kind = 'A' // a picture whose text is asked for
	pauseFrame    kind = 'W' // a picture is read here, which takes its time
	resultFrame   kind = 'G' // a page, drawn, or what a task made
	endFrame      kind = 'E'
)

// maxFrame is more than any unit or picture has.
const maxFrame = 256 << 20

// job is what a worker is asked to do.
type job struct {
	Task      string        `json:"task,omitempty"` // empty: a file is parsed or drawn
	Body      []byte        `json:"body,omitempty"` // of the task
	Path      string        `json:"path"`
	Options   parse.Options `json:"options"`
	Recognise bool          `json:"recognise,omitempty"` // the pool reads pictures
	Page      int           `json:"page,omitempty"`      // to draw; 0 parses
	Width     int           `json:"width,omitempty"`     // in pixels
}

// ending is how a job ended.
type ending struct {
	Summary parsed.Summary `json:"summary"`
	Code    parse.Code     `json:"code,omitempty"`
	Known   *errs.Error    `json:"known,omitempty"` // an error of the catalogue
	Error   string         `json:"error,omitempty"` // empty when it went well
}

// count is a progress.
type count struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// text is what a picture says, or why nobody knows.
type text struct {
	Text  string `json:"text"`
	Error string `json:"error,omitempty"`
}

// frames reads and writes frames: four bytes of length, the kind, the body.
type frames struct {
	r *bufio.Reader
	w *bufio.Writer
}

// errFrame says that what comes is no frame.
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
	// The bytes are read as they come: a length alone takes no memory.
	var b bytes.Buffer
	if _, err := io.CopyN(&b, f.r, int64(n)); err != nil {
		return 0, nil, err
	}
	return kind(head[4]), b.Bytes(), nil
}
