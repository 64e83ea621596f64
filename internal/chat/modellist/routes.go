// Package modellist serves the list of models and their capabilities to clients.
package modellist

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Catalogue lists the models and capabilities; llm.Registry implements it.
type Catalogue interface {
	Models() []llm.ModelInfo
	Default() llm.Choice
	Capabilities() []llm.Capability
	Providers() []llm.ProviderState
	Offers() []llm.Provider
	Reprobe(ctx context.Context)
}

type modelItem struct {
	ChatModelID            string         `json:"chatModelId"`
	ModelName              string         `json:"modelName"`
	ModelDesc              string         `json:"modelDesc"`
	ModelID                string         `json:"modelId" doc:"the model as its provider names it"`
	ChooseDefault          bool           `json:"chooseDefault"`
	NotSupportInputControl bool           `json:"notSupportInputControl"`
	SupportFunctions       []string       `json:"supportFunctions" doc:"function ids; a switch is shown only for these"`
	InternetSearch         internetSearch `json:"internetSearch"`
	SubModelList           []modelItem    `json:"subModelList,omitempty" doc:"entries of the same form: the thinking mode"`
	Offline                bool           `json:"offline" doc:"the built-in engine, no language model"`
	Local                  bool           `json:"local" doc:"answers on the operator's own network"`
	Vision                 bool           `json:"vision"`
	Context                int            `json:"context" doc:"tokens"`
}

// internetSearch describes how the web and the asker's own data can be searched before a model
// answers. Own data can be searched without a source of web search.
type internetSearch struct {
	ChooseDefault string           `json:"chooseDefault"`
	FunctionList  []searchFunction `json:"functionList"`
}

type searchFunction struct {
	FunctionID             string `json:"functionId"`
	FunctionName           string `json:"functionName"`
	NotSupportInputControl bool   `json:"notSupportInputControl"`
}

type modelListBody struct {
	AgentID   string `json:"agentId,omitempty"`
	ProjectID string `json:"projectId,omitempty"`
}

type modelsListed struct {
	Code      int         `json:"code" doc:"0"`
	ModelList []modelItem `json:"modelList" doc:"the default first, the built-in engine last"`
	Data      struct {
		ModelList []modelItem `json:"modelList"`
	} `json:"data" doc:"the same"`
}

type capabilityRow struct {
	ID       llm.CapabilityID    `json:"id"`
	Name     string              `json:"name"`
	State    llm.CapabilityState `json:"state" enum:"ready,builtin,missing"`
	Provider string              `json:"provider,omitempty" doc:"who gives it"`
	Upstream string              `json:"upstream,omitempty" doc:"by which model"`
	Set      []string            `json:"set" doc:"lines for the environment, one of which is enough; empty when it is there"`
	Later    bool                `json:"later" doc:"no part of this version uses the capability"`
}

type providerRow struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Host    string `json:"host"`
	Models  int    `json:"models" doc:"its entries in the model list"`
	Error   string `json:"error,omitempty" doc:"why its model list could not be read"`
	Checked int64  `json:"checked" doc:"Unix milliseconds; 0: not yet"`
	Offered bool   `json:"offered" doc:"found on this machine, and not used until the operator says so"`
}

type capabilitiesListed struct {
	Code         int             `json:"code" doc:"0"`
	Capabilities []capabilityRow `json:"capabilities"`
	Providers    []providerRow   `json:"providers"`
}

// Service implements the calls about models. It is safe for concurrent use.
type Service struct {
	Catalogue Catalogue
	Searches  func() bool // whether the web can be searched; nil: never
	// ModelOf returns the id of the model preselected for an owner, or "" for the default model; nil:
	// always the default model.
	ModelOf   func(ctx context.Context, owner string) (string, error)
	SeekState func() string // initial state of the search switch: default, on or off; nil: default
	Now       func() time.Time

	mu     sync.Mutex
	probed time.Time // time of the last probe requested by a client
}

