// Package providers is the section of the settings for model servers. Administrators enter
// the servers there and can send them test requests.
package providers

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Name is the name of the section.
const Name = "providers"

// Section returns the section of the settings. It passes the providers of its document to the
// registry `models`. `fixed` are the settings from variables, the configuration file and flags.
func Section(models *llm.Registry, fixed llm.Settings) setting.Section {
	out := setting.Of(Name, []string{"key"}, func(d *Document) error { return d.check(fixed.Providers) },
		func(_ context.Context, d *Document) error {
			use, first := fixed.Providers, fixed.DefaultModel
			if d != nil {
				use = nil
				for _, p := range d.Providers {
					if !p.Disabled {
						use = append(use, p.row())
					}
				}
				use = append(use, fixed.Providers...)
				if d.DefaultModel != "" {
					first = d.DefaultModel
				}
			}
			models.Use(use, first)
			return nil
		})
	out.Default = func() any { return Document{Providers: []Row{}} }
	return out
}

// Document is the document of the section. In the registry, its providers come before the providers
// from variables and the configuration file.
type Document struct {
	Providers    []Row  `json:"providers"`
	DefaultModel string `json:"defaultModel"` // empty: the default model from a variable, the configuration file or a flag, if any
}

// Row is one provider.
type Row struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	BaseURL  string            `json:"baseUrl"`
	Key      string            `json:"key"` // secret
	Models   []Model           `json:"models"`
	Aliases  map[string]string `json:"aliases"`
	Proxy    string            `json:"proxy"`
	Local    bool              `json:"local"`
	Disabled bool              `json:"disabled"`
}

// Model is one model of a provider.
type Model struct {
	ID              string       `json:"id"`
	Name            string       `json:"name"`
	Description     string       `json:"description"`
	Context         int          `json:"context"` // tokens
	Thinking        llm.Thinking `json:"thinking"`
	Kind            llm.Kind     `json:"kind"`
	Vision          bool         `json:"vision"`
	Tools           bool         `json:"tools"`
	Search          llm.Search   `json:"search"`      // who searches the web for the model
	PromptPrice     float64      `json:"promptPrice"` // price per million tokens, in the operator's currency
	CompletionPrice float64      `json:"completionPrice"`
}

// maxProviders is the largest number of providers, and of models of one provider.
const maxProviders = 100

var providersName = errs.Text{ZhCN: "模型服务", ZhTW: "模型服務", En: "Providers"}

// modelsOf is what an error calls the models of a provider.
func modelsOf(p *Row) errs.Text {
	name := cmp.Or(p.Name, p.ID)
	return errs.Text{ZhCN: name + "的模型", ZhTW: name + "的模型", En: "the models of " + name}
}

var providerID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// row converts the provider for the registry.
func (p Row) row() llm.Provider {
	out := llm.Provider{
		ID: p.ID, Name: p.Name, BaseURL: p.BaseURL, Key: llm.Key(p.Key), Aliases: p.Aliases,
		Proxy: p.Proxy, Local: p.Local, Source: "admin",
	}
	for _, m := range p.Models {
		out.Models = append(out.Models, llm.ModelRow{
			ID: m.ID, Name: m.Name, Description: m.Description, Context: m.Context,
			Thinking: m.Thinking, Kind: m.Kind, Vision: m.Vision, Tools: m.Tools, Search: m.Search,
		})
	}
	return out
}

