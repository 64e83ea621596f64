package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/config"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/moderation"
)

// Names of the sections of the administration's settings.
const (
	providersSection  = "providers"
	generalSection    = "general"
	moderationSection = "moderation"
	limitsSection     = "limits"
	loginSection      = "login"
)

// section makes a section whose documents are values of T, read strictly.
func section[T any](name string, secrets []string, check func(*T) error, apply func(ctx context.Context, v *T) error) admin.Section {
	return admin.Section{
		Name: name, Secrets: secrets,
		Check: func(raw json.RawMessage) (json.RawMessage, error) {
			var v T
			d := json.NewDecoder(bytes.NewReader(raw))
			d.DisallowUnknownFields()
			if err := d.Decode(&v); err != nil {
				return nil, badSetting(err)
			}
			if err := check(&v); err != nil {
				return nil, err
			}
			return json.Marshal(v)
		},
		Apply: func(ctx context.Context, raw json.RawMessage) error {
			if raw == nil {
				return apply(ctx, nil)
			}
			var v T
			if err := json.Unmarshal(raw, &v); err != nil {
				return err
			}
			return apply(ctx, &v)
		},
	}
}

// badSetting passes on what a strict reader says of a document.
func badSetting(err error) error { return errs.Wrap(errs.SettingBad, err).With("detail", err.Error()) }

// providerDoc is the section of model providers: those of variables and file
// come behind them.
type providerDoc struct {
	Providers    []providerRow `json:"providers"`
	DefaultModel string        `json:"defaultModel"` // empty: the first
}

type providerRow struct {
	ID       string            `json:"id"`
	Name     string            `json:"name"`
	BaseURL  string            `json:"baseUrl"`
	Key      string            `json:"key"` // secret
	Models   []modelRow        `json:"models"`
	Aliases  map[string]string `json:"aliases"`
	Proxy    string            `json:"proxy"`
	Local    bool              `json:"local"`
	Disabled bool              `json:"disabled"`
}

type modelRow struct {
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
func (p providerRow) row() llm.Provider {
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
func (d *providerDoc) check(taken []llm.Provider) error {
	if len(d.Providers) > maxProviders {
		return badSetting(fmt.Errorf("more than %d providers", maxProviders))
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

var numbers = errs.Text{ZhCN: "数值与开关", ZhTW: "數值與開關", En: "Numbers and switches"}

// generalRows are the numbers and switches of the general information, which the
// page draws as fields; the rest of it is edited as JSON.
var generalRows = []scalar{
	{
		Path: "maxConvRound", Group: numbers, Min: 1, Max: 200, Label: errs.Text{ZhCN: "最多轮数", ZhTW: "最多輪數", En: "Most rounds"},
		Help: errs.Text{ZhCN: "模型能看到多少轮之前的对话", ZhTW: "模型能看到多少輪先前的對話", En: "How many earlier rounds a model is given"},
	},
	{
		Path: "documentConfig.singleFileMaxSize", Group: numbers, Min: 1, Max: 100, Unit: 1 << 20,
		Label: errs.Text{ZhCN: "单个文件最大（MB）", ZhTW: "單一檔案上限（MB）", En: "Largest file (MB)"},
		Help:  errs.Text{ZhCN: "最多 100 MB", ZhTW: "最多 100 MB", En: "At most 100 MB"},
	},
	{
		Path: "appBaseConfig.enableTempConv", Group: numbers, Switch: true, Label: errs.Text{ZhCN: "临时对话", ZhTW: "臨時對話", En: "Temporary chats"},
		Help: errs.Text{ZhCN: "允许开不留记录的对话", ZhTW: "允許開不留紀錄的對話", En: "Allow chats that leave nothing behind"},
	},
}

// sections are the settings that the administration holds.
func sections(a *App, s *services, fixed llm.Settings) []admin.Section {
	return []admin.Section{
		section(providersSection, []string{"key"}, func(d *providerDoc) error { return d.check(fixed.Providers) },
			func(_ context.Context, d *providerDoc) error {
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
				s.models.Use(use, first)
				return nil
			}),
		section(loginSection, loginSecrets(), func(d *loginDoc) error { return d.check(a.config.values) }, func(_ context.Context, values *loginDoc) error {
			if values == nil {
				a.logins.Use(nil)
				return nil
			}
			use, err := values.over(a.logins.fixed)
			if err == nil {
				a.logins.Use(&use)
			}
			return err
		}),
		scalarSection(a, limitsSection, limitRows),
		{
			Name: generalSection,
			Check: func(raw json.RawMessage) (json.RawMessage, error) {
				if _, err := config.Parse(raw); err != nil {
					return nil, badSetting(err)
				}
				return raw, nil
			},
			Apply: func(_ context.Context, raw json.RawMessage) error {
				if raw == nil {
					s.general.Use(nil)
					return nil
				}
				f, err := config.Parse(raw)
				if err == nil {
					s.general.Use(f)
				}
				return err
			},
		},
		{
			Name: moderationSection,
			Check: func(raw json.RawMessage) (json.RawMessage, error) {
				if _, err := s.rules.Parse(raw); err != nil {
					return nil, badSetting(err)
				}
				return raw, nil
			},
			Apply: func(_ context.Context, raw json.RawMessage) error {
				var rules *moderation.Rules
				if raw != nil {
					var err error
					if rules, err = s.rules.Parse(raw); err != nil {
						return err
					}
				}
				return s.rules.Use(rules)
			},
		},
	}
}
