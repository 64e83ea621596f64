// Package instruction stores a person's instruction for all of their answers, such as
// the tone, the length, or what they do for a living.
package instruction

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/absent"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/instruction/instructiondb"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxText bounds an instruction, in characters.
const MaxText = 1500

// Instruction is what one person requests for all answers. The zero value means none.
type Instruction struct {
	Text   string `json:"text" doc:"at most 1,500 characters"`
	Active bool   `json:"active" doc:"false: it is kept and not used"`
}

// Service stores instructions. It is safe for concurrent use.
type Service struct {
	db   *db.DB
	now  func() time.Time
	none absent.Owners // owners who are known to have no instruction
}

// New makes the service.
func New(d *db.DB, now func() time.Time) *Service { return &Service{db: d, now: now} }

// Of returns an owner's instruction; the zero value when there is none. It remembers the owners
// without an instruction, because each question needs the instruction and few people have one.
func (s *Service) Of(ctx context.Context, owner string) (Instruction, error) {
	none, turn := s.none.Has(owner, s.now())
	if none {
		return Instruction{}, nil
	}
	row, err := instructiondb.New(s.db.Read()).GetInstruction(ctx, owner)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		s.none.Add(owner, turn, s.now())
		return Instruction{}, nil
	case err != nil:
		return Instruction{}, errs.Wrap(errs.StorageFail, err)
	}
	return Instruction{Text: row.Text, Active: row.Active}, nil
}

// Active returns the text to follow in an owner's answers; empty: none.
func (s *Service) Active(ctx context.Context, owner string) (string, error) {
	i, err := s.Of(ctx, owner)
	if !i.Active {
		return "", err
	}
	return i.Text, err
}

// Save replaces an owner's instruction and returns it as it is stored. It fails with errs.TooLarge
// when the text is longer than MaxText.
func (s *Service) Save(ctx context.Context, owner string, i Instruction) (Instruction, error) {
	i, err := clean(i)
	if err != nil {
		return Instruction{}, err
	}
	err = s.write(ctx, func(q *instructiondb.Queries) error {
		return q.PutInstruction(ctx, instructiondb.PutInstructionParams{OwnerID: owner, Text: i.Text, Active: i.Active, UpdatedAt: s.now().UnixMilli()})
	})
	return i, err
}

// Import stores the instruction of an archive if the owner has none.
func (s *Service) Import(ctx context.Context, owner string, i Instruction) error {
	i, err := clean(i)
	if err != nil || i.Text == "" {
		return nil //nolint:nilerr // an unusable instruction is skipped
	}
	return s.write(ctx, func(q *instructiondb.Queries) error {
		return q.AddInstruction(ctx, instructiondb.AddInstructionParams{OwnerID: owner, Text: i.Text, Active: i.Active, UpdatedAt: s.now().UnixMilli()})
	})
}

// clean refuses a text longer than MaxText. It removes white space at the ends of the text, and
// characters that PostgreSQL cannot store.
func clean(i Instruction) (Instruction, error) {
	if text.Len(i.Text) > MaxText {
		return Instruction{}, errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxText))
	}
	i.Text = strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(i.Text, "\x00", ""), ""))
	return i, nil
}

// Move moves an instruction at a login, from the visitor to the account. If the account
// already has an instruction, it keeps its own instruction. Questions asked by the account
// during the transaction, and in the second after it, may be answered without the
// instruction.
func (s *Service) Move(ctx context.Context, tx *sql.Tx, from, to string) error {
	defer s.none.Drop()
	q := instructiondb.New(tx)
	if err := q.MoveInstruction(ctx, instructiondb.MoveInstructionParams{Receiver: to, Giver: from}); err != nil {
		return err
	}
	return q.ForgetInstruction(ctx, from)
}

// Forget deletes an owner's instruction.
func (s *Service) Forget(ctx context.Context, owner string) error {
	return s.write(ctx, func(q *instructiondb.Queries) error { return q.ForgetInstruction(ctx, owner) })
}

func (s *Service) write(ctx context.Context, f func(q *instructiondb.Queries) error) error {
	err := s.db.InTx(ctx, func(tx *sql.Tx) error { return f(instructiondb.New(tx)) })
	s.none.Drop()
	if err != nil {
		return errs.Wrap(errs.StorageFail, err)
	}
	return nil
}
