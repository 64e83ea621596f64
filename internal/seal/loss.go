package seal

import "github.com/wenqu-ai/wenqu/internal/errs"

// Loss is a kind of data that becomes useless when the server's key is lost.
type Loss struct {
	What  errs.Text // the data that is lost, and how it can be restored
	Count int64
}
