package formatting

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// sqlToken matches one token: comment, string, quoted name, number, word, punctuation mark or
// operator. A comment, string or name that is not closed goes on to the end of the text.
var sqlToken = text.NewPattern("(?s)--[^\n]*|/\\*.*?(?:\\*/|$)|'(?:[^']|'')*'?|\"(?:[^\"]|\"\")*\"?|`(?:[^`]|``)*`?|\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?[\\p{L}\\p{N}_]*|[\\p{L}\\p{N}_@#$]+|<>|!=|>=|<=|\\|\\||::|[(),;.]|[^\\s\\p{L}\\p{N}'\"`(),;.]")

// sqlClauses are the keywords that start a new line without further indentation. For exceptions, see
// sqlContinues.
var sqlClauses = wordSet("SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT INSERT VALUES UPDATE SET DELETE JOIN LEFT RIGHT INNER FULL CROSS WITH RETURNING CREATE ALTER DROP")

// sqlKeywords are further words written in capitals. Of these words, only AND and OR start a new line.
var sqlKeywords = wordSet("AS ON AND OR NOT IN IS NULL LIKE BETWEEN EXISTS CASE WHEN THEN ELSE END BY ASC DESC DISTINCT ALL OUTER INTO TABLE INDEX PRIMARY KEY FOREIGN REFERENCES DEFAULT UNIQUE CHECK CONSTRAINT IF ADD COLUMN VIEW OVER PARTITION USING TRUE FALSE TOP COUNT SUM AVG MIN MAX COALESCE CAST INT INTEGER VARCHAR TEXT BIGINT DATE TIMESTAMP BOOLEAN DECIMAL")

// sqlContinues keeps a word on the line of the previous word, such as JOIN after LEFT. Each key is a
// word, and its value lists the possible previous words.
var sqlContinues = map[string]string{"JOIN": "LEFT RIGHT INNER FULL CROSS OUTER", "FROM": "DELETE"}

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// sqlEscapes masks escapes with a backslash by other characters of the same length.
var sqlEscapes = strings.NewReplacer(`\\`, "__", `\'`, "__", `\"`, "__")

// sqlTokens splits SQL into tokens. Its error states the first parenthesis, quotation mark or comment
// that is not matched. A backslash is a plain character as in the standard. If that leaves something
// unmatched, and nothing is unmatched with escapes as in MySQL, a backslash is an escape.
func sqlTokens(s string) ([]string, error) {
	at := sqlToken.Regexp().FindAllStringIndex(s, -1)
	err := unmatchedSQL(s, at)
	if err != nil {
		masked := sqlEscapes.Replace(s)
		if other := sqlToken.Regexp().FindAllStringIndex(masked, -1); unmatchedSQL(masked, other) == nil {
			at, err = other, nil
		}
	}
	tokens := make([]string, len(at))
	for i, t := range at {
		tokens[i] = s[t[0]:t[1]]
	}
	return tokens, err
}

// pairsSQL checks the parentheses, quotation marks and comments.
func pairsSQL(s string) error {
	_, err := sqlTokens(s)
	return err
}

// unmatchedSQL looks for the first parenthesis, quotation mark or comment without its counterpart. The
// pairs in `at` are the offsets of the tokens.
func unmatchedSQL(s string, at [][]int) error {
	fault := func(offset int, message string) error {
		line, column := position(s, offset)
		return &syntaxError{line, column, message}
	}
	var open []int // offsets of open parentheses
	for _, t := range at {
		token := s[t[0]:t[1]]
		switch {
		case strings.HasPrefix(token, "/*") && (len(token) < 4 || !strings.HasSuffix(token, "*/")):
			return fault(t[0], "/* is not closed")
		case strings.Contains("'\"`", token[:1]) && strings.Count(token, token[:1])%2 == 1:
			return fault(t[0], token[:1]+" is not closed")
		case token == "(":
			open = append(open, t[0])
		case token == ")" && len(open) == 0:
			return fault(t[0], "unexpected )")
		case token == ")":
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return fault(open[0], "( is not closed")
	}
	return nil
}

// prettySQL writes each clause and each column of a SELECT on a separate line, and
// keywords in capitals. Strings, quoted names and comments are untouched.
func prettySQL(s string) (string, error) {
	var b strings.Builder
	type level struct{ inline, list bool } // one open parenthesis
	stack := []level{{}}
	previous, between := "", false
	lineStart := true
	newline := func(extra int) {
		if b.Len() > 0 && !lineStart {
			depth := 0
			for _, l := range stack[1:] {
				if !l.inline {
					depth++
				}
			}
			b.WriteString("\n" + strings.Repeat("  ", depth+extra))
		}
		lineStart = true
	}
	put := func(t string, glue bool) {
		if !lineStart && !glue {
			b.WriteByte(' ')
		}
		b.WriteString(t)
		lineStart = false
	}
	tokens, _ := sqlTokens(s)
	for i, t := range tokens {
		top := &stack[len(stack)-1]
		upper := strings.ToUpper(t)
		known := sqlClauses[upper] || sqlKeywords[upper]
		switch {
		case strings.HasPrefix(t, "--"):
			put(t, false)
			newline(0)
		case t == "(":
			next := ""
			if i+1 < len(tokens) {
				next = strings.ToUpper(tokens[i+1])
			}
			nested := next == "SELECT" || next == "WITH"
			glue := previous != "" && !sqlClauses[previous] && previous != "," && (!sqlKeywords[previous] || isFunction[previous]) && isName(previous) || previous == "("
			put(t, glue)
			stack = append(stack, level{inline: !nested})
			if len(stack) > maxNesting {
				return "", errNesting
			}
			if nested {
				newline(0)
			}
		case t == ")":
			if len(stack) > 1 {
				inline := top.inline
				stack = stack[:len(stack)-1]
				if !inline {
					newline(0)
				}
			}
			put(t, true)
		case t == ",":
			put(t, true)
			if top.list && !top.inline {
				newline(1)
			}
		case t == ";":
			put(t, true)
			stack = []level{{}}
			newline(0)
		case t == "." || previous == "." || t == "::" || previous == "::":
			put(t, true)
		case sqlClauses[upper] && !top.inline && previous != ".":
			follows := sqlContinues[upper]
			if !(follows != "" && strings.Contains(" "+follows+" ", " "+previous+" ")) && !(upper == "SET" && previous == "") {
				newline(0)
			}
			put(upper, false)
			top.list = upper == "SELECT"
			if upper == "SELECT" && !(i+1 < len(tokens) && strings.EqualFold(tokens[i+1], "DISTINCT")) {
				newline(1)
			}
			between = false
		case (upper == "AND" && !between || upper == "OR") && !top.inline:
			newline(1)
			put(upper, false)
		case known:
			if upper == "BETWEEN" {
				between = true
			} else if upper == "AND" {
				between = false
			}
			put(upper, previous == "(")
			if upper == "DISTINCT" && top.list {
				newline(1)
			}
		default:
			put(t, previous == "(")
		}
		previous = upper
	}
	return strings.TrimSpace(b.String()), nil
}

// isFunction contains the keywords that are written without a space before a parenthesis.
var isFunction = wordSet("COUNT SUM AVG MIN MAX COALESCE CAST VARCHAR DECIMAL")

func isName(t string) bool {
	c := t[0]
	return c == '_' || c == '`' || c == '"' || c >= 'A' && c <= 'Z' || c >= 0x80
}
