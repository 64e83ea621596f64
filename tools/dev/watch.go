package main

import (
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
	"time"
)

// snapshot is the time of the last change of each file.
type snapshot map[string]time.Time

func (s snapshot) same(other snapshot) bool { return maps.Equal(s, other) }

// scan returns the files below `roots`, except tests, test data, hidden files and backups of
// editors.
func scan(roots []string) snapshot {
	s := snapshot{}
	for _, root := range roots {
		// An unreadable file is tried again at the next scan.
		_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			name := e.Name()
			if e.IsDir() {
				if name == "testdata" || strings.HasPrefix(name, ".") {
					return filepath.SkipDir
				}
				return nil
			}
			if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") {
				return nil
			}
			if info, err := e.Info(); err == nil {
				s[path] = info.ModTime()
			}
			return nil
		})
	}
	return s
}
