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

// maxDepth bounds how deep a schema is nested.
const maxDepth = 24

// noArguments is the schema of a tool that takes none.
const noArguments = `{"type":"object","properties":{}}`

// read makes a row of what a server says of a tool. It reports false for a tool that
// cannot be offered: its name or its schema is too long or no object.
func readTool(slug string, t *sdk.Tool) (mcpdb.McpTool, bool) {
	row := mcpdb.McpTool{Name: strings.ToValidUTF8(t.Name, ""), Description: said(t.Description, maxDescription)}
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
	if row.Title = text.OneLine(said(title, maxTitle)); row.Title == "" {
		row.Title = text.OneLine(said(row.Name, maxTitle))
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %q %t", row.Name, row.Title, t.Description, parameters, row.ReadOnly))
	row.Version = hex.EncodeToString(sum[:])[:16]
	return row, true
}

// said is a text of a server within a number of characters, without what could pass
// for our own words and without what is invisible.
func said(s string, most int) string {
	return text.Cut(strings.TrimSpace(source.StripMarks(strings.ToValidUTF8(s, ""))), most)
}

// schema is the JSON schema of a tool's arguments in one fixed form, with the texts in
// it cleaned. It reports false for one that is too large, too deep or no object.
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

// cleanValue cleans the texts of a schema, its names included.
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
				return nil, false // another name would not be the server's any more
			}
			var ok bool
			if v[name], ok = cleanValue(v[name], depth+1); !ok {
				return nil, false
			}
		}
	}
	return v, true
}

// maxFields bounds the summary of a schema, in bytes.
const maxFields = 2 << 10

// fields says in short what a schema asks for: a field a line, as name: type, with a
// star where it must be given.
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
