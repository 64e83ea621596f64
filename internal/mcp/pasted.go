package mcp

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// maxPasted is the size limit of a pasted configuration, in bytes.
const maxPasted = 64 << 10

// entry is a server in the common configuration format of MCP clients.
type entry struct {
	Type    string            `json:"type"`
	URL     string            `json:"url"`
	Server  string            `json:"serverUrl"` // some clients use this field instead of url
	Command string            `json:"command"`
	Args    []string          `json:"args"`
	Env     map[string]string `json:"env"`
	Headers map[string]string `json:"headers"`
}

// Pasted parses pasted text with servers: an address, JSON with mcpServers (or servers), or the
// JSON of a single server. It returns at most maxServers servers and does not validate them. If
// there are no servers, `ok` is false.
func Pasted(text string) (out []Fields, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) > maxPasted {
		return nil, false
	}
	if !strings.HasPrefix(text, "{") {
		if strings.ContainsAny(text, " \n\t") || !strings.HasPrefix(text, "https://") && !strings.HasPrefix(text, "http://") {
			return nil, false
		}
		return []Fields{{Kind: HTTP, URL: text, Active: true}}, true
	}
	var file struct {
		Clients map[string]entry `json:"mcpServers"`
		Servers map[string]entry `json:"servers"`
		entry
	}
	if json.Unmarshal([]byte(text), &file) != nil {
		return nil, false
	}
	all := file.Clients
	if len(all) == 0 {
		all = file.Servers
	}
	if len(all) == 0 {
		all = map[string]entry{"": file.entry}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if f, ok := all[name].fields(name); ok && len(out) < maxServers {
			out = append(out, f)
		}
	}
	return out, len(out) > 0
}

// fields converts the entry to a server, without validation.
func (e entry) fields(name string) (Fields, bool) {
	f := Fields{Name: name, Headers: e.Headers, Active: true}
	switch address := e.URL + e.Server; {
	case e.URL != "" && e.Server != "":
		return f, false
	case address != "":
		f.Kind, f.URL = HTTP, address
		if strings.EqualFold(e.Type, "sse") {
			f.Kind = SSE
		}
	case e.Command != "":
		f.Kind, f.Command, f.Env = Stdio, append([]string{e.Command}, e.Args...), e.Env
	default:
		return f, false
	}
	return f, true
}
