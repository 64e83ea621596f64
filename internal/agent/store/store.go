// Package store lists public agents by category, and ranks them by uses and likes or by age. It also
// searches them by words or by the pronunciation of a name.
package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/agent/builtin"
	"github.com/wenqu-ai/wenqu/internal/agent/store/storedb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

// Options are the dependencies of a Service.
type Options struct {
	DB      *db.DB
	Builtin []builtin.Agent // agents that ship with the program, listed from the start
	// Sound returns the search forms of a text's pronunciation, such as initials and full pinyin.
	Sound func(text string) []string
	// Cards returns cards by agent id. An agent is left out if the caller may not use it.
	Cards func(ctx context.Context, asker string, ids []string, locale string) (map[string]Card, error)
	// Detail returns an agent, listed or not. It fails with errs.NotFound if the caller may not use
	// the agent.
	Detail func(ctx context.Context, asker, agentID, locale string) (Detail, error)
	// Newcomer reports whether a user has asked no agent yet.
	Newcomer func(ctx context.Context, asker string) (bool, error)
	// Note records the new list of featured agents in the administration log.
	Note func(ctx context.Context, agentIDs string) error
	Now  func() time.Time // nil: time.Now
}

// Service lists agents. It is safe for concurrent use.
type Service struct{ o Options }

// New makes the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Service{o}
}

// Listing is the searchable data of an agent.
type Listing struct {
	AgentID      string
	Builtin      bool // the agent ships with the program
	Category     string
	Names        []string // the agent's name in each of its languages
	Descriptions []string
	Featured     int // position among the featured agents when the listing is created, from 1; 0: not featured
}

// Card is the summary of an agent in lists.
type Card struct {
	Name, Description string
	Avatar            string // address of the picture; empty: pages show the initial of the name
	Author            string // public name; empty: none
	Builtin           bool
	NeedsModel        bool // the agent cannot answer now because no model is connected
}

// Detail is the card of an agent with the other data for the agent's page.
type Detail struct {
	Card
	AgentID, Category string
	Opening           string
	Questions, Tools  []string
	Starter           string // the question of Questions to offer first; empty: none
	Knowledge         int    // number of the agent's files and sites
	Mode              string
	Own               bool // the caller is the author of the agent
	Public            bool // the store lists the agent
}

// maxListed is the maximum length of each of the columns Names and Words, in bytes, without the last
// line end.
const maxListed = 4000

// Show lists an agent or updates its listing, in the caller's transaction. Its counts are kept.
func (s *Service) Show(ctx context.Context, tx *sql.Tx, l Listing) error {
	var names, words []string
	for _, n := range l.Names {
		names = append(names, zh.FoldSimplified(n))
		names = append(names, s.o.Sound(n)...)
	}
	for _, d := range l.Descriptions {
		words = append(words, zh.FoldSimplified(d))
	}
	now := s.o.Now()
	// A new agent starts with the heat of one like, so that it is not listed last.
	return storedb.New(tx).PutListing(ctx, storedb.PutListingParams{
		AgentID: l.AgentID, Builtin: l.Builtin, Category: l.Category, Names: lines(names), Words: lines(words),
		ListedAt: now.UnixMilli(), Featured: int64(l.Featured), Heat: warmer(0, likeWeight, now),
	})
}

// lines joins the distinct texts, one per line. A text is left out if it would make the result longer
// than maxListed.
func lines(texts []string) string {
	var b strings.Builder
	seen := map[string]bool{}
	for _, t := range texts {
		if t == "" || seen[t] || b.Len()+len(t) > maxListed {
			continue
		}
		seen[t] = true
		b.WriteString(t + "\n")
	}
	return b.String()
}

// Hide removes an agent from the store, in the caller's transaction. Its counts are kept for a
// later listing.
func (s *Service) Hide(ctx context.Context, tx *sql.Tx, agentID string) error {
	return storedb.New(tx).Unlist(ctx, agentID)
}

// Sync updates the store to an agent's current state, in the transaction that changed the agent. A
// public agent is listed, and any other agent is not. If the agent has been deleted, its data is
// deleted. Sync reports whether the agent still exists.
func (s *Service) Sync(ctx context.Context, tx *sql.Tx, agentID string) (bool, error) {
	a, err := storedb.New(tx).Live(ctx, agentID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, s.Drop(ctx, tx, agentID)
	case err != nil:
		return false, err
	case a.Visibility != public || a.Version == 0:
		return true, s.Hide(ctx, tx, agentID)
	}
	return true, s.Show(ctx, tx, Listing{
		AgentID: agentID, Category: a.LiveCategory, Names: []string{a.LiveName}, Descriptions: []string{a.LiveDescription},
	})
}

// public is the visibility of listed agents.
const public = "public"

// Drop deletes the store's data about an agent, in the caller's transaction.
func (s *Service) Drop(ctx context.Context, tx *sql.Tx, agentID string) error {
	q := storedb.New(tx)
	if err := q.DropListing(ctx, agentID); err != nil {
		return err
	}
	if err := q.DropLikes(ctx, agentID); err != nil {
		return err
	}
	return q.DropAskers(ctx, agentID)
}

// Start adds the agents that ship with the program to the store. It removes the agents that shipped
// with an earlier version of the program, but no longer do.
func (s *Service) Start(ctx context.Context) error {
	there := map[string]bool{}
	for _, b := range s.o.Builtin {
		there[b.ID] = true
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		q := storedb.New(tx)
		listed, err := q.BuiltinListed(ctx)
		if err != nil {
			return err
		}
		for _, id := range listed {
			if !there[id] {
				if err := q.Unlist(ctx, id); err != nil {
					return err
				}
			}
		}
		for _, b := range s.o.Builtin {
			err := s.Show(ctx, tx, Listing{
				AgentID: b.ID, Builtin: true, Category: b.Category, Featured: b.Featured,
				Names: []string{b.Name.ZhCN, b.Name.ZhTW, b.Name.En}, Descriptions: []string{b.Description.ZhCN, b.Description.ZhTW, b.Description.En},
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) write(ctx context.Context, f func(tx *sql.Tx) error) error {
	return stored(s.o.DB.InTx(ctx, f))
}

func stored(err error) error {
	if _, ok := errors.AsType[*errs.Error](err); ok || err == nil {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}
