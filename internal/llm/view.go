package llm

import (
	"reflect"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
)

// OfflineID is the chatModelId of the built-in engine.
const OfflineID = "offline"

// ModelInfo is one entry of the model list.
type ModelInfo struct {
	ID          string // chatModelId
	Upstream    string // the model id of the provider
	Provider    string // id of the provider
	Host        string // host that answers; empty for the built-in engine
	Name        errs.Text
	Description errs.Text // the configured description, or what the model is good for and who provides it
	Thinking    Thinking
	Context     int // tokens
	Vision      bool
	Tools       bool
	Search      Search // who searches the web for the sources of the model's answers
	SearchAsked bool   // with SearchItself: the provider searches only when the request asks for it
	Local       bool
	Builtin     bool        // the entry is the built-in engine, not a language model
	SubModels   []ModelInfo // the thinking mode, if it can be chosen
}

// Choice is a model that can be asked.
type Choice struct {
	Model    Model
	Upstream string // value for Request.Model
	Thinking bool   // value for Request.Thinking
	Info     ModelInfo
	// Fault states why no configured provider has a model, so that the built-in engine answers.
	// nil: there is no such reason.
	Fault *errs.Error
}

// view is an immutable snapshot of the models.
type view struct {
	models []ModelInfo
	index  map[string]Choice
	first  Choice
}

var offlineInfo = ModelInfo{
	ID: OfflineID, Upstream: OfflineID, Provider: OfflineID, Thinking: ThinkNever, Context: 1 << 20, Local: true, Builtin: true,
	Name: errs.Text{ZhCN: "内置引擎", ZhTW: "內建引擎", En: "Built-in engine"},
	Description: errs.Text{
		ZhCN: "不是大模型：计算、换算、日历、文字工具和模板，不联网也能用。",
		ZhTW: "不是大型語言模型：計算、換算、日曆、文字工具和範本，不連網也能用。",
		En:   "Not a language model: calculation, conversion, calendar, text tools and templates, without a network.",
	},
}

func newView(slots []slot, offline Model, preferred string) *view {
	v := &view{index: map[string]Choice{}}
	spec := map[string]bool{}
	for _, s := range slots {
		for _, e := range entries(s) {
			v.add(s, e, spec)
		}
	}
	for old, id := range oldIDs {
		if c, ok := v.index[id]; ok {
			v.put(c, old)
		}
	}
	last := Choice{Model: offline, Upstream: OfflineID, Info: offlineInfo}
	v.index[OfflineID] = last
	if c, ok := v.index[preferred]; ok && preferred != "" {
		v.first = c
		v.front(c.Info.ID)
	} else if len(v.models) > 0 {
		v.first = v.index[v.models[0].ID]
	} else {
		v.first = last
		v.first.Fault = faultOf(slots)
	}
	v.models = append(v.models, offlineInfo)
	return v
}

// faultOf is the reason why the configured providers have no model. It depends on the first provider
// without a model list. If the list could not be read, the reason is that error. If the list has not
// been read yet, the reason is a timeout. nil: all lists were read, or there are no providers.
func faultOf(slots []slot) *errs.Error {
	for _, s := range slots {
		switch {
		case s.err != nil:
			return s.err
		case s.checked.IsZero():
			return errs.New(errs.Timeout)
		}
	}
	return nil
}

// entry is a single model, or a pair of a plain and a thinking model.
type entry struct {
	plain ModelRow
	deep  *ModelRow // the thinking model; may be the same model with thinking on; nil: no thinking model
}

// entries groups the chat models of a provider.
func entries(s slot) []entry {
	var rows []ModelRow
	for _, m := range s.rows {
		if m.Kind == KindChat {
			rows = append(rows, m)
		}
	}
	taken := map[string]bool{}
	twins := map[string]*ModelRow{}
	for _, p := range pairs {
		plain := slices.IndexFunc(rows, func(m ModelRow) bool { return p.plain.MatchString(shortName(m.ID)) && twins[m.ID] == nil })
		deep := slices.IndexFunc(rows, func(m ModelRow) bool { return p.thinking.MatchString(shortName(m.ID)) && !taken[m.ID] })
		if plain >= 0 && deep >= 0 {
			twins[rows[plain].ID] = &rows[deep]
			taken[rows[deep].ID] = true
		}
	}
	switchable := QuirksOf(s.provider).Thinking != ThinkParamNone
	var out []entry
	for i, m := range rows {
		switch {
		case taken[m.ID]:
		case twins[m.ID] != nil:
			out = append(out, entry{m, twins[m.ID]})
		case m.Thinking == ThinkSwitch && switchable:
			out = append(out, entry{m, &rows[i]})
		case m.Thinking == ThinkSwitch: // the parameter that switches thinking on is not known
			m.Thinking = ThinkNever
			out = append(out, entry{plain: m})
		default:
			out = append(out, entry{plain: m})
		}
	}
	return out
}

