package websearch

import (
	"net/url"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// EnvName is the variable that configures a source.
const EnvName = "SEARCH_URL"

// FromURL parses the value of SEARCH_URL: <engine>+http(s)://[KEY@]host[/path], where KEY may be
// SecretId:SecretKey for engines that sign. The engine may be omitted if the host determines it.
// Private addresses are allowed, because the operator sets the variable. `problem` is the zero Text
// for a valid value; it never contains the value, which may include a key.
func FromURL(value string) (s Source, problem errs.Text) {
	bad := errs.Text{
		ZhCN: "应当像 searxng+http://127.0.0.1:8888 或 bocha+https://密钥@api.bochaai.com；密钥里的特殊字符写成 %XX。种类可以是 " + names("、") + "。",
		ZhTW: "應該像 searxng+http://127.0.0.1:8888 或 bocha+https://金鑰@api.bochaai.com；金鑰裡的特殊字元寫成 %XX。種類可以是 " + names("、") + "。",
		En:   "must be like searxng+http://127.0.0.1:8888 or bocha+https://KEY@api.bochaai.com, with special characters of the key as %XX. The kinds are " + names(", ") + ".",
	}
	kind, address, stated := "", value, false
	if scheme, _, ok := strings.Cut(value, "://"); ok {
		if k, _, plus := strings.Cut(scheme, "+"); plus {
			kind, address, stated = strings.ToLower(k), value[len(k)+1:], true
		}
	}
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" {
		return Source{}, bad
	}
	if !stated {
		kind = byHost(u.Hostname())
	}
	if !Known(kind) {
		return Source{}, bad
	}
	s = Source{ID: "env", Engine: kind, Local: true, From: EnvName}
	if u.User != nil {
		s.Key = llm.Key(u.User.Username())
		if pass, ok := u.User.Password(); ok { // SecretId:SecretKey
			s.KeyID, s.Key = u.User.Username(), llm.Key(pass)
		}
		u.User = nil
	}
	if s.KeyID != "" && !engine(kind).KeyID || engine(kind).needsKey() && s.Key == "" {
		return Source{}, bad
	}
	s.BaseURL = normal(u, engine(kind))
	return s, errs.Text{}
}

func (e *Engine) needsKey() bool { return e.KeyURL != "" }

// normal returns an address without a trailing slash. If u has no path and the same host as e.BaseURL,
// it returns e.BaseURL.
func normal(u *url.URL, e *Engine) string {
	path := strings.TrimRight(u.Path, "/")
	if own, err := url.Parse(e.BaseURL); err == nil && e.BaseURL != "" && path == "" && u.Host == own.Host {
		return e.BaseURL
	}
	out := url.URL{Scheme: u.Scheme, Host: u.Host, Path: path}
	return out.String()
}

// byHost returns the id of a host's engine; empty if unknown.
func byHost(host string) string {
	host = strings.ToLower(host)
	for _, e := range Engines {
		own, _ := url.Parse(e.BaseURL)
		if e.BaseURL != "" && own.Hostname() == host || slices.ContainsFunc(e.Hosts, func(h string) bool { return under(host, h) }) {
			return e.ID
		}
	}
	return ""
}

// names lists the possible engines in SEARCH_URL.
func names(between string) string {
	var out []string
	for _, e := range Engines {
		out = append(out, e.ID)
	}
	return strings.Join(out, between)
}
