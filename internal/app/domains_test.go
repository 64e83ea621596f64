package app

import (
	"reflect"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// kinds maps the name of a method to the domain interfaces with this method. It does not state which
// domains must implement an interface; for Forgetter, the movers and Exporter, the map `duties` does.
var kinds = map[string][]reflect.Type{
	"Routes":       {of[Routed]()},
	"Run":          {of[Runner]()},
	"Refresh":      {of[Refresher]()},
	"Sweep":        {of[Sweeper]()},
	"Timers":       {of[Timed]()},
	"Figures":      {of[Measured]()},
	"Forget":       {of[Forgetter]()},
	"Empty":        {of[Emptier]()},
	"Move":         {of[Mover](), of[Renamer]()},
	"Follow":       {of[Follower]()},
	"MayAsk":       {of[Gatekeeper]()},
	"Sections":     {of[Configured]()},
	"Tools":        {of[Tooled]()},
	"Gatherers":    {of[Gathering]()},
	"Exports":      {of[Exporter]()},
	"Authors":      {of[Authoring]()},
	"FoundKinds":   {of[Findable]()},
	"Capabilities": {of[Capable]()},
}

func of[T any]() reflect.Type { return reflect.TypeFor[T]() }

func newApp(t *testing.T) *App {
	t.Helper()
	c, err := LoadConfig(Inputs{Flags: map[string]string{"data": t.TempDir(), "probe": "off"}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), c, "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// If a method of a domain has the name of an interface's method, it must also have that method's
// signature. With a different signature, the loop over the domains would silently skip the domain.
func TestDomainsHaveWhatTheirMethodsSay(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	had := map[string]bool{}
	for _, d := range a.Domains() {
		service := reflect.TypeOf(d.Service)
		for method, interfaces := range kinds {
			if _, ok := service.MethodByName(method); !ok {
				continue
			}
			fits := false
			for _, i := range interfaces {
				fits = fits || service.Implements(i)
			}
			if !fits {
				t.Errorf("%s has a method %s that is none of %v", d.Name, method, interfaces)
			}
			had[method] = true
		}
	}
	for method := range kinds {
		if !had[method] {
			t.Errorf("no domain has %s: it is no interface of domains any more", method)
		}
	}
}

// Every service that registers calls, stores rows or works in the background is in the list of
// domains, or is part of a domain in it.
func TestEveryServiceIsADomain(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	listed := map[uintptr]bool{}
	for _, d := range a.Domains() {
		v := reflect.ValueOf(d.Service)
		if v.Kind() == reflect.Pointer {
			listed[v.Pointer()] = true
			continue
		}
		for i := range v.NumField() {
			if f := v.Field(i); f.Kind() == reflect.Pointer {
				listed[f.Pointer()] = true
			}
		}
	}
	parts := map[string]bool{"index": true} // the domain "document" stores the index together with its files
	services := reflect.ValueOf(a.services).Elem()
	for i := range services.NumField() {
		f, name := services.Field(i), services.Type().Field(i).Name
		for method, interfaces := range kinds {
			for _, kind := range interfaces {
				if f.Kind() == reflect.Pointer && f.Type().Implements(kind) && !listed[f.Pointer()] && !parts[name] {
					t.Errorf("%s has %s and is no domain of the list", name, method)
				}
			}
		}
	}
}

// Every section of the settings belongs to one domain alone, and its fields have texts in all languages.
// A section can be reset to its defaults, and its check refuses a value of the wrong JSON type.
func TestSections(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	seen := map[string]bool{}
	for _, s := range all(a.services.domains, Configured.Sections) {
		if seen[s.Name] || s.Name == "" || s.Check == nil || s.Apply == nil || s.Default == nil {
			t.Errorf("%q stands twice or is not whole", s.Name)
		}
		seen[s.Name] = true
		if s.Fields == nil {
			continue
		}
		keys, helped := map[string]bool{}, map[string]int{}
		for _, locale := range []string{"zh-CN", "zh-TW", "en"} {
			for _, f := range s.Fields(locale) {
				if f.Label == "" || f.Kind == setting.Number && (f.Min >= f.Max || f.Unit < 1) {
					t.Errorf("%s: %s in %s: %+v", s.Name, f.Key, locale, f)
				}
				if keys[locale+f.Key] {
					t.Errorf("%s: %s stands twice", s.Name, f.Key)
				}
				keys[locale+f.Key] = true
				for _, words := range []string{"help " + f.Help, "group " + f.Group} {
					if kind, text, _ := strings.Cut(words, " "); text != "" {
						helped[kind+" of "+f.Key]++
					}
				}
			}
		}
		for what, n := range helped {
			if n != 3 {
				t.Errorf("%s: the %s is there in %d languages", s.Name, what, n)
			}
		}
		if s.Apply(t.Context(), nil) != nil {
			t.Errorf("%s cannot be taken away", s.Name)
		}
		if _, err := s.Check([]byte(`"no section"`)); !errs.Is(err, errs.SettingBad) {
			t.Errorf("%s takes anything: %v", s.Name, err)
		}
	}
	for _, name := range []string{"login", "general", "moderation", "limits", "providers"} {
		if !seen[name] {
			t.Errorf("nobody states the section %s", name)
		}
	}
}

// Every tool name listed by a built-in agent is the name of an existing tool.
func TestBuiltinAgentsNameToolsThatExist(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	tools := map[string]bool{}
	for _, tool := range a.services.answers.Tools {
		tools[tool.Spec.Name] = true
	}
	agents, err := builtin.Load(content.FS(""))
	if err != nil || len(agents) < 30 {
		t.Fatalf("%d agents, %v", len(agents), err)
	}
	for _, agent := range agents {
		for _, name := range agent.Tools {
			if !tools[name] {
				t.Errorf("%s names the tool %s, which does not exist", agent.ID, name)
			}
		}
	}
}

// The server's tools and the sections of the archive are collected from the list of domains.
func TestCollected(t *testing.T) {
	t.Parallel()
	a := newApp(t)
	var tools []string
	for _, tool := range a.services.answers.Tools {
		tools = append(tools, tool.Spec.Name)
	}
	for _, domain := range []string{"answer", "document"} {
		for _, d := range a.Domains() {
			if has, ok := d.Service.(Tooled); ok && d.Name == domain && len(has.Tools()) == 0 {
				t.Errorf("%s has no tools", domain)
			}
		}
	}
	if want := len(all(a.services.domains, Tooled.Tools)); len(tools) != want || want < 4 {
		t.Errorf("models may call %v", tools)
	}
	held := a.services.transfers.Holdings
	if held.Conversations == nil || held.Files == nil || held.Notes == nil || len(held.Sections) == 0 {
		t.Errorf("the archive holds %+v", held)
	}
	for _, s := range held.Sections {
		if s.Name == "" || s.Export == nil || s.Name == "files" || s.Name == "conversations" || s.Name == "format" || s.Name == "version" {
			t.Errorf("the archive has a section %q", s.Name)
		}
	}
}
