package chat

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/run"
)

// Runs makes answers and finds those that are being made, on whatever server
// process; *run.Manager is one.
type Runs interface {
	// Start begins an answer; see run.Manager.Start.
	Start(ctx context.Context, spec run.Spec, save func(ctx context.Context, tx *sql.Tx) error, job run.Job) (*run.Run, run.Outcome, error)
	// Current is the run that answers in the conversation now; nil without one.
	Current(ctx context.Context, ownerID, cid string) (*run.Run, error)
	// Answering tells in which of the owner's conversations an answer is being
	// made.
	Answering(ctx context.Context, ownerID string, cids []string) (map[string]bool, error)
	// Open reads a run behind frame from, while it runs and for 30 minutes
	// afterwards; then it fails with errs.NotFound.
	Open(ctx context.Context, ownerID, runID string, from int) (*run.Reader, error)
	// Stop ends the running answer and tells whether there was one.
	Stop(ctx context.Context, ownerID, cid string) (bool, error)
	// Signal tells the running answer something, such as a person's consent, and
	// tells whether there was one.
	Signal(ctx context.Context, ownerID, cid, kind, payload string) (bool, error)
	// Quiet waits until this process has made no answer for a short while. When ctx
	// ends first, it gives its error.
	Quiet(ctx context.Context) error
	// Hold and Release note which temporary conversations this process has in its
	// memory; HeldElsewhere tells whether another one has it.
	Hold(ctx context.Context, ownerID, cid string) error
	Release(ctx context.Context, ownerID string, cids ...string) error
	HeldElsewhere(ctx context.Context, ownerID, cid string) (bool, error)
	// Moved is called after a move to another owner was committed.
	Moved(from, to string, renamed map[string]string)
}
