// Package memory stores what users want to have remembered about themselves. It takes only
// the user's own words, from messages or entered as a memory, never from pages, files or
// model output. Answers use the fitting memories and show the used memories.
package memory

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/memory/memorydb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits.
const (
	MaxMemories = 500 // memories of an owner
	MaxText     = 500 // characters of a memory
)

// Memory is one stored statement.
type Memory struct {
	ID        string
	Author    string // the member who made the statement, if the owner is a project; otherwise empty
	Text      string
	Previous  string // the text before the last change; empty: the memory is new or its last change was undone
	CreatedAt int64  // Unix milliseconds
	UpdatedAt int64  // Unix milliseconds
}

// Choice is a user's choice about memory. If the user has not chosen, both fields are
// true.
type Choice struct {
	Use    bool // answers may use memories
	Notice bool // statements in questions may be remembered
}

// Options are the dependencies of a Service.
type Options struct {
	DB *db.DB
	// Person reports whether memories are kept for an owner: an account or a project, not a visitor.
	Person func(ctx context.Context, owner string) (bool, error)
	// Names returns the names of authors; nil: memories are shown without authors.
	Names func(ctx context.Context, people []string) (map[string]string, error)
	// Clean reports whether the content rules leave a text unchanged; nil: always.
	Clean func(text string) bool
	// Rank returns the indexes of the texts that fit a question, best first.
	Rank func(question string, texts []string, limit int) []int
	Now  func() time.Time // nil: time.Now
	Log  *slog.Logger     // nil: slog.Default
}

// Service manages memories. It is safe for concurrent use.
type Service struct{ Options }

// New makes the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Clean == nil {
		o.Clean = func(string) bool { return true }
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Service{o}
}

// Put stores a text. If the text equals an existing memory after `fold`, nothing changes and `fresh` is
// false. Otherwise the text replaces a memory on the same topic or, if the text has no topic, a memory in
// similar words; the replaced text becomes Previous. If there is no such memory, the text becomes a new
// memory. In a project, Put compares the text only with memories of the same author.
func (s *Service) Put(ctx context.Context, owner, author, said string) (m Memory, fresh bool, err error) {
	said, err = s.legible(said)
	if err != nil {
		return Memory{}, false, err
	}
	err = s.write(ctx, owner, func(q *memorydb.Queries) error {
		rows, err := q.ListMemories(ctx, owner)
		if err != nil {
			return err
		}
		topic, folded := topicBy(author, said), fold(said)
		old, found := sameAs(by(author, rows), topic, folded)
		now := s.Now().UnixMilli()
		switch {
		case found && old.Folded == folded:
			m = memoryOf(old)
			return nil
		case found:
			m, fresh = Memory{old.ID, author, said, old.Text, old.CreatedAt, now}, true
			return change(ctx, q, owner, m, topic, folded)
		case len(rows) >= MaxMemories:
			return errs.New(errs.MemoriesFull).With("limit", strconv.Itoa(MaxMemories))
		}
		m, fresh = Memory{ID: id.New(), Author: author, Text: said, CreatedAt: now, UpdatedAt: now}, true
		if topic == "" {
			topic = m.ID
		}
		return q.InsertMemory(ctx, memorydb.InsertMemoryParams{ID: m.ID, OwnerID: owner, AuthorID: author, Topic: topic, Text: said, Folded: folded, CreatedAt: now, UpdatedAt: now})
	})
	return m, fresh, err
}

// Edit changes the text of a memory; `author` becomes the author of the memory. Other memories of
// this author with the same text or topic are deleted.
func (s *Service) Edit(ctx context.Context, owner, author, memoryID, said string) (m Memory, err error) {
	if said, err = s.legible(said); err != nil {
		return Memory{}, err
	}
	err = s.write(ctx, owner, func(q *memorydb.Queries) error {
		old, err := q.GetMemory(ctx, memorydb.GetMemoryParams{OwnerID: owner, ID: memoryID})
		if err != nil {
			return err
		}
		rows, err := q.ListMemories(ctx, owner)
		if err != nil {
			return err
		}
		topic, folded := topicBy(author, said), fold(said)
		for _, r := range by(author, rows) {
			if r.ID != memoryID && (r.Folded == folded || topic != "" && r.Topic == topic) {
				if _, err := q.DeleteMemory(ctx, memorydb.DeleteMemoryParams{OwnerID: owner, ID: r.ID}); err != nil {
					return err
				}
			}
		}
		m = Memory{old.ID, author, said, old.Previous, old.CreatedAt, s.Now().UnixMilli()}
		if said != old.Text {
			m.Previous = old.Text
		}
		return change(ctx, q, owner, m, topic, folded)
	})
	return m, err
}

// Undo reverts the last change of a memory. It restores the previous text or, without a previous text,
// deletes the memory. `text` is the text to be undone. If the memory has a different text by now, Undo
// fails with errs.NotFound, so that a second click undoes nothing more. An empty `text` skips this check.
func (s *Service) Undo(ctx context.Context, owner, memoryID, text string) error {
	return s.write(ctx, owner, func(q *memorydb.Queries) error {
		old, err := q.GetMemory(ctx, memorydb.GetMemoryParams{OwnerID: owner, ID: memoryID})
		if err != nil {
			return err
		}
		if text != "" && text != old.Text {
			return errs.New(errs.NotFound)
		}
		if old.Previous == "" {
			return mustMeet(q.DeleteMemory(ctx, memorydb.DeleteMemoryParams{OwnerID: owner, ID: memoryID}))
		}
		m := memoryOf(old)
		m.Text, m.Previous, m.UpdatedAt = old.Previous, "", s.Now().UnixMilli()
		topic := topicBy(m.Author, m.Text)
		if topic != "" && topic != old.Topic { // another memory may have this topic by now
			rows, err := q.ListMemories(ctx, owner)
			if err != nil {
				return err
			}
			for _, r := range rows {
				if r.Topic == topic {
					topic = ""
				}
			}
		}
		return change(ctx, q, owner, m, topic, fold(m.Text))
	})
}

