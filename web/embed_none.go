//go:build !dist

// Package web holds the built web app.
package web

import "io/fs"

// Dist is nil, because the app is included only with the build tag dist, which `make build` sets.
func Dist() fs.FS { return nil }