// check validates and normalises the providers of d. `taken` are the providers from variables and the
// configuration file; d must not contain their ids, and gets no name of theirs.
func (d *Document) check(taken []llm.Provider) error {
	if len(d.Providers) > maxProviders {
		return setting.Bad(setting.Wrong(setting.TooMany, "providers").Named(providersName).With("limit", maxProviders))
	}
	seen := map[string]bool{}
	for _, p := range taken {
		seen[p.ID] = true
	}
	for i := range d.Providers {
		p := &d.Providers[i]
		p.Name = strings.TrimSpace(p.Name)
		if !providerID.MatchString(p.ID) || seen[p.ID] {
			return errs.New(errs.ProviderID).With("id", p.ID)
		}
		if len(p.Models) > maxProviders {
			return setting.Bad(setting.Wrong(setting.TooMany, "models").Named(modelsOf(p)).With("limit", maxProviders))
		}
		seen[p.ID] = true
		for _, m := range p.Models {
			if m.Search != llm.SearchForIt && m.Search != llm.SearchByTools && m.Search != llm.SearchItself {
				return setting.Bad(setting.Wrong(setting.NoChoice, "providers["+p.ID+"].models["+text.Cut(m.ID, 40)+"].search").With("choices", `"", tools, itself`))
			}
		}
		checked, problems := llm.Check(p.row())
		if len(problems) > 0 || checked.BaseURL == "" {
			return errs.New(errs.ProviderURL).With("name", cmp.Or(p.Name, p.ID))
		}
		if guard.Private(checked.Host()) && !p.Local {
			return errs.New(errs.ProviderHome).With("name", cmp.Or(p.Name, p.ID))
		}
		// The key is taken out of the address, because the address is shown.
		p.BaseURL, p.Key, p.Name = checked.BaseURL, string(checked.Key), checked.Name
	}
	d.number(taken)
	return nil
}

// number makes the names different by a number, such as 混元 2, because lists and menus show the names
// alone. Of equal names, the first keeps its name; names in `taken` stay.
func (d *Document) number(taken []llm.Provider) {
	known, before := map[string]bool{}, map[string]bool{}
	for _, p := range taken {
		known[p.Name], before[p.Name] = true, true
	}
	for _, p := range d.Providers {
		known[p.Name] = true
	}
	for i := range d.Providers {
		p := &d.Providers[i]
		if before[p.Name] {
			name := p.Name
			for n := 2; known[p.Name]; n++ {
				p.Name = name + " " + strconv.Itoa(n)
			}
			known[p.Name] = true
		}
		before[p.Name] = true
	}
}

const (
	trialTime = 20 * time.Second
	maxAnswer = 200 // characters
)

// Trial is the result of a test request to a provider.
type Trial struct {
	Milliseconds int64    // time to the end of a short answer
	Models       []string // the provider's own ids of the listed models
	Answer       string   // the beginning of the short answer; Markdown, with line breaks
}

// Try asks one provider for its models and for a short answer. draft is a document of
// the section, and id is the id of the provider in this document. registry makes a registry
// with only this provider.
func Try(ctx context.Context, draft json.RawMessage, id string, registry func(llm.Settings, *slog.Logger) *llm.Registry) (Trial, error) {
	var doc Document
	if err := json.Unmarshal(draft, &doc); err != nil {
		return Trial{}, err
	}
	for _, row := range doc.Providers {
		if row.ID == id {
			ctx, cancel := context.WithTimeout(ctx, trialTime)
			defer cancel()
			return try(ctx, registry(llm.Settings{Providers: []llm.Provider{row.row()}}, slog.New(slog.DiscardHandler)))
		}
	}
	return Trial{}, errs.New(errs.NotFound)
}

func try(ctx context.Context, r *llm.Registry) (Trial, error) {
	r.Reprobe(ctx)
	var out Trial
	for _, m := range r.Models() {
		if !m.Builtin {
			out.Models = append(out.Models, m.Upstream)
		}
	}
	if len(out.Models) == 0 {
		for _, s := range r.Providers() {
			if s.Err != nil {
				return out, s.Err
			}
		}
		return out, errs.New(errs.ModelMissing)
	}
	chosen := r.Default()
	start := time.Now()
	question := llm.Request{MaxTokens: 32, Messages: []llm.Message{{Role: llm.User, Content: "你好"}}}
	answer, err := llm.Complete(ctx, chosen, question, llm.CompleteOptions{Beginning: true})
	if err != nil {
		return out, err
	}
	out.Milliseconds = time.Since(start).Milliseconds()
	out.Answer = text.Cut(strings.TrimSpace(answer), maxAnswer)
	return out, nil
}
