package app

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"log/slog"
	"maps"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/answer/basictool"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/filetool"
	"github.com/wenqu-ai/wenqu/internal/document/gather"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/instruction"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/providers"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/reading"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/setting"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
	"github.com/wenqu-ai/wenqu/internal/transfer"
	"github.com/wenqu-ai/wenqu/internal/webcopy"
	"github.com/wenqu-ai/wenqu/internal/webcopy/links"
)

// Domain is one part of the server. Its Service implements some of the interfaces below. Work that
// concerns all domains is a loop over the list of domains.
type Domain struct {
	Name    string
	Service any
}

// The interfaces that a domain may implement.
type (
	// Routed registers the domain's calls.
	Routed interface{ Routes(r *httpapi.Router) }
	// Runner does background work until ctx ends.
	Runner interface{ Run(ctx context.Context) }
	// Refresher is called every second to load changes that other processes have made.
	Refresher interface {
		Refresh(ctx context.Context) error
	}
	// Sweeper is called every minute to delete what is no longer needed.
	Sweeper interface {
		Sweep(ctx context.Context) error
	}
	// Timed has background work with its own pauses.
	Timed interface{ Timers() []Timer }
	// Measured registers metrics.
	Measured interface{ Figures(m *telemetry.Metrics) }
	// Forgetter deletes all data of an owner in the domain.
	Forgetter interface {
		Forget(ctx context.Context, owner string) error
	}
	// Emptier deletes the content that an owner has created or received in the domain, but keeps
	// counters such as the day's quota. If a Forgetter has no Empty, Forget is called instead.
	Emptier interface {
		Empty(ctx context.Context, owner string) error
	}
	// Mover moves the rows of one owner to another, in the caller's transaction.
	Mover interface {
		Move(ctx context.Context, tx *sql.Tx, from, to string) error
	}
	// Follower is like Mover, for a domain that must know which conversations got a new id during the
	// move: `renamed` maps the old id to the new id.
	Follower interface {
		Follow(ctx context.Context, tx *sql.Tx, from, to string, renamed map[string]string) error
	}
	// Gatekeeper returns an error when a person may not ask now. who.ID is empty for a person
	// without an identity.
	Gatekeeper interface {
		MayAsk(ctx context.Context, who httpapi.Identity) error
	}
	// Configured has settings that administrators change while the server runs.
	Configured interface{ Sections() []setting.Section }
	// Tooled has tools that models may call during an answer.
	Tooled interface{ Tools() []answer.Tool }
	// Gathering has gatherers, which find sources for an answer before the
	// model is called.
	Gathering interface{ Gatherers() []answer.Gatherer }
	// Authoring has authors, which create whole answers in their own way.
	Authoring interface{ Authors() []answer.Author }
	// Exporter adds the domain's data about people to the full archive. Most of these data can also be
	// imported from an archive; Exports then states how.
	Exporter interface{ Exports(to *transfer.Holdings) }
	// Findable has kinds of results for the global search.
	Findable interface{ FoundKinds() []search.Kind }
	// Capable states which provider serves a capability.
	Capable interface{ Capabilities() []llm.Capability }
	// Renamer is like Mover, for a domain that may change the ids of the rows it moves. It returns the
	// changed ids.
	Renamer interface {
		Move(ctx context.Context, tx *sql.Tx, from, to string) (account.Moved, error)
	}
)

// Timer is work that runs when the server starts and then after every pause.
type Timer struct {
	Pause time.Duration
	Do    func(context.Context) error
}

// list returns the domains in the order in which the loops visit them: a domain comes after the domains
// that it relies on. The domains transfer and admin are created from the other domains and are appended
// later.
func (s *services) list(a *App) []Domain {
	return []Domain{
		{"account", accountDomain{a}},
		{"config", s.general},
		{"llm", modelDomain{s.models, a.config.LLM}},
		{"websearch", searchDomain{s.search, s.webGatherer()}},
		{"moderation", moderationDomain{s.rules}},
		{"quota", quotaDomain{s.quotas}},
		{"run", runDomain{s.runs}},
		{"answer", answerDomain{}},
		{"chat", chatDomain{s.chats}},
		{"export", s.exports},
		{"job", jobDomain{s.jobs}}, // must come before the domains whose jobs it stores; see job.Queue.Move
		{"document", documentDomain{s.documents, library{s}}},
		{"reading", readingDomain{s.readings, s.documents}},
		{"webcopy", copyDomain{s.copies, s}},
		{"site", siteDomain{s.sites}},
		{"research", researchDomain{s.research}},
		{"share", shareDomain{s.shares}},
		{"instruction", instructionDomain{s.instructions}},
		{"memory", memoryDomain{s.memories}},
		{"project", projectDomain{s.projects, s}},
		{"mcp", connectorDomain{s.connectors}},
		{"tool", toolDomain{s.tools, s}},
		{"notice", s.notices},
		{"suggest", s.suggestions},
		{"favorite", favoriteDomain{s.favorites}},
		{"agent", agentDomain{s.agents}},
		{"store", storeDomain{s.store, s.clock, s.agents, a.config.BrandName}},
		{"security", a.security},
		{"apikey", s.keys},
		{"openapi", s.openAPI},
		{"mcpserver", s.mcpServer},
		{"search", everythingDomain{s.found}}, // must come after the domains that it searches: their rows must be moved before its own entries
	}
}

