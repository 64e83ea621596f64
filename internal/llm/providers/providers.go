// Package providers is the section of the settings in which administrators name
// servers of models, and the trial of one of them.
package providers

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Name is the section's.
const Name = "providers"

// Section has models use the providers of its document; fixed are those of
// variables and file.
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

// Document is the section of model providers: those of variables and file
// come behind them.
type Document struct {
	Providers    []Row  `json:"providers"`
	DefaultModel string `json:"defaultModel"` // empty: the first
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
	PromptPrice     float64      `json:"promptPrice"` // of a million tokens, in the operator's currency
	CompletionPrice float64      `json:"completionPrice"`
}

// maxProviders bounds the rows of providers, and of models of each.
const maxProviders = 100

var providerID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// row is the provider as the registry takes it.
func (p Row) row() llm.Provider {
	out := llm.Provider{
		ID: p.ID, Name: p.Name, BaseURL: p.BaseURL, Key: llm.Key(p.Key), Aliases: p.Aliases,
		Proxy: p.Proxy, Local: p.Local, Source: "admin",
	}
	for _, m := range p.Models {
		out.Models = append(out.Models, llm.ModelRow{
			ID: m.ID, Name: m.Name, Description: m.Description, Context: m.Context,
			Thinking: m.Thinking, Kind: m.Kind, Vision: m.Vision, Tools: m.Tools,
		})
	}
	return out
}

// check normalises the rows. taken are the ids of variables and file.
func (d *Document) check(taken []llm.Provider) error {
	if len(d.Providers) > maxProviders {
		return setting.Bad(fmt.Errorf("more than %d providers", maxProviders))
	}
	seen := map[string]bool{}
	for _, p := range taken {
		seen[p.ID] = true
	}
	for i := range d.Providers {
		p := &d.Providers[i]
		if !providerID.MatchString(p.ID) || seen[p.ID] || len(p.Models) > maxProviders {
			return errs.New(errs.ProviderID).With("id", p.ID)
		}
		seen[p.ID] = true
		checked, problems := llm.Check(p.row())
		if len(problems) > 0 || checked.BaseURL == "" {
			return errs.New(errs.ProviderURL).With("id", p.ID)
		}
		if llm.Private(checked.Host()) && !p.Local {
			return errs.New(errs.ProviderHome).With("id", p.ID)
		}
		// A key inside the address would be shown with it.
		p.BaseURL, p.Key, p.Name = checked.BaseURL, string(checked.Key), checked.Name
	}
	return nil
}

// trialTime bounds a trial.
const trialTime = 20 * time.Second

// Trial is what a provider answered.
type Trial struct {
	Milliseconds int64    // to the end of a short answer
	Models       []string // chat models that it lists
	Answer       string   // the beginning of what it said
}

// Try asks provider id of a draft of the section alone for its models and for a
// short answer. registry makes what asks it.
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
	out.Answer = text.Cut(text.OneLine(answer), 80)
	return out, nil
}
