package websearch

import (
	"net"
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Source is a search service or a part of this server, with its settings.
type Source struct {
	ID         string  // unique, such as "bocha"
	Engine     string  // ID of its Engine; empty for a part of this server
	Name       string  // display name; empty: the name of the engine
	BaseURL    string  // without a trailing slash; empty: the address of the engine
	Key        llm.Key // empty for engines without a key
	KeyID      string  // SecretId of the key, for engines that sign; empty: requests are not signed
	Proxy      string  // "": the proxy of the environment (see guard.Server); "direct": none; or the proxy's address
	Local      bool    // BaseURL may have a private or loopback address
	FallOver   bool    // a fallback: used only if the sources without FallOver and the earlier fallbacks returned nothing
	DailyLimit int     // calls per day; 0: no limit
	Cost       float64 // price per call, in the operator's currency; 0: unknown or free
	Option     string  // see Engine.Option; empty: the engine's default
	From       string  // FromAdmin, FromKey, FromProbe, FromInside or EnvName
	Disabled   bool

	inside *Inside // the part of this server that answers; nil: the source is an external Engine
}

// base returns the effective address, without a trailing slash.
func (s Source) base() string {
	if s.BaseURL != "" {
		return s.BaseURL
	}
	return engine(s.Engine).BaseURL
}

// hostOf extracts the host name from a host name or an address typed by a user; empty if
// there is none.
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
