package app

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	headerTimeout = 10 * time.Second // for a whole request header
	idleTimeout   = 2 * time.Minute  // of a kept connection
	maxHeader     = 64 << 10
	closeTimeout  = 5 * time.Second // for readers to take what is left
)

// Serve answers on l until ctx ends, and then goes in order: it says that it is
// not ready, refuses new questions, lets running answers finish for the
// configured time, marks the rest as interrupted, and lets readers take what
// is left. An answer has no deadline of its own, so the server has no write
// timeout; streams set theirs with every batch.
func (a *App) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           a.router,
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	a.draining.Store(true)
	slog.Info("stopping", "drain", a.config.Drain.String())
	free := context.WithoutCancel(ctx)
	err := a.house.drain(free, a.config.Drain)

	last, cancel := context.WithTimeout(free, closeTimeout)
	defer cancel()
	if e := server.Shutdown(last); e != nil {
		err = errors.Join(err, server.Close())
	}
	if e := <-failed; !errors.Is(e, http.ErrServerClosed) {
		err = errors.Join(err, e)
	}
	return err
}
