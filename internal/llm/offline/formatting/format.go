// Package formatting contains the skill of the built-in engine that formats code.
package formatting

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/format"
	"go/scanner"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Format formats, minifies and checks code.
var Format = skill.Skill{
	ID:      "format",
	Name:    skill.Named("代码格式化", "formatting"),
	Match:   formatCode,
	Hints:   []string{`格式化 JSON：{"a":1,"b":[1,2]}`, "美化 SQL：select a,b from t where a=1", `压缩 JSON：{ "a": 1 }`},
	EnHints: []string{`Format JSON: {"a":1,"b":[1,2]}`, "Format SQL: select a,b from t where a=1"},
}

// maxNesting bounds the nesting of formatted JSON, XML and SQL, because the indentation grows with
// each level.
const maxNesting = 100

// syntaxError is a mistake in the asker's code.
type syntaxError struct {
	line, column int // from 1; column counts characters
	message      string
}

func (e *syntaxError) Error() string { return e.message }

// formatter formats code of one language.
type formatter struct {
	id, label string
	words     string        // a pattern of the language's names in an instruction
	begins    *text.Pattern // matches the beginning of code in the language
	pretty    func(string) (string, error)
	minify    func(string) (string, error) // minifies the code; nil: the language cannot be minified
	pairs     func(string) error           // checks only brackets and quotation marks; nil: pretty checks the syntax
	looks     func(string) bool            // reports whether a text looks like code in the language
	how       skill.Name
}

var formatters = []formatter{
	{"json", "JSON", `json`, text.NewPattern(`[{\[]`), prettyJSON, minifyJSON, nil, looksJSON, skill.Named("Go 标准库 encoding/json，键的顺序和数字写法不变。", "Go's encoding/json; key order and numbers are kept.")},
	{"xml", "XML", `xml|html`, text.NewPattern(`<`), prettyXML, nil, nil, func(s string) bool { return strings.HasPrefix(s, "<") && strings.HasSuffix(s, ">") }, skill.Named("按标签层级缩进，标签和属性保持原样。", "Indented by element; tags are kept as they are.")},
	{"sql", "SQL", `sql|mysql|查询语句`, text.NewPattern(`(?i)\b(?:select|insert|update|delete|create|with|alter)\b`), prettySQL, nil, pairsSQL, looksSQL.MatchString, skill.Named("按词法切分：关键字大写，子句换行，字符串和注释不动。", "Tokenised: keywords in capitals, a line for each clause, strings and comments untouched.")},
	{"go", "Go", `go|golang`, text.NewPattern(`\b(?:package|func|import|type|var)\b`), prettyGo, nil, nil, func(s string) bool { return strings.HasPrefix(s, "package ") || strings.HasPrefix(s, "func ") }, skill.Named("Go 标准库 go/format，与 gofmt 相同。", "Go's go/format, the same as gofmt.")},
}

var (
	looksSQL     = text.NewPattern(`(?i)^\s*(?:select|insert|update|delete|create|with|alter)\b`)
	formatVerb   = `(?:代码)?(?:格式化|美化|排版|整理|缩进|对齐|format|prettify|prettyprint|beautify|indent|formatted)`
	minifyVerb   = `(?:压缩|最小化|minify|compress|去空格|一行|压缩到一行)`
	validateVerb = `(?:检查|校验|验证|看看|有没有|语法|错误|错|对不对|不|合法|正确|是否|合不合法|有效|valid|validate|check|格式|吗|问题)+`
	formatWords  = func() map[string][3]*text.Pattern {
		m := map[string][3]*text.Pattern{}
		compile := func(verb, lang string) *text.Pattern {
			return text.NewPattern(`^(?:(?:` + verb + `)+(?:` + lang + `)(?:` + verb + `)*|(?:` + lang + `)(?:` + verb + `)+)$`)
		}
		for _, f := range formatters {
			m[f.id] = [3]*text.Pattern{compile(formatVerb, f.words), compile(minifyVerb, f.words), compile(validateVerb, f.words)}
		}
		return m
	}()
	formatAny = text.NewPattern(`^` + formatVerb + `$`)
)

