package document

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"

	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxName is the length of a name in bytes: what common file systems take.
const maxName = 255

// nameless is the name of a file whose own name has nothing to show.
const nameless = "未命名"

// CleanName makes the name of a file that can be shown, saved and put into a
// header, and that shows truly what it is: the last part of a path, without
// control characters and marks that turn the direction of the text, so that no
// "fdp.exe" reads as "exe.pdf". Emoji and everything else that people write
// stays. A name that is too long keeps its extension.
func CleanName(name string) string {
	name = norm.NFC.String(strings.ToValidUTF8(name, ""))
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '\u200d': // joins the parts of an emoji
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
		name = strings.TrimRight(cutBytes(name[:len(name)-len(ext)], maxName-len(ext)), "\u200d ") + ext
	}
	return name
}

// cutBytes shortens s to at most n bytes, never inside a character.
func cutBytes(s string, n int) string {
	for len(s) > n {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}

// nameKey folds a name, so that a search finds it however it is written.
func nameKey(name string) string {
	return zh.Fold(name)
}

// likePattern finds a keyword anywhere in a folded name. The sign ! takes the
// meaning of what follows it.
func likePattern(keyword string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(nameKey(strings.TrimSpace(keyword))) + "%"
}

// digits is how long a number in a sort key is at least.
const digits = 12

// sortKey is a text whose order by bytes is the order of names that people
// expect: numbers by their value, then letters, then Chinese by its sound.
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
	return cutBytes(b.String(), 4*maxName)
}
