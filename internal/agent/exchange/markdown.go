package exchange

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFront is the largest front matter that is read, in bytes.
const maxFront = 16 << 10

// fronts lists the possible front matter keys of each field, in order of preference.
var fronts = map[string][]string{
	"name":        {"name", "title", "名称"},
	"description": {"description", "简介"},
	"category":    {"category", "分类"},
	"opening":     {"opening", "greeting", "welcome_message", "first_message", "开场白"},
	"questions":   {"questions", "conversation_starters", "prompt_starters", "starters", "推荐问题"},
	"tools":       {"tools", "工具"},
	"model":       {"model"},
}

// parseMarkdown reads an agent from Markdown. The text is the persona; the other fields come from YAML
// front matter. If the front matter has no name, the text must begin with a heading of level 1, which
// becomes the name.
func parseMarkdown(file string) (Read, error) {
	r := Read{Format: Markdown}
	front, body, err := splitFront(file)
	if err != nil {
		return r, err
	}
	a := &r.Agent
	a.Name, a.Description, a.Category = one(front, "name"), one(front, "description"), one(front, "category")
	a.Opening, a.Model = one(front, "opening"), one(front, "model")
	a.Questions = many(front, "questions")
	for _, t := range many(front, "tools") {
		if ours := toolNames[strings.ToLower(t)]; ours != "" {
			t = ours
		}
		a.Tools = append(a.Tools, t)
	}
	a.Persona = strings.TrimSpace(body)
	if a.Name == "" {
		line, rest, _ := strings.Cut(a.Persona, "\n")
		heading, ok := strings.CutPrefix(line, "# ")
		if !ok {
			return r, ErrUnknown // if no name were required, any text would count as an agent
		}
		a.Name, a.Persona = heading, strings.TrimSpace(rest)
	}
	return r, nil
}

// splitFront separates front matter, enclosed in lines of ---, from the rest.
func splitFront(file string) (map[string]any, string, error) {
	file = strings.ReplaceAll(file, "\r\n", "\n")
	rest, ok := strings.CutPrefix(file, "---\n")
	if !ok {
		return nil, file, nil
	}
	yml, body, ok := strings.Cut(rest, "\n---")
	if !ok || len(yml) > maxFront {
		return nil, "", ErrUnknown
	}
	var front map[string]any
	if yaml.Unmarshal([]byte(yml), &front) != nil {
		return nil, "", ErrUnknown
	}
	_, body, _ = strings.Cut(body, "\n")
	return front, body, nil
}

// one returns a field as a text, converted by plain; "" if the field is absent.
func one(front map[string]any, field string) string {
	for _, name := range fronts[field] {
		if v, ok := front[name]; ok {
			return plain(v)
		}
	}
	return ""
}

// many returns a field as a list of texts; a text is split at commas and line ends.
func many(front map[string]any, field string) (out []string) {
	for _, name := range fronts[field] {
		switch v := front[name].(type) {
		case []any:
			for _, e := range v {
				out = append(out, plain(e))
			}
			return out
		case string:
			for _, e := range strings.FieldsFunc(v, func(r rune) bool { return strings.ContainsRune(",，、\n", r) }) {
				out = append(out, strings.TrimSpace(e))
			}
			return out
		}
	}
	return nil
}

// plain returns a string, a number or a boolean as text; "" for any other value.
func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int, float64, bool:
		return fmt.Sprint(v)
	}
	return ""
}
