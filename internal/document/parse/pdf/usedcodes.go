package pdf

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// Limits for reading the Unicode maps of fonts.
const (
	leastSpans = 16      // the map is read only if the array of widths has at least this many ranges
	maxMaps    = 64      // maps of a file
	maxMap     = 1 << 20 // bytes of a map
	maxStreams = 20_000  // streams that may be maps
	noObject   = -1      // stands for a map or an offset that is missing or not certain
)

// characters has the character of each code of a font; 0 for a code missing in the Unicode map.
type characters [lastCode + 1]rune

// ranges returns the ranges of an array of widths in another order: ranges of frequent characters come first.
// `spans` has the ranges of the array and must be in ascending order. Ranges of the same width are merged if
// the font uses no code between them. A code is used if it has a width in the array or a character in c. If c
// has no character for more than a quarter of the codes in the array, c may also lack other used codes;
// ranges then returns nil.
func (c *characters) ranges(spans []span, usual string) []span {
	var out []span
	listed, known := 0, 0
	add := func(code int, width string, weight int) {
		if n := len(out) - 1; n >= 0 && out[n].width == width {
			out[n].to = code
			out[n].frequency += weight
			return
		}
		out = append(out, span{code, code, width, weight})
	}
	next := 0
	for code := range c {
		for next < len(spans) && spans[next].to < code {
			next++
		}
		r := c[code]
		switch {
		case next < len(spans) && spans[next].from <= code:
			if listed++; r != 0 {
				known++
			}
			add(code, spans[next].width, frequency(r))
		case r != 0:
			add(code, usual, frequency(r))
		}
	}
	if known*4 < listed*3 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b span) int { return cmp.Compare(b.frequency, a.frequency) })
	return out
}

// frequentLetters has the Latin letters and then most Cyrillic letters, in each alphabet rarest first.
const frequentLetters = letterOrder + "фщцюшхжйчбгьзыяупмдклврстниаео"

// frequency estimates how often a character occurs in text, as a multiple of the frequency of a Han
// character or a syllable of Hangul. It is 0 for r = 0, which means no character.
func frequency(r rune) int {
	switch {
	case r == 0:
		return 0
	case r == ' ':
		return 300
	case r >= 'a' && r <= 'z':
		return 20 + 6*strings.IndexByte(letterOrder, byte(r))
	case r >= 'а' && r <= 'я':
		i := strings.IndexRune(frequentLetters[len(letterOrder):], r)
		return 20 + 3*max(i, 0)
	case r == ',' || r == '.' || r == '-':
		return 40
	case r >= '0' && r <= '9' || unicode.IsLower(r):
		return 15
	case unicode.Is(unicode.Hiragana, r):
		return 10
	case r < 0x80:
		return 5
	}
	return 1
}

// read reads a Unicode map. It returns false if a code does not have two bytes, or if the map is
// damaged or too large.
func (c *characters) read(cmap []byte) bool {
	clear(c[:])
	room := 2 * len(c) // how many codes may still be mapped; ranges may overlap
	for _, kind := range []string{"bfchar", "bfrange"} {
		rest := cmap
		for {
			_, after, found := bytes.Cut(rest, []byte("begin"+kind))
			if !found {
				break
			}
			section, after, _ := bytes.Cut(after, []byte("end"+kind))
			rest = after
			for len(section) > 0 {
				var from, to int
				var ok, listed bool
				var r rune
				if section, from, ok = hexCode(section); !ok {
					if len(bytes.TrimSpace(section)) > 0 {
						return false
					}
					break
				}
				to = from
				if kind == "bfrange" {
					if section, to, ok = hexCode(section); !ok || to < from {
						return false
					}
				}
				if section, r, listed, ok = destination(section); !ok {
					return false
				}
				if room -= to - from + 1; room < 0 {
					return false
				}
				for code := from; code <= to; code++ {
					c[code] = r
					if !listed {
						r++
					}
				}
			}
		}
	}
	return true
}

// hexCode reads a code such as <00A3>.
func hexCode(b []byte) (rest []byte, code int, ok bool) {
	text, rest, ok := hexText(b)
	if !ok || len(text) != 4 {
		return b, 0, false
	}
	for _, d := range text {
		v := strings.IndexByte("0123456789abcdef", d|0x20)
		if d < '0' || v < 0 {
			return b, 0, false
		}
		code = code<<4 | v
	}
	return rest, code, true
}

// hexText returns the text in the angle brackets at the beginning of b.
func hexText(b []byte) (text, rest []byte, ok bool) {
	b = bytes.TrimLeft(b, " \r\n\t")
	if len(b) == 0 || b[0] != '<' {
		return nil, b, false
	}
	return bytes.Cut(b[1:], []byte(">"))
}

// destination reads the character of the first code of a range. If the map has a list with a character
// for each code, `listed` is set; the first character is then used for all codes.
func destination(b []byte) (rest []byte, r rune, listed, ok bool) {
	rest = bytes.TrimLeft(b, " \r\n\t")
	if len(rest) > 0 && rest[0] == '[' {
		list, after, closed := bytes.Cut(rest[1:], []byte("]"))
		_, r, ok = character(list)
		return after, r, true, ok && closed
	}
	rest, r, ok = character(rest)
	return rest, r, false, ok
}

// character reads the first of the characters in angle brackets.
func character(b []byte) (rest []byte, r rune, ok bool) {
	text, rest, ok := hexText(b)
	if !ok || len(text) < 4 {
		return rest, unicode.ReplacementChar, ok
	}
	_, code, ok := hexCode(fmt.Appendf(nil, "<%s>", text[:4]))
	return rest, max(rune(code), 1), ok
}

// mapsOf records the Unicode map of a composite font. It records noObject if the font has no map, or if
// two fonts with the same descendant have different maps. It also records noObject if the encoding is
// not Identity-H, because the codes of the map then differ from the codes of the widths.
func (f *fontPrograms) mapsOf(font []byte) {
	_, fonts, _ := bytes.Cut(font, []byte("/DescendantFonts"))
	descendant, ok := numberAfter(bytes.TrimLeft(fonts, " \r\n\t["), "")
	if !ok {
		return
	}
	m, ok := numberAfter(font, "/ToUnicode")
	if !ok || !bytes.Contains(font, []byte("/Identity-H")) {
		m = noObject
	}
	if have, seen := f.maps[descendant]; seen && have != m {
		m = noObject
	}
	f.maps[descendant] = m
}

// stream adds to f a stream that may be a Unicode map.
func (f *fontPrograms) stream(number int, head []byte, h hiddenProgram) {
	if !h.packed || bytes.Count(head, []byte("Decode")) != 1 || len(f.streams) >= maxStreams {
		return
	}
	if at, seen := f.streams[number]; seen && at != h.at {
		h.at = noObject // it is not known which of the two streams is valid
	}
	f.streams[number] = h.at
}

// charactersOf reads the Unicode map of a font. The caller must make sure that no other font has the same
// array of widths, because that font may use other codes.
func (f *fontPrograms) charactersOf(in *parse.Input, font int, c *characters) bool {
	number, ok := f.maps[font]
	if !ok || number == noObject {
		return false
	}
	at, ok := f.streams[number]
	if !ok || at == noObject || at >= in.Size {
		return false
	}
	z, err := zlib.NewReader(io.NewSectionReader(in.ReaderAt, at, in.Size-at))
	if err != nil {
		return false
	}
	b, err := io.ReadAll(io.LimitReader(z, maxMap))
	return err == nil && len(b) < maxMap && c.read(b)
}
