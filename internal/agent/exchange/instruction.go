package exchange

import (
	"encoding/json"
)

// instructions is the JSON form of OpenAI's GPTs and assistants. The name, the description, the
// suggested questions (starters) and the opening (welcome message) may also be in the field `display`.
// The whole object may be inside the field `gizmo`.
type instructions struct {
	Name         string            `json:"name"`
	Description  string            `json:"description"`
	Instructions string            `json:"instructions"`
	Prompt       string            `json:"system_prompt"`
	Starters     []string          `json:"conversation_starters"`
	MoreStarters []string          `json:"prompt_starters"`
	Welcome      string            `json:"welcome_message"`
	Model        json.RawMessage   `json:"model"`
	Temperature  *float64          `json:"temperature"`
	TopP         *float64          `json:"top_p"`
	Tools        []json.RawMessage `json:"tools"`
	Actions      json.RawMessage   `json:"actions"`
	Files        json.RawMessage   `json:"files"`
	Knowledge    json.RawMessage   `json:"knowledge"`
	FileIDs      json.RawMessage   `json:"file_ids"`
	Picture      json.RawMessage   `json:"profile_picture"`
	Display      struct {
		Name        string   `json:"name"`
		Description string   `json:"description"`
		Starters    []string `json:"prompt_starters"`
		Welcome     string   `json:"welcome_message"`
	} `json:"display"`
}

// toolNames maps tool names of other services to ours.
var toolNames = map[string]string{
	"browser": "web_search", "web_search": "web_search", "web_search_preview": "web_search", "browsing": "web_search",
	"code_interpreter": "run_program", "python": "run_program",
	"file_search": "search_files", "retrieval": "search_files",
}

func parseInstructions(doc map[string]json.RawMessage, file []byte) (Read, bool, error) {
	if inner := doc["gizmo"]; inner != nil {
		file = inner
	} else if doc["instructions"] == nil && doc["system_prompt"] == nil {
		return Read{}, false, nil
	}
	var in instructions
	if err := json.Unmarshal(file, &in); err != nil {
		return Read{}, true, ErrUnknown
	}
	r := Read{Format: Instruction, Agent: Agent{
		Name:        first(in.Name, in.Display.Name),
		Description: first(in.Description, in.Display.Description),
		Persona:     first(in.Instructions, in.Prompt),
		Opening:     first(in.Welcome, in.Display.Welcome),
		Model:       stringOf(in.Model),
		Temperature: in.Temperature, TopP: in.TopP,
	}}
	for _, list := range [][]string{in.Starters, in.MoreStarters, in.Display.Starters} {
		r.Agent.Questions = append(r.Agent.Questions, list...)
	}
	for _, raw := range in.Tools {
		r.addTool(raw)
	}
	if has(in.Actions) {
		r.leave(LeftActions)
	}
	if has(in.Files) || has(in.Knowledge) || has(in.FileIDs) {
		r.leave(LeftFiles)
	}
	if has(in.Picture) {
		r.leave(LeftPicture)
	}
	return r, true, nil
}

// addTool adds a tool, given as a name or as an object with a type. For a tool that is not in
// toolNames, it records LeftActions.
func (r *Read) addTool(raw json.RawMessage) {
	name := stringOf(raw)
	if name == "" {
		var t struct {
			Type string `json:"type"`
		}
		_ = json.Unmarshal(raw, &t) // if raw is not an object, Type stays empty
		name = t.Type
	}
	if ours := toolNames[name]; ours != "" {
		r.Agent.Tools = append(r.Agent.Tools, ours)
		return
	}
	r.leave(LeftActions)
}

// first is the first text that is not empty.
func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
