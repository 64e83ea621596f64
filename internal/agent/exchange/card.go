package exchange

import (
	"encoding/json"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits, in characters. A card can repeat a name placeholder many times, so names and fields
// are cut before the names are inserted: otherwise a long name would produce a huge text.
const (
	maxPutIn = 64
	maxField = 40_000
)

// card is the content of a character card. Version 1 has these fields at the top level, later
// versions have them in the field `data`.
type card struct {
	Name         string          `json:"name"`
	Nickname     string          `json:"nickname"`
	Description  string          `json:"description"`
	Personality  string          `json:"personality"`
	Scenario     string          `json:"scenario"`
	First        string          `json:"first_mes"`
	Example      string          `json:"mes_example"`
	Notes        string          `json:"creator_notes"`
	System       string          `json:"system_prompt"`
	After        string          `json:"post_history_instructions"`
	Alternatives []string        `json:"alternate_greetings"`
	Avatar       json.RawMessage `json:"avatar"`
	Assets       json.RawMessage `json:"assets"`
	Extensions   json.RawMessage `json:"extensions"`
	Book         struct {
		Entries []struct {
			Content  string `json:"content"`
			Enabled  *bool  `json:"enabled"`
			Constant bool   `json:"constant"`
		} `json:"entries"`
	} `json:"character_book"`
}

func parseCard(doc map[string]json.RawMessage, file []byte) (Read, bool, error) {
	switch spec := stringOf(doc["spec"]); {
	case strings.HasPrefix(spec, "chara_card_v"):
		file = doc["data"]
	case doc["first_mes"] == nil && doc["personality"] == nil && doc["mes_example"] == nil:
		return Read{}, false, nil
	}
	var c card
	if err := json.Unmarshal(file, &c); err != nil {
		return Read{}, true, ErrUnknown
	}
	return c.agent(), true, nil
}

func (c card) agent() Read {
	r := Read{Format: Character}
	name := c.Name
	if c.Nickname != "" {
		name = c.Nickname
	}
	name = text.Cut(name, maxPutIn)
	names := strings.NewReplacer("{{char}}", name, "{{Char}}", name, "<BOT>", name,
		"{{user}}", "用户", "{{User}}", "用户", "<USER>", "用户", "{{original}}", "")
	put := func(field string) string {
		if text.Len(field) > maxField {
			r.leave(LeftLength)
		}
		return strings.TrimSpace(names.Replace(text.Cut(field, maxField)))
	}
	var persona []string
	add := func(title, body string) {
		if body = put(body); body != "" {
			persona = append(persona, title+body)
		}
	}
	add("", c.System)
	add("", c.Description)
	add("性格：", c.Personality)
	add("情境：", c.Scenario)
	for _, e := range c.Book.Entries {
		switch {
		case e.Enabled != nil && !*e.Enabled:
		case e.Constant:
			add("", e.Content)
		default:
			r.leave(LeftLorebook)
		}
	}
	add("对话示例：\n", c.Example)
	add("", c.After)
	if len(c.Alternatives) > 0 {
		r.leave(LeftOpenings)
	}
	if has(c.Avatar) || has(c.Assets) {
		r.leave(LeftPicture)
	}
	if has(c.Extensions) {
		r.leave(LeftScripts)
	}
	r.Agent = Agent{
		Name:        c.Name,
		Description: firstLine(put(c.Notes)),
		Persona:     strings.Join(persona, "\n\n"),
		Opening:     put(c.First),
	}
	return r
}

// has reports whether a field is present and its value is neither empty nor "none".
func has(raw json.RawMessage) bool {
	switch strings.TrimSpace(string(raw)) {
	case "", "null", `""`, `"none"`, "[]", "{}":
		return false
	}
	return true
}

// firstLine is the first line that is not blank.
func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
