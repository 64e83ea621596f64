package document

import (
	"path"
	"strings"
	"unicode"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxName is the maximum length of a name in common file systems, in bytes.
const maxName = 255

// nameless replaces a name if CleanName leaves nothing of it, or only dots and spaces.
const nameless = "未命名"

// CleanName makes a file name that can be shown, saved and sent in a header: the last part of a
// path, in one line and at most 255 bytes long. It removes control, private-use and most invisible
// characters, among them direction marks, which would make "fdp.exe" look like "exe.pdf". If nothing
// is left of the name, or only dots and spaces, the result is the constant nameless.
func CleanName(name string) string {
	name = norm.NFC.String(strings.ToValidUTF8(name, ""))
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '\u200d': // joins the parts of an emoji, so it is kept
			return r
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp):
			return -1
		}
		return r
	}, name)
	name = strings.Trim(text.OneLine(name), "\u200d ")
	switch {
	case strings.Trim(name, ". ") == "":
		return nameless
	case len(name) > maxName:
		ext := path.Ext(name)
		if len(ext) > 20 {
			ext = ""
		}
		name = strings.TrimRight(text.CutBytes(name[:len(name)-len(ext)], maxName-len(ext)), "\u200d ") + ext
	}
	return name
}

// nameKey normalises a name for searching: case and character width are made equal.
func nameKey(name string) string {
	return zh.Fold(name)
}

// likePattern returns a LIKE pattern that matches a keyword anywhere in a normalised
// name. Its escape character is "!".
func likePattern(keyword string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(nameKey(strings.TrimSpace(keyword))) + "%"
}

// digits is the minimum width of a number in a sort key.
const digits = 12

// sortKey returns a key whose byte order is the natural order of names: numbers of up to 12 digits
// by value, then Latin letters, then Chinese by pinyin.
func sortKey(name string) string {
	var b strings.Builder
	number := ""
	flush := func() {
		if number != "" {
			number = strings.TrimLeft(number, "0")
			b.WriteString(strings.Repeat("0", max(0, digits-len(number))) + number)
			number = ""
		}
	}
	args := pinyin.NewArgs()
	for _, r := range nameKey(name) {
		if '0' <= r && r <= '9' {
			number += string(r)
			continue
		}
		flush()
		if unicode.Is(unicode.Han, r) {
			if sound := pinyin.SinglePinyin(r, args); len(sound) > 0 {
				b.WriteString("~" + sound[0])
			}
		}
		b.WriteRune(r)
	}
	flush()
	return text.CutBytes(b.String(), 4*maxName)
}
