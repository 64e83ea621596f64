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

// partsDir is the folder of the parts. It is inside the folder of the files, so
// that a part can be renamed into a file.
const partsDir = ".parts"

// Parts are files that are still being uploaded. The size of a part on the disk
// is the position at which the upload continues after a broken connection or a
// crash. Only one request at a time may write to a part.
type Parts struct {
	root *os.Root
	sync func(*os.File) error

	mu   sync.Mutex
	held map[string]bool
}

// Parts creates the folder of the parts, which is inside the folder of l, and returns the parts in it.
func (l *Local) Parts() (*Parts, error) {
	if err := l.root.MkdirAll(partsDir, dirMode); err != nil {
		return nil, fmt.Errorf("folder of uploads: %w", err)
	}
	return &Parts{root: l.root, sync: (*os.File).Sync, held: map[string]bool{}}, nil
}

// Part is a part held by one caller. Until Release, Remove or Store.Put, only this caller may write
// to it.
type Part struct {
	of   *Parts
	name string
	file *os.File
	size int64
	over bool
}

// Hold opens the part with the given name. If the part does not exist, Hold creates it. While
// another request holds the part, Hold fails with ErrBusy.
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

// Size is the size of a part, even while a request holds it; 0 when the part does not
// exist.
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

// Drop deletes a part, unless a request holds it.
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

// Sweep deletes the parts that were last written before the given time. It skips parts held by a
// request.
func (p *Parts) Sweep(before time.Time) error {
	entries, err := fs.ReadDir(p.root.FS(), partsDir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		st, err := e.Info()
		if err != nil || !st.ModTime().Before(before) {
			continue // Info fails for a file that was deleted in the meantime
		}
		if err := p.Drop(e.Name()); err != nil && !errors.Is(err, ErrName) {
			return err
		}
	}
	return nil
}

// Size is the number of bytes that have arrived.
func (p *Part) Size() int64 { return p.size }

// ReadAt reads bytes that have arrived.
func (p *Part) ReadAt(b []byte, off int64) (int, error) { return p.file.ReadAt(b, off) }

// copySize is the buffer size of Append and Sum: large enough that the number of system
// calls does not matter, small enough for hundreds of simultaneous uploads.
const copySize = 64 << 10

// Append writes the bytes of r to the end. It fails with ErrTooBig when the part would become
// larger than `max` bytes, with errs.StorageFail when the disk cannot be written, and with the
// error of the reader. The bytes written before the failure stay.
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

// Restart deletes the bytes that have arrived but keeps the part.
func (p *Part) Restart() error {
	if err := p.file.Truncate(0); err != nil {
		return storage(err)
	}
	p.size = 0
	return nil
}

// Sum syncs the part to the disk and returns the SHA-256 of its bytes in hex. When the sync fails,
// the part is deleted, because it is unknown which of its bytes are on the disk.
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

// moveTo closes the part and renames it. Some systems cannot rename or remove
// an open file.
func (p *Part) moveTo(root *os.Root, name string) error {
	_ = p.file.Close() // Sum has synced it
	if err := root.Rename(p.path(), name); err != nil {
		return err
	}
	p.end()
	return nil
}

// Release allows other requests to write to the part. Release has no effect after the part was
// removed or stored.
func (p *Part) Release() { p.end() }

// Remove deletes the part. It has no effect after Release or Store.Put.
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
	_ = p.file.Close() // an error does not matter: either Sum has synced the bytes, or the upload continues at the part's size on the disk
	p.let()
}

func (p *Part) let() {
	p.of.mu.Lock()
	delete(p.of.held, p.name)
	p.of.mu.Unlock()
}
