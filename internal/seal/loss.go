package seal

import "github.com/wenqu-ai/wenqu/internal/errs"

// Loss is something that nobody can read or prove any more when the key of the
// server is lost.
type Loss struct {
	What  errs.Text // what it is, and what brings it back
	Count int64
}
