// Package admin is the administration in the browser. Operators change settings, manage users and
// notices, and see usage, feedback, and the acts of administrators. Settings take effect without a
// restart.
package admin

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin/admindb"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/security"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// SealPurpose is the purpose of the sealer for secrets in the settings.
const SealPurpose = "wenqu admin settings"

// Options are the dependencies of a Service.
type Options struct {
	DB       *db.DB
	Sealer   *seal.Sealer // made for SealPurpose
	Sections []setting.Section
	Security *security.Log    // records changed secrets, changed and logged-out accounts, and backups; nil: nothing
	Now      func() time.Time // nil: time.Now
	Log      *slog.Logger     // nil: slog.Default
}

// Service is the administration. It is safe for concurrent use.
type Service struct {
	db       *db.DB
	sealer   *seal.Sealer
	sections []setting.Section
	security *security.Log
	now      func() time.Time
	log      *slog.Logger

	mu      sync.Mutex       // allows one Refresh at a time, and guards the fields below
	version int64            // the newest version that Refresh has seen
	applied map[string]int64 // by section: the version that Refresh last applied or failed to apply
	failed  map[string]error // sections whose document could not be applied
}

// New makes the service; Refresh puts the stored settings into effect.
func New(o Options) *Service {
	s := &Service{
		db: o.DB, sealer: o.Sealer, sections: o.Sections, security: o.Security, now: o.Now, log: o.Log,
		applied: map[string]int64{}, failed: map[string]error{},
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	return s
}

// Setting is a section as an administrator sees it.
type Setting struct {
	Name      string
	Value     json.RawMessage // the document with Kept in place of secrets; nil: no document
	Version   int64           // 0: no document was ever saved
	UpdatedAt int64           // Unix milliseconds
	UpdatedBy string          // account id
	Err       error           // why the document is not in effect; nil: it is in effect
}

func (s *Service) section(name string) (setting.Section, error) {
	at := slices.IndexFunc(s.sections, func(sec setting.Section) bool { return sec.Name == name })
	if at < 0 {
		return setting.Section{}, errs.New(errs.NotFound)
	}
	return s.sections[at], nil
}

// Get returns a section's document.
func (s *Service) Get(ctx context.Context, name string) (Setting, error) {
	sec, err := s.section(name)
	if err != nil {
		return Setting{}, err
	}
	row, err := admindb.New(s.db.Read()).Setting(ctx, name)
	if errors.Is(err, sql.ErrNoRows) {
		return Setting{Name: name}, nil
	}
	if err != nil {
		return Setting{}, errs.Wrap(errs.StorageFail, err)
	}
	out := Setting{Name: name, Version: row.Version, UpdatedAt: row.UpdatedAt, UpdatedBy: row.UpdatedBy}
	if row.Value != "" {
		if out.Value, err = shown(name, json.RawMessage(row.Value), sec.Secrets); err != nil {
			return Setting{}, err
		}
	}
	s.mu.Lock()
	out.Err = s.failed[name]
	s.mu.Unlock()
	return out, nil
}

// Save stores a section's document. The document takes effect in this process at once, and in other
// processes within a second. If it cannot be applied, Setting.Err is the reason. A nil value removes the
// document.
// When `version` is not the newest, Save fails with errs.SettingMoved and changes nothing.
func (s *Service) Save(ctx context.Context, by Actor, name string, value json.RawMessage, version int64) (Setting, error) {
	sec, err := s.section(name)
	if err != nil {
		return Setting{}, err
	}
	before, err := s.stored(ctx, name)
	if err != nil {
		return Setting{}, err
	}
	if before == nil && version != 0 { // SaveSetting checks `version` only if a document is stored
		return Setting{}, errs.New(errs.SettingMoved)
	}
	after, err := s.accept(sec, value, before)
	if err != nil {
		return Setting{}, err
	}
	detail := s.changes(sec, before, after)
	err = s.write(ctx, func(q *admindb.Queries) error {
		n, err := q.SaveSetting(ctx, admindb.SaveSettingParams{
			Name: name, Value: string(after), UpdatedAt: s.now().UnixMilli(), UpdatedBy: by.ID, Expected: version,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.SettingMoved)
		}
		return s.note(ctx, q, by, SaveSettings, name, detail)
	})
	if err != nil {
		return Setting{}, err
	}
	if s.secretChanged(sec, before, after) {
		s.security.Note(ctx, security.Event{Kind: security.SecretChanged, ActorID: by.ID, Addr: by.Addr, Detail: name})
	}
	if err := s.Refresh(ctx); err != nil {
		return Setting{}, err
	}
	return s.Get(ctx, name)
}

// secretChanged reports whether a secret was added, removed or changed, or moved to another place.
// An unreadable secret counts as changed.
func (s *Service) secretChanged(sec setting.Section, before, after json.RawMessage) bool {
	read := func(stored json.RawMessage) (map[string]string, error) {
		found := map[string]string{}
		if len(stored) == 0 {
			return found, nil
		}
		_, err := rewrite(sec.Name, stored, sec.Secrets, func(place, value string) (string, error) {
			text := ""
			if value != "" {
				var err error
				if text, err = s.sealer.Open(sealPlace(place), value); err != nil {
					return "", err
				}
				found[sealPlace(place)] = text
			}
			return text, nil
		})
		return found, err
	}
	was, errBefore := read(before)
	is, errAfter := read(after)
	return errBefore != nil || errAfter != nil || !maps.Equal(was, is)
}

// stored returns a section's document as it is stored: nil if it was never saved, and empty if it was
// removed.
func (s *Service) stored(ctx context.Context, name string) (json.RawMessage, error) {
	row, err := admindb.New(s.db.Read()).Setting(ctx, name)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, errs.Wrap(errs.StorageFail, err)
	}
	return json.RawMessage(row.Value), nil
}

