package agent

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/agentdb"
	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Named is a file or a site with its name.
type Named struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Ready bool   `json:"ready" doc:"it has been read and is searched"`
}

// Options are the dependencies of a Service. All fields are required unless stated otherwise.
type Options struct {
	DB           *db.DB
	Builtin      []builtin.Agent
	Product      string   // the name of the plain assistant
	DefaultAgent string   // id of the plain assistant
	Defaults     []string // further ids of the plain assistant
	// DefaultOf returns the plain assistant's id for a request without an agent. Some host apps have
	// their own id for the plain assistant (see package container).
	DefaultOf func(ctx context.Context) string
	// Files returns the files of the owner among `ids`. Other ids are left out.
	Files func(ctx context.Context, owner string, ids []string) ([]Named, error)
	// Sites returns all sites and feeds of this server.
	Sites func(ctx context.Context) ([]Named, error)
	// Draw scales a picture, given as a data URL or base64, to a small JPEG.
	Draw func(picture string) ([]byte, error)
	// Connected reports whether a connected model answers for a chatModelId. An empty or unknown id stands
	// for the default model; `known` is false for an unknown id.
	Connected func(chatModelID string) (connected, known bool)
	// Withheld reports whether the content rules forbid a text of the owner.
	Withheld func(ctx context.Context, owner, text string) bool
	// Notify sends a notice to an author.
	Notify func(ctx context.Context, owner string, n Notice) error
	// Note records an administrator's action in the administration log.
	Note func(ctx context.Context, action, agentID, detail string) error
	// AuthorName is the public name of an author; empty if the author has none.
	AuthorName func(ctx context.Context, owner string) string
	// Changed is called in each transaction that deletes an agent or can change other users' view of
	// the agent; may be nil.
	Changed func(ctx context.Context, tx *sql.Tx, agentID string) error
	// Asked is called when a user other than the author asks an agent, in the transaction that records
	// the use (see NoteUse); may be nil.
	Asked func(ctx context.Context, tx *sql.Tx, asker, agentID string) error
	Now   func() time.Time // nil: time.Now
	Log   *slog.Logger     // nil: slog.Default
}

// Notice is a message to an author, sent by Options.Notify.
type Notice struct {
	ID          string // a second notice with the same id is not posted
	Title, Body errs.Text
	Link        string // a path on this site
}

// Service manages agents. It is safe for concurrent use.
type Service struct {
	o       Options
	builtin map[string]builtin.Agent
}

// New makes the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.Default())
	if o.Changed == nil {
		o.Changed = func(context.Context, *sql.Tx, string) error { return nil }
	}
	if o.Asked == nil {
		o.Asked = func(context.Context, *sql.Tx, string, string) error { return nil }
	}
	s := &Service{o: o, builtin: map[string]builtin.Agent{}}
	for _, b := range o.Builtin {
		s.builtin[b.ID] = b
	}
	return s
}

// Get returns the live version of an agent. The author gets the draft if the agent is private or
// was never published, or if agentID is a DraftID. Get fails with errs.NotFound if the asker
// may use no version, or if agentID is a DraftID and the asker is not the author.
func (s *Service) Get(ctx context.Context, asker, agentID, locale string) (Agent, error) {
	if b, ok := s.builtin[agentID]; ok {
		return ofBuiltin(b, locale), nil
	}
	id, draft := undraft(agentID)
	if !idPattern.MatchString(id) {
		return Agent{}, notFound()
	}
	row, err := agentdb.New(s.o.DB.Read()).GetAgent(ctx, id)
	if err != nil {
		return Agent{}, found(err)
	}
	own := asker != "" && row.OwnerID == asker
	switch {
	case own && (draft || Visibility(row.Visibility) == Private || row.Version == 0):
		return ofRow(row, true), nil
	case draft:
		return Agent{}, notFound()
	case own, Visibility(row.Visibility) != Private && row.Version > 0:
		return ofRow(row, false), nil
	}
	return Agent{}, notFound()
}

// Name returns the name of an agent's live version, or of its draft if no version is live. It serves
// administrators and therefore does not check access. If the agent does not exist, the result is empty.
func (s *Service) Name(ctx context.Context, agentID, locale string) string {
	if b, ok := s.builtin[agentID]; ok {
		return ofBuiltin(b, locale).Name
	}
	row, err := agentdb.New(s.o.DB.Read()).GetAgent(ctx, agentID)
	if err != nil {
		return ""
	}
	return ofRow(row, row.Version == 0).Name
}

