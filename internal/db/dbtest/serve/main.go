//go:build unix

// Command serve makes a new PostgreSQL database, sends its address to HTTP clients, and removes the
// database when it receives a signal. Browser tests start two Wenqu servers on the database.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8092", "address that gives the address of the database")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	t := &life{ctx: ctx}
	defer t.end()
	at := dbtest.PostgresURL(t)
	server := &http.Server{Addr: *addr, ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, at)
	})}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.ListenAndServe(); ctx.Err() == nil {
		log.Print(err)
	}
}

// life implements the methods of testing.TB needed by dbtest; the cleanups run when the program
// ends.
type life struct {
	testing.TB
	ctx      context.Context
	cleanups []func()
}

func (l *life) Helper()                        {}
func (l *life) Context() context.Context       { return l.ctx }
func (l *life) Cleanup(f func())               { l.cleanups = append(l.cleanups, f) }
func (l *life) Errorf(format string, a ...any) { log.Printf(format, a...) }
func (l *life) Fatalf(format string, a ...any) { log.Fatalf(format, a...) }
func (l *life) Skip(a ...any)                  { log.Fatal(a...) }

func (l *life) end() {
	for _, f := range l.cleanups {
		f()
	}
}
