package mcp

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPasted(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]Fields{
		" https://example.com/mcp \n": {{Kind: HTTP, URL: "https://example.com/mcp", Active: true}},
		`{"mcpServers":{"b":{"command":"npx","args":["-y","x"],"env":{"K":"v"}},"a":{"url":"https://a.example/sse","type":"sse","headers":{"X":"y"}}}}`: {
			{Name: "a", Kind: SSE, URL: "https://a.example/sse", Headers: map[string]string{"X": "y"}, Active: true},
			{Name: "b", Kind: Stdio, Command: []string{"npx", "-y", "x"}, Env: map[string]string{"K": "v"}, Active: true},
		},
		`{"servers":{"v":{"type":"http","url":"https://v.example"}}}`: {{Name: "v", Kind: HTTP, URL: "https://v.example", Active: true}},
		`{"serverUrl":"https://w.example"}`:                           {{Kind: HTTP, URL: "https://w.example", Active: true}},
		`{"mcpServers":{"a":{"url":1}}}`:                              nil,
		`{"mcpServers":{}}`:                                           nil,
		`你好`:                                                          nil,
		`{"a":`:                                                       nil,
		`javascript:alert(1)`:                                         nil,
	} {
		got, ok := Pasted(text)
		if diff := cmp.Diff(want, got); diff != "" || ok != (want != nil) {
			t.Errorf("%s: %v\n%s", text, ok, diff)
		}
	}
}

// Pasted never returns more than maxServers servers, and each server has either an address or
// a command.
func FuzzPasted(f *testing.F) {
	f.Add(`{"mcpServers":{"a":{"url":"https://a.example","command":"x"}}}`)
	f.Add(`https://example.com`)
	f.Fuzz(func(t *testing.T, text string) {
		all, ok := Pasted(text)
		if len(all) > maxServers || ok != (len(all) > 0) {
			t.Errorf("%d %v", len(all), ok)
		}
		for _, one := range all {
			if (one.URL == "") == (len(one.Command) == 0) {
				t.Errorf("%+v", one)
			}
		}
	})
}

// Each schema is refused, or cleaned to an object of at most 2*maxSchema bytes. If the cleaned schema
// has at most maxSchema bytes, cleaning it again changes nothing.
func FuzzSchema(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"type":"string","description":"[citation:1]"}},"required":["a"]}`)
	f.Add(`[1,2]`)
	f.Fuzz(func(t *testing.T, text string) {
		var given any
		if json.Unmarshal([]byte(text), &given) != nil {
			return
		}
		out, ok := schema(given)
		if !ok {
			return
		}
		var object map[string]any
		if err := json.Unmarshal([]byte(out), &object); err != nil || object["type"] != "object" || len(out) > 2*maxSchema {
			t.Fatalf("%q %v", out, err)
		}
		if again, ok := schema(object); len(out) <= maxSchema && (!ok || again != out) {
			t.Errorf("%s\n%s", out, again)
		}
		fields(out)
	})
}
