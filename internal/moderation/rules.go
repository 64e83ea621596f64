// Package moderation applies the operator's content rules: words that block a text, are masked in
// it, or are only recorded. A text in pieces gets the same result as the whole text, unless
// Stream.Flush is called before the end of the text.
package moderation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// Limits of the rules.
const (
	MaxWords  = 100_000  // words and allowed phrases together
	MaxLength = 64       // characters of a word or an allowed phrase, in folded form (see folder)
	maxFile   = 32 << 20 // bytes of the file
)

// Level is the effect of a word on a text that contains it.
type Level uint8

// The levels, from the mildest to the strictest. A word with two levels has the
// stricter level.
const (
	Log   Level = iota + 1 // the hit is recorded; the text stays unchanged
	Mask                   // each character from the first to the last of the word is replaced by ＊
	Block                  // the whole text is withheld
)

// Levels lists all levels.
var Levels = []Level{Log, Mask, Block}

var levelNames = map[Level]string{Log: "log", Mask: "mask", Block: "block"}

func (l Level) String() string { return levelNames[l] }

// UnmarshalText reads the name of a level.
func (l *Level) UnmarshalText(b []byte) error {
	for _, known := range Levels {
		if known.String() == string(b) {
			*l = known
			return nil
		}
	}
	return setting.Wrong(setting.NoChoice, "level").With("choices", "log, mask, block")
}

// Word is one rule. It is also found in other ways of writing: in full width, capitals or
// traditional characters, with accents or invisible characters. With SkipPunctuation it is also
// found with punctuation, symbols or spaces between its characters.
type Word struct {
	Word            string `json:"word"`
	Level           Level  `json:"level"`
	SkipPunctuation bool   `json:"skipPunctuation"`
}

// File is moderation.json. A word inside an allowed phrase is not a hit.
type File struct {
	Words []Word   `json:"words"`
	Allow []string `json:"allow"`
}

// Rules are compiled from a file. They never change and are safe for concurrent
// use.
type Rules struct {
	folder  *folder
	words   []Level    // level of each word, by its number in the file, from 0
	allowed int        // number of allowed phrases
	plain   *automaton // words without SkipPunctuation, and allowed phrases; nil: none
	bare    *automaton // words with SkipPunctuation; nil: none
}

// Count is the number of words with a level.
func (r *Rules) Count(l Level) int {
	n := 0
	for _, level := range r.words {
		if level == l {
			n++
		}
	}
	return n
}

// Allowed is the number of allowed phrases.
func (r *Rules) Allowed() int { return r.allowed }

// parse reads moderation.json strictly. For example, unknown fields, missing levels and words
// without a letter or digit are errors. An error about the text of a word or an allowed phrase
// contains its number in the file, never the text. `fold` is called only when there are words.
func parse(raw []byte, fold func() *folder) (*Rules, error) {
	if len(raw) > maxFile {
		return nil, setting.Wrong(setting.TooBig, "").With("limit", maxFile>>20)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var f File
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, setting.Wrong(setting.Trailing, "")
	}
	return compile(f, fold)
}

// What errors call the rules of a file. The file is JSON, so that its reader counts from 0; the page
// has one rule per line.
var wordsName = errs.Text{ZhCN: "规则", ZhTW: "規則", En: "the rules"}

func wordName(i int) errs.Text {
	return errs.Text{ZhCN: fmt.Sprintf("第 %d 条规则", i+1), ZhTW: fmt.Sprintf("第 %d 條規則", i+1), En: fmt.Sprintf("words[%d]", i)}
}

func levelName(i int) errs.Text {
	return errs.Text{ZhCN: fmt.Sprintf("第 %d 条规则的级别", i+1), ZhTW: fmt.Sprintf("第 %d 條規則的級別", i+1), En: fmt.Sprintf("words[%d].level", i)}
}

func allowName(i int) errs.Text {
	return errs.Text{ZhCN: fmt.Sprintf("第 %d 条放行", i+1), ZhTW: fmt.Sprintf("第 %d 條放行", i+1), En: fmt.Sprintf("allow[%d]", i)}
}

func compile(f File, fold func() *folder) (*Rules, error) {
	if len(f.Words)+len(f.Allow) > MaxWords {
		return nil, setting.Wrong(setting.TooMany, "words").Named(wordsName).With("limit", MaxWords)
	}
	r := &Rules{allowed: len(f.Allow)}
	if len(f.Words) == 0 {
		return r, nil
	}
	r.folder = fold()
	var plain, bare []pattern
	for i, w := range f.Words {
		text, err := r.folder.phrase(wordName(i), w.Word, w.SkipPunctuation)
		if err != nil {
			return nil, err
		}
		if w.Level == 0 {
			return nil, setting.Wrong(setting.Missing, "").Named(levelName(i))
		}
		r.words = append(r.words, w.Level)
		p := pattern{text: text, rule: i, level: w.Level}
		if w.SkipPunctuation {
			bare = append(bare, p)
		} else {
			plain = append(plain, p)
		}
	}
	for i, phrase := range f.Allow {
		text, err := r.folder.phrase(allowName(i), phrase, false)
		if err != nil {
			return nil, err
		}
		plain = append(plain, pattern{text: text, rule: -1, allow: true})
	}
	if len(plain) > 0 {
		r.plain = newAutomaton(plain)
	}
	if len(bare) > 0 {
		r.bare = newAutomaton(bare)
	}
	return r, nil
}

// phrase converts a word or an allowed phrase of the file. It fails if
// the result has no letter or digit, or is too long. The error contains `name`.
func (f *folder) phrase(name errs.Text, s string, bare bool) ([]rune, error) {
	text := f.text(s, bare)
	switch {
	case len(f.text(s, true)) == 0:
		return nil, setting.Wrong(setting.NoLetters, "").Named(name)
	case len(text) > MaxLength:
		return nil, setting.Wrong(setting.TooLong, "").Named(name).With("limit", MaxLength)
	}
	return slices.Clip(text), nil
}
