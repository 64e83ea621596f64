package websearch

import (
	"net"
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Source is a search service and how it is used.
type Source struct {
	ID         string  // unique among the sources, such as "bocha"
	Engine     string  // ID of its Engine
	Name       string  // for people
	BaseURL    string  // without a slash at the end; empty: that of the engine
	Key        llm.Key // empty for engines without one
	KeyID      string  // SecretId that belongs to the key, for engines that sign; empty: the key is a bearer token
	Proxy      string  // "": as the environment says; "direct"; or http(s):// or socks5://
	Local      bool    // may have a private or loopback address: this host and port alone
	FallOver   bool    // asked only when the sources before it gave nothing
	DailyLimit int     // calls a day; 0: no limit
	Cost       float64 // of one call, in the operator's currency; 0: unknown or nothing
	Option     string  // what the engine lets one choose, see Engine.Option; empty: its default
	From       string  // FromAdmin and its like, or EnvName
	Disabled   bool

	inside *Inside // a part of this server; nil: an Engine
}

// base is the address in use, without a slash at the end.
func (s Source) base() string {
	if s.BaseURL != "" {
		return s.BaseURL
	}
	return engine(s.Engine).BaseURL
}

// hostOf is the host name in what somebody typed as a site: a host name, or an
// address of a page. It is empty when there is none.
func hostOf(typed string) string {
	typed = strings.ToLower(strings.TrimSpace(typed))
	if !strings.Contains(typed, "://") {
		typed = "//" + typed
	}
	u, err := url.Parse(typed)
	if err != nil || strings.ContainsAny(u.Host, " \"'()<>\\") || len(u.Host) > 253 {
		return ""
	}
	host := u.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.Trim(host, ".")
}

// under reports whether host is site or a subdomain of it.
func under(host, site string) bool {
	return host == site || strings.HasSuffix(host, "."+site)
}
