// Package builtin reads the agents that ship with the program: one JSON file each in agents/ of
// the content folder. An operator may replace them or add more.
package builtin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of the files.
const (
	maxAgents   = 500
	maxBytes    = 64 << 10 // bytes of one file
	MinQuestion = 3        // minimum number of suggested questions of an agent
	MaxQuestion = 5
	maxPersona  = 4000 // characters
)

// Words is one text in every language of the product.
type Words struct {
	ZhCN string `json:"zh-CN"`
	ZhTW string `json:"zh-TW"`
	En   string `json:"en"`
}

// In is the text in a locale; for an unknown locale, it is the zh-CN text.
func (w Words) In(locale string) string {
	switch locale {
	case "en":
		return w.En
	case "zh-TW":
		return w.ZhTW
	}
	return w.ZhCN
}

// Question is a suggested question.
type Question struct {
	Words
	// NeedsModel is true if the built-in engine cannot answer the question.
	NeedsModel bool `json:"needsModel,omitempty"`
	// NeedsModelIn lists the locales in which the built-in engine cannot answer the question. In other
	// locales, it answers the question.
	NeedsModelIn []string `json:"needsModelIn,omitempty"`
	// NeedsFile marks a question about files that the user has to attach.
	NeedsFile bool `json:"needsFile,omitempty"`
}

// Agent is one agent that ships with the program.
type Agent struct {
	ID       string `json:"id"`
	Category string `json:"category"` // one of Categories
	// Featured is the position among the featured agents of the store, from 1; 0 if not featured.
	Featured int `json:"featured,omitempty"`
	// NeedsModel is true if every suggested question needs a model.
	NeedsModel  bool       `json:"needsModel,omitempty"`
	Tools       []string   `json:"tools"` // names of the allowed tools
	Name        Words      `json:"name"`
	Description Words      `json:"description"`
	Opening     Words      `json:"opening"`
	Questions   []Question `json:"questions"`
	// Persona is the system prompt, line by line.
	Persona []string `json:"persona"`
}

// Offline reports whether the built-in engine answers the question in a locale.
func (q Question) Offline(locale string) bool {
	return !q.NeedsModel && !slices.Contains(q.NeedsModelIn, locale)
}

// Offline reports whether the built-in engine answers at least one suggested question of the agent
// in a locale.
func (a Agent) Offline(locale string) bool {
	return slices.ContainsFunc(a.Questions, func(q Question) bool { return q.Offline(locale) })
}

// System is the persona as one text.
func (a Agent) System() string { return strings.Join(a.Persona, "\n") }

// Categories are the categories of the store, in display order.
var Categories = []string{"work", "writing", "study", "code", "data", "life"}

var idPattern = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

// Load reads all agents of a content folder, sorted by file name. It fails if there are more than
// maxAgents files, or if a file is invalid; the error names the first invalid file.
func Load(content fs.FS) ([]Agent, error) {
	files, err := fs.ReadDir(content, "agents")
	if err != nil {
		return nil, err
	}
	var out []Agent
	for _, f := range files {
		if f.IsDir() || !strings.HasSuffix(f.Name(), ".json") {
			continue
		}
		if len(out) == maxAgents {
			return nil, fmt.Errorf("agents: more than %d files", maxAgents)
		}
		a, err := read(content, f.Name())
		if err != nil {
			return nil, fmt.Errorf("agents/%s: %w", f.Name(), err)
		}
		out = append(out, a)
	}
	return out, nil
}

func read(content fs.FS, name string) (a Agent, err error) {
	b, err := fs.ReadFile(content, "agents/"+name)
	if err != nil {
		return a, err
	}
	if len(b) > maxBytes {
		return a, fmt.Errorf("larger than %d bytes", maxBytes)
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return a, err
	}
	return a, a.check(strings.TrimSuffix(name, ".json"))
}

// check reports why an agent is invalid.
func (a Agent) check(id string) error {
	texts := map[string]Words{"name": a.Name, "description": a.Description, "opening": a.Opening}
	for i, q := range a.Questions {
		texts[fmt.Sprintf("questions[%d]", i)] = q.Words
	}
	for i, q := range a.Questions {
		for _, l := range q.NeedsModelIn {
			if !slices.Contains([]string{"zh-CN", "zh-TW", "en"}, l) {
				return fmt.Errorf("questions[%d]: unknown locale %q", i, l)
			}
		}
	}
	for what, w := range texts {
		if w.ZhCN == "" || w.ZhTW == "" || w.En == "" {
			return fmt.Errorf("%s is missing in a language", what)
		}
	}
	switch {
	case a.ID != id || !idPattern.MatchString(id):
		return fmt.Errorf("the id %q must be the name of the file, of small letters, digits and hyphens", a.ID)
	case !known(a.Category):
		return fmt.Errorf("unknown category %q", a.Category)
	case len(a.Questions) < MinQuestion || len(a.Questions) > MaxQuestion:
		return fmt.Errorf("%d questions, not %d to %d", len(a.Questions), MinQuestion, MaxQuestion)
	case strings.TrimSpace(a.System()) == "" || text.Len(a.System()) > maxPersona:
		return fmt.Errorf("the persona must have 1 to %d characters", maxPersona)
	}
	return nil
}

func known(category string) bool {
	for _, c := range Categories {
		if c == category {
			return true
		}
	}
	return false
}
