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
	AdminFactor    bool // administrators must have a second factor
	NoLimits       bool // of logins and codes by address; those of a number stay
	AskNeedsLogin  bool // visitors may look, but asking needs a login
	LoginOnAsk     bool // the page offers a login when a visitor asks

	SessionIdle      time.Duration // a session unused for so long is over; 0: 90 days
	AdminSessionIdle time.Duration // the same for an administrator, never longer than SessionIdle; 0: 7 days
	LeaveAfter       time.Duration // grace of an account that was given up; 0: 15 days
	ShowNetwork      bool          // the list of devices shows from which network each was used
	ManageURL        string        // where accounts are managed elsewhere; empty: on our own page
}

// DefaultLeaveAfter is the grace of an account that was given up.
const DefaultLeaveAfter = 15 * 24 * time.Hour

// idle is how long a session of somebody with that role lives unused.
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

// Client is from where a request comes.
type Client struct {
	Addr      netip.Addr
	Network   string // what counts as one address
	UserAgent string
	Device    string // what the client calls its device; anybody may write anything there
	Base      string // scheme and host under which it sees us
}
