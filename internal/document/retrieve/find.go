package retrieve

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/retrieve/retrievedb"
	"github.com/wenqu-ai/wenqu/internal/text"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

const (
	hits       = 50  // number of places returned if no limit is given
	maxKeyword = 100 // maximum length of a keyword, in characters; a longer keyword is cut
	around     = 40  // characters of a quote on each side of the keyword
)

// SearchText returns the places where `keyword` occurs, in the order of document ids and of the text. The
// keyword may be a single character. Width, case, and traditional or simplified writing do not matter.
// There is one exception: if the keyword has at most two words or numbers, and no Han, kana or hangul,
// SearchText may miss places where the text has variants of its characters (see folder), for example
// full-width letters. It does not miss places with the capital letters A to Z. If docs is empty, all
// documents of the owner are searched. A `limit` of 0 means 50.
func (x *Index) SearchText(ctx context.Context, owner, keyword string, docs []string, limit int) ([]Hit, error) {
	if limit <= 0 {
		limit = hits
	}
	f := x.folder()
	asked := strings.Join(strings.Fields(f.fold(text.Cut(keyword, maxKeyword)).text), " ")
	read := x.db.Read()
	shelves, err := retrievedb.New(read).Shelves(ctx, owner)
	if err != nil {
		return nil, fmt.Errorf("shelves: %w", err)
	}
	if asked == "" || len(shelves) == 0 {
		return nil, nil
	}
	rows, err := x.having(ctx, read, owner, asked, docs, shelves)
	if err != nil {
		return nil, fmt.Errorf("find text: %w", err)
	}
	defer rows.Close()
	var out []Hit
	var last stored
	for rows.Next() && len(out) < limit {
		s, err := scanStored(rows)
		if err != nil {
			return nil, err
		}
		skip := 0 // length of the text repeated from the previous chunk; the repeated text has been searched already
		if last.documentID == s.documentID && last.unit == s.unit {
			skip = max(0, last.start+len(last.text)-s.start)
		}
		for _, at := range places(f.fold(s.text), asked) {
			if at.End > skip && len(out) < limit {
				out = append(out, Hit{
					DocumentID: s.documentID, Unit: s.unit, Chunk: s.idx, Heading: s.path.shown(), Quote: excerpt(s.text, at),
				})
			}
		}
		last = s
	}
	return out, rows.Err()
}

// having reads the chunks that may contain the keyword, in the order of documents and of their text. These
// chunks have all complete terms of the keyword. A word at the beginning or the end of the keyword counts
// as incomplete, because it may be part of a longer word in the text. If the keyword has no complete
// term, having searches the texts of the chunks instead of the index.
func (x *Index) having(ctx context.Context, q querier, owner, asked string, docs []string, shelves []int64) (*sql.Rows, error) {
	list := "[]"
	if len(docs) > 0 {
		list = asJSON(docs)
	}
	const inDocuments = ` c.owner_id = $2 AND ($1 = '[]' OR c.document_id IN (SELECT value FROM `
	order := `)) ORDER BY c.document_id, c.unit, c.idx`
	terms := surely(asked)
	if len(terms) == 0 {
		pattern := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`, " ", "%").Replace(asked) + "%"
		return q.QueryContext(ctx, `SELECT `+chunkColumns+` FROM chunk c
			WHERE c.text `+x.engine.like+` $3 ESCAPE '\' AND`+inDocuments+x.engine.list+order, list, owner, pattern)
	}
	var any []string
	for _, shelf := range shelves {
		parts := make([]string, len(terms))
		for i, t := range terms {
			parts[i] = x.engine.quote + onShelf(shelf, t) + x.engine.quote
		}
		any = append(any, "("+strings.Join(parts, x.engine.and)+")")
	}
	return q.QueryContext(ctx, `SELECT `+chunkColumns+` FROM `+x.engine.having+`
		WHERE`+inDocuments+x.engine.list+order, list, owner, strings.Join(any, x.engine.or))
}

// surely returns the terms common to all texts with the keyword. It omits a single character if the
// keyword has a pair with that character.
func surely(asked string) []string {
	var out []string
	eachTerm(asked, func(term string, at, end int) {
		r, _ := utf8.DecodeRuneInString(asked[at:])
		switch {
		case scriptOf(r) != ideo:
			// A word at the edge of the keyword may continue in the text, so its stem may differ.
			if at == 0 || end == len(asked) {
				return
			}
		case term != asked[at:end]:
			return // the term is a Chinese numeral written in digits; the numeral in the text may be longer, so its digits may differ
		case single(term) && len(asked) > len(term) && hasPair(asked, at, end):
			return
		}
		if !slices.Contains(out, term) {
			out = append(out, term)
		}
	})
	return out
}

// hasPair reports whether the character s[at:end] forms a term with a neighbour.
func hasPair(s string, at, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return at > 0 && scriptOf(before) == ideo || end < len(s) && scriptOf(after) == ideo
}

// places finds a keyword in a folded text. White space in the keyword matches any white space.
func places(f folded, asked string) []zh.Span {
	var out []zh.Span
	words := strings.Split(asked, " ")
	for at := 0; at < len(f.text); {
		i := strings.Index(f.text[at:], words[0])
		if i < 0 {
			break
		}
		from := at + i
		to := follow(f.text, from, words)
		if to < 0 {
			at = from + 1
			continue
		}
		out = append(out, zh.Span{Start: f.source(from), End: f.source(to)})
		at = max(to, from+1)
	}
	return out
}

// follow returns the position after the last of `words` if the words begin at s[from] and are
// separated only by white space; otherwise -1.
func follow(s string, from int, words []string) int {
	at := from
	for i, w := range words {
		rest := s[at:]
		if i > 0 {
			rest = strings.TrimLeft(rest, " \t\n\r\u3000")
			if len(rest) == len(s[at:]) {
				return -1
			}
		}
		if !strings.HasPrefix(rest, w) {
			return -1
		}
		at = len(s) - len(rest) + len(w)
	}
	return at
}

// excerpt returns the text around a place, on one line if possible.
func excerpt(s string, at zh.Span) string {
	from, to := at.Start, at.End
	for range around {
		r, n := utf8.DecodeLastRuneInString(s[:from])
		if n == 0 || r == '\n' {
			break
		}
		from -= n
	}
	for range around {
		r, n := utf8.DecodeRuneInString(s[to:])
		if n == 0 || r == '\n' {
			break
		}
		to += n
	}
	return strings.TrimSpace(s[from:to])
}