// formatCode answers requests to format, minify or validate code.
func formatCode(q *skill.Question) (skill.Answer, bool) {
	for _, f := range formatters {
		words := formatWords[f.id]
		if text, ok := codeFor(q, words[0], f.begins); ok {
			return f.run(q, text, f.pretty)
		}
		if text, ok := codeFor(q, words[1], f.begins); ok && f.minify != nil {
			return f.run(q, text, f.minify)
		}
		if text, ok := codeFor(q, words[2], f.begins); ok {
			return f.check(q, text)
		}
	}
	if text, ok := q.TextFor(formatAny, nil); ok {
		for _, f := range formatters {
			if f.looks(strings.TrimSpace(text)) {
				return f.run(q, text, f.pretty)
			}
		}
	}
	return skill.Answer{}, false
}

// codeFor is like TextFor, but also finds code without a delimiter before it: `begins` must match the
// beginning of the code, and `words` the instruction before the code.
func codeFor(q *skill.Question, words, begins *text.Pattern) (string, bool) {
	if text, ok := q.TextFor(words, nil); ok {
		return text, true
	}
	if m := begins.FindStringIndex(string(q.Head)); m != nil && words.MatchString(skill.Residue(q.Raw[:m[0]])) {
		return q.Raw[m[0]:], true
	}
	return "", false
}

func (f formatter) run(q *skill.Question, text string, work func(string) (string, error)) (skill.Answer, bool) {
	if len(text) > skill.MaxTransform {
		return skill.TooLong(q), true
	}
	out, err := work(text)
	if err != nil {
		return f.fault(q, text, err), true
	}
	return skill.Answer{Text: "**" + f.label + "**\n\n" + skill.Block(f.id, out), How: q.Say(f.how.Zh, f.how.En)}, true
}

func (f formatter) check(q *skill.Question, text string) (skill.Answer, bool) {
	if len(text) > skill.MaxTransform {
		return skill.TooLong(q), true
	}
	if f.pairs != nil {
		if err := f.pairs(text); err != nil {
			return f.fault(q, text, err), true
		}
		return skill.Answer{
			Text: q.Say("**括号和引号都成对**\n\n只检查了括号和引号，没有检查 "+f.label+" 的其他语法。", "**Brackets and quotation marks match**\n\nOnly brackets and quotation marks were checked, not the rest of the "+f.label+" syntax."),
			How:  q.Say("逐个配对括号和引号，字符串和注释里的不算。", "Brackets and quotation marks are matched, except those in strings and comments."),
		}, true
	}
	if _, err := f.pretty(text); err != nil {
		return f.fault(q, text, err), true
	}
	return skill.Answer{Text: q.Say("**没有语法错误，是合法的 "+f.label+"。**", "**Valid "+f.label+".**"), How: q.Say(f.how.Zh, f.how.En)}, true
}

// fault states the error and, if it is known, the place of the error in the code.
func (f formatter) fault(q *skill.Question, text string, err error) skill.Answer {
	var at *syntaxError
	if !errors.As(err, &at) {
		return skill.Answer{Text: q.Say("**这段 "+f.label+" 处理不了：** ", "**This "+f.label+" cannot be handled:** ") + skill.Inline(skill.Shown(err.Error(), 200)), How: q.Say(f.how.Zh, f.how.En)}
	}
	line := ""
	if lines := strings.Split(text, "\n"); at.line >= 1 && at.line <= len(lines) {
		runes := []rune(lines[at.line-1])
		from := max(0, min(at.column-1, len(runes))-30)
		line = "\n\n" + skill.Block("", string(runes[from:min(len(runes), from+60)])+"\n"+strings.Repeat(" ", max(0, at.column-1-from))+"^")
	}
	return skill.Answer{
		Text: fmt.Sprintf(q.Say("**%s 有语法错误：第 %d 行第 %d 列**", "**Syntax error in the %s: line %d, column %d**"), f.label, at.line, at.column) + line + "\n\n" + q.Say("原因：", "Reason: ") + skill.Inline(skill.Shown(q.Say(inChinese(at.message), at.message), 200)),
		How:  q.Say("读到第一个错误为止，没有改动原文。", "Read up to the first error; nothing was changed."),
	}
}

