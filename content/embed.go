// Package content contains the data that operators may replace without a new build. A file in the
// folder set by WENQU_CONTENT replaces the built-in file of the same name.
package content

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
)

//go:embed *.json agents/*.json
var builtin embed.FS

// FS returns the built-in files. A file in `dir` replaces the built-in file of the same name. If
// `dir` is empty, nothing is replaced.
func FS(dir string) fs.FS {
	if dir == "" {
		return builtin
	}
	return overlay{os.DirFS(dir)}
}

type overlay struct{ over fs.FS }

func (o overlay) Open(name string) (fs.File, error) {
	f, err := o.over.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return builtin.Open(name)
	}
	return f, err
}

// ReadDir lists the built-in files and the files in the operator's folder, each name once.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := builtin.ReadDir(name)
	own, ownErr := fs.ReadDir(o.over, name)
	if ownErr != nil && (err != nil || !errors.Is(ownErr, fs.ErrNotExist)) {
		return nil, ownErr
	}
	for _, e := range own {
		list = slices.DeleteFunc(list, func(b fs.DirEntry) bool { return b.Name() == e.Name() })
	}
	list = append(list, own...)
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}