// Domains are the parts of the server, in order.
func (a *App) Domains() []Domain { return a.services.domains }

// having iterates over the domains that implement T.
func having[T any](domains []Domain) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, d := range domains {
			if has, ok := d.Service.(T); ok && !yield(has) {
				return
			}
		}
	}
}

// all collects the results of `values` for each domain that implements T.
func all[T, V any](domains []Domain, values func(T) []V) (out []V) {
	for d := range having[T](domains) {
		out = append(out, values(d)...)
	}
	return out
}

func (s *services) routes(r *httpapi.Router) {
	for d := range having[Routed](s.domains) {
		d.Routes(r)
	}
}

// watch registers the domains' metrics and starts their background work.
func (s *services) watch(ctx context.Context, a *App) {
	for d := range having[Measured](s.domains) {
		d.Figures(a.metrics)
	}
	for d := range having[Refresher](s.domains) {
		a.every(ctx, time.Second, d.Refresh)
	}
	for d := range having[Timed](s.domains) {
		for _, t := range d.Timers() {
			a.every(ctx, t.Pause, t.Do)
		}
	}
	for d := range having[Runner](s.domains) {
		a.background.Go(func() { d.Run(ctx) })
	}
	a.every(ctx, time.Minute, s.sweep)
}

// sweep calls every Sweeper, which deletes what is no longer needed.
func (s *services) sweep(ctx context.Context) (err error) {
	for d := range having[Sweeper](s.domains) {
		err = errors.Join(err, d.Sweep(ctx))
	}
	return err
}

