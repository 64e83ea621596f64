package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	dirMode  = 0o700 // only the system user that runs the server may read the files
	fileMode = 0o600
)

// Local is a Store in a folder of this machine: shard/owner/hash. The shard is the last two
// characters of the owner's id, which are random. All paths are opened through os.Root, so that no
// path can leave the folder.
type Local struct {
	root *os.Root
}

// OpenLocal opens the folder and creates it when it is missing.
func OpenLocal(dir string) (*Local, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of files: %w", err)
	}
	return &Local{root}, nil
}

// Close releases the folder. Open files stay open.
func (l *Local) Close() error { return l.root.Close() }

// Dir is the path of the folder.
func (l *Local) Dir() string { return l.root.Name() }

func folder(owner string) (string, error) {
	if !ownerPattern.MatchString(owner) {
		return "", ErrName
	}
	return path.Join(owner[len(owner)-2:], owner), nil
}

func place(owner, hash string) (string, error) {
	dir, err := folder(owner)
	if err == nil && !hashPattern.MatchString(hash) {
		err = ErrName
	}
	return path.Join(dir, hash), err
}

// Put renames the part, so that the file is never incomplete.
func (l *Local) Put(_ context.Context, owner, hash string, part *Part) error {
	to, err := place(owner, hash)
	if err != nil {
		return err
	}
	if st, err := l.root.Stat(to); err == nil && st.Size() == part.Size() {
		// The new modification time protects the file from being deleted as unused before the row with
		// its hash is stored.
		if err := l.touch(to); err == nil {
			return part.Remove()
		}
	}
	return storage(l.make(path.Dir(to), func() error { return part.moveTo(l.root, to) }))
}

// make creates the folder and calls `fill`. When a concurrent deletion removes the folder in
// between, it is created again.
func (l *Local) make(dir string, fill func() error) error {
	for again := true; ; again = false {
		if err := l.root.MkdirAll(dir, dirMode); err != nil {
			return err
		}
		err := fill()
		if err == nil {
			return errors.Join(l.sync(dir), l.sync(path.Dir(dir)), l.sync("."))
		}
		if !again || !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
}

// sync writes the file names in a folder to the disk, so that they survive a power failure. Windows
// does that by itself and cannot sync a folder.
func (l *Local) sync(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := l.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func (l *Local) touch(name string) error {
	now := time.Now()
	return l.root.Chtimes(name, now, now)
}

// Open opens a file for reading.
func (l *Local) Open(_ context.Context, owner, hash string) (File, error) {
	name, err := place(owner, hash)
	if err != nil {
		return nil, err
	}
	return l.root.Open(name)
}

// Path returns the path of the stored file.
func (l *Local) Path(_ context.Context, owner, hash string) (string, func(), error) {
	name, err := place(owner, hash)
	if err != nil {
		return "", nil, err
	}
	if _, err := l.root.Stat(name); err != nil {
		return "", nil, err
	}
	return filepath.Join(l.root.Name(), filepath.FromSlash(name)), func() {}, nil
}

// Share makes a hard link, or copies the file if the file system has no hard links.
func (l *Local) Share(_ context.Context, from, to, hash string) error {
	old, err := place(from, hash)
	if err != nil {
		return err
	}
	name, err := place(to, hash)
	if err != nil {
		return err
	}
	if l.touch(name) == nil { // the file is there
		return nil
	}
	err = l.make(path.Dir(name), func() error {
		err := l.root.Link(old, name)
		switch {
		case err == nil, errors.Is(err, fs.ErrExist):
			return l.touch(name)
		case errors.Is(err, fs.ErrNotExist):
			return err
		default:
			return l.copy(old, name)
		}
	})
	return storage(err)
}

func (l *Local) copy(old, name string) error {
	from, err := l.root.Open(old)
	if err != nil {
		return err
	}
	defer from.Close()
	half := name + ".half"
	to, err := l.root.OpenFile(half, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return errors.Join(err, l.root.Remove(half))
	}
	return l.root.Rename(half, name)
}

// Delete deletes a file. If the owner's folder is empty afterwards, Delete deletes the folder, too.
func (l *Local) Delete(_ context.Context, owner, hash string) error {
	name, err := place(owner, hash)
	if err != nil {
		return err
	}
	if err := l.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_ = l.root.Remove(path.Dir(name)) // fails while the owner has other files
	return nil
}

// DeleteOwner deletes the owner's folder.
func (l *Local) DeleteOwner(_ context.Context, owner string) error {
	dir, err := folder(owner)
	if err != nil {
		return err
	}
	return l.root.RemoveAll(dir)
}

// Each walks the folder and skips everything that is not a stored file.
func (l *Local) Each(ctx context.Context) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		err := fs.WalkDir(l.root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.Is(err, fs.ErrNotExist):
				return nil // the owner's folder was deleted in the meantime
			case err != nil:
				return err
			case d.IsDir() && name != "." && d.Name()[0] == '.':
				return fs.SkipDir // the folder of parts
			case d.IsDir():
				return nil
			}
			o := Object{Owner: path.Base(path.Dir(name)), Hash: d.Name()}
			if at, err := place(o.Owner, o.Hash); err != nil || at != name {
				return nil
			}
			st, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			o.Size, o.At = st.Size(), st.ModTime()
			if !yield(o, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Object{}, err)
		}
	}
}

// storage wraps an error of the file system in errs.StorageFail; nil stays nil.
func storage(err error) error {
	if err == nil {
		return nil
	}
	return errs.Wrap(errs.StorageFail, err)
}
