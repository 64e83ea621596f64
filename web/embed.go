//go:build dist

// Package web holds the built web app.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is the built app, or nil in a binary that was built without it: tests
// and tools need none, and make build sets the tag.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // the name is a constant and right
	}
	return dist
}
