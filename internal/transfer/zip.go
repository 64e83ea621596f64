package transfer

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// Limits of an archive to import.
const (
	MaxZip     = 1 << 30 // bytes
	maxEntries = 20_000  // entries; exports of other assistants contain every picture as an entry
	// maxDirectory limits the archive's directory. The directory is read before its
	// entries are counted, and an entry takes more bytes in memory than in the file.
	maxDirectory = 8 << 20
	// maxUnpacked limits the total bytes of all files in an archive.
	maxUnpacked = 4 << 30
	// smallestZip is the size of an empty archive.
	smallestZip = 22
)

// Names of entries in archives of ours and of ChatGPT.
const (
	mainName  = "wenqu.json"
	filesDir  = "files/"
	otherName = "conversations.json" // name in an archive of ChatGPT, which also contains other JSON files
)

// errDamaged means that an entry cannot be read, or differs from its description in the archive's
// directory or in wenqu.json.
var errDamaged = errors.New("transfer: not the file that was said")

// isZip reports whether a file starts like a zip archive.
func isZip(head []byte) bool {
	return strings.HasPrefix(string(head), "PK\x03\x04") || strings.HasPrefix(string(head), "PK\x05\x06")
}

// bundle is an archive on the disk.
type bundle struct {
	entries  map[string]*zip.File // entries by name; nil: several entries have that name, or the entry was opened already
	unpacked int64                // bytes of the files that were opened so far
}

// spool writes the upload to the disk, at most `max` bytes. The caller removes the file.
func spool(parts *blob.Parts, r io.Reader, max int64) (*blob.Part, error) {
	part, err := parts.Hold("import-" + id.New())
	if err != nil {
		return nil, err
	}
	err = part.Append(r, max)
	if errors.Is(err, blob.ErrTooBig) {
		err = errs.New(errs.TooLarge).With("limit", map[int64]string{MaxZip: "1 GB", MaxFile: "50 MB"}[max])
	}
	if err != nil {
		return nil, errors.Join(err, part.Remove())
	}
	return part, nil
}

// sparing limits the total number of bytes that are read of a file while unzip reads the directory. Later
// reads have no limit.
type sparing struct {
	io.ReaderAt
	left  int64
	spent bool // the directory has been read; there is no limit any more
}

func (s *sparing) ReadAt(p []byte, at int64) (int, error) {
	if !s.spent {
		if s.left -= int64(len(p)); s.left < 0 {
			return 0, errs.New(errs.UnknownFile)
		}
	}
	return s.ReaderAt.ReadAt(p, at)
}

// unzip reads the directory of an archive. It fails with errs.BrokenFile when the directory cannot
// be read. It fails with errs.UnknownFile when the directory is too large or has too many entries,
// or when the file is too small for an archive.
func unzip(r io.ReaderAt, size int64) (*bundle, error) {
	from := &sparing{ReaderAt: r, left: maxDirectory}
	z, err := zip.NewReader(from, size)
	from.spent = true
	switch {
	case err != nil && from.left >= 0 && size >= smallestZip:
		return nil, errs.Wrap(errs.BrokenFile, err)
	case err != nil:
		return nil, errs.Wrap(errs.UnknownFile, err)
	case len(z.File) > maxEntries:
		return nil, errs.New(errs.UnknownFile)
	}
	b := &bundle{entries: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		if _, twice := b.entries[f.Name]; twice {
			b.entries[f.Name] = nil
			continue
		}
		b.entries[f.Name] = f
	}
	return b, nil
}

// conversations opens the JSON with the conversations: ours, ChatGPT's, or the only JSON file at
// the top level.
func (b *bundle) conversations() (io.ReadCloser, error) {
	name := ""
	if _, ok := b.entries[mainName]; ok {
		name = mainName
	} else if _, ok := b.entries[otherName]; ok {
		name = otherName
	} else {
		for n := range b.entries {
			if strings.Contains(n, "/") || !strings.HasSuffix(strings.ToLower(n), ".json") {
				continue
			}
			if name != "" {
				return nil, errs.New(errs.UnknownFile)
			}
			name = n
		}
	}
	f := b.entries[name]
	if f == nil {
		return nil, errs.New(errs.UnknownFile)
	}
	// `most` is the maximum unpacked size: MaxFile, or less if the packed size is small. It is compared
	// with the size stated in the directory. If the entry is longer than stated, reading it fails.
	most := uint64(MaxFile)
	if f.CompressedSize64 < most/maxExpansion {
		most = max(freeExpansion, f.CompressedSize64*maxExpansion)
	}
	if f.UncompressedSize64 > most {
		return nil, errs.New(errs.TooLarge).With("limit", strconv.FormatUint(most>>20, 10)+" MB")
	}
	r, err := f.Open()
	if err != nil {
		return nil, errs.Wrap(errs.BrokenFile, err)
	}
	return &stated{r, int64(f.UncompressedSize64)}, nil
}

// stated reads an entry and fails when it is longer than stated in the directory.
type stated struct {
	io.ReadCloser
	left int64
}

func (s *stated) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if s.left -= int64(n); s.left < 0 {
		return 0, errs.Wrap(errs.BrokenFile, errDamaged)
	}
	return n, err
}

// open returns the bytes of a file in an archive of ours. If the bytes are not intact,
// reading ends with errDamaged. Each entry can be opened once.
func (b *bundle) open(f File) (io.ReadCloser, Reason) {
	if b == nil {
		return nil, Missing
	}
	e, ok := b.entries[f.Path]
	switch {
	case !ok:
		return nil, Missing
	case e == nil, !strings.HasPrefix(f.Path, filesDir), !fs.ValidPath(f.Path), f.Size <= 0, e.UncompressedSize64 != uint64(f.Size):
		return nil, Damaged
	case b.unpacked+f.Size > maxUnpacked:
		return nil, TooBig
	}
	r, err := e.Open()
	if err != nil {
		return nil, Damaged
	}
	b.entries[f.Path] = nil
	b.unpacked += f.Size
	return &verified{ReadCloser: r, left: f.Size, sum: sha256.New(), want: strings.ToLower(f.SHA256)}, ""
}

// verified reads bytes. If their size or checksum is not the stated one, reading ends
// with errDamaged.
type verified struct {
	io.ReadCloser
	left int64
	sum  hash.Hash
	want string
}

func (v *verified) Read(p []byte) (int, error) {
	n, err := v.ReadCloser.Read(p)
	v.left -= int64(n)
	_, _ = v.sum.Write(p[:n]) // a hash never fails
	ended := errors.Is(err, io.EOF)
	switch {
	case v.left < 0:
		return 0, errDamaged
	case ended && (v.left > 0 || hex.EncodeToString(v.sum.Sum(nil)) != v.want):
		return 0, errDamaged
	case err != nil && !ended:
		return 0, errors.Join(errDamaged, err)
	}
	return n, err
}

// bounded limits how many bytes are read.
type bounded struct {
	from io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, errs.New(errs.TooLarge).With("limit", "50 MB")
	}
	return n, err
}
