package httpapi

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"net/http"
	"net/netip"
	"strings"

	"golang.org/x/text/language"
)

// session is what one request carries besides its input.
type session struct {
	router *Router
	w      *recorder
	r      *http.Request
	trace  string
	addr   netip.Addr // of the asker; a trusted proxy's word counts
	https  bool       // the asker's end of the connection is encrypted
	who    Identity
	body   io.Reader // of an operation that reads it itself
	whoErr error     // the identity in the headers is wrong, or could not be checked
	acting Identity  // the project for which the asker acts; empty: none
}

type sessionKey struct{}

// sessionOf gives the request's session; outside a request it is an empty one,
// so that a use case can be called from a test or a job.
func sessionOf(ctx context.Context) *session {
	if s, ok := ctx.Value(sessionKey{}).(*session); ok {
		return s
	}
	return &session{}
}

// TraceID is the id under which the log knows this request: 32 hex digits,
// also sent as x-traceid. It is empty outside a request.
func TraceID(ctx context.Context) string { return sessionOf(ctx).trace }

func newTraceID() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// Locales are the languages of the product; the first is the default.
var Locales = []string{"zh-CN", "zh-TW", "en"}

// matched are the tags that the matcher chooses from. Hong Kong and Macau read
// traditional characters, which the matcher knows from zh-Hant.
var (
	matched  = []language.Tag{language.MustParse("zh-Hans-CN"), language.MustParse("zh-Hant-TW"), language.English}
	langs    = language.NewMatcher(matched)
	headLang = []string{"X-Language", "language", "Accept-Language"}
)

// Locale is the asker's language, one of Locales: the page says it in a header
// of its own, others by Accept-Language.
func Locale(ctx context.Context) string {
	s := sessionOf(ctx)
	if s.r == nil {
		return Locales[0]
	}
	return localeOf(s.r.Header)
}

func localeOf(h http.Header) string {
	for _, name := range headLang {
		v := h.Get(name)
		for _, l := range Locales {
			if strings.EqualFold(v, l) {
				return l
			}
		}
		if v == "" || len(v) > 200 {
			continue
		}
		tags, _, err := language.ParseAcceptLanguage(v)
		if err != nil || len(tags) == 0 {
			continue
		}
		if _, i, sure := langs.Match(tags...); sure > language.No {
			return Locales[i]
		}
	}
	return Locales[0]
}

// Asker is from where a request comes.
type Asker struct {
	Addr      netip.Addr
	UserAgent string
	Device    string // what the client calls its device; anybody may write anything there
	Channel   string // the container that the client names, under the same caveat
	Base      string // scheme and host under which the asker sees this server, without a slash at the end
	Page      bool   // a browser says that a page's script asks: it has cookies, and needs no token that a script can read
}

// maxDevice bounds the names of a device and a channel, in bytes.
const maxDevice = 128

// AskerOf tells from where the request comes. Its Host header is one of our names; any
// other request has been refused before.
func AskerOf(ctx context.Context) Asker {
	s := sessionOf(ctx)
	if s.r == nil {
		return Asker{}
	}
	a := Asker{
		Addr: s.addr, UserAgent: s.r.UserAgent(), Base: "http://" + s.r.Host,
		Page: s.r.Header.Get("Sec-Fetch-Mode") != "" && s.r.Header.Get(headerToken) == "",
	}
	if s.https {
		a.Base = "https://" + s.r.Host
	}
	for _, name := range []string{"X-Device-ID", "X-DeviceID", "deviceid"} {
		if v := s.r.Header.Get(name); v != "" && len(v) <= maxDevice {
			a.Device = v
			break
		}
	}
	if v := s.r.Header.Get("channel"); len(v) <= maxDevice {
		a.Channel = v
	}
	return a
}

// Network is what counts as one address: an IPv4 address, or the /64 of an
// IPv6 one.
func Network(a netip.Addr) string { return network(a) }