// mayAsk returns the error of the first gatekeeper that refuses a person.
func (s *services) mayAsk(ctx context.Context, who httpapi.Identity) error {
	for d := range having[Gatekeeper](s.domains) {
		if err := d.MayAsk(ctx, who); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes all data of an owner in all domains.
func (s *services) forget(ctx context.Context, owner string) (err error) {
	for d := range having[Forgetter](s.domains) {
		err = errors.Join(err, d.Forget(ctx, owner))
	}
	return err
}

// empty deletes everything that a person has created or received. Counters stay, so that emptying
// an account does not renew the quota of the day.
func (s *services) empty(ctx context.Context, owner string) (err error) {
	for _, d := range s.domains {
		switch has := d.Service.(type) {
		case Emptier:
			err = errors.Join(err, has.Empty(ctx, owner))
		case Forgetter:
			err = errors.Join(err, has.Forget(ctx, owner))
		}
	}
	return err
}

// move moves all data of an owner in all domains to another owner.
func (s *services) move(ctx context.Context, tx *sql.Tx, from, to string) (account.Moved, error) {
	all := account.Moved{Renamed: map[string]string{}}
	var after []func(context.Context)
	for _, d := range s.domains {
		var did account.Moved
		var err error
		switch has := d.Service.(type) {
		case Renamer:
			did, err = has.Move(ctx, tx, from, to)
		case Follower: // in the list of domains, every Follower comes after chat, which changes the ids of conversations
			err = has.Follow(ctx, tx, from, to, all.Renamed)
		case Mover:
			err = has.Move(ctx, tx, from, to)
		}
		if err != nil {
			return account.Moved{}, err
		}
		maps.Copy(all.Renamed, did.Renamed)
		if did.After != nil {
			after = append(after, did.After)
		}
	}
	all.After = func(ctx context.Context) {
		for _, f := range after {
			f(ctx)
		}
	}
	return all, nil
}

// accountDomain does not implement Forgetter: after the grace period of a deleted account, the
// account service itself deletes the account's rows and calls forget for all other domains.
type accountDomain struct{ app *App }

func (d accountDomain) Routes(r *httpapi.Router) { d.app.accounts.Routes(r) }

func (d accountDomain) Timers() []Timer {
	return []Timer{
		{followPause, d.app.accounts.Follow},
		{time.Hour, func(ctx context.Context) error {
			_, err := d.app.accounts.Sweep(ctx)
			return err
		}},
	}
}

// Refresh ends the running answers of people who were banned within the last minute.
func (d accountDomain) Refresh(ctx context.Context) error {
	owners, err := d.app.accounts.FreshlyBanned(ctx)
	for _, owner := range owners {
		if banned, ok := errors.AsType[*errs.Error](d.app.accounts.MayAsk(ctx, owner)); ok && banned.Code == errs.ChatBanned {
			d.app.services.runs.Refuse(owner, banned)
		}
	}
	return err
}

// MayAsk refuses three kinds of people: visitors, if asking needs a login; banned people; and
// people whose minor mode does not allow asking now.
func (d accountDomain) MayAsk(ctx context.Context, who httpapi.Identity) error {
	if who.Kind != httpapi.User {
		if may, _ := d.app.visitorsAsk(ctx); !may {
			return errs.New(errs.NeedLogin)
		}
	}
	if who.ID == "" {
		return nil
	}
	if err := d.app.accounts.MayAsk(ctx, who.ID); err != nil {
		return err
	}
	return d.app.accounts.Minor.MayAsk(ctx, who.ID)
}

func (d accountDomain) Sections() []setting.Section { return d.app.loginSections() }

func (d accountDomain) Exports(to *transfer.Holdings) {
	to.Sections = append(to.Sections, profile(d.app.accounts))
}

type modelDomain struct {
	*llm.Registry
	fixed llm.Settings // settings from variables, the file and flags
}

func (d modelDomain) Sections() []setting.Section {
	return []setting.Section{providers.Section(d.Registry, d.fixed)}
}

type moderationDomain struct{ *moderation.Service }

func (d moderationDomain) Figures(m *telemetry.Metrics) { moderationFigures(m, d.Service) }

// answerDomain provides the tools of package basictool.
type answerDomain struct{}

func (answerDomain) Tools() []answer.Tool { return basictool.Tools() }

type runDomain struct{ runs *run.Manager }

func (d runDomain) Figures(m *telemetry.Metrics) { figures(m, d.runs.Stats) }

func (d runDomain) Sweep(ctx context.Context) error {
	d.runs.Sweep(ctx, time.Now())
	return nil
}

type chatDomain struct{ *chat.Service }

func (d chatDomain) Move(ctx context.Context, tx *sql.Tx, from, to string) (account.Moved, error) {
	did, err := d.Service.Move(ctx, tx, from, to)
	return account.Moved{Renamed: did.Renamed, After: did.After}, err
}

// Empty ends the owner's running answers before it deletes the owner's conversations.
func (d chatDomain) Empty(ctx context.Context, owner string) error {
	if _, err := d.DeleteAll(ctx, owner, ""); err != nil {
		return err
	}
	return d.Forget(ctx, owner)
}

func (d chatDomain) Exports(to *transfer.Holdings) { to.Conversations = conversations{d.Service} }

type documentDomain struct {
	*document.Service
	library library
}

func (d documentDomain) Tools() []answer.Tool {
	return append(filetool.Tools(d.library), filetool.Figures(d.library))
}

func (d documentDomain) Gatherers() []answer.Gatherer {
	return []answer.Gatherer{gather.New(d.library.fileSources(), slog.Default())}
}

func (d documentDomain) Exports(to *transfer.Holdings) { to.Files = archivedLibrary{d.Service} }

type readingDomain struct {
	*reading.Service
	documents *document.Service
}

func (d readingDomain) Exports(to *transfer.Holdings) { to.Notes = archivedNotes{d.Service} }

type copyDomain struct {
	*webcopy.Service
	services *services
}

func (d copyDomain) Routes(r *httpapi.Router) { d.Service.Routes(r, d.services.pages) }

func (d copyDomain) Gatherers() []answer.Gatherer {
	return []answer.Gatherer{&links.Gatherer{
		Reader: d.services.pages, Copies: copies{d.Service}, Ranking: linkRanking{d.services.index.Ranker()}, Log: slog.Default(),
	}}
}

type instructionDomain struct{ *instruction.Service }

func (d instructionDomain) Exports(to *transfer.Holdings) {
	to.Sections = append(to.Sections, wishes(d.Service))
}

type jobDomain struct{ *job.Queue }

func (d jobDomain) Figures(m *telemetry.Metrics) { jobFigures(m, d.Queue) }

type adminDomain struct {
	*admin.Service
	ports admin.Ports
}

func (d adminDomain) Routes(r *httpapi.Router) { d.Service.Routes(r, d.ports) }

func (d adminDomain) Empty(ctx context.Context, owner string) error {
	return d.ForgetFeedback(ctx, owner)
}
