package app

import (
	"context"
	"errors"
	"io"
	"os"
)

// WriteOpenAPI writes the document of all calls, api/openapi.yaml.
func WriteOpenAPI(ctx context.Context, w io.Writer) error {
	// The document is read off the registered routes, so a whole server is
	// built, with nothing of this machine's configuration.
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
	doc, err := a.router.OpenAPI()
	if err = errors.Join(err, a.Close()); err != nil {
		return err
	}
	_, err = w.Write(doc)
	return err
}