// Routes registers the calls about models.
func (s *Service) Routes(r *httpapi.Router) {
	list := operation("POST", "/api/agent/model/list", "List the models to choose from")
	list.Owner = httpapi.Mine
	httpapi.Route(r, list.Acting(httpapi.Reader),
		func(ctx context.Context, _ *input[modelListBody]) (*answered[modelsListed], error) {
			models := s.Catalogue.Models()
			chosen, err := s.chosen(ctx, models, httpapi.From(ctx).ID)
			if err != nil {
				return nil, err
			}
			out := modelsListed{ModelList: s.modelItems(models, chosen, httpapi.Locale(ctx))}
			out.Data.ModelList = out.ModelList
			return &answered[modelsListed]{out}, nil
		})
	httpapi.Route(r, operation("GET", "/api/model/capabilities", "Say what is connected, and what to set for the rest"),
		func(ctx context.Context, _ *struct{}) (*answered[capabilitiesListed], error) {
			return s.capabilities(ctx), nil
		})
	httpapi.Route(r, operation("POST", "/api/model/reprobe", "Look for models again"),
		func(ctx context.Context, _ *input[struct{}]) (*answered[capabilitiesListed], error) {
			if err := s.reprobe(ctx); err != nil {
				return nil, err
			}
			return s.capabilities(ctx), nil
		})
}

// chosen returns the id of the model preselected in the client.
func (s *Service) chosen(ctx context.Context, models []llm.ModelInfo, owner string) (string, error) {
	if s.ModelOf != nil && owner != "" {
		id, err := s.ModelOf(ctx, owner)
		if err != nil || id != "" && slices.ContainsFunc(models, func(m llm.ModelInfo) bool { return m.ID == id }) {
			return id, err
		}
	}
	return s.Catalogue.Default().Info.ID, nil
}

type input[T any] struct{ Body T }

type answered[T any] struct{ Body T }

// operation returns an operation that anybody may call, with or without an identity.
func operation(method, path, summary string) httpapi.Op {
	return httpapi.Op{Method: method, Path: path, Summary: summary, Domain: "chat", Owner: httpapi.None}
}

// reprobeEvery is the least time between two probes requested by clients.
const reprobeEvery = 2 * time.Second

// reprobe probes for models at the request of a client. It fails with errs.TooMany when the last probe
// requested by a client was less than reprobeEvery ago.
func (s *Service) reprobe(ctx context.Context) error {
	now := s.Now()
	s.mu.Lock()
	wait := s.probed.Add(reprobeEvery).Sub(now)
	if wait <= 0 {
		s.probed = now
	}
	s.mu.Unlock()
	if wait > 0 {
		return errs.New(errs.TooMany).Retry(wait)
	}
	s.Catalogue.Reprobe(ctx)
	return nil
}

func (s *Service) modelItems(models []llm.ModelInfo, chosen, locale string) []modelItem {
	out := make([]modelItem, len(models))
	for i, m := range models {
		out[i] = modelItem{
			ChatModelID: m.ID, ModelName: m.Name.In(locale), ModelDesc: m.Description.In(locale), ModelID: m.Upstream,
			ChooseDefault: m.ID == chosen, SupportFunctions: []string{},
			InternetSearch: s.search(m, locale), NotSupportInputControl: !controlled(m),
			Offline: m.Builtin, Local: m.Local, Vision: m.Vision, Context: m.Context,
		}
		if m.SearchAsked || s.searches() && m.Search != llm.SearchItself {
			out[i].SupportFunctions = append(out[i].SupportFunctions, request.SupportSearch)
		}
		if len(m.SubModels) > 0 {
			out[i].SupportFunctions = append(out[i].SupportFunctions, request.SupportThink)
			out[i].SubModelList = s.modelItems(m.SubModels, chosen, locale)
		}
	}
	return out
}

func (s *Service) capabilities(ctx context.Context) *answered[capabilitiesListed] {
	locale := httpapi.Locale(ctx)
	out := capabilitiesListed{Capabilities: []capabilityRow{}, Providers: []providerRow{}}
	for _, c := range s.Catalogue.Capabilities() {
		out.Capabilities = append(out.Capabilities, capabilityRow{
			ID: c.ID, Name: c.Name.In(locale), State: c.State, Provider: c.Provider, Upstream: c.Upstream,
			Set: append([]string{}, c.Set...), Later: c.Later,
		})
	}
	for _, p := range s.Catalogue.Providers() {
		row := providerRow{ID: p.Provider.ID, Name: p.Provider.Name, Host: p.Provider.Host(), Models: p.Models}
		if p.Err != nil {
			row.Error = p.Err.Message(locale)
		}
		if !p.Checked.IsZero() {
			row.Checked = p.Checked.UnixMilli()
		}
		out.Providers = append(out.Providers, row)
	}
	for _, p := range s.Catalogue.Offers() {
		out.Providers = append(out.Providers, providerRow{ID: p.ID, Name: p.Name, Host: p.Host(), Offered: true})
	}
	return &answered[capabilitiesListed]{out}
}