// position turns a byte offset into line and column.
func position(text string, offset int) (line, column int) {
	before := text[:max(0, min(offset, len(text)))]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

func looksJSON(s string) bool {
	return strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")
}

var errNesting = errors.New("nested too deeply")

// checkJSON parses the whole text. It fails if the text is nested more than maxNesting levels deep.
func checkJSON(s string) error {
	var v json.RawMessage
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		offset := len(s)
		var at *json.SyntaxError
		if errors.As(err, &at) {
			offset = int(at.Offset) - 1
			if strings.Contains(err.Error(), "unexpected end") {
				offset++
			}
		}
		line, column := position(s, offset)
		return &syntaxError{line, column, err.Error()}
	}
	depth, inString := 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case !inString && (c == '{' || c == '['):
			if depth++; depth > maxNesting {
				return errNesting
			}
		case !inString && (c == '}' || c == ']'):
			depth--
		}
	}
	return nil
}

func prettyJSON(s string) (string, error) {
	if err := checkJSON(s); err != nil {
		return "", err
	}
	var b bytes.Buffer
	err := json.Indent(&b, []byte(strings.TrimSpace(s)), "", "  ")
	return b.String(), err
}

func minifyJSON(s string) (string, error) {
	if err := checkJSON(s); err != nil {
		return "", err
	}
	var b bytes.Buffer
	err := json.Compact(&b, []byte(s))
	return b.String(), err
}

func prettyGo(s string) (string, error) {
	out, err := format.Source([]byte(s))
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return "", &syntaxError{list[0].Pos.Line, list[0].Pos.Column, list[0].Msg}
	}
	return string(out), err
}

// prettyXML indents elements and keeps every tag as it is written. An element that
// contains only text stays on one line.
func prettyXML(s string) (string, error) {
	d := xml.NewDecoder(strings.NewReader(s))
	d.Strict = true
	var b strings.Builder
	var open []string
	at := int64(0)
	afterStart, textOnly := false, false
	newline := func() {
		if b.Len() > 0 {
			b.WriteString("\n" + strings.Repeat("  ", len(open)))
		}
	}
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, column := position(s, int(d.InputOffset()))
			return "", &syntaxError{line, column, err.Error()}
		}
		raw := s[at:d.InputOffset()]
		at = d.InputOffset()
		switch t := token.(type) {
		case xml.StartElement:
			newline()
			b.WriteString(raw)
			open = append(open, t.Name.Space+":"+t.Name.Local)
			if len(open) > maxNesting {
				return "", errNesting
			}
			afterStart, textOnly = true, false
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != t.Name.Space+":"+t.Name.Local {
				line, column := position(s, int(at))
				return "", &syntaxError{line, column, "unexpected </" + t.Name.Local + ">"}
			}
			open = open[:len(open)-1]
			if raw != "" && !afterStart && !textOnly {
				newline()
			}
			b.WriteString(raw)
			afterStart, textOnly = false, false
		default:
			if raw = strings.TrimSpace(raw); raw == "" {
				continue
			}
			if _, isText := token.(xml.CharData); isText && afterStart {
				textOnly = true
			} else {
				newline()
			}
			b.WriteString(raw)
			afterStart = false
		}
	}
	if len(open) > 0 {
		line, column := position(s, len(s))
		return "", &syntaxError{line, column, "<" + strings.TrimPrefix(open[len(open)-1], ":") + "> is not closed"}
	}
	return b.String(), nil
}
