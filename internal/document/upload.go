package document

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/document/documentdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/id"
	"github.com/wenqu-ai/wenqu/internal/search/entry"
	"github.com/wenqu-ai/wenqu/internal/text"
)

const (
	// ticketAge is how long a ticket is valid. A request that began before the expiry may end
	// later.
	ticketAge = 15 * time.Minute
	// maxPending is the maximum number of open tickets of an owner.
	maxPending = 100
	// Unsaid stands for an unknown size of a file.
	Unsaid = -1
)

// Ticket authorises the upload of one file.
type Ticket struct {
	ID        string // id of the document created by the upload
	Token     string // secret that authorises the upload
	MaxSize   int64  // largest accepted size in bytes
	ExpiresAt time.Time
}

// Arrival is the progress of an upload.
type Arrival struct {
	ID       string
	Offset   int64 // number of received bytes; the next bytes start at this offset
	Complete bool
	Document Document // set when the upload is complete
}

// Begin returns a ticket for a file. `size` is in bytes, and may be Unsaid. Begin fails if the
// name or the size is not acceptable, if the owner has too many open tickets, or if there may not
// be enough room. A file of unknown size needs room for the largest accepted file.
func (s *Service) Begin(ctx context.Context, owner, name string, size int64) (Ticket, error) {
	name = CleanName(name)
	most, err := s.sizeLimit(name, size)
	if err != nil {
		return Ticket{}, err
	}
	t := Ticket{ID: id.New(), MaxSize: most, ExpiresAt: s.Now().Add(ticketAge)}
	size = max(size, Unsaid)
	now := s.Now()
	defer s.owners.lock(owner)() // concurrent requests must count each other's tickets
	pending, err := s.reads().PendingUploads(ctx, documentdb.PendingUploadsParams{OwnerID: owner, ExpiresAt: now.UnixMilli()})
	if err != nil {
		return Ticket{}, stored(err)
	}
	if pending.Files >= maxPending {
		return Ticket{}, errs.New(errs.TooMany).Retry(time.Minute)
	}
	want := size
	if want == Unsaid {
		want = t.MaxSize
	}
	if err := s.room(ctx, owner, s.reads(), 1+pending.Files, want+pending.Bytes); err != nil {
		return Ticket{}, err
	}
	row := documentdb.InsertUploadParams{
		ID: t.ID, OwnerID: owner, Name: name, Size: size, MaxSize: t.MaxSize,
		CreatedAt: now.UnixMilli(), ExpiresAt: t.ExpiresAt.UnixMilli(),
	}
	err = s.write(ctx, func(q *documentdb.Queries, _ *sql.Tx) error { return q.InsertUpload(ctx, row) })
	if err != nil {
		return Ticket{}, stored(err)
	}
	t.Token = s.uploads.token(t.ID, t.ExpiresAt, bound(name, t.MaxSize)...)
	return t, nil
}

// sizeLimit returns the largest accepted size of a file, whose type is guessed from the name. It
// fails for a document of a cloud account, for an empty or too large file, and when the disk is
// nearly full.
func (s *Service) sizeLimit(name string, size int64) (most int64, err error) {
	if s.DiskRoom != nil {
		if err := s.DiskRoom(); err != nil {
			return 0, err
		}
	}
	likely := s.Detect(strings.NewReader(""), 0, name)
	most = s.limit(likely.Type)
	switch {
	case likely.Type == Cloud:
		return 0, cloud(name)
	case size == 0:
		return 0, errs.New(errs.FileEmpty).With("file", name)
	case size > most:
		return 0, tooBig(most)
	}
	return most, nil
}

// Fits fails if a file with that name and size would be refused. It is for several files that will be
// added one after the other: `others` is the number of files added before this one, and `bytes` is
// their total size. Fits does not check the content of the file.
func (s *Service) Fits(ctx context.Context, owner, name string, size int64, others int, bytes int64) error {
	if _, err := s.sizeLimit(CleanName(name), size); err != nil {
		return err
	}
	return s.room(ctx, owner, s.reads(), int64(others)+1, size+bytes)
}

