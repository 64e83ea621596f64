package pdf

import (
	"bytes"
	"io"
	"regexp"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// trailer contains what the newest cross-reference table states about a file.
type trailer struct {
	at         int64  // offset of the table
	stream     bool   // the table is a stream
	size       int    // one more than the greatest object number
	root, info string // references; info may be empty
}

var (
	rootEntry = regexp.MustCompile(`/Root\s*(\d{1,9}\s+\d{1,5}\s+R)`)
	infoEntry = regexp.MustCompile(`/Info\s*(\d{1,9}\s+\d{1,5}\s+R)`)
)

// Limits of reading a trailer.
const (
	maxTrailer  = 8 << 10 // bytes of its dictionary
	maxSections = 1000    // sections of a cross-reference table
)

// trailerOf reads the trailer of a file. The file must begin as a PDF and must not be encrypted, and
// its end must state the offset of a cross-reference table.
func trailerOf(in *parse.Input) (t trailer, ok bool) {
	if !bytes.HasPrefix(bytesAt(in, 0, 8), []byte("%PDF-")) {
		return t, false
	}
	if t.at, ok = startOf(in); !ok {
		return t, false
	}
	var dictionary []byte
	head := bytesAt(in, t.at, maxTrailer)
	if rest, table := bytes.CutPrefix(head, []byte("xref")); table {
		dictionary = bytesAt(in, afterSections(in, t.at+int64(len(head)-len(rest))), maxTrailer)
		if dictionary, ok = bytes.CutPrefix(dictionary, []byte("trailer")); !ok {
			return t, false
		}
		dictionary, _, ok = bytes.Cut(dictionary, []byte("startxref"))
	} else {
		t.stream = true
		dictionary, _, ok = bytes.Cut(head, []byte("stream"))
		ok = ok && bytes.Contains(dictionary, []byte("/XRef"))
	}
	root, info := rootEntry.FindSubmatch(dictionary), infoEntry.FindSubmatch(dictionary)
	size, some := numberAfter(dictionary, "/Size")
	if !ok || !some || root == nil || bytes.Contains(dictionary, []byte("/Encrypt")) {
		return t, false
	}
	t.size, t.root = size, string(root[1])
	if info != nil {
		t.info = string(info[1])
	}
	return t, true
}

// startOf returns the offset of the newest cross-reference table.
func startOf(in *parse.Input) (int64, bool) {
	tail := bytesAt(in, max(in.Size-2048, 0), 2048)
	i := bytes.LastIndex(tail, []byte("startxref"))
	if i < 0 {
		return 0, false
	}
	fields := bytes.Fields(tail[i+len("startxref"):])
	if len(fields) == 0 || len(fields[0]) > 12 {
		return 0, false
	}
	at := int64(parse.Number(fields[0]))
	return at, at > 1 && at < in.Size
}

// afterSections returns the offset after the sections of a cross-reference table. The first section
// begins at `at`.
func afterSections(in *parse.Input, at int64) int64 {
	for range maxSections {
		b := bytesAt(in, at, 64)
		trimmed := bytes.TrimLeft(b, " \r\n")
		at += int64(len(b) - len(trimmed))
		fields := bytes.Fields(trimmed)
		if len(fields) < 2 {
			return at
		}
		_, one := code32(fields[0])
		n, two := code32(fields[1])
		if !one || !two {
			return at
		}
		end := bytes.IndexAny(trimmed, "\r\n")
		if end < 0 {
			return at
		}
		for end < len(trimmed) && (trimmed[end] == '\r' || trimmed[end] == '\n') {
			end++
		}
		const entry = 20
		at += int64(end) + int64(n)*entry
	}
	return at
}

// code32 parses a number of at most nine digits. It returns false if b is anything else.
func code32(b []byte) (int, bool) {
	n, ok := digits(b)
	return n, ok && len(bytes.Trim(b, "0123456789")) == 0
}

// bytesAt returns up to n bytes of a file from an offset.
func bytesAt(in *parse.Input, at int64, n int) []byte {
	if at < 0 || at >= in.Size {
		return nil
	}
	b := make([]byte, min(int64(n), in.Size-at))
	have, _ := in.ReadAt(b, at) // after an error, the bytes that were read are returned
	return b[:have]
}

// extended is a file with more bytes after its end.
type extended struct {
	file io.ReaderAt
	size int64
	tail []byte
}

// ReadAt reads from the file and then from the bytes after it.
func (e extended) ReadAt(p []byte, at int64) (int, error) {
	n := 0
	if at < e.size {
		var err error
		n, err = e.file.ReadAt(p[:min(int64(len(p)), e.size-at)], at)
		if at += int64(n); at < e.size || n == len(p) {
			return n, err
		}
	}
	if rest := at - e.size; rest < int64(len(e.tail)) {
		n += copy(p[n:], e.tail[rest:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}
