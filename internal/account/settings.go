package account

import (
	"net/netip"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/docs"
	"github.com/wenqu-ai/wenqu/internal/account/oidc"
	"github.com/wenqu-ai/wenqu/internal/account/qq"
	"github.com/wenqu-ai/wenqu/internal/account/sms"
	"github.com/wenqu-ai/wenqu/internal/account/wechat"
)

// Settings are what an operator decides about accounts. The zero value has no
// way to log in but the terminal's codes, and every limit on.
type Settings struct {
	SMS    sms.Settings
	WeChat wechat.Settings
	QQ     qq.Settings
	OneID  oidc.Settings
	Docs   docs.Settings

	Hosts []string // further hosts of ours, between which a login can be handed over

	NoCaptcha      bool // codes are sent without a puzzle before
	NoRegistration bool // only accounts that exist log in
	NoLimits       bool // of logins and codes by address; those of a number stay
	VisitorsLogIn  bool // visitors may look, but asking needs a login
	LoginOnAsk     bool // the page offers a login when a visitor asks

	SessionIdle time.Duration // a session unused for so long is over; 0: 90 days
	LeaveAfter  time.Duration // grace of an account that was given up; 0: 15 days
	ShowNetwork bool          // the list of devices shows from which network each was used
	ManageURL   string        // where accounts are managed elsewhere; empty: on our own page
}

// DefaultLeaveAfter is the grace of an account that was given up.
const DefaultLeaveAfter = 15 * 24 * time.Hour

func (s Settings) sessionIdle() time.Duration {
	if s.SessionIdle > 0 {
		return s.SessionIdle
	}
	return DefaultSessionIdle
}

func (s Settings) leaveAfter() time.Duration {
	if s.LeaveAfter > 0 {
		return s.LeaveAfter
	}
	return DefaultLeaveAfter
}

// place says from where somebody comes: the class of the address, and where the
// operator wants it the network, without the part that names one machine.
func (s Settings) place(a netip.Addr) string {
	class := "public"
	switch {
	case !a.IsValid():
		return ""
	case a.IsLoopback():
		return "loopback"
	case a.IsPrivate() || a.IsLinkLocalUnicast():
		class = "private"
	}
	if !s.ShowNetwork {
		return class
	}
	bits := 16
	if a.Is6() && !a.Is4In6() {
		bits = 32
	}
	p, err := a.Unmap().WithZone("").Prefix(bits)
	if err != nil {
		return class
	}
	return class + " " + p.String()
}

// Client is from where a request comes.
type Client struct {
	Addr      netip.Addr
	Network   string // what counts as one address
	UserAgent string
	Device    string // what the client calls its device; anybody may write anything there
	Base      string // scheme and host under which it sees us
}

// named is one row of a table that looks for a word and gives a name.
type named struct{ word, name string }

// The first row whose word occurs in the user agent counts: what builds on
// another program also carries that one's name.
var (
	browsers = []named{
		{"wxwork", "企业微信"}, {"MicroMessenger", "微信"}, {"MQQBrowser", "QQ 浏览器"}, {"QQBrowser", "QQ 浏览器"}, {" QQ/", "QQ"},
		{"UCBrowser", "UC"}, {"HuaweiBrowser", "华为浏览器"}, {"MiuiBrowser", "小米浏览器"}, {"Quark", "夸克"}, {"SamsungBrowser", "Samsung Internet"},
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
		{"HeadlessChrome/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}, {"Go-http-client/", "Go"}, {"python", "Python"},
	}
	systems = []named{
		{"HarmonyOS", "HarmonyOS"}, {"OpenHarmony", "HarmonyOS"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"},
		{"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Macintosh", "macOS"}, {"Linux", "Linux"},
	}
)

// deviceName names a device as a person would: Chrome · Windows. It is empty
// when the user agent says nothing known.
func deviceName(userAgent string) string {
	find := func(table []named) string {
		for _, row := range table {
			if strings.Contains(userAgent, row.word) {
				return row.name
			}
		}
		return ""
	}
	browser, system := find(browsers), find(systems)
	if browser == "" || system == "" {
		return browser + system
	}
	return browser + " · " + system
}
