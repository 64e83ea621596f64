package websearch

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// SectionName is the name of the settings section of web search.
const SectionName = "search"

// Document is the stored settings. Sources are used in the order of the rows. Automatic sources
// without a row come last.
type Document struct {
	Sources []Row `json:"sources"`
	Media   Media `json:"media"`
}

// Media states when answers with a web search also search for pictures or videos. Such a search makes one
// further call to each source involved.
type Media string

// Values of Media.
const (
	MediaFitting Media = ""       // for questions about visible things
	MediaAlways  Media = "always" // for every question with a search
	MediaNever   Media = "never"
)

// Media returns the setting.
func (s *Service) Media() Media {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mediaMode
}

// Row is one source in the settings.
type Row struct {
	ID         string  `json:"id"`
	Engine     string  `json:"engine"`
	Name       string  `json:"name"`
	URL        string  `json:"url"` // empty: the engine's default
	Key        string  `json:"key"` // secret
	KeyID      string  `json:"keyId"`
	Proxy      string  `json:"proxy"`
	Local      bool    `json:"local"`
	FallOver   bool    `json:"fallOver"`
	DailyLimit int     `json:"dailyLimit"`
	Cost       float64 `json:"cost"`
	Option     string  `json:"option"`
	Disabled   bool    `json:"disabled"`
	// Own marks an automatic source (see Source.From). The row sets only the source's order,
	// FallOver, DailyLimit, Cost and Disabled.
	Own bool `json:"own"`
}

// Limits of the settings.
const (
	maxSources = 50
	maxCalls   = 10_000_000 // per day
	maxCost    = 1e6
)

var sourcesName = errs.Text{ZhCN: "搜索来源", ZhTW: "搜尋來源", En: "Search sources"}

var sourceID = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// Sections are the settings of this package.
func (s *Service) Sections() []setting.Section {
	out := setting.Of(SectionName, []string{"key"}, check, func(_ context.Context, d *Document) error {
		var set Document
		if d != nil {
			set = *d
		}
		s.mu.Lock()
		s.rows, s.mediaMode = set.Sources, set.Media
		s.mu.Unlock()
		s.arrange()
		return nil
	})
	out.Default = func() any { return Document{Sources: []Row{}} }
	return []setting.Section{out}
}

// check normalises and validates the settings.
func check(d *Document) error {
	if len(d.Sources) > maxSources {
		return setting.Bad(setting.Wrong(setting.TooMany, "sources").Named(sourcesName).With("limit", maxSources))
	}
	if d.Media != MediaFitting && d.Media != MediaAlways && d.Media != MediaNever {
		return setting.Bad(setting.Wrong(setting.NoChoice, "media").With("choices", `"", always, never`))
	}
	seen := map[string]bool{}
	for i := range d.Sources {
		r := &d.Sources[i]
		if !sourceID.MatchString(r.ID) || seen[r.ID] {
			return errs.New(errs.SourceID).With("id", text.Cut(r.ID, 40))
		}
		seen[r.ID] = true
		r.Name = text.Cut(text.OneLine(r.Name), 60)
		r.DailyLimit = max(0, min(r.DailyLimit, maxCalls))
		if !(r.Cost >= 0 && r.Cost <= maxCost) {
			r.Cost = 0
		}
		if r.Own {
			*r = Row{ID: r.ID, FallOver: r.FallOver, DailyLimit: r.DailyLimit, Cost: r.Cost, Disabled: r.Disabled, Own: true}
			continue
		}
		if err := r.check(); err != nil {
			return err
		}
	}
	return nil
}

// check normalises and validates a source added by the administrator.
func (r *Row) check() error {
	e := engine(r.Engine)
	if !Known(r.Engine) {
		return setting.Bad(setting.Wrong(setting.NotHere, "engine").With("value", text.Cut(r.Engine, 40)))
	}
	name := first(r.Name, e.Name.ZhCN)
	r.URL = strings.TrimSpace(r.URL)
	at := first(r.URL, e.BaseURL)
	u, err := url.Parse(at)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || !proxyOK(r.Proxy) {
		return errs.New(errs.SourceURL).With("name", name)
	}
	if u.User != nil { // the key is taken out of the address, because addresses are displayed
		if r.Key == "" {
			r.Key = u.User.Username()
		}
		u.User = nil
	}
	if r.URL != "" {
		r.URL = normal(u, e)
	}
	if r.URL == e.BaseURL {
		r.URL = ""
	}
	if guard.Private(u.Host) && !r.Local {
		return errs.New(errs.SourceHome).With("name", name)
	}
	if e.needsKey() && r.Key == "" {
		return errs.New(errs.SourceKey).With("name", name)
	}
	if !e.KeyID {
		r.KeyID = ""
	}
	if r.Option != "" && !slices.Contains(e.Option, r.Option) {
		r.Option = ""
	}
	return nil
}

func proxyOK(v string) bool {
	if v == "" || v == "direct" {
		return true
	}
	u, err := url.Parse(v)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "socks5")
}

// source returns the Source described by the row of an added source.
func (r Row) source() Source {
	return Source{
		ID: r.ID, Engine: r.Engine, Name: r.Name, BaseURL: r.URL, Key: llm.Key(r.Key), KeyID: r.KeyID, Proxy: r.Proxy, Local: r.Local,
		FallOver: r.FallOver, DailyLimit: r.DailyLimit, Cost: r.Cost, Option: r.Option, Disabled: r.Disabled, From: FromAdmin,
	}
}

// merged returns the sources in the order of their use. First come the sources of the rows; the
// row of an automatic source sets its position. Then come the automatic sources without a row.
// A source without a row becomes a fallback if a model key enables it and an enabled external
// source comes before it. This avoids unintended charges by several services.
func merged(rows []Row, own []Source) []Source {
	var out []Source
	used := map[string]bool{}
	for _, r := range rows {
		if !r.Own {
			out = append(out, r.source())
			used[r.ID] = true
			continue
		}
		at := slices.IndexFunc(own, func(s Source) bool { return s.ID == r.ID })
		if at < 0 || used[r.ID] {
			continue
		}
		s := own[at]
		s.FallOver, s.DailyLimit, s.Cost, s.Disabled = r.FallOver, r.DailyLimit, r.Cost, r.Disabled
		out = append(out, s)
		used[r.ID] = true
	}
	for _, s := range own {
		if used[s.ID] {
			continue
		}
		s.FallOver = s.FallOver || s.From == FromKey && slices.ContainsFunc(out, func(o Source) bool { return !o.Disabled && o.inside == nil })
		out = append(out, s)
	}
	return out
}
