package zh

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
)

// scriptData contains the OpenCC dictionaries in sections; gen/gen.mjs generates it.
//
//go:embed data/script.gz
var scriptData []byte

// dictionary converts by longest match. longest is the length of its longest
// key in bytes.
type dictionary struct {
	entries map[string]string
	longest int
}

// script contains the dictionaries parsed from scriptData.
type script struct {
	simplify, traditional           dictionary // from traditional to simplified, and from simplified to the standard traditional forms of OpenCC
	twPhrase, twVariant, twBack     dictionary // to and from the words and forms of Taiwan
	simplifyChars, traditionalChars map[rune]rune
}

var scripts = sync.OnceValue(func() *script {
	zr, err := gzip.NewReader(bytes.NewReader(scriptData))
	if err != nil {
		panic(err) // cannot fail: the data is built into the program
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		panic(err)
	}
	sections := map[string]map[string]string{}
	var current map[string]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "#"); ok {
			current = map[string]string{}
			sections[name] = current
			continue
		}
		key, value, _ := strings.Cut(line, "\t")
		current[key] = value
	}
	return &script{
		simplify:         join(sections["ts-char"], sections["ts-phrase"]),
		traditional:      join(sections["st-char"], sections["st-phrase"]),
		twPhrase:         join(nil, sections["tw-phrase"]),
		twVariant:        join(nil, sections["tw-variant"]),
		twBack:           join(nil, sections["tw-back"]),
		simplifyChars:    runeMap(sections["ts-char"]),
		traditionalChars: runeMap(sections["st-char"]),
	}
})

// join makes one dictionary of characters and phrases. A phrase without a value
// is converted character by character.
func join(chars, phrases map[string]string) dictionary {
	d := dictionary{entries: make(map[string]string, len(chars)+len(phrases))}
	for k, v := range chars {
		d.entries[k] = v
		d.longest = max(d.longest, len(k))
	}
	for k, v := range phrases {
		if v == "" {
			var b strings.Builder
			for _, r := range k {
				if c, ok := chars[string(r)]; ok {
					b.WriteString(c)
				} else {
					b.WriteRune(r)
				}
			}
			v = b.String()
		}
		d.entries[k] = v
		d.longest = max(d.longest, len(k))
	}
	return d
}

func runeMap(chars map[string]string) map[rune]rune {
	m := make(map[rune]rune, len(chars))
	for k, v := range chars {
		m[[]rune(k)[0]] = []rune(v)[0]
	}
	return m
}

func (d dictionary) convert(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for s != "" {
		n := min(d.longest, len(s))
		for ; n > 0; n-- {
			if n < len(s) && s[n]&0xC0 == 0x80 {
				continue // this is not the beginning of a character
			}
			if v, ok := d.entries[s[:n]]; ok {
				b.WriteString(v)
				break
			}
		}
		if n == 0 {
			n = 1
			for n < len(s) && s[n]&0xC0 == 0x80 {
				n++
			}
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// ToTaiwan converts simplified Chinese to the characters and words of Taiwan.
func ToTaiwan(s string) string {
	d := scripts()
	return d.twVariant.convert(d.twPhrase.convert(d.traditional.convert(s)))
}

// ToTraditional converts simplified characters to traditional ones without
// changing words.
func ToTraditional(s string) string { return scripts().traditional.convert(s) }

// ToSimplified converts traditional Chinese, with the words of Taiwan, to simplified.
func ToSimplified(s string) string {
	d := scripts()
	return d.simplify.convert(d.twBack.convert(s))
}

// Simplify returns the simplified form of a traditional character, and any other
// character unchanged.
func Simplify(r rune) rune {
	if s, ok := scripts().simplifyChars[r]; ok {
		return s
	}
	return r
}

// OnlySimplified reports whether r is never written in traditional Chinese.
func OnlySimplified(r rune) bool {
	t, ok := scripts().traditionalChars[r]
	return ok && t != r && Simplify(r) == r && !sharedForms[r]
}

// sharedForms are simplified characters that are also used in traditional
// Chinese.
var sharedForms = func() map[rune]bool {
	m := map[rune]bool{}
	for _, r := range "干后里面发台只几斗谷出丑松克了么范姜云余系制致布折采卷吊同升咸御征愈欲托暗家佣周签郁注准志念才表向岳升弦游回症占据借冲饥漓干胡" {
		m[r] = true
	}
	return m
}()
