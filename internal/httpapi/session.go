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

// session is the state of one request besides its input.
type session struct {
	router *Router
	w      *recorder
	r      *http.Request
	trace  string
	addr   netip.Addr // address of the asker, from the headers of a trusted proxy if there is one
	https  bool       // the asker's connection is encrypted
	who    Identity
	body   io.Reader // body, if the operation reads the body itself
	whoErr error     // the identity in the headers is wrong, or could not be checked
	acting Identity  // the project for which the asker acts; empty: none
}

type sessionKey struct{}

// sessionOf returns the request's session. Outside a request it returns an empty session, so
// that a test or a job can call a use case.
func sessionOf(ctx context.Context) *session {
	if s, ok := ctx.Value(sessionKey{}).(*session); ok {
		return s
	}
	return &session{}
}

// TraceID is the id of this request in the log: 32 hex digits, also sent as x-traceid.
// It is empty outside a request.
func TraceID(ctx context.Context) string { return sessionOf(ctx).trace }

func newTraceID() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// Locales are the languages of the product; the first is the default.
var Locales = []string{"zh-CN", "zh-TW", "en"}

// matched lists the language tags from which the matcher chooses. For zh-HK and zh-MO, the matcher
// chooses zh-Hant-TW, because readers there use traditional characters.
var (
	matched = []language.Tag{language.MustParse("zh-Hans-CN"), language.MustParse("zh-Hant-TW"), language.English}
	langs   = language.NewMatcher(matched)
)

// cookieLang is the cookie with the language chosen by the reader. The page sets it because the
// browser requests a page without the language header of API calls.
const cookieLang = "wenqu.locale"

// Locale is the asker's language, one of Locales: from a header of the page, or else from the
// cookie cookieLang, or else from Accept-Language.
func Locale(ctx context.Context) string {
	s := sessionOf(ctx)
	if s.r == nil {
		return Locales[0]
	}
	return localeOf(s.r)
}

func localeOf(r *http.Request) string {
	named := []string{r.Header.Get("X-Language"), r.Header.Get("language")}
	if chosen, err := r.Cookie(cookieLang); err == nil {
		named = append(named, chosen.Value)
	}
	for _, v := range append(named, r.Header.Get("Accept-Language")) {
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

// Asker describes where a request comes from.
type Asker struct {
	Addr      netip.Addr
	UserAgent string
	Device    string // name of the device, as sent by the client; any text
	Channel   string // name of the container, as sent by the client; any text
	Base      string // scheme and host of this server in the request, without a slash at the end
	Page      bool   // the request comes from a browser and has no X-Token: its page uses cookies, and needs no token readable by scripts
}

// maxDevice bounds the length of the names of a device and a channel, in bytes.
const maxDevice = 128

// AskerOf describes where the request comes from. The request's Host header is one of our names,
// because other requests were refused before.
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

// Network returns the part of an address that counts as one address: an IPv4 address,
// or the /64 of an IPv6 address.
func Network(a netip.Addr) string { return network(a) }
