package llm

import (
	"log/slog"
	"net"
	"net/url"
	"strings"
)

// Provider is one row: a server that answers, and what is known of it. Rows
// come from variables, the configuration file, the admin page or the loopback
// probe.
type Provider struct {
	ID      string            `koanf:"id"`       // unique among the rows, "deepseek"
	Name    string            `koanf:"name"`     // shown to people, "DeepSeek"
	BaseURL string            `koanf:"base_url"` // up to and without "/chat/completions", no slash at the end
	Key     Key               `koanf:"key"`      // sent as a bearer token; empty for most local servers
	Models  []ModelRow        `koanf:"models"`   // in order of preference; empty: ask the server
	Aliases map[string]string `koanf:"aliases"`  // chatModelId → upstream id
	Quirks  *Quirks           `koanf:"quirks"`   // nil: by the host, see QuirksOf
	Proxy   string            `koanf:"proxy"`    // "": as the environment says; "direct"; or http(s):// or socks5://
	Local   bool              `koanf:"local"`    // may be at a private or loopback address
	Source  string            `koanf:"-"`        // the variable or file it comes from
}

// ModelRow is one model of a provider. Only ID is needed; the rest overrides
// what is known of the model's family.
type ModelRow struct {
	ID          string   `koanf:"id"` // exactly as the provider names it
	Name        string   `koanf:"name"`
	Description string   `koanf:"description"`
	Context     int      `koanf:"context"`  // tokens; 0: unknown
	Thinking    Thinking `koanf:"thinking"` // "": by family
	Kind        Kind     `koanf:"kind"`     // "": by family
	Vision      bool     `koanf:"vision"`
	Tools       bool     `koanf:"tools"`
}

// Thinking says whether a model thinks before it answers.
type Thinking string

// The ways of thinking.
const (
	ThinkNever  Thinking = "never"
	ThinkSwitch Thinking = "switch" // as the request says
	ThinkAlways Thinking = "always"
)

// Kind says what a model is for.
type Kind string

// The kinds of models. Only KindChat can answer.
const (
	KindChat      Kind = "chat"
	KindEmbedding Kind = "embedding"
	KindRerank    Kind = "rerank"
	KindImage     Kind = "image"
	KindVideo     Kind = "video"
	KindTTS       Kind = "tts"
	KindASR       Kind = "asr"
	KindOther     Kind = "other" // moderation, OCR, base models
)

// Key is a secret. It never prints itself.
type Key string

// String hides the key.
func (k Key) String() string {
	if k == "" {
		return ""
	}
	return "***"
}

// GoString hides the key from %#v.
func (k Key) GoString() string { return k.String() }

// LogValue hides the key from logs.
func (k Key) LogValue() slog.Value { return slog.StringValue(k.String()) }

// MarshalText hides the key from JSON and YAML.
func (k Key) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Host is the provider's host and port, for messages and logs; it holds no
// user-info.
func (p Provider) Host() string {
	u, err := url.Parse(p.BaseURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// Hostname is Host without the port, and without the brackets of an IPv6
// address.
func (p Provider) Hostname() string {
	u, err := url.Parse(p.BaseURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// Row is the model row of upstream id, completed by what is known of its
// family.
func (p Provider) Row(id string) ModelRow {
	for _, m := range p.Models {
		if m.ID == id {
			return m.complete()
		}
	}
	return ModelRow{ID: id}.complete()
}

// Private reports whether host, a name or address with or without a port, is
// plainly a local one. Names are not resolved.
func Private(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") || host == "host.docker.internal" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsPrivate())
}
