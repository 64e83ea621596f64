// Package content holds the data that operators may replace without building:
// a file of the same name in the folder named by WENQU_CONTENT wins over the
// one built in.
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

// FS gives the built-in files, each replaced by the file of the same name in
// dir where there is one. An empty dir means that nothing is replaced.
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

// ReadDir lists the files of both.
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
