// Package charset detects the encoding of a text, and decodes it.
package charset

import (
	"bytes"
	"encoding/binary"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// SampleSize is the length of the sample for detecting the encoding of a text, in bytes. The sample is
// the start of the text.
const SampleSize = 64 << 10

// UTF-16 in both byte orders. These encodings decode a byte order mark to the character U+FEFF;
// DecodeAs removes it.
var (
	UTF16LE = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	UTF16BE = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
)

// marks are the byte order marks and their encodings.
var marks = []struct {
	mark []byte
	enc  encoding.Encoding
}{
	{[]byte{0xef, 0xbb, 0xbf}, unicode.UTF8},
	{[]byte{0xff, 0xfe}, UTF16LE},
	{[]byte{0xfe, 0xff}, UTF16BE},
}

// guesses are possible encodings. They are compared by the number of common characters in the
// decoded text.
var guesses = []encoding.Encoding{simplifiedchinese.GB18030, traditionalchinese.Big5, japanese.ShiftJIS}

// Of detects the encoding of a text from its first bytes. The first applicable rule decides:
//   - A byte order mark determines the encoding.
//   - Text with zero bytes is UTF-16 if looksUTF16 reports true; otherwise it is not text.
//   - If more than a fiftieth of the bytes are control characters (below 0x20, other than LF, CR, tab,
//     form feed and ESC), the bytes are not text.
//   - Text is UTF-8 if it is valid UTF-8, or if it has more than 20 valid multi-byte characters for
//     each invalid byte.
//   - One of guesses is used if it decodes enough common characters, and otherwise Windows-1252.
//
// Of returns false for bytes that are not text.
func Of(sample []byte) (encoding.Encoding, bool) {
	for _, m := range marks {
		if bytes.HasPrefix(sample, m.mark) {
			return m.enc, true
		}
	}
	if bytes.IndexByte(sample, 0) >= 0 {
		switch order, ok := looksUTF16(sample); {
		case !ok:
			return nil, false
		case order == binary.ByteOrder(binary.BigEndian):
			return UTF16BE, true
		default:
			return UTF16LE, true
		}
	}
	control, invalid, multi := 0, 0, 0
	for i := 0; i < len(sample); {
		r, n := utf8.DecodeRune(sample[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			if !utf8.FullRune(sample[i:]) { // the sample ends inside a character
				i = len(sample)
				continue
			}
			invalid++
		case n > 1:
			multi++
		case r < 0x20 && r != '\n' && r != '\r' && r != '\t' && r != '\f' && r != 0x1b:
			control++
		}
		i += n
	}
	if control > len(sample)/50 {
		return nil, false
	}
	if invalid == 0 || invalid*20 < multi { // text with only a few damaged bytes is still UTF-8
		return unicode.UTF8, true
	}
	best, top := encoding.Encoding(charmap.Windows1252), 0.15
	for _, enc := range guesses {
		if score := plausible(enc, sample); score > top {
			best, top = enc, score
		}
	}
	return best, true
}

// plausible returns a score for the similarity of `sample`, decoded by `enc`, to Chinese or Japanese.
// Common characters, and kana in Shift-JIS, raise the score. Other Han characters raise it a little.
// Characters that are unusual in Chinese and Japanese lower the score, invalid bytes twice as much.
// ASCII does not count.
func plausible(enc encoding.Encoding, sample []byte) float64 {
	decoded, _ := enc.NewDecoder().Bytes(sample[:min(len(sample), 16<<10)])
	good, bad, all := 0.0, 0.0, 0.0
	for i, r := range string(decoded) {
		if r < 0x80 {
			continue
		}
		all++
		switch {
		case r == utf8.RuneError:
			if i < len(decoded)-4 { // the sample may end inside a character
				bad += 2
			}
		case common[r], r >= 0x3041 && r <= 0x30fe && enc == japanese.ShiftJIS:
			good++
		case r >= 0xff61 && r <= 0xff9f, r >= 0xe000 && r <= 0xf8ff, r > 0xffff, r >= 0x80 && r < 0xa0:
			bad++
		case r >= 0x4e00 && r <= 0x9fa5:
			good += 0.2
		}
	}
	if all == 0 {
		return 0
	}
	return (good - bad) / all
}

// common contains the characters and punctuation that make up most of a usual simplified or
// traditional Chinese text.
var common = set("，。、；：？！“”‘’（）《》「」『』…—·　" +
	"的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运" +
	"这是测试你好中文简体字编码文件数据姓名城市金额日期数量单位名称项目合同公司部门电话地址" +
	"這個們來為國說時會對過發後裡種經麼學現當沒動還進樣開實軍無與長機關點業將兩間問並應戰頭體見產話內給門兒東聲員論處義幾認條係氣題爾別變總電數報結務場計資許統區隊決馬書則聽達強難權設記類據邊張該規萬覺術領確傳師觀讓識帶導爭運" +
	"測試簡繁編碼檔案姓名城市金額單位項目電話網臺灣請選歡愛車買賣錢銀讀寫語詞圖館")

func set(s string) map[rune]bool {
	out := map[rune]bool{}
	for _, r := range s {
		out[r] = true
	}
	return out
}

// Decode detects the encoding of a text and returns the text as UTF-8, without its byte
// order mark.
func Decode(in *parse.Input) (io.Reader, error) {
	sample := make([]byte, min(in.Size, SampleSize))
	n, err := in.ReadAt(sample, 0)
	if n == 0 && err != nil {
		return nil, err
	}
	enc, ok := Of(sample[:n])
	if !ok {
		return nil, parse.Failf(parse.Unsupported, "not a text")
	}
	return DecodeAs(in, enc), nil
}

// DecodeAs decodes a text from a known encoding, and removes its byte order mark.
func DecodeAs(in *parse.Input, enc encoding.Encoding) io.Reader {
	var r io.Reader = in.Reader()
	if enc != unicode.UTF8 {
		r = transform.NewReader(r, enc.NewDecoder())
	}
	return &unmarked{r: r}
}

// unmarked removes a byte order mark from the start of a text.
type unmarked struct {
	r    io.Reader
	head []byte
	done bool
}

func (u *unmarked) Read(p []byte) (int, error) {
	if !u.done {
		u.done = true
		head := make([]byte, 3)
		n, err := io.ReadFull(u.r, head)
		if n == 0 {
			return 0, err
		}
		u.head = bytes.TrimPrefix(head[:n], []byte("\ufeff"))
	}
	if len(u.head) > 0 {
		n := copy(p, u.head)
		u.head = u.head[n:]
		return n, nil
	}
	return u.r.Read(p)
}

// looksUTF16 reports whether b looks like UTF-16 without a byte order mark, and its byte order.
// The result is true under three conditions: b has a zero byte; nearly all characters are ASCII, Chinese
// or Japanese; at least one character is frequent, such as a space or comma. Only the first 4096 bytes
// count.
func looksUTF16(b []byte) (binary.ByteOrder, bool) {
	n := min(len(b), 4096) &^ 1
	if n < 4 {
		return nil, false
	}
	var zero [2]int
	for i, c := range b[:n] {
		if c == 0 {
			zero[i&1]++
		}
	}
	var best binary.ByteOrder
	top := 0.0
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		good, bad := 0, 0
		for i := 0; i < n; i += 2 {
			u := order.Uint16(b[i:])
			switch {
			case u == '\n', u == '\r', u == '\t', u >= 0x20 && u < 0x7f, u >= 0x4e00 && u <= 0x9fa5, u >= 0x3000 && u <= 0x30ff, u >= 0xff00 && u <= 0xff5e, u == 0x201c, u == 0x201d, u == 0x2014, u == 0x2026:
				good++
			case u < 0x20, u == 0xffff, u == 0xfffe:
				bad += 4
			case u >= 0xe000 && u < 0xf900:
				bad++
			}
		}
		if score := float64(good-bad) / float64(n/2); score > top {
			top, best = score, order
		}
	}
	if top < 0.9 {
		return nil, false
	}
	// Text in another encoding, read as UTF-16, may also contain Han characters. It hardly ever contains
	// line feeds, spaces, Chinese punctuation or the other characters counted here.
	marks := 0
	for i := 0; i < n; i += 2 {
		switch best.Uint16(b[i:]) {
		case '\n', ' ', '\t', 0x3002, 0xff0c, 0x3001, '0', '1', '2', 'e', 'a', ',':
			marks++
		}
	}
	return best, zero[0]+zero[1] > 0 && marks > 0
}
