package webpage

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
)

// acceptEncoding lists the encodings that decompress supports.
const acceptEncoding = "gzip, deflate, br"

// maxEncodings is the maximum number of encodings of a body.
const maxEncodings = 2

// decompress reverses the encodings of a response. `header` lists the encodings in the order in
// which they were applied.
func decompress(header []string, r io.Reader) (io.Reader, error) {
	var names []string
	for _, name := range strings.Split(strings.ToLower(strings.Join(header, ",")), ",") {
		if name = strings.TrimSpace(name); name != "" && name != "identity" {
			names = append(names, name)
		}
	}
	if len(names) > maxEncodings {
		return nil, fail(Broken, fmt.Errorf("compressed %d times", len(names)))
	}
	for i := len(names) - 1; i >= 0; i-- {
		var err error
		switch names[i] {
		case "gzip", "x-gzip":
			r, err = gzip.NewReader(r)
		case "deflate":
			r, err = inflate(r)
		case "br":
			r = brotli.NewReader(r)
		default:
			return nil, fail(Broken, fmt.Errorf("encoding %q", names[i]))
		}
		if errors.Is(err, io.EOF) {
			return strings.NewReader(""), nil // the response has no body
		}
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// inflate decodes deflate, which servers send with or without the zlib header.
func inflate(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	head, err := b.Peek(2)
	if err != nil {
		return nil, err
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(b)
	}
	return flate.NewReader(b), nil
}
