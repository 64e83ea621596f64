// Command gen writes the two generated forms of the stream's union: api/stream/schema.json for
// client authors and events.gen.ts for the page. Run it in the repository's root: go run
// ./internal/stream/gen
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// outputs maps the generated files to their generators.
var outputs = map[string]func(model) ([]byte, error){
	"api/stream/schema.json":                     schema,
	"web/src/features/chat/stream/events.gen.ts": typescript,
}

func run(root string) error {
	m, err := load(root)
	if err != nil {
		return err
	}
	for path, make := range outputs {
		b, err := make(m)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if err := os.WriteFile(filepath.Join(root, path), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}