// bound returns the further data in the MAC of a ticket's token (see signer). The owner is not
// part of the data, because a visitor may log in during the upload; the ticket's row contains the
// owner and moves with the visitor's files.
func bound(name string, maxSize int64) []string {
	return []string{name, strconv.FormatInt(maxSize, 10)}
}

// limit is the largest accepted size of a file of the type t, in bytes.
func (s *Service) limit(t FileType) int64 {
	most := s.Limits().File
	if most <= 0 {
		most = DefaultFile
	}
	if t == Image {
		return min(most, MaxImage)
	}
	return min(most, MaxFile)
}

// room fails with errs.FilesFull if the owner's limits do not allow `files` more files or `bytes`
// more bytes. The text of files and its index count, too.
func (s *Service) room(ctx context.Context, owner string, q *documentdb.Queries, files, bytes int64) error {
	most := s.Limits()
	if most.Files <= 0 && most.Bytes <= 0 {
		return nil
	}
	kept, err := q.Totals(ctx, owner)
	if err != nil {
		return stored(err)
	}
	if (most.Files <= 0 || kept.Files+files <= int64(most.Files)) && (most.Bytes <= 0 || kept.Bytes+bytes <= most.Bytes) {
		return nil
	}
	number, size := "∞", "∞"
	if most.Files > 0 {
		number = strconv.Itoa(most.Files)
	}
	if most.Bytes > 0 {
		size = text.Size(most.Bytes)
	}
	return errs.New(errs.FilesFull).With("files", number).With("size", size)
}

func cloud(name string) error { return errs.New(errs.CloudDocument).With("name", name) }

func tooBig(limit int64) error { return errs.New(errs.UploadTooBig).With("size", text.Size(limit)) }

// ticket checks a token and returns the row of its ticket. It fails with errs.TicketOver for a forged
// or expired token. It accepts a used ticket.
func (s *Service) ticket(ctx context.Context, token string) (documentdb.DocumentUpload, error) {
	c, err := s.uploads.read(token)
	if err != nil {
		return documentdb.DocumentUpload{}, err
	}
	row, err := s.reads().GetUpload(ctx, c.id)
	if err = found(err); err != nil && !errs.Is(err, errs.NotFound) {
		return documentdb.DocumentUpload{}, err
	}
	if err != nil || !s.uploads.made(c, bound(row.Name, row.MaxSize)...) || s.Now().After(c.until) {
		return documentdb.DocumentUpload{}, errs.New(errs.TicketOver)
	}
	return row, nil
}

// Arrived returns the progress of a ticket's upload.
func (s *Service) Arrived(ctx context.Context, token string) (Arrival, error) {
	row, err := s.ticket(ctx, token)
	if err != nil {
		return Arrival{}, err
	}
	if row.UsedAt > 0 {
		d, err := s.Get(ctx, row.OwnerID, row.ID)
		return Arrival{ID: row.ID, Offset: d.Size, Complete: err == nil, Document: d}, err
	}
	n, err := s.Parts.Size(row.ID)
	return Arrival{ID: row.ID, Offset: n}, err
}

// Receive adds bytes to the upload of a ticket. offset must be the number of bytes received so
// far, or 0 to start again. The upload is complete when body ends and, if a size was stated, that
// size is reached; then the ticket is used up. If reading body fails, the received bytes are kept
// and the upload can continue.
func (s *Service) Receive(ctx context.Context, token string, offset int64, body io.Reader) (Arrival, error) {
	row, err := s.ticket(ctx, token)
	if err != nil {
		return Arrival{}, err
	}
	return s.receive(ctx, row, offset, body)
}