// change stores the new text of a memory.
func change(ctx context.Context, q *memorydb.Queries, owner string, m Memory, topic, folded string) error {
	if topic == "" {
		topic = m.ID
	}
	return mustMeet(q.ChangeMemory(ctx, memorydb.ChangeMemoryParams{
		AuthorID: m.Author, Topic: topic, Text: m.Text, Folded: folded, Previous: m.Previous, UpdatedAt: m.UpdatedAt, OwnerID: owner, ID: m.ID,
	}))
}

// Delete permanently deletes memories, all or none.
func (s *Service) Delete(ctx context.Context, owner string, ids ...string) error {
	if len(ids) == 0 || len(ids) > MaxMemories {
		return errs.New(errs.BadRequest).With("detail", "ids")
	}
	return s.write(ctx, owner, func(q *memorydb.Queries) error {
		for _, one := range ids {
			if err := mustMeet(q.DeleteMemory(ctx, memorydb.DeleteMemoryParams{OwnerID: owner, ID: one})); err != nil {
				return err
			}
		}
		return nil
	})
}

// Clear deletes all memories of an owner.
func (s *Service) Clear(ctx context.Context, owner string) error {
	return s.write(ctx, owner, func(q *memorydb.Queries) error { return q.ForgetMemories(ctx, owner) })
}

// Forget deletes all data of an owner.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, owner, func(q *memorydb.Queries) error {
		return errors.Join(q.ForgetMemories(ctx, owner), q.ForgetChoice(ctx, owner))
	})
}

// All returns the memories of an owner, the last changed one first.
func (s *Service) All(ctx context.Context, owner string) (out []Memory, err error) {
	rows, err := s.reads().ListMemories(ctx, owner)
	for _, r := range rows {
		out = append(out, memoryOf(r))
	}
	return out, stored(err)
}

// Search returns the memories that contain the text `words`; both texts are compared after `fold`. If
// no memory contains the text, Search returns at most maxUsed memories related to the words. If `words`
// has no letters or digits, it returns all memories.
func (s *Service) Search(ctx context.Context, owner, words string) (out []Memory, err error) {
	all, err := s.All(ctx, owner)
	if err != nil {
		return nil, err
	}
	folded := fold(words)
	if folded == "" {
		return all, nil
	}
	texts := make([]string, len(all))
	for i, m := range all {
		if texts[i] = m.Text; strings.Contains(fold(m.Text), folded) {
			out = append(out, m)
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	for _, i := range s.Rank(words, texts, maxUsed) {
		out = append(out, all[i])
	}
	return out, nil
}

// Choice returns an owner's choice. Until a choice is stored, both parts are on.
func (s *Service) Choice(ctx context.Context, owner string) (Choice, error) {
	c, err := s.reads().GetChoice(ctx, owner)
	if errors.Is(err, sql.ErrNoRows) {
		return Choice{true, true}, nil
	}
	return Choice{c.Used, c.Noticed}, stored(err)
}

// Choose stores an owner's choice.
func (s *Service) Choose(ctx context.Context, owner string, c Choice) error {
	return s.write(ctx, owner, func(q *memorydb.Queries) error {
		return q.PutChoice(ctx, memorydb.PutChoiceParams{OwnerID: owner, Used: c.Use, Noticed: c.Notice})
	})
}

// legible converts a text to its stored form, on one line. It fails with errs.BadRequest for an
// empty text, with errs.TooLarge above MaxText, and with errs.NotRemembered if the content rules
// would change or block the text.
func (s *Service) legible(said string) (string, error) {
	said = text.OneLine(strings.ToValidUTF8(strings.ReplaceAll(said, "\x00", ""), ""))
	switch {
	case said == "":
		return "", errs.New(errs.BadRequest).With("detail", "text")
	case text.Len(said) > MaxText:
		return "", errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxText))
	case !s.Clean(said):
		return "", errs.New(errs.NotRemembered)
	}
	return said, nil
}

func memoryOf(r memorydb.Memory) Memory {
	return Memory{r.ID, r.AuthorID, r.Text, r.Previous, r.CreatedAt, r.UpdatedAt}
}

func (s *Service) reads() *memorydb.Queries { return memorydb.New(s.DB.Read()) }

func (s *Service) write(ctx context.Context, owner string, f func(q *memorydb.Queries) error) error {
	return stored(s.DB.InTxOf(ctx, owner, func(tx *sql.Tx) error { return f(memorydb.New(tx)) }))
}

// stored converts a database error to an error for users. context.Canceled and errors with a code are
// unchanged.
func stored(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return errs.New(errs.NotFound)
	}
	if _, ours := errors.AsType[*errs.Error](err); ours {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}

// mustMeet returns errs.NotFound if no row was changed.
func mustMeet(rows int64, err error) error {
	if err == nil && rows == 0 {
		return errs.New(errs.NotFound)
	}
	return err
}
