package chat

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/run"
)

// Runs makes answers, and finds running answers on all server processes; *run.Manager implements
// it.
type Runs interface {
	// Start begins an answer; see run.Manager.Start.
	Start(ctx context.Context, spec run.Spec, save func(ctx context.Context, tx *sql.Tx) error, job run.Job) (*run.Run, run.Outcome, error)
	// Current returns the run in progress in the conversation, or nil.
	Current(ctx context.Context, ownerID, cid string) (*run.Run, error)
	// Answering reports in which of the owner's conversations an answer is running.
	Answering(ctx context.Context, ownerID string, cids []string) (map[string]bool, error)
	// Open reads the frames of a run with numbers greater than `from`. It works during the run and
	// for 30 minutes afterwards; later it fails with errs.NotFound.
	Open(ctx context.Context, ownerID, runID string, from int) (*run.Reader, error)
	// Stop ends the running answer and reports whether there was one.
	Stop(ctx context.Context, ownerID, cid string) (bool, error)
	// Signal passes a signal, such as a person's consent, to the running answer and reports whether
	// there was one.
	Signal(ctx context.Context, ownerID, cid, kind, payload string) (bool, error)
	// Quiet waits until this process has had no running answer for a short time. When ctx ends
	// first, it returns the context's error.
	Quiet(ctx context.Context) error
	// Hold and Release record which temporary conversations are in the memory of this process;
	// HeldElsewhere reports whether a temporary conversation is in the memory of another process.
	Hold(ctx context.Context, ownerID, cid string) error
	Release(ctx context.Context, ownerID string, cids ...string) error
	HeldElsewhere(ctx context.Context, ownerID, cid string) (bool, error)
	// Moved must be called after a move of conversations to another owner was committed.
	Moved(from, to string, renamed map[string]string)
}