// accept converts a document to its stored form.
func (s *Service) accept(sec setting.Section, value, before json.RawMessage) (json.RawMessage, error) {
	if value == nil {
		return nil, nil
	}
	open, err := s.whole(sec, value, before)
	if err != nil {
		return nil, err
	}
	return sealed(s.sealer, sec.Name, open, sec.Secrets)
}

// whole checks a document after replacing Kept by the stored secrets.
func (s *Service) whole(sec setting.Section, value, before json.RawMessage) (json.RawMessage, error) {
	if !json.Valid(value) {
		return nil, errs.New(errs.BadRequest).With("detail", "value")
	}
	var old json.RawMessage
	if len(before) > 0 {
		var err error
		if old, err = opened(s.sealer, sec.Name, before, sec.Secrets); errors.Is(err, seal.ErrKey) {
			old = nil // an unreadable secret cannot be kept
		} else if err != nil {
			return nil, err
		}
	}
	open, err := merged(sec.Name, value, old, sec.Secrets)
	if err != nil {
		return nil, err
	}
	return sec.Check(open)
}

// Draft checks an edited document and replaces Kept by the stored secrets, so that the document can
// be tried before it is saved.
func (s *Service) Draft(ctx context.Context, name string, value json.RawMessage) (json.RawMessage, error) {
	sec, err := s.section(name)
	if err != nil {
		return nil, err
	}
	before, err := s.stored(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.whole(sec, value, before)
}

// Refresh applies the documents that were stored since the last call. When a document
// cannot be applied, the error is logged and shown in the administration, and the
// section stays as it was.
func (s *Service) Refresh(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := admindb.New(s.db.Read())
	newest, err := q.SettingsVersion(ctx)
	if err != nil {
		return fmt.Errorf("the settings' version: %w", err)
	}
	if newest == s.version {
		return nil
	}
	rows, err := q.Settings(ctx)
	if err != nil {
		return fmt.Errorf("the settings: %w", err)
	}
	for _, row := range rows {
		sec, err := s.section(row.Name)
		if err != nil || s.applied[row.Name] == row.Version {
			continue // the section is unknown to this version of the program, or unchanged
		}
		if err := s.apply(ctx, sec, row.Value); err != nil {
			s.log.ErrorContext(ctx, "settings could not be applied; the old ones stay", "section", row.Name, "err", err)
			s.failed[row.Name] = err
		} else {
			delete(s.failed, row.Name)
		}
		s.applied[row.Name] = row.Version
	}
	s.version = newest
	return nil
}

func (s *Service) apply(ctx context.Context, sec setting.Section, stored string) error {
	if stored == "" {
		return sec.Apply(ctx, nil)
	}
	open, err := opened(s.sealer, sec.Name, json.RawMessage(stored), sec.Secrets)
	if err != nil {
		return err
	}
	return sec.Apply(ctx, open)
}

func (s *Service) write(ctx context.Context, f func(q *admindb.Queries) error) error {
	err := s.db.InTx(ctx, func(tx *sql.Tx) error { return f(admindb.New(tx)) })
	if _, known := errors.AsType[*errs.Error](err); known || err == nil {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}
