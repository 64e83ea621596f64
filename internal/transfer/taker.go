package transfer

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// looking is the taker of a preview: it stores nothing.
type looking struct {
	*Service
	ownerID string // empty: a person who has no data yet
	files   int    // number of files that would have been added so far
	bytes   int64
}

func (l *looking) conversation(context.Context, Conversation) (made bool, skip Reason, err error) {
	return true, "", nil
}

func (l *looking) section(context.Context, Section, json.RawMessage) error { return nil }

// file checks a file. If the owner does not have the file yet, it reads all bytes, because only reading
// shows whether they are intact.
func (l *looking) file(ctx context.Context, in *bundle, f File) (made bool, notes int, skip Reason, err error) {
	if l.ownerID != "" {
		id, err := l.Files.Same(ctx, l.ownerID, f.Name, f.SHA256)
		if err != nil || id != "" {
			return false, len(f.Notes), "", err
		}
	}
	r, skip := in.open(f)
	if skip != "" {
		return false, 0, skip, nil
	}
	defer func() { _ = r.Close() }() // nothing was written, so an error of Close does not matter
	if _, err := io.Copy(io.Discard, r); err != nil {
		return false, 0, Damaged, nil
	}
	err = l.Files.Fits(ctx, l.ownerID, f.Name, f.Size, l.files, l.bytes)
	if skip := refusal(err); skip != "" {
		return false, 0, skip, nil
	}
	if err != nil {
		return false, 0, "", err
	}
	l.files++
	l.bytes += f.Size
	return true, len(f.Notes), "", nil
}

// storing is the taker of an import: it stores everything for an owner.
type storing struct {
	*Service
	traceID string
	owner   func(context.Context) (string, error)
	ids     map[string]string // new ids of files by their ids in the import
	full    bool              // a conversation did not fit, so no further conversation is stored
}

func (s *storing) conversation(ctx context.Context, c Conversation) (made bool, skip Reason, err error) {
	ownerID, err := s.owner(ctx)
	if err != nil {
		return false, "", err
	}
	if s.full {
		return false, NoRoom, nil
	}
	s.prepare(&c)
	made, skip, err = s.keep(ctx, ownerID, c)
	if errs.Is(err, errs.ConversationsFull) {
		s.full = true
		return false, NoRoom, nil
	}
	return made, skip, err
}

func (s *storing) section(ctx context.Context, section Section, value json.RawMessage) error {
	ownerID, err := s.owner(ctx)
	if err != nil {
		return err
	}
	return section.Import(ctx, ownerID, value)
}

func (s *storing) file(ctx context.Context, in *bundle, f File) (made bool, notes int, skip Reason, err error) {
	ownerID, err := s.owner(ctx)
	if err != nil {
		return false, 0, "", err
	}
	id, err := s.Files.Same(ctx, ownerID, f.Name, f.SHA256)
	if err != nil {
		return false, 0, "", err
	}
	if id == "" {
		r, skip := in.open(f)
		if skip != "" {
			return false, 0, skip, nil
		}
		id, err = s.Files.Add(ctx, ownerID, f, r)
		_ = r.Close() // nothing was written, so an error of Close does not matter
		if skip := refusal(err); skip != "" {
			return false, 0, skip, nil
		}
		if err != nil {
			return false, 0, "", err
		}
		made = true
	}
	if f.ID != "" {
		s.ids[f.ID] = id
	}
	notes, err = s.Notes.Add(ctx, ownerID, id, f.Notes)
	return made, notes, "", err
}

// refusal returns why a file was not added; empty for nil, and for an error that ends the import.
func refusal(err error) Reason {
	switch e, ours := errors.AsType[*errs.Error](err); {
	case errors.Is(err, errDamaged):
		return Damaged
	case !ours || e.Status() >= 500:
		return ""
	case e.Code == errs.FilesFull:
		return NoRoom
	case e.Code == errs.UploadTooBig:
		return TooBig
	}
	return Refused
}
