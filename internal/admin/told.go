package admin

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
)

// teller converts records for the page, in one language. Names of providers and sources are looked
// up once.
type teller struct {
	s       *Service
	p       Ports
	locale  string
	names   map[string]map[string]string          // by section, then by id
	labels  map[string]map[string]string          // by section, then by path
	titleOf func(action Action, id string) string // current title of an action's target
}

func (s *Service) teller(ctx context.Context, p Ports, locale string) *teller {
	return &teller{
		s: s, p: p, locale: locale, names: map[string]map[string]string{}, labels: map[string]map[string]string{},
		titleOf: func(action Action, id string) string { return p.Title(ctx, action, id, locale) },
	}
}

// tell returns a record for the page. Ids of providers, sources, agents and shares are replaced by names.
// An unknown id of a provider or source stays, because it tells who the vendor was. An unknown id of an
// agent or share is left out.
func (t *teller) tell(ctx context.Context, e Entry) (EntryView, error) {
	v := EntryView{ID: e.ID, At: e.At, ActorID: e.ActorID, Action: e.Action, Target: e.Target, Detail: e.Detail, Network: e.Network, Changes: []ChangeView{}}
	var err error
	switch e.Action {
	case SaveSettings:
		v.Detail = ""
		for _, c := range Changes(e) {
			row, changeErr := t.change(ctx, e.Target, c)
			err = cmp.Or(err, changeErr)
			v.Changes = append(v.Changes, row)
		}
	case TestProvider, AcceptProvider:
		v.Target, v.Detail = cmp.Or(e.Detail, t.nameIn(ctx, &err, ofProviders, e.Target)), ""
	case TestSource:
		v.Target, v.Detail = cmp.Or(e.Detail, t.nameIn(ctx, &err, ofSources, e.Target)), ""
	case ReviewAgent:
		v.Target = t.titleOf(e.Action, e.Target)
		if ids, ok := strings.CutPrefix(e.Detail, featured); ok {
			v.Target, v.Detail = t.titles(e.Action, strings.Fields(ids)), strings.TrimSpace(featured)
		}
	case ReviewShare:
		v.Target = t.titleOf(e.Action, e.Target)
	case HandleFeedback:
		v.Target = "" // the stored target is the id of a user's conversation, and is not shown
	case PostNotice, TakeNoticeBack:
		v.Target, v.Detail = e.Detail, "" // the notice's title; some records of withdrawn notices have no title
	}
	return v, err
}

// The sections for which namesOf returns names.
const (
	ofProviders = "providers"
	ofSources   = "search"
)

// featured begins the detail of a record about a change of the featured agents. The ids of the
// featured agents follow.
const featured = "feature "

// change adds names and labels to a change.
func (t *teller) change(ctx context.Context, section string, c Change) (ChangeView, error) {
	v := ChangeView{How: c.How, List: c.List, Name: c.Name, Fields: []ChangedField{}}
	var err error
	if v.Name == "" && c.ID != "" {
		v.Name = t.nameIn(ctx, &err, section, c.ID)
	}
	for _, path := range c.Fields {
		v.Fields = append(v.Fields, ChangedField{Path: path, Label: t.label(section, path)})
	}
	return v, err
}

// label returns the server's name for a field of a section; empty if the page has the name.
func (t *teller) label(section, path string) string {
	if t.labels[section] == nil {
		t.labels[section] = map[string]string{}
		if sec, err := t.s.section(section); err == nil && sec.Fields != nil {
			for _, f := range sec.Fields(t.locale) {
				t.labels[section][f.Key] = strings.TrimPrefix(f.Group+" · "+f.Label, " · ")
			}
		}
	}
	return t.labels[section][path]
}

// numbered matches the number at the end of an id, such as -2 for a vendor's second provider.
var numbered = regexp.MustCompile(`-\d+$`)

// nameIn returns the current name of an element. If there is no name, it returns the name of the vendor
// or engine, or else the id.
func (t *teller) nameIn(ctx context.Context, err *error, section, id string) string {
	if t.names[section] == nil {
		var lookErr error
		t.names[section], lookErr = t.namesOf(ctx, section)
		*err = cmp.Or(*err, lookErr)
	}
	known := t.names[section]
	return cmp.Or(known[id], known[numbered.ReplaceAllString(id, "")], id)
}

func (t *teller) namesOf(ctx context.Context, section string) (map[string]string, error) {
	out := map[string]string{}
	switch section {
	case ofProviders:
		for _, v := range t.p.Providers.Vendors(t.locale) {
			out[v.ID] = v.Name
		}
		for _, p := range slices.Concat(t.p.Providers.Offered(), t.p.Providers.InUse()) {
			out[p.ID] = cmp.Or(p.Name, p.ID)
		}
	case ofSources:
		for _, e := range t.p.Sources.Engines(t.locale) {
			out[e.ID] = e.Name
		}
		list, err := t.p.Sources.List(ctx, t.locale)
		if err != nil {
			return out, err
		}
		for _, s := range list {
			out[s.ID] = s.Name
		}
	}
	return out, nil
}

// titles returns the titles of an action's targets. Deleted targets are left out.
func (t *teller) titles(action Action, ids []string) string {
	var out []string
	for _, id := range ids {
		if title := t.titleOf(action, id); title != "" {
			out = append(out, title)
		}
	}
	return strings.Join(out, " · ")
}
