package admin

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

type (
	nothing struct{ Body struct{} }
	done    struct {
		Body struct {
			Code int `json:"code" doc:"0"`
		}
	}
)

// SettingView is a section's document.
type SettingView struct {
	Code      int             `json:"code" doc:"0"`
	Name      string          `json:"name"`
	Value     json.RawMessage `json:"value" doc:"null while nothing is set; a secret that is set shows as dots"`
	Default   json.RawMessage `json:"default" doc:"what files and variables say; null where there is nothing to begin with"`
	Version   int64           `json:"version" doc:"to be sent back when saving"`
	UpdatedAt int64           `json:"updatedAt" doc:"Unix ms"`
	UpdatedBy string          `json:"updatedBy"`
	Problem   string          `json:"problem" doc:"why the document does not count; empty when it does"`
	Fields    []FieldView     `json:"fields" doc:"what the page draws as fields"`
}

// FieldView is one value of a section, shown as a field by the page.
type FieldView struct {
	Key     string       `json:"key" doc:"in the document; a dot stands for a nested object"`
	Group   string       `json:"group" doc:"the heading under which it stands"`
	Label   string       `json:"label"`
	Help    string       `json:"help"`
	Kind    setting.Kind `json:"kind" enum:"text,number,switch"`
	Default string       `json:"default" doc:"what counts where the section says nothing"`
	Secret  bool         `json:"secret"`
	Choice  []string     `json:"choice" doc:"the only values; empty: any"`
	Min     int          `json:"min" doc:"of a number, in units"`
	Max     int          `json:"max" doc:"of a number, in units"`
	Unit    int          `json:"unit" doc:"how many of the document are 1 on the page"`
}

func op(path, summary string) httpapi.Op {
	return httpapi.Op{Method: http.MethodPost, Path: "/api/admin/" + path, Summary: summary, Domain: "admin", Owner: httpapi.Admin}
}

func actor(ctx context.Context) Actor {
	addr := httpapi.AskerOf(ctx).Addr
	return Actor{ID: httpapi.From(ctx).ID, Network: httpapi.Network(addr), Addr: addr}
}

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router, p Ports) {
	s.settingRoutes(r, p)
	s.providerRoutes(r, p)
	s.sourceRoutes(r, p)
	s.peopleRoutes(r, p)
	s.systemRoutes(r, p)
}

// describe adds the section's default and its fields.
func (s *Service) describe(v *SettingView, locale string) error {
	sec, err := s.section(v.Name)
	if err != nil {
		return err
	}
	if v.Default, err = json.Marshal(sec.Default()); err != nil {
		return err
	}
	v.Fields = []FieldView{}
	if sec.Fields == nil {
		return nil
	}
	for _, f := range sec.Fields(locale) {
		row := FieldView(f)
		if row.Choice == nil {
			row.Choice = []string{}
		}
		v.Fields = append(v.Fields, row)
	}
	return nil
}

func (s *Service) settingRoutes(r *httpapi.Router, p Ports) {
	type named struct {
		Body struct {
			Name string `json:"name"`
		}
	}
	type saved struct {
		Body struct {
			Name    string          `json:"name"`
			Value   json.RawMessage `json:"value" doc:"null takes the section's settings away"`
			Version int64           `json:"version" doc:"as it was read"`
		}
	}
	type out struct{ Body SettingView }
	view := func(ctx context.Context, set Setting, err error) (*out, error) {
		if err != nil {
			return nil, err
		}
		v := SettingView{Name: set.Name, Value: set.Value, Version: set.Version, UpdatedAt: set.UpdatedAt, UpdatedBy: set.UpdatedBy}
		if err := s.describe(&v, httpapi.Locale(ctx)); err != nil {
			return nil, err
		}
		if set.Err != nil {
			v.Problem = errs.From(set.Err).Message(httpapi.Locale(ctx))
		}
		return &out{v}, nil
	}
	httpapi.Route(r, op("settings/get", "A section of the settings"), func(ctx context.Context, in *named) (*out, error) {
		set, err := s.Get(ctx, in.Body.Name)
		return view(ctx, set, err)
	})
	save := op("settings/save", "Save a section of the settings; it counts at once")
	save.MaxBody = 8 << 20
	httpapi.Route(r, save, func(ctx context.Context, in *saved) (*out, error) {
		value := in.Body.Value
		if string(value) == "null" {
			value = nil
		}
		set, err := s.Save(ctx, actor(ctx), in.Body.Name, value, in.Body.Version)
		return view(ctx, set, err)
	})
	type preview struct {
		Body struct {
			Code    int `json:"code" doc:"0"`
			General any `json:"general" doc:"as GET /api/info/general would answer"`
		}
	}
	httpapi.Route(r, op("settings/preview", "The general information that a draft would give"), func(ctx context.Context, in *saved) (*preview, error) {
		draft, err := s.Draft(ctx, in.Body.Name, in.Body.Value)
		if err != nil {
			return nil, err
		}
		out := &preview{}
		out.Body.General, err = p.General(draft, httpapi.Locale(ctx))
		return out, err
	})
}