// add adds an entry to the list. The index then contains the entry's chatModelId, its model id, and
// the model id with the provider's id as a prefix. If several entries have the same id, the id
// denotes the first of these entries.
func (v *view) add(s slot, e entry, spec map[string]bool) {
	info := infoOf(s, e.plain)
	info.ID = v.name(s, e.plain.ID, e.plain.Thinking == ThinkAlways, "", spec)
	main := Choice{Model: s.model, Upstream: e.plain.ID, Thinking: e.plain.Thinking == ThinkAlways}
	if e.deep != nil {
		deepRow := *e.deep
		deepRow.Thinking = ThinkAlways
		sub := infoOf(s, deepRow)
		same := e.deep.ID == e.plain.ID
		suffix := ""
		if same {
			suffix = "_thinking"
		}
		sub.ID = v.name(s, e.deep.ID, true, suffix, spec)
		if same {
			sub.ID = deepID(info.ID, sub.ID, e.deep.ID)
		}
		if same { // the thinking mode of the same model has no name of its own
			sub.Name = errs.Text{ZhCN: info.Name.ZhCN + " · 深度思考", ZhTW: info.Name.ZhTW + " · 深度思考", En: info.Name.En + " · thinking"}
		}
		info.SubModels = []ModelInfo{sub}
		if !same {
			info.Thinking = ThinkSwitch
			if e.plain.Description == "" {
				info.Description = described(info, info.Name.En, s.provider.Name)
			}
		}
		deep := Choice{Model: s.model, Upstream: e.deep.ID, Thinking: true, Info: sub}
		v.put(deep, sub.ID)
		if !same {
			v.put(deep, e.deep.ID, s.provider.ID+"/"+e.deep.ID)
		}
	}
	main.Info = info
	v.models = append(v.models, info)
	v.put(main, info.ID, e.plain.ID, s.provider.ID+"/"+e.plain.ID)
}

// deepID is the id of a model's thinking mode. `main` is the id of the model itself. `deep` is the id
// returned by view.name for the thinking mode. If `deep` is only `upstream` with a suffix, the
// result is `main` with this suffix; otherwise the result is `deep`.
func deepID(main, deep, upstream string) string {
	if deep == upstream+"_thinking" || deep == "" {
		return main + "_thinking"
	}
	return deep
}

func (v *view) put(c Choice, ids ...string) {
	for _, id := range ids {
		if _, taken := v.index[id]; !taken {
			v.index[id] = c
		}
	}
}

// name is the chatModelId of a model: the first free id among an alias of the provider, the
// well-known id, and the model's own id. If all of these are taken, it is the model's own id with
// the provider's id as a prefix. If there is a suffix, aliases are not used, and the suffix is
// appended to the model's own id.
func (v *view) name(s slot, upstream string, deep bool, suffix string, spec map[string]bool) string {
	free := func(id string) bool { _, taken := v.index[id]; return !taken }
	if suffix == "" {
		var aliases []string
		for alias, to := range s.provider.Aliases {
			if to == upstream && free(alias) {
				aliases = append(aliases, alias)
			}
		}
		if len(aliases) > 0 {
			return slices.Min(aliases)
		}
	}
	if id := specID(upstream, deep); id != "" && free(id) && !spec[id] {
		spec[id] = true
		return id
	}
	if id := upstream + suffix; free(id) && id != OfflineID {
		return id
	}
	return s.provider.ID + "/" + upstream + suffix
}

func infoOf(s slot, m ModelRow) ModelInfo {
	name := m.Name
	if name == "" {
		name = m.ID
	}
	p := s.provider
	i := ModelInfo{
		Upstream: m.ID, Provider: p.ID, Host: p.Host(), Name: errs.Text{ZhCN: name, ZhTW: name, En: name},
		Thinking: m.Thinking, Context: m.Context, Vision: m.Vision, Tools: m.Tools, Search: m.Search,
		SearchAsked: m.Search == SearchItself && QuirksOf(p).Search != OwnSearchNone,
		Local:       p.Local && guard.Private(p.Host()),
	}
	if m.Description != "" {
		i.Description = errs.Text{ZhCN: m.Description, ZhTW: m.Description, En: m.Description}
		return i
	}
	i.Description = described(i, name, p.Name)
	return i
}

// described states what a model is for and who provides it. If the shown name differs from the
// provider's model id, it also states this id.
func described(i ModelInfo, name, provider string) errs.Text {
	if provider == "" {
		provider = i.Host
	}
	from := " · " + provider
	if name != i.Upstream {
		from += " · " + i.Upstream
	}
	does := purpose(i)
	return errs.Text{ZhCN: does.ZhCN + from, ZhTW: does.ZhTW + from, En: does.En + from}
}

// front moves an entry to the head of the list. id is the id of the entry or of one of its
// sub-models.
func (v *view) front(id string) {
	at := slices.IndexFunc(v.models, func(m ModelInfo) bool {
		return m.ID == id || slices.ContainsFunc(m.SubModels, func(s ModelInfo) bool { return s.ID == id })
	})
	if at > 0 {
		m := v.models[at]
		v.models = slices.Insert(slices.Delete(v.models, at, at+1), 0, m)
	}
}

// same reports whether v and w look the same to clients.
func (v *view) same(w *view) bool {
	return v.first.Info.ID == w.first.Info.ID && reflect.DeepEqual(v.models, w.models)
}
