package llm

import (
	"log/slog"
	"net/url"
)

// Provider is a server of models and what is known about it. Its settings come from
// variables, the configuration file, the administration, or the probe of local servers.
type Provider struct {
	ID      string            `koanf:"id"`       // unique among the providers, such as "deepseek"
	Name    string            `koanf:"name"`     // for people, such as "DeepSeek"
	BaseURL string            `koanf:"base_url"` // the address before "/chat/completions", without a slash at the end
	Key     Key               `koanf:"key"`      // sent as a bearer token; empty for most local servers
	Models  []ModelRow        `koanf:"models"`   // in order of preference; empty: the list of the server
	Aliases map[string]string `koanf:"aliases"`  // chatModelId → the provider's own id of the model
	Quirks  *Quirks           `koanf:"quirks"`   // nil: the quirks of the host, see QuirksOf
	// Proxy is "" for the proxy of the environment (none for a private address), "direct" for no
	// proxy, or an address with http(s):// or socks5://.
	Proxy string `koanf:"proxy"`
	Local bool   `koanf:"local"` // may have a private or loopback address
	// Source is the variable or the file with the settings; "admin": administrators entered the
	// provider; "probe": the probe found the provider.
	Source string `koanf:"-"`
}

// ModelRow is one model of a provider. Only ID is required. An empty Context, Thinking, Kind,
// Vision or Tools gets the value of the model's family.
type ModelRow struct {
	ID          string   `koanf:"id"` // the model id of the provider
	Name        string   `koanf:"name"`
	Description string   `koanf:"description"`
	Context     int      `koanf:"context"`  // tokens; 0: the value of the model's family
	Thinking    Thinking `koanf:"thinking"` // "": the value of the model's family
	Kind        Kind     `koanf:"kind"`     // "": the value of the model's family
	Vision      bool     `koanf:"vision"`
	Tools       bool     `koanf:"tools"`
	Search      Search   `koanf:"search"` // "": Wenqu searches the web before it asks the model

	abilities bool // Vision and Tools come from the server: false is not replaced by the family's value
}

// Search states who searches the web for the sources of a model's answer.
type Search string

// The ways to search.
const (
	SearchForIt   Search = ""       // Wenqu searches before it asks the model
	SearchByTools Search = "tools"  // the model searches and reads pages by calling tools
	SearchItself  Search = "itself" // the model's provider searches; Wenqu does not
)

// Thinking states whether a model thinks before it answers.
type Thinking string

// The ways of thinking.
const (
	ThinkNever  Thinking = "never"
	ThinkSwitch Thinking = "switch" // the model thinks when the request asks for it
	ThinkAlways Thinking = "always"
)

// Kind is the purpose of a model.
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
	KindOther     Kind = "other" // for example moderation, OCR, base models
)

// Key is a secret. Printing a Key shows no part of the secret.
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

// Host is the provider's host and port for messages and logs, without a user
// name or password.
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

// Row returns the row of the model with the given id. Missing values come from the model's
// family.
func (p Provider) Row(id string) ModelRow {
	for _, m := range p.Models {
		if m.ID == id {
			return m.complete()
		}
	}
	return ModelRow{ID: id}.complete()
}
