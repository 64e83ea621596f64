package mcp

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
	"github.com/wenqu-ai/wenqu/internal/source"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxDepth is the maximum nesting depth of a schema.
const maxDepth = 24

const noArguments = `{"type":"object","properties":{}}`

// readTool converts a tool from a server's list to a row of the database. It returns false if the tool
// cannot be offered, for example because its name is too long or its schema is not an object.
func readTool(slug string, t *sdk.Tool) (mcpdb.McpTool, bool) {
	row := mcpdb.McpTool{Name: strings.ToValidUTF8(t.Name, ""), Description: cleanText(t.Description, maxDescription)}
	if row.Name == "" || row.Name != t.Name || len(row.Name) > maxToolName || strings.ContainsRune(row.Name, 0) {
		return row, false
	}
	parameters, ok := schema(t.InputSchema)
	if !ok {
		return row, false
	}
	row.Parameters = parameters
	row.CallName = callName(slug, row.Name)
	title := t.Title
	if a := t.Annotations; a != nil {
		row.ReadOnly = a.ReadOnlyHint
		if title == "" {
			title = a.Title
		}
	}
	if row.Title = text.OneLine(cleanText(title, maxTitle)); row.Title == "" {
		row.Title = text.OneLine(cleanText(row.Name, maxTitle))
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %t", row.Name, row.Title, t.Description, parameters, row.ReadOnly))
	row.Version = hex.EncodeToString(sum[:])[:16]
	return row, true
}

// cleanText makes a text of a server safe for a prompt (see source.StripMarks), and cuts the text
// to `most` characters.
func cleanText(s string, most int) string {
	return text.Cut(strings.TrimSpace(source.StripMarks(strings.ToValidUTF8(s, ""))), most)
}

// schema normalises the JSON schema of a tool's arguments and cleans its texts. It returns false
// for a schema that cannot be used, for example because it is too large or not an object.
func schema(given any) (string, bool) {
	if given == nil {
		return noArguments, true
	}
	b, err := json.Marshal(given)
	if err != nil || len(b) > maxSchema {
		return "", false
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var object map[string]any
	if d.Decode(&object) != nil || object == nil {
		return "", false
	}
	if kind, given := object["type"]; given && kind != "object" {
		return "", false
	}
	object["type"] = "object"
	if _, ok := object["properties"].(map[string]any); !ok {
		object["properties"] = map[string]any{}
	}
	delete(object, "$schema")
	cleaned, ok := cleanValue(object, 0)
	if !ok {
		return "", false
	}
	b, err = json.Marshal(cleaned)
	return string(b), err == nil && len(b) <= 2*maxSchema
}

// cleanValue cleans the texts of a schema. It returns false if the schema is too deep, or if a
// property name would have to be cleaned.
func cleanValue(v any, depth int) (any, bool) {
	if depth > maxDepth {
		return nil, false
	}
	switch v := v.(type) {
	case string:
		return source.StripMarks(v), true
	case []any:
		for i := range v {
			var ok bool
			if v[i], ok = cleanValue(v[i], depth+1); !ok {
				return nil, false
			}
		}
	case map[string]any:
		for _, name := range slices.Collect(maps.Keys(v)) {
			if source.StripMarks(name) != name {
				return nil, false // the server would not recognise a property with a changed name
			}
			var ok bool
			if v[name], ok = cleanValue(v[name], depth+1); !ok {
				return nil, false
			}
		}
	}
	return v, true
}

// maxFields is the size limit of the summary of a schema, in bytes.
const maxFields = 2 << 10

// fields summarises the properties of a schema in at most maxFields bytes. Each property has one line
// of the form "name: type — description". Required properties have a star behind the name.
func fields(parameters string) string {
	var s struct {
		Properties map[string]struct {
			Type        any    `json:"type"`
			Description string `json:"description"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	if json.Unmarshal([]byte(parameters), &s) != nil {
		return ""
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[name]
		line := name
		if slices.Contains(s.Required, name) {
			line += "*"
		}
		if kind, ok := p.Type.(string); ok {
			line += ": " + kind
		}
		if d := text.OneLine(p.Description); d != "" {
			line += " — " + text.Cut(d, 80)
		}
		lines = append(lines, line)
	}
	out := strings.Join(lines, "\n")
	for len(out) > maxFields {
		lines = lines[:len(lines)-1]
		out = strings.Join(lines, "\n")
	}
	return out
}
