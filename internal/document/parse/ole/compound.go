// Package ole reads the Word and PowerPoint files from before 2007, which are
// compound files: folders of streams.
package ole

import (
	"encoding/binary"
	"io"

	"github.com/richardlehane/mscfb"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// compound is an old Office file: a folder of streams in one file.
type compound struct {
	streams map[string]*mscfb.File
	size    int64
}

func openCompound(in *parse.Input) (*compound, error) {
	d, err := mscfb.New(in.Reader())
	if err != nil {
		return nil, parse.Fail(parse.Broken, err)
	}
	c := &compound{map[string]*mscfb.File{}, in.Size}
	for i, f := range d.File {
		if i > parse.MaxEntries {
			return nil, parse.Failf(parse.TooLarge, "more than %d streams", parse.MaxEntries)
		}
		if _, twice := c.streams[f.Name]; !twice && len(f.Path) == 0 {
			c.streams[f.Name] = f
		}
	}
	return c, nil
}

// stream gives a stream whole; nil when there is none. One that claims to be
// longer than the file ends with it.
func (c *compound) stream(name string) []byte {
	f := c.streams[name]
	if f == nil {
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(f, c.size)) // what can be read of it counts
	_, _ = f.Seek(0, io.SeekStart)
	return b
}

// Locked reports an old Office file that opens with a password.
func Locked(in *parse.Input) bool {
	c, err := openCompound(in)
	if err != nil {
		return false
	}
	if b := c.head("WordDocument", 32); len(b) >= 12 {
		return binary.LittleEndian.Uint16(b[10:])&0x100 != 0
	}
	if b := c.head("Current User", 16); len(b) >= 16 && c.streams["PowerPoint Document"] != nil {
		return binary.LittleEndian.Uint32(b[12:]) == 0xf3d1c4df
	}
	for _, name := range []string{"Workbook", "Book"} {
		b := c.head(name, 4096)
		for i := 0; i+4 <= len(b); {
			kind, n := binary.LittleEndian.Uint16(b[i:]), int(binary.LittleEndian.Uint16(b[i+2:]))
			if kind == 0x2f {
				return true
			}
			i += 4 + n
		}
	}
	return false
}

func (c *compound) head(name string, n int64) []byte {
	f := c.streams[name]
	if f == nil {
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(f, n)) // what can be read of it counts
	_, _ = f.Seek(0, io.SeekStart)
	return b
}

// Magic is how every compound file begins.
var Magic = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}
