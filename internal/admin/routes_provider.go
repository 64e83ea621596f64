package admin

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// ProviderView is a server of models.
type ProviderView struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	BaseURL string   `json:"baseUrl"`
	Source  string   `json:"source" doc:"admin; probe: found on this machine; otherwise the variable or file that it comes from"`
	Keyed   bool     `json:"keyed"`
	Local   bool     `json:"local"`
	Models  []string `json:"models"`
	Problem string   `json:"problem" doc:"why its models could not be listed; empty when they could"`
}

// VendorView is a tile in the choice of providers.
type VendorView struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	BaseURL string   `json:"baseUrl" doc:"empty: the administrator enters it"`
	KeyURL  string   `json:"keyUrl" doc:"where a key is made; empty: nowhere"`
	Local   bool     `json:"local" doc:"on the operator's own network, usually without a key"`
	Gives   []string `json:"gives" doc:"names of what it brings"`
}

// TrialView is the result of a test request to a provider.
type TrialView struct {
	Code         int      `json:"code" doc:"0"`
	OK           bool     `json:"ok"`
	Milliseconds int64    `json:"ms"`
	Models       []string `json:"models"`
	Answer       string   `json:"answer"`
	Problem      string   `json:"problem" doc:"what to mend; empty when it is ok"`
}

func (s *Service) providerRoutes(r *httpapi.Router, p Ports) {
	type list struct {
		Body struct {
			Code    int            `json:"code" doc:"0"`
			InUse   []ProviderView `json:"inUse"`
			Offered []ProviderView `json:"offered" doc:"local servers that were found, and are not used before a click"`
			Vendors []VendorView   `json:"vendors" doc:"the ways to connect a model, in their order"`
		}
	}
	httpapi.Route(r, op("provider/list", "The model providers in use, and local ones that could be"), func(ctx context.Context, _ *nothing) (*list, error) {
		out := &list{}
		locale := httpapi.Locale(ctx)
		out.Body.InUse, out.Body.Offered = views(p.Providers.InUse(), locale), views(p.Providers.Offered(), locale)
		for _, v := range p.Providers.Vendors(locale) {
			out.Body.Vendors = append(out.Body.Vendors, VendorView(v))
		}
		return out, nil
	})
	type chosen struct {
		Body struct {
			ID string `json:"id"`
		}
	}
	httpapi.Route(r, op("provider/accept", "Use a local server that was found"), func(ctx context.Context, in *chosen) (*done, error) {
		var name string
		for _, offered := range p.Providers.Offered() {
			if offered.ID == in.Body.ID {
				name = offered.Name
			}
		}
		if !p.Providers.Accept(in.Body.ID) {
			return nil, errs.New(errs.NotFound)
		}
		return &done{}, s.Note(ctx, actor(ctx), AcceptProvider, in.Body.ID, name)
	})
	type trial struct {
		Body struct {
			ID    string          `json:"id"`
			Value json.RawMessage `json:"value" doc:"the section of providers as it is being edited"`
		}
	}
	type result struct{ Body TrialView }
	try := op("provider/test", "Ask a provider of a draft for its models and a short answer")
	try.Aside = true
	httpapi.Route(r, try, func(ctx context.Context, in *trial) (*result, error) {
		draft, err := s.Draft(ctx, "providers", in.Body.Value)
		if err != nil {
			if e := errs.From(err); e.Status() == http.StatusBadRequest {
				return &result{TrialView{Models: []string{}, Problem: e.Message(httpapi.Locale(ctx))}}, nil
			}
			return nil, err
		}
		if err := s.Note(ctx, actor(ctx), TestProvider, in.Body.ID, nameIn(draft, "providers", in.Body.ID)); err != nil {
			return nil, err
		}
		got, err := p.Providers.Try(ctx, draft, in.Body.ID)
		if errs.Is(err, errs.NotFound) {
			return nil, err
		}
		out := TrialView{OK: err == nil, Milliseconds: got.Milliseconds, Models: got.Models, Answer: got.Answer}
		if out.Models == nil {
			out.Models = []string{}
		}
		if err != nil {
			out.Problem = advise(err, httpapi.Locale(ctx))
		}
		return &result{out}, nil
	})
}

func views(list []Provider, locale string) []ProviderView {
	out := make([]ProviderView, len(list))
	for i, p := range list {
		out[i] = ProviderView{ID: p.ID, Name: p.Name, BaseURL: p.BaseURL, Source: p.Source, Keyed: p.Keyed, Local: p.Local, Models: p.Models}
		if out[i].Models == nil {
			out[i].Models = []string{}
		}
		if p.Err != nil {
			out[i].Problem = advise(p.Err, locale)
		}
	}
	return out
}
