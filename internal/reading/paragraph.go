package reading

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/extract/summary"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Paragraph is a block of a file with its translation.
type Paragraph struct {
	Unit   int    `json:"unit"`
	Block  int    `json:"block" doc:"within the unit, from 0"`
	Kind   string `json:"kind" doc:"heading, paragraph, list, table, code, caption or note"`
	Level  int    `json:"level,omitempty" doc:"of a heading, from 1"`
	Source string `json:"source"`
	Target string `json:"target" doc:"empty while it is not translated"`
	Done   bool   `json:"done"`
}

// pieceLength is the maximum length of a text translated in one piece, in characters.
const pieceLength = 1200

// paragraphs returns the non-empty blocks of a unit. Program text and blocks without words are not
// translated: Target is their own text, and Done is set.
func paragraphs(u parsed.Unit) []Paragraph {
	var out []Paragraph
	for i, b := range u.Blocks {
		if strings.TrimSpace(b.Text) == "" {
			continue
		}
		p := Paragraph{Unit: u.Number, Block: i, Kind: string(b.Kind), Source: b.Text}
		if b.Kind == parsed.Title {
			p.Level = b.Level
		}
		if b.Kind == parsed.Code || !translatable(b.Text) {
			p.Target, p.Done = b.Text, true
		}
		out = append(out, p)
	}
	return out
}

// translatable reports whether a text contains words to translate. It returns false for numbers, symbols,
// and a single web address.
func translatable(s string) bool {
	if strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return strings.ContainsAny(s, " \n")
	}
	return strings.ContainsFunc(s, unicode.IsLetter)
}

// pieces splits a paragraph into pieces of at most pieceLength characters: a table between lines, any other
// text between sentences. A line or sentence that is longer than pieceLength is cut. The pieces together
// are the whole text of the paragraph, unchanged.
func (p Paragraph) pieces() []string {
	if utf8.RuneCountInString(p.Source) <= pieceLength {
		return []string{p.Source}
	}
	var parts []string
	if p.Kind == string(parsed.Table) {
		for line := range strings.Lines(p.Source) {
			parts = append(parts, line)
		}
	} else {
		rest := p.Source
		for _, s := range summary.Sentences(p.Source) {
			end := strings.Index(rest, s) + len(s)
			parts = append(parts, rest[:end])
			rest = rest[end:]
		}
		if rest != "" && len(parts) > 0 {
			parts[len(parts)-1] += rest
		}
	}
	var out []string
	length := pieceLength
	for _, s := range parts {
		for s != "" {
			n := utf8.RuneCountInString(s)
			if length+n <= pieceLength {
				out[len(out)-1] += s
				length += n
				break
			}
			cut := cutRunes(s, pieceLength)
			out = append(out, cut)
			length, s = utf8.RuneCountInString(cut), s[len(cut):]
		}
	}
	return out
}

func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// join joins the translations of a paragraph's pieces, with the white space of the original between
// the pieces. If the original has no white space there, join writes a space after a character of a
// script with spaces between words.
func join(sources, targets []string) string {
	var b strings.Builder
	for i, t := range targets {
		t = strings.TrimSpace(t)
		b.WriteString(t)
		if i+1 < len(targets) {
			end := sources[i][len(strings.TrimRightFunc(sources[i], unicode.IsSpace)):]
			if end == "" && utf8.RuneCountInString(t) > 0 {
				if last, _ := utf8.DecodeLastRuneInString(t); last < 0x2E80 { // most scripts below U+2E80 have spaces between words
					end = " "
				}
			}
			b.WriteString(end)
		}
	}
	return b.String()
}

// hashed returns the storage key of a piece's translation.
func hashed(piece string) string {
	sum := sha256.Sum256([]byte(piece))
	return hex.EncodeToString(sum[:16])
}
