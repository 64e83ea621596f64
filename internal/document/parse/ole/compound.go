// Package ole reads Word files from before 2007. Like all Office files of that time they
// are compound files, which contain a folder of streams. The packages xls and ppt below
// it read workbooks and presentations.
package ole

import (
	"encoding/binary"
	"io"

	"github.com/richardlehane/mscfb"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// Magic is the signature of compound files: their first bytes.
var Magic = []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}

// Compound is a compound file: a folder of streams.
type Compound struct {
	streams map[string]*mscfb.File
	size    int64
}

// Open reads the directory of a compound file. Only the streams and folders in its root
// folder are used.
func Open(r io.ReaderAt, size int64) (*Compound, error) {
	d, err := mscfb.New(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, parse.Fail(parse.Broken, err)
	}
	c := &Compound{map[string]*mscfb.File{}, size}
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

// Has reports whether there is a stream or a folder with that name.
func (c *Compound) Has(name string) bool { return c.streams[name] != nil }

// Stream returns the content of a stream; nil when there is none. If the stated length of
// a stream exceeds the size of the file, the stream is truncated to the size of the file.
func (c *Compound) Stream(name string) []byte { return c.Head(name, c.size) }

// Head returns the first n bytes of a stream, or fewer if it is shorter; nil when there is no such stream.
func (c *Compound) Head(name string, n int64) []byte {
	f := c.streams[name]
	if f == nil {
		return nil
	}
	b, _ := io.ReadAll(io.LimitReader(f, n)) // a damaged stream is used as far as it can be read
	_, _ = f.Seek(0, io.SeekStart)
	return b
}

// LockedUser is the number at offset 12 of the stream "Current User" of an encrypted presentation.
const LockedUser = 0xf3d1c4df

// BuiltInOnly reports whether an old Word or PowerPoint file must be read by ReadDoc or ppt.Read and
// not be converted with LibreOffice. LibreOffice would ask for the password of an encrypted file,
// and it reads the Chinese text of files from before Word 97 as accented letters.
func BuiltInOnly(in *parse.Input) bool {
	c, err := Open(in, in.Size)
	if err != nil {
		return false
	}
	if b := c.Head("WordDocument", 32); len(b) >= 12 {
		return binary.LittleEndian.Uint16(b[10:])&0x100 != 0 || binary.LittleEndian.Uint16(b) == word95
	}
	if b := c.Head("Current User", 16); len(b) >= 16 && c.Has("PowerPoint Document") {
		return binary.LittleEndian.Uint32(b[12:]) == LockedUser
	}
	return false
}
