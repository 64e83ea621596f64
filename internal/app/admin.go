package app

import (
	"archive/zip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/providers"
	"github.com/wenqu-ai/wenqu/internal/notice"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// keyFileName is the file in the data folder that holds the key for sealing
// secrets.
const keyFileName = "secret.key"

// serverKey is the key that seals secrets in the database: the passphrase from
// the settings, or the key file in the data folder when there is no passphrase.
func serverKey(c *Config) (seal.Key, error) {
	if c.SecretKey != "" {
		return seal.NewKey(c.SecretKey), nil
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return seal.Key{}, err
	}
	passphrase, err := seal.File(filepath.Join(c.Data, keyFileName))
	if err != nil {
		return seal.Key{}, fmt.Errorf("the key of stored secrets: %w", err)
	}
	return seal.NewKey(passphrase), nil
}

// sinks passes every ended answer to several sinks.
type sinks []run.Sink

func (s sinks) RunEnded(ctx context.Context, tx *sql.Tx, rec run.Record, msg stream.Message) error {
	for _, sink := range s {
		if err := sink.RunEnded(ctx, tx, rec, msg); err != nil {
			return err
		}
	}
	return nil
}

var endings = sinks{chat.Sink{}, admin.Meter{Now: time.Now}}

// adminPorts returns the functions of other domains for the administration.
func (s *services) adminPorts(a *App) admin.Ports {
	return admin.Ports{
		Providers: adminProviders{s.models},
		Sources:   adminSources{s.search},
		Users:     adminUsers{a.accounts},
		Notices:   adminNotices{s.notices},
		System:    &adminSystem{a, time.Now()},
		General:   s.general.Preview,
		Title:     s.auditTitle,
	}
}

// auditTitle returns the name of the agent, or the title of the share, in an administration record.
func (s *services) auditTitle(ctx context.Context, action admin.Action, id, locale string) string {
	switch action {
	case admin.ReviewAgent:
		return s.agents.Name(ctx, id, locale)
	case admin.ReviewShare:
		return s.shares.Title(ctx, id)
	}
	return ""
}

// adminProviders implements the administration's interface for model providers.
type adminProviders struct{ models *llm.Registry }

func (p adminProviders) InUse() []admin.Provider {
	var out []admin.Provider
	byProvider := map[string][]string{}
	for _, m := range p.models.Models() {
		byProvider[m.Provider] = append(byProvider[m.Provider], m.Upstream)
	}
	for _, s := range p.models.Providers() {
		row := providerOf(s.Provider)
		row.Models, row.Keyed, row.Err = byProvider[s.Provider.ID], s.Keyed, s.Err
		out = append(out, row)
	}
	return out
}

func (p adminProviders) Vendors(locale string) []admin.Vendor {
	named := map[llm.CapabilityID]string{}
	for _, c := range p.models.Capabilities() {
		named[c.ID] = c.Name.In(locale)
	}
	out := make([]admin.Vendor, len(llm.Vendors))
	for i, v := range llm.Vendors {
		out[i] = admin.Vendor{ID: v.ID, Name: v.Label(locale), BaseURL: v.BaseURL, KeyURL: v.KeyURL, Local: v.Local}
		for _, g := range v.Gives {
			out[i].Gives = append(out[i].Gives, named[g])
		}
	}
	return out
}

func (p adminProviders) Offered() []admin.Provider {
	var out []admin.Provider
	for _, offered := range p.models.Offers() {
		out = append(out, providerOf(offered))
	}
	return out
}

func providerOf(p llm.Provider) admin.Provider {
	return admin.Provider{ID: p.ID, Name: p.Name, BaseURL: p.BaseURL, Source: p.Source, Local: p.Local}
}

func (p adminProviders) Accept(id string) bool { return p.models.Accept(id) }

func (p adminProviders) Try(ctx context.Context, draft json.RawMessage, id string) (admin.Trial, error) {
	t, err := providers.Try(ctx, draft, id, newModels)
	return admin.Trial(t), err
}

// adminNotices implements the administration's interface for announcements.
type adminNotices struct{ notices *notice.Service }

func (n adminNotices) List(ctx context.Context, offset, limit int) ([]admin.Notice, error) {
	list, err := n.notices.Announcements(ctx, offset, limit)
	out := make([]admin.Notice, len(list))
	for i, one := range list {
		out[i] = admin.Notice{ID: one.ID, Kind: string(one.Kind), Title: one.Title, Body: one.Body, Link: one.Link, CreatedAt: one.CreatedAt.UnixMilli()}
		if !one.Until.IsZero() {
			out[i].UntilAt = one.Until.UnixMilli()
		}
	}
	return out, err
}

func (n adminNotices) Post(ctx context.Context, one admin.Notice) (string, error) {
	row := notice.Notice{Kind: notice.Kind(one.Kind), Title: one.Title, Body: one.Body, Link: one.Link}
	if one.UntilAt > 0 {
		row.Until = time.UnixMilli(one.UntilAt)
	}
	return n.notices.Post(ctx, row)
}

func (n adminNotices) TakeBack(ctx context.Context, id string) (errs.Text, error) {
	return n.notices.TakeBack(ctx, id)
}

// adminSystem implements the administration's interface for facts about the program and its
// machine.
type adminSystem struct {
	app     *App
	started time.Time
}

// Backup copies the SQLite database into the backup folder.
func (s *adminSystem) Backup(ctx context.Context) (string, int64, error) {
	dir := filepath.Join(s.app.config.Data, "backup")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", 0, errs.Wrap(errs.StorageFail, err)
	}
	name := "wenqu-" + time.Now().Format("20060102-150405.000") + ".db"
	if err := s.app.main.Backup(ctx, filepath.Join(dir, name)); err != nil {
		return "", 0, errs.Wrap(errs.StorageFail, err)
	}
	info, err := os.Stat(filepath.Join(dir, name))
	if err != nil {
		return "", 0, errs.Wrap(errs.StorageFail, err)
	}
	return name, info.Size(), nil
}

// Diagnostics writes a ZIP archive with the output of the doctor command, the lines of the system
// page, and the versions of the program's components.
func (s *adminSystem) Diagnostics(ctx context.Context, w io.Writer) error {
	z := zip.NewWriter(w)
	add := func(name string, write func(io.Writer) error) error {
		f, err := z.Create(name)
		if err != nil {
			return err
		}
		return write(f)
	}
	err := errors.Join(
		add("doctor.txt", func(w io.Writer) error {
			if err := Doctor(ctx, w, s.app.config, nil, s.app.version, "zh-CN"); err != nil {
				_, err = fmt.Fprintln(w, err)
				return err
			}
			return nil
		}),
		add("system.txt", func(w io.Writer) error {
			for _, f := range s.Facts(ctx, "en") {
				if _, err := fmt.Fprintf(w, "%s\t%s\t%s\t%v\n", f.Group, f.Name, f.Value, f.OK); err != nil {
					return err
				}
			}
			return nil
		}),
		add("build.txt", func(w io.Writer) error {
			info, _ := debug.ReadBuildInfo()
			_, err := fmt.Fprintln(w, info)
			return err
		}),
	)
	return errors.Join(err, z.Close())
}
