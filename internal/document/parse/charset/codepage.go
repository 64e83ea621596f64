package charset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// codePages are the encodings by the numbers of Windows code pages.
var codePages = map[int]encoding.Encoding{
	437: charmap.CodePage437, 850: charmap.CodePage850, 852: charmap.CodePage852, 855: charmap.CodePage855, 858: charmap.CodePage858,
	860: charmap.CodePage860, 862: charmap.CodePage862, 863: charmap.CodePage863, 865: charmap.CodePage865, 866: charmap.CodePage866,
	874: charmap.Windows874, 932: japanese.ShiftJIS, 936: simplifiedchinese.GB18030, 949: korean.EUCKR, 950: traditionalchinese.Big5,
	1200: UTF16LE, 1201: UTF16BE,
	1250: charmap.Windows1250, 1251: charmap.Windows1251, 1252: charmap.Windows1252, 1253: charmap.Windows1253, 1254: charmap.Windows1254,
	1255: charmap.Windows1255, 1256: charmap.Windows1256, 1257: charmap.Windows1257, 1258: charmap.Windows1258,
	10000: charmap.Macintosh, 10007: charmap.MacintoshCyrillic, 10001: japanese.ShiftJIS, 10002: traditionalchinese.Big5, 10003: korean.EUCKR, 10008: simplifiedchinese.GB18030,
	20866: charmap.KOI8R, 20932: japanese.EUCJP, 20936: simplifiedchinese.GB18030, 21866: charmap.KOI8U,
	28591: charmap.ISO8859_1, 28592: charmap.ISO8859_2, 28595: charmap.ISO8859_5, 28597: charmap.ISO8859_7,
	51936: simplifiedchinese.GB18030, 54936: simplifiedchinese.GB18030, 65001: unicode.UTF8,
	32768: charmap.Macintosh, 32769: charmap.Windows1252, // numbers in old Excel workbooks for these encodings
}

// CodePage returns the encoding of a Windows code page. For an unknown number it returns
// Windows-1252, the code page of Western Europe.
func CodePage(n int) encoding.Encoding {
	if enc, ok := codePages[n]; ok {
		return enc
	}
	return charmap.Windows1252
}
