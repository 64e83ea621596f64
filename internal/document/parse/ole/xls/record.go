package xls

import (
	"encoding/binary"

	"github.com/wenqu-ai/wenqu/internal/document/parse/ole"
)

// The record types of a workbook, as far as they are used.
const (
	recFormula    = 0x0006
	recEOF        = 0x000a
	recDateMode   = 0x0022
	recFilePass   = 0x002f
	recNote       = 0x001c
	recContinue   = 0x003c
	recCodePage   = 0x0042
	recObject     = 0x005d
	recBoundSheet = 0x0085
	recMulRK      = 0x00bd
	recRString    = 0x00d6
	recXF         = 0x00e0
	recDrawings   = 0x00eb // pictures of all sheets
	recSST        = 0x00fc
	recLabelSST   = 0x00fd
	recText       = 0x01b6
	recNumber     = 0x0203
	recLabel      = 0x0204
	recBoolErr    = 0x0205
	recString     = 0x0207
	recRK         = 0x027e
	recFormat     = 0x041e
	recBOF        = 0x0809
	recSeriesText = 0x100d
)

// record is a record with its offset in the stream.
type record struct {
	kind uint16
	at   int
	body []byte
}

// records reads the records of a stream one after the other.
type records struct {
	b    []byte
	at   int
	left int // number of records that may still be read
}

// newRecords returns the records of a stream. The number of reads is limited to about twice the possible
// number of records in the stream. This bounds the cost of many sheets that refer to the same records.
func newRecords(b []byte) records { return records{b: b, left: len(b)/2 + 1} }

// next returns the next record. A record whose stated length exceeds the rest of the stream is
// truncated. At the end of the stream, and when no more records may be read, next returns false.
func (r *records) next() (record, bool) {
	if r.left--; r.left < 0 || r.at < 0 || r.at+4 > len(r.b) {
		return record{}, false
	}
	kind, n := binary.LittleEndian.Uint16(r.b[r.at:]), int(binary.LittleEndian.Uint16(r.b[r.at+2:]))
	out := record{kind, r.at, r.b[r.at+4 : min(r.at+4+n, len(r.b))]}
	r.at = min(r.at+4+n, len(r.b))
	return out, true
}

// continued returns the bodies of the records that continue the last record.
func (r *records) continued() [][]byte {
	var out [][]byte
	for {
		at := r.at
		next, ok := r.next()
		if !ok || next.kind != recContinue {
			r.at = at
			return out
		}
		out = append(out, next.body)
	}
}

// clear contains the kinds of records that are not encrypted in an encrypted workbook.
var clear = map[uint16]bool{
	recBOF: true, recFilePass: true,
	0x00e1: true, 0x0194: true, 0x0195: true, 0x0196: true, 0x0138: true, // records of the user interface and of shared workbooks
}

// decrypter decrypts the records of a stream in order. `clear` is the number of
// unencrypted bytes at the beginning of a body.
type decrypter interface{ record(body []byte, clear int) }

// decrypt decrypts a stream of records in place. Headers and some records are not
// encrypted, but advance the key stream.
func decrypt(b []byte, d decrypter) {
	r := newRecords(b)
	for {
		rec, ok := r.next()
		switch {
		case !ok:
			return
		case clear[rec.kind]:
			d.record(rec.body, len(rec.body))
		case rec.kind == recBoundSheet: // its first four bytes, the offset of the sheet, are not encrypted
			d.record(rec.body, min(4, len(rec.body)))
		default:
			d.record(rec.body, 0)
		}
	}
}

// rc4Records decrypts records encrypted by Excel 97 and later.
type rc4Records struct{ *ole.Decrypter }

func (d rc4Records) record(body []byte, clear int) {
	d.Skip(4 + clear)
	d.Next(body[clear:])
}

// u16 and u32 read numbers of a body. A number that is not completely in the body is read as 0.
func u16(b []byte, at int) int {
	if at+2 > len(b) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b[at:]))
}

func u32(b []byte, at int) uint32 {
	if at+4 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint32(b[at:])
}
