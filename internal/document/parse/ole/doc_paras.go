package ole

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// paraLook contains the properties of a paragraph.
type paraLook struct {
	heading int // level of a heading; 0 for other paragraphs
	inTable bool
	rowEnd  bool
}

// placedLook contains the properties of the paragraphs in a range of the stream.
type placedLook struct {
	from, to uint32
	paraLook
}

// paraLooks contains the properties of all paragraphs, in the order of the stream.
type paraLooks []placedLook

// at returns the properties of the paragraph at an offset of the stream.
func (l paraLooks) at(offset uint32) paraLook {
	i, found := slices.BinarySearchFunc(l, offset, func(e placedLook, at uint32) int { return cmp.Compare(e.from, at) })
	if !found {
		i--
	}
	if i < 0 || offset >= l[i].to {
		return paraLook{}
	}
	return l[i].paraLook
}

// paragraphs reads the properties of all paragraphs. They are stored in pages of 512
// bytes. Each page covers a range of the stream.
func (d *wordBinary) paragraphs(table []byte) paraLooks {
	at, n := int64(d.u32(0x102)), int64(d.u32(0x106))
	if n < 12 || at+n > int64(len(table)) {
		return nil
	}
	return d.looks(table[at:at+n], 4, 13, lookOf)
}

// looks reads the pages listed in the table `plc`. `number` is the size in bytes of a page number in the
// table. `each` is the size in bytes of a paragraph's entry in a page. `read` reads the properties of
// a paragraph.
func (d *wordBinary) looks(plc []byte, number, each int, read func([]byte) paraLook) paraLooks {
	count := (len(plc) - 4) / (4 + number)
	var out paraLooks
	for i := range count {
		page := plc[4*(count+1)+number*i:]
		from := int64(binary.LittleEndian.Uint16(page)) * 512
		if number == 4 {
			from = int64(binary.LittleEndian.Uint32(page)) * 512
		}
		if from <= 0 || from+512 > int64(len(d.main)) || len(out) > 1_000_000 {
			continue
		}
		page = d.main[from : from+512]
		runs := int(page[511])
		if 4*(runs+1)+each*runs > 511 {
			continue
		}
		for j := range runs {
			e := placedLook{from: binary.LittleEndian.Uint32(page[4*j:]), to: binary.LittleEndian.Uint32(page[4*j+4:])}
			if where := int(page[4*(runs+1)+each*j]) * 2; where > 0 {
				e.paraLook = read(page[min(where, 511):511])
			}
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b placedLook) int { return cmp.Compare(a.from, b.from) })
	return out
}

// lookOf reads the properties of a paragraph: their size, the style, and a list of
// changes to the style.
func lookOf(b []byte) (l paraLook) {
	if len(b) < 4 {
		return l
	}
	n := int(b[0])*2 - 1
	b = b[1:]
	if n < 0 {
		n = int(b[0]) * 2
		b = b[1:]
	}
	b = b[:min(n, len(b))]
	if len(b) < 2 {
		return l
	}
	// Styles 1 to 9 are Word's heading styles.
	if style := int(binary.LittleEndian.Uint16(b)); style >= 1 && style <= 9 {
		l.heading = style
	}
	for b = b[2:]; len(b) >= 3; {
		change := binary.LittleEndian.Uint16(b)
		value := b[2:]
		switch change {
		case 0x2416:
			l.inTable = value[0] != 0
		case 0x2417:
			l.rowEnd = value[0] != 0
		case 0x2640: // an outline level set on the paragraph itself
			if value[0] < 9 {
				l.heading = int(value[0]) + 1
			}
		}
		size := [8]int{1, 1, 2, 4, 2, 2, 0, 3}[change>>13]
		if size == 0 { // the first byte of `value` states the size; for 0xd608, the first two bytes state it
			size = int(value[0]) + 1
			if change == 0xd608 && len(value) >= 2 {
				size = int(binary.LittleEndian.Uint16(value)) + 1
			}
		}
		if size >= len(value) {
			break
		}
		b = value[size:]
	}
	return l
}
