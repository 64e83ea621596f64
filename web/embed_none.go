//go:build !dist

// Package web holds the built web app.
package web

import "io/fs"

// Dist is the built app, or nil in a binary that was built without it: tests
// and tools need none, and make build sets the tag.
func Dist() fs.FS { return nil }
