package app

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// WriteOpenAPI writes api/openapi.yaml, the description of all calls.
func WriteOpenAPI(ctx context.Context, w io.Writer) error {
	var doc []byte
	err := withRouter(ctx, func(r *httpapi.Router) (err error) {
		doc, err = r.OpenAPI()
		return err
	})
	if err != nil {
		return err
	}
	_, err = w.Write(doc)
	return err
}

// Operations lists every registered call of this program.
func Operations(ctx context.Context) (all []httpapi.Op, err error) {
	err = withRouter(ctx, func(r *httpapi.Router) error {
		all = r.Operations()
		return nil
	})
	return all, err
}

// withRouter creates a complete server with default settings and calls `read` with its router, so
// that the registered calls can be listed. It does not read the configuration of this machine.
func withRouter(ctx context.Context, read func(*httpapi.Router) error) error {
	dir, err := os.MkdirTemp("", "wenqu-openapi-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := LoadConfig(Inputs{Flags: map[string]string{"data": dir, "probe": "off"}})
	if err != nil {
		return err
	}
	a, err := New(ctx, c, "0")
	if err != nil {
		return err
	}
	return errors.Join(read(a.router), a.Close())
}
