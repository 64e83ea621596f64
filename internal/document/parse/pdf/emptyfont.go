package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
)

// emptyFont is a TrueType font without outlines; emptyFontPacked is the same font in the format of
// zlib, without compression.
var emptyFont, emptyFontPacked = func() (plain, packed []byte) {
	plain = newEmptyFont()
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.NoCompression)
	if err == nil {
		_, err = z.Write(plain)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil { // cannot fail: writing to a buffer returns no error
		panic(err)
	}
	return plain, b.Bytes()
}()

// newEmptyFont returns a font of one glyph, which is empty. The font has only the tables
// needed to open it with FreeType.
func newEmptyFont() []byte {
	const unitsPerEm, magic = 1000, 0x5f0f3cf5
	head := make([]byte, 54)
	binary.BigEndian.PutUint32(head, 1<<16)
	binary.BigEndian.PutUint32(head[12:], magic)
	binary.BigEndian.PutUint16(head[18:], unitsPerEm)
	hhea := make([]byte, 36)
	binary.BigEndian.PutUint32(hhea, 1<<16)
	binary.BigEndian.PutUint16(hhea[34:], 1) // number of metrics in hmtx
	tables := []struct {
		name string
		data []byte
	}{
		{"glyf", make([]byte, 4)}, {"head", head}, {"hhea", hhea}, {"hmtx", make([]byte, 4)}, {"loca", make([]byte, 4)},
		{"maxp", []byte{0, 0, 0x50, 0, 0, 1}},
	}
	font := binary.BigEndian.AppendUint32(nil, 1<<16)
	font = binary.BigEndian.AppendUint16(font, uint16(len(tables)))
	font = append(font, 0, 64, 0, 2, 0, 32) // searchRange, entrySelector and rangeShift
	at := len(font) + 16*len(tables)
	var data []byte
	for _, t := range tables {
		font = append(font, t.name...)
		font = binary.BigEndian.AppendUint32(font, 0) // checksum, which is not checked
		font = binary.BigEndian.AppendUint32(font, uint32(at+len(data)))
		font = binary.BigEndian.AppendUint32(font, uint32(len(t.data)))
		data = append(data, t.data...)
		data = append(data, make([]byte, -len(data)&3)...)
	}
	return append(font, data...)
}
