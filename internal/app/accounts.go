package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// logins stores the account settings, which administrators may change while the server runs.
type logins struct {
	fixed   account.Settings // settings from variables, the file and flags
	current atomic.Pointer[account.Settings]
}

func newLogins(c *Config) *logins {
	l := &logins{fixed: c.Login}
	l.fixed.NoLimits = !c.Limits
	l.Use(nil)
	return l
}

// Use replaces the current settings by s; nil restores the fixed settings.
func (l *logins) Use(s *account.Settings) {
	if s == nil {
		s = &l.fixed
	}
	l.current.Store(s)
}

func (l *logins) settings() account.Settings { return *l.current.Load() }

// newAccounts creates the account service. The other domains are created later, so the callbacks of the
// account service look them up at each call.
func newAccounts(ctx context.Context, a *App) (*account.Service, error) {
	c := a.config
	hosts := httpapi.Hosts{Public: c.PublicURL, Names: c.Hosts}
	o := account.Options{
		DB:    a.main,
		Key:   a.key,
		Purge: func(ctx context.Context, owner string) error { return a.services.forget(ctx, owner) },
		Movers: []account.Mover{func(ctx context.Context, tx *sql.Tx, from, to string) (account.Moved, error) {
			return a.services.move(ctx, tx, from, to)
		}},
		Settings:    a.logins.settings,
		VisitorsAsk: a.visitorsAsk,
		HidePicture: func() bool { return a.services.general.HidesPicture() },
		Security:    a.security,
		Origins:     hosts.OurOrigin,
		Guard:       guard.Rule{Local: true}.Control, // a login provider may be in the operator's network, but not at a cloud's metadata address, which serves secrets
		Text:        a.answerText,
	}
	if c.LoopbackOnly() && c.PublicURL == nil && len(c.Hosts) == 0 && len(c.Proxies) == 0 {
		// Login codes may be printed on the terminal: only users of this machine can reach the server,
		// and whoever can read the terminal can also read the server's data.
		o.Terminal = func(line string) { fmt.Fprintln(os.Stderr, line) }
	}
	return account.New(ctx, o)
}

// visitorsAsk returns the rules for visitors in the container of the request. `may` states whether they
// may ask: the container's row must allow it, and the operator's settings must not forbid it. `offer`
// states whether visitors who try to ask are offered a login. If the container hides the login, `offer`
// is false. Otherwise it is true if visitors may not ask, or if the row or the settings offer a login.
func (a *App) visitorsAsk(ctx context.Context) (may, offer bool) {
	set, from := a.logins.settings(), httpapi.AskerOf(ctx)
	row := a.services.containers.ByChannel(from.Channel, from.UserAgent)
	may = row.VisitorsAsk() && !set.AskNeedsLogin
	offer = row.Slots["loginModal"].Visible && (!may || set.LoginOnAsk || row.LoginOnAsk())
	return may, offer
}

// answerText returns one answer as Markdown.
func (a *App) answerText(ctx context.Context, owner, cid string, index, repeat int) (title, markdown string, err error) {
	f, err := a.services.exports.Export(ctx, export.Order{
		OwnerID: owner, CID: cid, Place: export.Place{Index: index, RepeatIndex: repeat}, Format: export.Markdown,
	})
	return strings.TrimSuffix(f.Name, path.Ext(f.Name)), string(f.Data), err
}

// AdminLink returns a link; the person who opens it becomes administrator. The link works once, for 15
// minutes. The result is empty while an administrator is logged in or can log in. base is the address
// of this server as seen from this machine.
func (a *App) AdminLink(ctx context.Context, base string) (string, error) {
	return adminLink(ctx, a.accounts, a.config, base)
}

func adminLink(ctx context.Context, accounts *account.Service, c *Config, base string) (string, error) {
	page, err := accounts.AdminLink(ctx)
	if err != nil || page == "" {
		return "", err
	}
	if c.PublicURL != nil {
		base = c.PublicURL.String()
	}
	return base + page, nil
}

// NewAdminLink is AdminLink for a command of the program, which has no App. A server may be running at
// the same time.
func NewAdminLink(ctx context.Context, c *Config) (link string, err error) {
	err = besideServer(ctx, c, func(_ *db.DB, accounts *account.Service) error {
		link, err = adminLink(ctx, accounts, c, "http://"+Friendly(c.Addr))
		return err
	})
	return link, err
}

// ResetFactor switches off the second factor of the account whose id or phone number is
// `name`, and returns the account's id. It writes a line into the security log.
func ResetFactor(ctx context.Context, c *Config, name string) (id string, err error) {
	err = besideServer(ctx, c, func(d *db.DB, accounts *account.Service) error {
		if id, err = accounts.Named(ctx, name); err != nil {
			return err
		}
		if err := accounts.Factor.Reset(ctx, id); err != nil {
			return err
		}
		log := security.New(security.Options{DB: d})
		log.Note(ctx, security.Event{Kind: security.FactorReset, AccountID: id})
		return log.Flush(ctx)
	})
	return id, err
}

// besideServer opens the database, and calls the function `do` with the database and its account
// service. A server may be running on the database at the same time.
func besideServer(ctx context.Context, c *Config, do func(*db.DB, *account.Service) error) error {
	key, err := serverKey(c)
	if err != nil {
		return err
	}
	d, err := db.Open(ctx, c.Database())
	if err != nil {
		return err
	}
	accounts, err := account.New(ctx, account.Options{DB: d, Key: key})
	if errors.Is(err, seal.ErrKey) {
		err = errOtherKey
	}
	if err == nil {
		err = do(d, accounts)
	}
	return errors.Join(err, d.Close())
}

// Friendly returns a listening address as a person types it into a browser. The host is
// localhost if this machine can reach the server under that name.
func Friendly(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && (ip.IsUnspecified() || ip.IsLoopback())) {
		return "localhost:" + port
	}
	return addr
}

// followPause is the pause between two calls of account.Service.Follow. Follow moves rows that a
// visitor's requests have stored after the visitor's login.
const followPause = 20 * time.Second

// identities uses the account service to implement httpapi.Identities.
type identities struct{ accounts *account.Service }

func (i identities) Identify(ctx context.Context, id, token string) (httpapi.Identity, error) {
	who, err := i.accounts.Identify(ctx, id, token)
	if errors.Is(err, account.ErrReplaced) {
		err = errs.Wrap(errs.LoginOver, httpapi.ErrReplaced)
	}
	if err != nil {
		return httpapi.Identity{}, err
	}
	return account.Asker(who), nil
}

func (i identities) Mint() httpapi.Identity { return visitor(i.accounts.Mint()) }

func (i identities) Keep(ctx context.Context, who httpapi.Identity) (httpapi.Identity, error) {
	v, err := i.accounts.Keep(ctx, account.Visitor{ID: who.ID, Token: who.Token})
	if err != nil {
		return httpapi.Identity{}, err
	}
	return visitor(v), nil
}

func visitor(v account.Visitor) httpapi.Identity {
	return httpapi.Identity{ID: v.ID, Kind: httpapi.Visitor, Token: v.Token, Stored: v.Stored}
}
