package zh

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// scriptData contains the OpenCC dictionaries in sections; gen/gen.mjs generates it.
//
//go:embed data/script.gz
var scriptData []byte

// dictionary converts by longest match. All keys and values are parts of one text. With a string for each
// key and value, the garbage collector would follow some 100,000 pointers in every collection.
type dictionary struct {
	text    string // all keys and values
	entries []entry
	first   map[rune]span // the entries for each first character of a key
}

// entry is a key and its value: positions in dictionary.text.
type entry struct{ key, value span }

// span is a range of indexes.
type span struct{ from, to uint32 }

func (s span) in(text string) string { return text[s.from:s.to] }

// script contains the dictionaries of scriptData.
type script struct {
	simplify, traditional       dictionary // simplify: to simplified; traditional: from simplified to the standard traditional forms of OpenCC
	twPhrase, twVariant, twBack dictionary // twPhrase: to the words of Taiwan; twVariant: to its character forms; twBack: from both
}

var scripts = sync.OnceValue(func() *script {
	s := sections()
	return &script{
		simplify:    join(s["ts-char"], s["ts-phrase"]),
		traditional: join(s["st-char"], s["st-phrase"]),
		twPhrase:    join(nil, s["tw-phrase"]),
		twVariant:   join(nil, s["tw-variant"]),
		twBack:      join(nil, s["tw-back"]),
	}
})

// characters contains the dictionaries of single characters. They are separate from scripts, because most servers
// need only single characters.
type characters struct{ simplify, traditional map[rune]rune }

var chars = sync.OnceValue(func() *characters {
	s := sections()
	return &characters{simplify: runeMap(s["ts-char"]), traditional: runeMap(s["st-char"])}
})

// sections returns the sections of scriptData by name.
func sections() map[string]map[string]string {
	zr, err := gzip.NewReader(bytes.NewReader(scriptData))
	if err != nil {
		panic(err) // cannot fail: the data is built into the program
	}
	text, err := io.ReadAll(zr)
	if err != nil {
		panic(err)
	}
	out := map[string]map[string]string{}
	var current map[string]string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if name, ok := strings.CutPrefix(line, "#"); ok {
			current = map[string]string{}
			out[name] = current
			continue
		}
		key, value, _ := strings.Cut(line, "\t")
		current[key] = value
	}
	return out
}

// join makes one dictionary of characters and phrases. A phrase without a value
// is converted character by character.
func join(chars, phrases map[string]string) dictionary {
	values := maps.Clone(phrases)
	for k, v := range phrases {
		if v != "" {
			continue
		}
		var b strings.Builder
		for _, r := range k {
			b.WriteString(cmp.Or(chars[string(r)], string(r)))
		}
		values[k] = b.String()
	}
	for k, v := range chars {
		if _, ok := values[k]; !ok {
			values[k] = v
		}
	}
	// Keys with the same first character are sorted by length, the longest first, so that the first match
	// is the longest.
	keys := slices.SortedFunc(maps.Keys(values), func(a, b string) int {
		return cmp.Or(cmp.Compare(firstOf(a), firstOf(b)), cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	d := dictionary{entries: make([]entry, 0, len(keys)), first: map[rune]span{}}
	var b strings.Builder
	add := func(s string) span {
		from := uint32(b.Len())
		b.WriteString(s)
		return span{from, uint32(b.Len())}
	}
	for i, k := range keys {
		d.entries = append(d.entries, entry{add(k), add(values[k])})
		r := firstOf(k)
		group, ok := d.first[r]
		if !ok {
			group.from = uint32(i)
		}
		group.to = uint32(i + 1)
		d.first[r] = group
	}
	d.text = b.String()
	return d
}

func firstOf(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func runeMap(chars map[string]string) map[rune]rune {
	m := make(map[rune]rune, len(chars))
	for k, v := range chars {
		m[firstOf(k)] = firstOf(v)
	}
	return m
}

func (d dictionary) convert(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
next:
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		group := d.first[r]
		for _, e := range d.entries[group.from:group.to] {
			if rest, ok := strings.CutPrefix(s, e.key.in(d.text)); ok {
				b.WriteString(e.value.in(d.text))
				s = rest
				continue next
			}
		}
		b.WriteString(s[:size])
		s = s[size:]
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
	if s, ok := chars().simplify[r]; ok {
		return s
	}
	return r
}

// OnlySimplified reports whether r is never written in traditional Chinese.
func OnlySimplified(r rune) bool {
	t, ok := chars().traditional[r]
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
