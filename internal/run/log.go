package run

import (
	"bytes"
	"sync"

	"github.com/wenqu-ai/wenqu/internal/stream"
)

// log contains the frames of one run as they are sent. Bytes are only appended, and a
// chunk never moves in memory. A slice of a chunk can therefore be read without a lock
// while the log grows.
type log struct {
	chunks []chunk
	n      int // number of the newest frame
	size   int // bytes of all frames
}

type chunk struct {
	first int // number of the first frame in the chunk
	buf   []byte
}

// mark is a position between two frames, after frame n.
type mark struct {
	n, chunk, off, size int
}

// Each chunk is twice as large as the chunk before, from firstChunk up to lastChunk. A
// frame is never split between chunks: a chunk is larger if its first frame is larger.
const (
	firstChunk = 1 << 10
	doublings  = 5
	lastChunk  = firstChunk << doublings
)

var scratch = sync.Pool{New: func() any { b := make([]byte, 0, 512); return &b }}

func (l *log) append(e stream.Event) {
	buf := scratch.Get().(*[]byte)
	b := stream.AppendFrame((*buf)[:0], l.n+1, e)
	l.add(b)
	if cap(b) <= lastChunk {
		*buf = b
	}
	scratch.Put(buf)
}

func (l *log) add(frame []byte) {
	last := len(l.chunks) - 1
	if last < 0 || cap(l.chunks[last].buf)-len(l.chunks[last].buf) < len(frame) {
		size := max(firstChunk<<min(len(l.chunks), doublings), len(frame))
		l.chunks = append(l.chunks, chunk{first: l.n + 1, buf: make([]byte, 0, size)})
		last++
	}
	l.chunks[last].buf = append(l.chunks[last].buf, frame...)
	l.n++
	l.size += len(frame)
}

func (l *log) end() mark {
	last := len(l.chunks) - 1
	if last < 0 {
		return mark{}
	}
	return mark{n: l.n, chunk: last, off: len(l.chunks[last].buf), size: l.size}
}

// next returns the bytes between two marks, but only up to the end of one chunk. It also
// returns the position after these bytes.
func (l *log) next(from, to mark) ([]byte, mark) {
	for from.chunk < to.chunk {
		rest := l.chunks[from.chunk].buf[from.off:]
		from = mark{n: l.chunks[from.chunk+1].first - 1, chunk: from.chunk + 1, size: from.size + len(rest)}
		if len(rest) > 0 {
			return rest, from
		}
	}
	return l.chunks[to.chunk].buf[from.off:to.off], to
}

// between returns all bytes between two marks. It copies the bytes only if they are in several
// chunks.
func (l *log) between(from, to mark) []byte {
	data, at := l.next(from, to)
	if at.size == to.size {
		return data
	}
	all := append(make([]byte, 0, to.size-from.size), data...)
	for at.size < to.size {
		data, at = l.next(at, to)
		all = append(all, data...)
	}
	return all
}

// seek returns the position after frame n. This position must not be after `to`.
func (l *log) seek(n int, to mark) mark {
	at := mark{}
	for at.chunk < to.chunk && l.chunks[at.chunk+1].first <= n {
		at.size += len(l.chunks[at.chunk].buf)
		at.chunk++
		at.n = l.chunks[at.chunk].first - 1
	}
	if n > at.n {
		at.off = skip(l.chunks[at.chunk].buf, n-at.n)
		at.size += at.off
		at.n = n
	}
	return at
}

var frameEnd = []byte("\n\n")

// skip returns the length of the first n frames of b, or of all of b if b has fewer frames. A frame
// ends with the first blank line, because its data is a single line.
func skip(b []byte, n int) int {
	at := 0
	for ; n > 0; n-- {
		i := bytes.Index(b[at:], frameEnd)
		if i < 0 {
			return len(b)
		}
		at += i + len(frameEnd)
	}
	return at
}
