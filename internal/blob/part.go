package blob

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// partsDir is the folder of the parts in the folder of the files, so that a
// part becomes a file by a rename.
const partsDir = ".parts"

// Parts are files that are still arriving. How much of one there is, is its
// size on the disk: an upload goes on there after a broken connection or a
// crash. A part is written by one at a time.
type Parts struct {
	root *os.Root
	sync func(*os.File) error

	mu   sync.Mutex
	held map[string]bool
}

// Parts gives the parts beside the files of l.
func (l *Local) Parts() (*Parts, error) {
	if err := l.root.MkdirAll(partsDir, dirMode); err != nil {
		return nil, fmt.Errorf("folder of uploads: %w", err)
	}
	return &Parts{root: l.root, sync: (*os.File).Sync, held: map[string]bool{}}, nil
}

// Part is a part that the caller alone may write, until Release, Remove or
// Store.Put.
type Part struct {
	of   *Parts
	name string
	file *os.File
	size int64
	over bool
}

// Hold opens the part of that name, which is empty when there was none. It
// fails with ErrBusy while another one holds it.
func (p *Parts) Hold(name string) (*Part, error) {
	if !partPattern.MatchString(name) {
		return nil, ErrName
	}
	p.mu.Lock()
	busy := p.held[name]
	p.held[name] = true
	p.mu.Unlock()
	if busy {
		return nil, ErrBusy
	}
	part := &Part{of: p, name: name}
	err := part.open()
	if err != nil {
		part.let()
		return nil, storage(err)
	}
	return part, nil
}

func (p *Part) open() (err error) {
	if p.file, err = p.of.root.OpenFile(p.path(), os.O_CREATE|os.O_RDWR|os.O_APPEND, fileMode); err != nil {
		return err
	}
	st, err := p.file.Stat()
	if err != nil {
		return errors.Join(err, p.file.Close())
	}
	p.size = st.Size()
	return nil
}

func (p *Part) path() string { return path.Join(partsDir, p.name) }

// Size is how much there is of a part that may be held by somebody; 0 when
// there is none.
func (p *Parts) Size(name string) (int64, error) {
	if !partPattern.MatchString(name) {
		return 0, ErrName
	}
	st, err := p.root.Stat(path.Join(partsDir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

// Drop removes a part that nobody holds; one that is held stays.
func (p *Parts) Drop(name string) error {
	part, err := p.Hold(name)
	if errors.Is(err, ErrBusy) {
		return nil
	}
	if err != nil {
		return err
	}
	return part.Remove()
}

// Sweep drops the parts that nobody has written to since before, and that
// nobody holds.
func (p *Parts) Sweep(before time.Time) error {
	entries, err := fs.ReadDir(p.root.FS(), partsDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		st, err := e.Info()
		if err != nil || !st.ModTime().Before(before) {
			continue // the former: gone meanwhile
		}
		if err := p.Drop(e.Name()); err != nil && !errors.Is(err, ErrName) {
			return err
		}
	}
	return nil
}

// Size is how many bytes there are.
func (p *Part) Size() int64 { return p.size }

// ReadAt reads what has arrived.
func (p *Part) ReadAt(b []byte, off int64) (int, error) { return p.file.ReadAt(b, off) }

// copySize is how much is read at once: enough that the calls do not count,
// little enough for hundreds of uploads.
const copySize = 64 << 10

// Append writes what r gives to the end. It fails with ErrTooBig when the part
// would grow past max bytes, with errs.StorageFail when the disk takes no more,
// and with the reader's own error. Everything before the failure stays.
func (p *Part) Append(r io.Reader, max int64) error {
	buffer := make([]byte, copySize)
	for {
		n, err := r.Read(buffer)
		fits := min(int64(n), max-p.size)
		if fits > 0 {
			wrote, failed := p.file.Write(buffer[:fits])
			p.size += int64(wrote)
			if failed != nil {
				return storage(failed)
			}
		}
		switch {
		case fits < int64(n):
			return ErrTooBig
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// Restart drops what has arrived and keeps the part.
func (p *Part) Restart() error {
	if err := p.file.Truncate(0); err != nil {
		return storage(err)
	}
	p.size = 0
	return nil
}

// Sum makes sure that the part is on the disk, and gives the SHA-256 of its
// bytes in hex. A part that the disk did not keep is dropped: nobody knows
// which of its bytes are true.
func (p *Part) Sum() (string, error) {
	if err := p.of.sync(p.file); err != nil {
		return "", errs.Wrap(errs.StorageFail, errors.Join(err, p.Remove()))
	}
	h := sha256.New()
	n, err := io.CopyBuffer(h, io.NewSectionReader(p.file, 0, p.size), make([]byte, copySize))
	if err == nil && n != p.size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return "", storage(err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// moveTo renames the part, which ends it. Not every system renames or removes
// what is open.
func (p *Part) moveTo(root *os.Root, name string) error {
	_ = p.file.Close() // Sum has put it on the disk
	if err := root.Rename(p.path(), name); err != nil {
		return err
	}
	p.end()
	return nil
}

// Release lets others write to the part. It does nothing after the part ended.
func (p *Part) Release() { p.end() }

// Remove drops the part.
func (p *Part) Remove() error {
	if p.over {
		return nil
	}
	_ = p.file.Close()
	err := p.of.root.Remove(p.path())
	p.end()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (p *Part) end() {
	if p.over {
		return
	}
	p.over = true
	_ = p.file.Close() // its bytes are synced by Sum, or need not be
	p.let()
}

func (p *Part) let() {
	p.of.mu.Lock()
	delete(p.of.held, p.name)
	p.of.mu.Unlock()
}