// Own returns the draft of one of the owner's agents.
func (s *Service) Own(ctx context.Context, owner, agentID string) (Agent, error) {
	row, err := s.own(ctx, agentdb.New(s.o.DB.Read()), owner, agentID)
	return ofRow(row, true), err
}

func (s *Service) own(ctx context.Context, q *agentdb.Queries, owner, agentID string) (agentdb.Agent, error) {
	id, _ := undraft(agentID)
	if owner == "" || !idPattern.MatchString(id) {
		return agentdb.Agent{}, notFound()
	}
	row, err := q.OwnAgent(ctx, agentdb.OwnAgentParams{ID: id, OwnerID: owner})
	return row, found(err)
}

// NeedsModel reports whether an agent cannot answer now because no model is connected and the
// built-in engine is not sufficient for it.
func (s *Service) NeedsModel(a Agent) bool {
	connected, _ := s.o.Connected(a.Model)
	return !a.Offline && !a.HasKnowledge() && !connected
}

// AuthorName is the public name of an agent's author; empty if there is none.
func (s *Service) AuthorName(ctx context.Context, a Agent) string {
	if a.Builtin() {
		return ""
	}
	return s.o.AuthorName(ctx, a.Owner)
}

// ofRow converts a row to an agent, with its draft or its live version.
func ofRow(r agentdb.Agent, draft bool) Agent {
	a := Agent{
		ID: r.ID, Owner: r.OwnerID, Draft: draft, Changed: r.Version == 0 || r.Draft != r.Live, Revision: int(r.Revision), Version: int(r.Version),
		Visibility: Visibility(r.Visibility), Review: Review(r.Review), Reason: r.Reason, Uses: r.Uses,
		CreatedAt: moment(r.CreatedAt), UpdatedAt: moment(r.UpdatedAt), PublishedAt: moment(r.PublishedAt),
	}
	if a.Spec = decode(r.Live); draft {
		a.Spec = decode(r.Draft)
	}
	if len(a.Questions) > 0 {
		a.Starter = a.Questions[0]
	}
	return a
}

func ofBuiltin(b builtin.Agent, locale string) Agent {
	a := Agent{ID: b.ID, Version: 1, Visibility: Public, Offline: b.Offline(locale), Spec: Spec{
		Name: b.Name.In(locale), Description: b.Description.In(locale), Category: b.Category, Persona: b.System(),
		Opening: b.Opening.In(locale), Tools: b.Tools, Mode: Default, Kind: Kinds[0],
	}}
	for _, q := range b.Questions {
		a.Questions = append(a.Questions, q.In(locale))
		if a.Starter == "" && !q.NeedsFile && q.Offline(locale) {
			a.Starter = q.In(locale)
		}
	}
	return a
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// found converts sql.ErrNoRows to notFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return notFound()
	}
	return stored(err)
}

func stored(err error) error {
	if _, ok := errors.AsType[*errs.Error](err); ok || err == nil {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

func (s *Service) write(ctx context.Context, f func(q *agentdb.Queries) error) error {
	return stored(s.o.DB.InTx(ctx, func(tx *sql.Tx) error { return f(agentdb.New(tx)) }))
}

// writeOf is write for a transaction that counts the rows of an owner.
func (s *Service) writeOf(ctx context.Context, owner string, f func(q *agentdb.Queries) error) error {
	return stored(s.o.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error { return f(agentdb.New(tx)) }))
}

// change runs f in a transaction, and calls Options.Changed in the same transaction. It serves
// operations that can change other users' view of one agent. Forget, which deletes several agents, calls
// Options.Changed itself.
func (s *Service) change(ctx context.Context, agentID string, f func(q *agentdb.Queries) error) error {
	return stored(s.o.DB.InTx(ctx, func(tx *sql.Tx) error {
		q := agentdb.New(tx)
		if err := q.Hold(ctx, agentID); err != nil {
			return err
		}
		if err := f(q); err != nil {
			return err
		}
		return s.o.Changed(ctx, tx, agentID)
	}))
}

// met returns notFound if no row was changed.
func met(rows int64, err error) error {
	if err == nil && rows == 0 {
		return notFound()
	}
	return err
}
