// Package app connects the domains. A domain imports only the few other domains allowed by
// .golangci.yml. If a domain needs anything else from other domains, app passes it to the domain.
package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/container"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/security"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
	"github.com/wenqu-ai/wenqu/web"
)

// App is a complete server.
type App struct {
	config  *Config
	version string

	claim    *claim // exclusive use of the data folder
	main     *db.DB
	memory   *db.DB   // stores temporary conversations; its content is lost when the process ends
	key      seal.Key // seals secrets in the database
	security *security.Log
	logins   *logins
	accounts *account.Service
	changes  []Change  // functions that alter the options of answers
	services *services // the domains
	metrics  *telemetry.Metrics
	router   *httpapi.Router

	draining   atomic.Bool
	damaged    atomic.Bool // the last completed check of the database found damage
	background sync.WaitGroup
	stop       context.CancelFunc // stops the background work
}

// New opens the database and starts all domains and their background work. Close stops everything
// started here.
func New(ctx context.Context, c *Config, version string, change ...Change) (_ *App, err error) {
	a := &App{config: c, version: version, changes: change, metrics: telemetry.NewMetrics(version), logins: newLogins(c)}
	life, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.stop = stop
	defer func() {
		if err != nil {
			err = errors.Join(err, a.Close())
		}
	}()
	if a.claim, err = claimFolder(c); err != nil {
		return nil, err
	}
	if a.key, err = serverKey(c); err != nil {
		return nil, err
	}
	if a.main, err = db.Open(ctx, c.Database()); err != nil {
		return nil, err
	}
	if err = a.checkKey(ctx); err != nil {
		return nil, err
	}
	a.security = security.New(security.Options{DB: a.main})
	if a.memory, err = db.OpenMemory(ctx); err != nil {
		return nil, err
	}
	if a.accounts, err = newAccounts(ctx, a); err != nil {
		return nil, err
	}
	if a.services, err = newServices(ctx, a); err != nil {
		return nil, err
	}
	if a.router, err = a.newRouter(); err != nil {
		return nil, err
	}
	a.services.watch(life, a)
	a.every(life, examinePause, a.examine)
	return a, nil
}

func (a *App) newRouter() (*httpapi.Router, error) {
	c := a.config
	r, err := httpapi.New(httpapi.Options{
		Product:    c.BrandSlug,
		Identities: identities{a.accounts},
		Keys:       a.services.keys,
		Hosts:      httpapi.Hosts{Public: c.PublicURL, Names: c.Hosts},
		Origins:    a.services.containers.Origins(),
		Proxies:    httpapi.Proxies(c.Proxies),
		Rates:      a.services.rates(),
		HSTS:       c.HSTS,
		MayAsk:     a.services.mayAsk,
		Projects:   memberships{a.services},
		Refused:    a.refused,
		SigningKey: a.signingKey(),
		Version:    a.version,
		Pages:      web.Dist(),
		Boot:       a.boot,
		NoAgent:    a.services.noAgent,
		Ready:      a.ready,
		Metrics:    a.metrics.Handler(c.MetricsToken),
		Observe:    a.metrics.Request,
	})
	if err != nil {
		return nil, err
	}
	a.services.routes(r)
	return r, nil
}

func (a *App) signingKey() string {
	if !a.config.Signing {
		return ""
	}
	return a.accounts.Key("signing")
}

// ready returns an error if questions cannot be accepted or stored.
func (a *App) ready(ctx context.Context) error {
	if a.draining.Load() {
		return errs.New(errs.Draining).Retry(5 * time.Second)
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if a.damaged.Load() {
		return errs.Wrap(errs.StorageFail, db.ErrDamaged)
	}
	if err := a.main.Check(ctx); err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	return nil
}

// examinePause is the pause between two checks of the database for damage.
const examinePause = time.Hour

// examine checks the database for damage. Everyday queries read only a few pages of the database and may
// not notice damage. On PostgreSQL, one check reads only a part of a large table; see db.DB.Examine. If
// the database is damaged, the server reports that it is not ready.
func (a *App) examine(ctx context.Context) error {
	err := a.main.Examine(ctx)
	if err == nil || errors.Is(err, db.ErrDamaged) {
		a.damaged.Store(err != nil)
	}
	if err != nil && a.damaged.Load() {
		slog.ErrorContext(ctx, "the database is damaged: restore it from a backup", "err", err)
	}
	return err
}

// boot returns the page's initial data, available before the first call; web/src/lib/boot.ts reads it.
func (a *App) boot(r *http.Request) map[string]any {
	c := a.config
	row := a.services.containers.Resolve(r.URL.Query().Get("container"), r.UserAgent())
	data := map[string]any{
		"brand":          map[string]any{"name": c.BrandName, "slug": c.BrandSlug, "slogan": c.BrandSlogan, "mark": c.BrandMark, "accent": c.BrandAccent},
		"container":      bootContainer(row),
		"version":        a.version,
		"defaultAgentId": cmp.Or(row.DefaultAgent, c.DefaultAgent),
		"features":       map[string]bool{"document": true, "research": true, "search": a.services.search.Available()},
	}
	if key := a.signingKey(); key != "" {
		data["signing"] = map[string]any{"key": key}
	}
	return data
}

func bootContainer(c container.Container) map[string]any {
	slots := map[string]container.Slot{}
	for id, slot := range c.Slots {
		slot.Reason = "" // an explanation for readers of the table; the page does not need it
		slots[id] = slot
	}
	return map[string]any{
		"id": c.ID, "channel": c.Channel, "sendsLandingPrompt": c.SendsLandingPrompt, "titleMax": c.TitleMax,
		"oneDocument": c.OneDocument, "slots": slots, "flags": c.Flags,
	}
}

// every calls f at once and then after every pause until the app is closed. It logs an error of f
// and calls f again after the pause.
func (a *App) every(ctx context.Context, pause time.Duration, f func(context.Context) error) {
	a.background.Go(func() {
		tick := time.NewTicker(pause)
		defer tick.Stop()
		for {
			if err := f(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "background work failed", "err", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	})
}

// Router returns the router of all requests.
func (a *App) Router() *httpapi.Router { return a.router }

// Close ends the background work and closes the databases.
func (a *App) Close() error {
	a.stop()
	a.background.Wait()
	var err error
	if a.services != nil {
		err = a.services.close()
	}
	err = errors.Join(err, a.security.Flush(context.Background()))
	for _, d := range []*db.DB{a.memory, a.main} {
		if d != nil {
			err = errors.Join(err, d.Close())
		}
	}
	return errors.Join(err, a.claim.close())
}
