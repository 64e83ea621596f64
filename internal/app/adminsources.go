package app

import (
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// adminSources implements the administration's interface for web search sources.
type adminSources struct{ search *websearch.Service }

// monthDays is the length, in days, of the period that the list of sources shows as the last month.
const monthDays = 30

func (a adminSources) List(ctx context.Context, locale string) ([]admin.SourceView, error) {
	today, month, err := a.uses(ctx)
	views := a.search.Views(locale)
	out := make([]admin.SourceView, len(views))
	for i, v := range views {
		t, m := today[v.ID], month[v.ID]
		out[i] = admin.SourceView{
			ID: v.ID, Engine: v.Engine, Name: v.Name, URL: v.URL, From: v.From, Keyed: v.Keyed, FallOver: v.FallOver, Disabled: v.Disabled,
			DailyLimit: v.DailyLimit, Cost: v.Cost, Kinds: kindsOf(v.Kinds), Today: t.Calls, Misses: t.Misses, Month: m.Calls,
		}
		if m.Calls > 0 {
			out[i].Average = m.Milliseconds / m.Calls
		}
	}
	return out, err
}

// uses returns how often each source was used today and in the last monthDays days.
func (a adminSources) uses(ctx context.Context) (today, month map[string]websearch.Use, err error) {
	today, month = map[string]websearch.Use{}, map[string]websearch.Use{}
	list, err := a.search.Uses(ctx, monthDays)
	for _, u := range list {
		month[u.Source] = month[u.Source].Plus(u)
		if u.Day == a.search.Today() {
			today[u.Source] = today[u.Source].Plus(u)
		}
	}
	return today, month, err
}

func (a adminSources) Engines(locale string) []admin.EngineView {
	out := make([]admin.EngineView, len(websearch.Engines))
	for i, e := range websearch.Engines {
		out[i] = admin.EngineView{
			ID: e.ID, Name: e.Name.In(locale), Note: e.Note.In(locale), BaseURL: e.BaseURL, KeyURL: e.KeyURL, KeyID: e.KeyID,
			Option: append([]string{}, e.Option...), // an empty list must be [] in JSON; slices.Concat without elements would make it null
			Hidden: e.Hidden, Kinds: kindsOf(e.Kinds),
		}
	}
	return out
}

func (a adminSources) Found(locale string) []admin.SightingView {
	out := []admin.SightingView{}
	for _, f := range a.search.Sightings() {
		v := admin.SightingView{URL: f.URL, Used: f.Used}
		if f.JSONOff {
			v.Problem = websearch.JSONOff.In(locale)
		}
		out = append(out, v)
	}
	return out
}

func (a adminSources) Try(ctx context.Context, draft json.RawMessage, id, words, locale string) (admin.SourceTrialView, error) {
	t, err := a.search.Try(ctx, draft, id, words, locale)
	out := admin.SourceTrialView{OK: t.Miss == nil, Milliseconds: t.Milliseconds, Count: t.Count, Found: []admin.SourceFind{}}
	for _, r := range t.Found {
		out.Found = append(out.Found, admin.SourceFind{Title: r.Title, URL: r.URL, Site: r.Site})
	}
	if t.Miss != nil {
		out.Problem, out.Detail = t.Miss.Reason.In(locale), t.Miss.Detail
	}
	return out, err
}

func kindsOf(kinds []websearch.Kind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}
