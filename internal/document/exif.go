package document

import (
	"encoding/binary"
	"io"
)

// jpegFacts are properties of a JPEG not reported by the decoder.
type jpegFacts struct {
	orientation int  // EXIF orientation, 1 to 8; 1 is upright
	progressive bool // the picture is progressive, so the decoder keeps all its coefficients in memory
}

// Markers of JPEG.
const (
	jpegSOF2 = 0xC2 // frame header of a progressive picture
	jpegSOS  = 0xDA // start of the pixels
	jpegAPP1 = 0xE1 // segment that contains EXIF or other data
)

// maxSegments bounds the segments that are read before the pixels.
const maxSegments = 500

// readJPEG reads the segments before the pixels. A damaged segment ends the reading without an
// error; the decoder decides later whether the picture can be shown.
func readJPEG(r io.ReaderAt) jpegFacts {
	facts := jpegFacts{orientation: 1}
	at := int64(2) // the segments begin after the file's first marker
	var head [4]byte
	for range maxSegments {
		if _, err := r.ReadAt(head[:], at); err != nil || head[0] != 0xFF || head[1] == jpegSOS {
			break
		}
		if head[1] == 0xFF { // 0xFF before a marker is padding
			at++
			continue
		}
		length := int64(binary.BigEndian.Uint16(head[2:]))
		switch head[1] {
		case jpegSOF2:
			facts.progressive = true
		case jpegAPP1:
			segment := make([]byte, max(0, length-2))
			if n, _ := r.ReadAt(segment, at+4); n == len(segment) {
				if o := exifOrientation(segment); o != 0 {
					facts.orientation = o
				}
			}
		}
		if length < 2 {
			break
		}
		at += 2 + length
	}
	return facts
}

// exifOrientation returns the orientation stored in an EXIF segment, or 0 if the segment has no
// valid orientation.
func exifOrientation(segment []byte) int {
	const mark = "Exif\x00\x00"
	if len(segment) < len(mark)+8 || string(segment[:len(mark)]) != mark {
		return 0
	}
	tiff := segment[len(mark):]
	var order binary.ByteOrder = binary.BigEndian
	switch string(tiff[:2]) {
	case "II":
		order = binary.LittleEndian
	case "MM":
	default:
		return 0
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 0
	}
	count := int64(order.Uint16(tiff[at:]))
	for i := range count {
		entry := at + 2 + 12*i
		if entry+12 > int64(len(tiff)) {
			return 0
		}
		const tagOrientation, typeShort = 0x0112, 3
		if order.Uint16(tiff[entry:]) != tagOrientation || order.Uint16(tiff[entry+2:]) != typeShort {
			continue
		}
		if o := int(order.Uint16(tiff[entry+8:])); o >= 1 && o <= 8 {
			return o
		}
		return 0
	}
	return 0
}