func (s *Service) receive(ctx context.Context, row documentdb.DocumentUpload, offset int64, body io.Reader) (Arrival, error) {
	part, err := s.Parts.Hold(row.ID)
	if errors.Is(err, blob.ErrBusy) {
		return Arrival{}, errs.New(errs.UploadBusy)
	}
	if err != nil {
		return Arrival{}, err
	}
	defer part.Release()
	// Another request may have changed the row before it released the part.
	if row, err = s.reads().GetUpload(ctx, row.ID); err != nil || row.UsedAt > 0 {
		if err = found(err); err == nil || errs.Is(err, errs.NotFound) {
			err = errors.Join(errs.New(errs.TicketOver), part.Remove())
		}
		return Arrival{}, err
	}
	switch {
	case offset == 0:
		err = part.Restart()
	case offset != part.Size():
		err = errs.New(errs.UploadOffset).With("offset", strconv.FormatInt(part.Size(), 10))
	}
	if err != nil {
		return Arrival{}, err
	}
	if err := s.fill(part, row, body); err != nil {
		return Arrival{}, err
	}
	arrived := Arrival{ID: row.ID, Offset: part.Size()}
	if row.Size != Unsaid && part.Size() < row.Size {
		return arrived, nil
	}
	// Everything has been received, so the file is stored even if the client
	// disconnects.
	d, err := s.keep(context.WithoutCancel(ctx), row, part)
	return Arrival{ID: row.ID, Offset: d.Size, Complete: err == nil, Document: d}, err
}

// fill writes the body to the part, up to the size allowed by the ticket. A file that is too
// large is deleted.
func (s *Service) fill(part *blob.Part, row documentdb.DocumentUpload, body io.Reader) error {
	most := row.MaxSize
	if row.Size != Unsaid {
		most = row.Size
	}
	err := part.Append(body, most)
	if !errors.Is(err, blob.ErrTooBig) {
		return err
	}
	err = tooBig(most)
	if row.Size != Unsaid {
		err = errs.New(errs.UploadChanged).With("file", row.Name)
	}
	return errors.Join(err, part.Remove())
}

// Add stores a whole file. If the file is refused or incomplete, nothing is stored.
func (s *Service) Add(ctx context.Context, owner, name string, body io.Reader) (Document, error) {
	return s.AddSized(ctx, owner, name, Unsaid, body)
}

// AddSized is Add for a file of known size: the owner needs room only for that size, not
// for the largest possible file.
func (s *Service) AddSized(ctx context.Context, owner, name string, size int64, body io.Reader) (Document, error) {
	t, err := s.Begin(ctx, owner, name, size)
	if err != nil {
		return Document{}, err
	}
	row, err := s.ticket(ctx, t.Token)
	if err != nil {
		return Document{}, err
	}
	a, err := s.receive(ctx, row, 0, body)
	if err == nil && !a.Complete {
		err = errs.New(errs.UploadChanged).With("file", row.Name)
	}
	if err != nil {
		return Document{}, errors.Join(err, s.dropUpload(context.WithoutCancel(ctx), t.ID))
	}
	return a.Document, nil
}

// Date sets the time when a document was first stored, on this or another server, in Unix
// milliseconds. A time in the future, or a time that is not positive, is ignored.
func (s *Service) Date(ctx context.Context, owner, id string, at int64) error {
	if at <= 0 || at > s.Now().UnixMilli() {
		return nil
	}
	return stored(s.write(ctx, func(q *documentdb.Queries, tx *sql.Tx) error {
		if err := requireRow(q.DateDocument(ctx, documentdb.DateDocumentParams{CreatedAt: at, OwnerID: owner, ID: id})); err != nil {
			return err
		}
		return entry.Put(ctx, tx, owner, findable(id), at)
	}))
}

// Same returns the id of the owner's oldest document with that name and `hash`, the SHA-256 of its
// bytes in hex. If there is no such document, the id is empty.
func (s *Service) Same(ctx context.Context, owner, name, hash string) (id string, err error) {
	id, err = s.reads().FindSame(ctx, documentdb.FindSameParams{OwnerID: owner, Hash: hash, Name: CleanName(name)})
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return id, stored(err)
}

// dropUpload deletes a ticket and the bytes received for it.
func (s *Service) dropUpload(ctx context.Context, id string) error {
	if err := s.Parts.Drop(id); err != nil {
		return err
	}
	return s.write(ctx, func(q *documentdb.Queries, _ *sql.Tx) error { return q.DeleteUpload(ctx, id) })
}
