package apikey

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Call is a kind of call in the scope of a key.
type Call string

// Values of Call.
const (
	Chat       Call = "chat"       // /v1/chat/completions
	Embeddings Call = "embeddings" // /v1/embeddings
	MCP        Call = "mcp"        // /mcp, which asks models and reads the user's conversations and files
)

// Calls are all values of Call.
var Calls = []Call{Chat, Embeddings, MCP}

// Limits of a key.
const (
	MaxName    = 40  // characters
	MaxModels  = 100 // models in a scope
	maxModelID = 200 // bytes
	maxLimit   = 1_000_000_000
)

// Scope states which calls a key allows and which models it may ask.
type Scope struct {
	Calls []Call `json:"calls" doc:"chat, embeddings, mcp"`
	// Models are ids of /v1/models, such as agent:abc; empty: all of them.
	Models []string `json:"models,omitempty" doc:"the only models that may be asked, by their ids in /v1/models; empty: all"`
}

// Allows reports whether a call is in the scope.
func (s Scope) Allows(c Call) bool { return slices.Contains(s.Calls, c) }

// Has reports whether the scope includes a model.
func (s Scope) Has(model string) bool {
	return len(s.Models) == 0 || slices.Contains(s.Models, model)
}

// Wish is the data for creating or changing a key.
type Wish struct {
	Name              string `json:"name" doc:"1 to 40 characters"`
	Scope             Scope  `json:"scope"`
	RequestsPerMinute int    `json:"requestsPerMinute,omitempty" doc:"0: as many as the administrator allows"`
	TokensPerDay      int    `json:"tokensPerDay,omitempty" doc:"0: as many as the administrator allows"`
	ExpiresAt         int64  `json:"expiresAt,omitempty" doc:"Unix milliseconds; 0: never"`
}

// check normalises a wish and refuses an invalid one.
func (w Wish) check(now time.Time) (Wish, error) {
	w.Name = text.OneLine(w.Name)
	switch {
	case w.Name == "" || text.Len(w.Name) > MaxName || !legible(w.Name):
		return w, bad("name")
	case len(w.Scope.Calls) == 0 || len(w.Scope.Calls) > len(Calls):
		return w, bad("scope.calls")
	case len(w.Scope.Models) > MaxModels:
		return w, bad("scope.models")
	case w.RequestsPerMinute < 0 || w.RequestsPerMinute > maxLimit:
		return w, bad("requestsPerMinute")
	case w.TokensPerDay < 0 || w.TokensPerDay > maxLimit:
		return w, bad("tokensPerDay")
	case w.ExpiresAt != 0 && w.ExpiresAt <= now.UnixMilli():
		return w, bad("expiresAt")
	}
	for _, c := range w.Scope.Calls {
		if !slices.Contains(Calls, c) {
			return w, bad("scope.calls")
		}
	}
	for _, m := range w.Scope.Models {
		if m == "" || len(m) > maxModelID || !legible(m) {
			return w, bad("scope.models")
		}
	}
	w.Scope.Calls = unique(w.Scope.Calls)
	w.Scope.Models = unique(w.Scope.Models)
	return w, nil
}

func legible(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

func unique[T ~string](all []T) []T {
	out := slices.Clone(all)
	slices.Sort(out)
	return slices.Compact(out)
}

func (s Scope) encode() string {
	b, _ := json.Marshal(s) // cannot fail for strings
	return string(b)
}

// decodeScope decodes a stored scope. Invalid data allows nothing.
func decodeScope(stored string) Scope {
	var s Scope
	if json.Unmarshal([]byte(stored), &s) != nil {
		return Scope{}
	}
	return s
}

func bad(field string) error { return errs.New(errs.BadRequest).With("detail", field) }
