package app

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/wenqu-ai/wenqu/internal/clamd"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// scannerAt parses the address of the virus scanner and stores a client for it.
func scannerAt(c *Config, v string) (err error) {
	if c.Clamd = nil; v != "" {
		c.Clamd, err = clamd.New(v)
	}
	return err
}

// scanner returns a function that sends each file to the virus scanner before the file is stored;
// nil when no scanner is configured. A finding or a failed scan is written to the security log
// without the file's name.
func scanner(c *Config, log *security.Log) func(ctx context.Context, owner, name string, file io.Reader) error {
	if c.Clamd == nil {
		return nil
	}
	return func(ctx context.Context, owner, name string, file io.Reader) error {
		err := c.Clamd.Scan(ctx, file)
		if err == nil {
			return nil
		}
		event := security.Event{Kind: security.ScanFailed, AccountID: owner, Addr: httpapi.AskerOf(ctx).Addr}
		switch {
		case errors.Is(err, clamd.ErrInfected):
			event.Kind, event.Code = security.Infected, string(errs.FileInfected)
			err = errs.New(errs.FileInfected).With("file", name)
		case c.ClamdRequired:
			slog.ErrorContext(ctx, "a file was refused: the virus scanner did not look at it", "err", err)
			event.Code = string(errs.FileUnscanned)
			err = errs.Wrap(errs.FileUnscanned, err).With("file", name)
		default:
			slog.WarnContext(ctx, "a file was kept that the virus scanner did not look at", "err", err)
			err = nil
		}
		log.Note(ctx, event)
		return err
	}
}

// scannerState describes the state of the virus scanner for the doctor command.
func scannerState(ctx context.Context, c *Config, say sayer) (string, error) {
	if c.Clamd == nil {
		return say("没有设置", "沒有設定", "none is set up"), nil
	}
	return say("可用", "可用", "it answers"), c.Clamd.Ping(ctx)
}
