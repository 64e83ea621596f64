//go:build dist

// Package web holds the built web app.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:packed
var files embed.FS

// Dist is the built app as packed by tools/compress.mjs. Dist is nil without the build tag dist,
// which `make build` sets.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "packed")
	if err != nil {
		panic(err) // impossible: the name is a valid constant
	}
	return dist
}
