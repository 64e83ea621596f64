//go:build dist

// Package web holds the built web app.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:packed
var files embed.FS

// Dist is the built app as tools/compress.mjs packs it, or nil in a binary that was built without it: tests
// and tools need none, and make build sets the tag.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "packed")
	if err != nil {
		panic(err) // the name is a constant and right
	}
	return dist
}
