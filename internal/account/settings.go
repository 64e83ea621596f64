package account

import (
	"cmp"
	"net/netip"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/docs"
	"github.com/wenqu-ai/wenqu/internal/account/oidc"
	"github.com/wenqu-ai/wenqu/internal/account/qq"
	"github.com/wenqu-ai/wenqu/internal/account/sms"
	"github.com/wenqu-ai/wenqu/internal/account/wechat"
)

// Settings are the operator's settings of accounts. With the zero value, people log in by codes
// that are printed on the server's terminal (see Options.Terminal), and all limits apply.
type Settings struct {
	SMS    sms.Settings
	WeChat wechat.Settings
	QQ     qq.Settings
	OneID  oidc.Settings
	Docs   docs.Settings

	Hosts []string // hosts of this deployment that can hand logins over to each other, including this host

	NoCaptcha      bool // codes are sent without a captcha
	NoRegistration bool // no new accounts are created
	AdminFactor    bool // administrators must have a second factor
	NoLimits       bool // no limits by network address on logins, codes, captchas, PINs and tickets; limits by phone number, device and account, and all limits on second factors, still apply
	AskNeedsLogin  bool // asking needs a login
	LoginOnAsk     bool // the page offers a login when a visitor asks

	SessionIdle      time.Duration // time without use after which a session ends; 0: 90 days
	AdminSessionIdle time.Duration // time without use after which an administrator's session ends, at most SessionIdle; 0: 7 days
	LeaveAfter       time.Duration // grace period before an account is deleted; 0: 15 days
	ShowNetwork      bool          // the place of a device contains its network; see device.Place
	ManageURL        string        // address of a page that manages accounts; empty: a page of this server
}

// DefaultLeaveAfter is the grace period before an account is deleted.
const DefaultLeaveAfter = 15 * 24 * time.Hour

// idle is the time without use after which the session of a user with `role` ends.
func (s Settings) idle(role Role) time.Duration {
	if role != Admin {
		return s.sessionIdle()
	}
	return min(cmp.Or(s.AdminSessionIdle, DefaultAdminSessionIdle), s.sessionIdle())
}

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

// Client describes where a request comes from.
type Client struct {
	Addr      netip.Addr
	Network   string // the IPv4 address, or the network of the IPv6 address; limits count per network
	UserAgent string
	Device    string // the client's own name of the device, which is not checked
	Base      string // scheme and host by which the client reaches this server
}
