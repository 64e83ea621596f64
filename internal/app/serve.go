package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

const (
	headerTimeout = 10 * time.Second // time for reading all headers of a request
	idleTimeout   = 2 * time.Minute  // time after which an idle connection is closed
	maxHeader     = 64 << 10
	closeTimeout  = 5 * time.Second // time for clients to read the rest of their answers
	startedAfter  = time.Second     // time after the start until memory is returned to the operating system
)

// Serve answers requests on l until ctx ends, and then stops in three steps. First, it reports that
// it is not ready and refuses new questions. Second, it lets running answers finish for the configured
// time, and marks the rest as interrupted. Third, it lets clients read the rest of their answers. The
// server has no write timeout because an answer may take long; a stream moves its write deadline
// while it writes.
func (a *App) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           a.router,
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelDebug),
	}
	reserve := make([]byte, heapReserve)
	defer runtime.KeepAlive(reserve)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(limitConnections(l, connectionsFor(openFiles()))) }()
	time.AfterFunc(startedAfter, releaseMemory)
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	a.draining.Store(true)
	slog.Info("stopping", "drain", a.config.Drain.String())
	free := context.WithoutCancel(ctx)
	err := a.services.drain(free, a.config.Drain)

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

// portsTried is how many ports a server without a configured address tries, beginning with the
// default port. Other programs, such as llama.cpp, use 8080 as well.
const portsTried = 10

// Listen opens the configured address or fails. Without a configured address, it uses the first
// free port from the default port on and stores the address in c. If another program uses the
// default port, `taken` is the default port; otherwise `taken` is empty.
func Listen(ctx context.Context, c *Config) (l net.Listener, taken string, err error) {
	tries := 1
	if c.Sources["addr"] == FromDefault {
		tries = portsTried
	}
	_, port, err := cutPort(c.Addr)
	if err != nil {
		return nil, "", fmt.Errorf("WENQU_ADDR: %w", err)
	}
	if l, err = listenNear(ctx, c.Addr, tries); err != nil {
		return nil, "", fmt.Errorf("WENQU_ADDR: %w", err)
	}
	if _, got, _ := cutPort(l.Addr().String()); tries > 1 && got != port {
		taken = port
		c.Addr = l.Addr().String()
		c.LLM.OwnAddrs = []string{c.Addr} // these addresses are never probed; the default port may be probed, because the program on it may be a model server
	}
	return l, taken, nil
}

// listenNear listens on addr or, when its port is in use, on one of the next
// ports.
func listenNear(ctx context.Context, addr string, tries int) (net.Listener, error) {
	var lc net.ListenConfig
	l, first := lc.Listen(ctx, "tcp", addr)
	if first == nil || tries == 1 || !errors.Is(first, syscall.EADDRINUSE) {
		return l, first
	}
	host, port, err := cutPort(addr)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	for next := n + 1; next < n+tries; next++ {
		l, err := lc.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(next)))
		if err == nil || !errors.Is(err, syscall.EADDRINUSE) {
			return l, err
		}
	}
	return nil, fmt.Errorf("ports %d to %d are all in use: set another address", n, n+tries-1)
}
