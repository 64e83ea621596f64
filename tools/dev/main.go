// Command dev runs Wenqu for developers: the scripted provider, the server, and Vite, which
// serves the page and reloads it after changes. The server is rebuilt and restarted when one of
// its source files changes; while the build fails, the last working server keeps running.
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

const (
	look = 500 * time.Millisecond // interval between two scans of the files
	stop = 5 * time.Second        // time for a program to end after SIGTERM, before it is killed

	server   = "bin/wenqu-dev"
	provider = "bin/llmtest"
	addr     = "127.0.0.1:8080" // the address to which vite.config.ts forwards calls
)

// watched are folders and a file. Changes in them restart the server.
var watched = []string{"cmd", "internal", "content", "go.mod"}

func main() {
	ctx, end := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer end()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "dev: "+err.Error())
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	// Vite starts first, so that it is ready when the Go programs are built.
	page, err := start("npm", "--prefix", "web", "run", "dev")
	if err != nil {
		return err
	}
	defer page.stop()
	if err := build(ctx, provider, "./internal/llm/llmtest/serve"); err != nil {
		return err
	}
	model, err := start(provider)
	if err != nil {
		return err
	}
	defer model.stop()

	var wenqu *program
	defer func() { wenqu.stop() }()
	seen := snapshot{}
	for {
		if now := scan(watched); !now.same(seen) {
			seen = now
			if next := restart(ctx, wenqu); next != nil {
				wenqu = next
			}
		}
		var ended chan struct{} // closed when the server ends; nil if no server was started, or its end was reported
		if wenqu != nil && !wenqu.reported {
			ended = wenqu.ended
		}
		select {
		case <-ctx.Done():
			return nil
		case <-page.ended:
			return fmt.Errorf("vite has ended")
		case <-ended:
			wenqu.reported = true
			fmt.Fprintln(os.Stderr, "dev: the server has ended; it starts again with the next change")
		case <-time.After(look):
		}
	}
}

// restart builds the server and replaces the process `old`. If the build fails, it returns nil and
// `old` keeps running. If the new server cannot be started, it returns nil after `old` was stopped.
func restart(ctx context.Context, old *program) *program {
	began := time.Now()
	if err := build(ctx, server, "./cmd/wenqu"); err != nil {
		fmt.Fprintln(os.Stderr, "dev: the server does not build; the last one stays")
		return nil
	}
	old.stop()
	p, err := start(server, "serve", "--addr", addr, "--data", ".cache/dev")
	if err != nil {
		fmt.Fprintln(os.Stderr, "dev: "+err.Error())
		return nil
	}
	fmt.Fprintf(os.Stderr, "dev: the server is new (%.1f s)\n", time.Since(began).Seconds())
	return p
}

func build(ctx context.Context, to, from string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", to, from)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}

// program is a child process in its own process group, so that stop also ends its descendants.
type program struct {
	cmd      *exec.Cmd
	ended    chan struct{}
	reported bool // the end of the program was reported
}

func start(name string, args ...string) (*program, error) {
	p := &program{cmd: exec.Command(name, args...), ended: make(chan struct{})}
	p.cmd.Stdout, p.cmd.Stderr = os.Stdout, os.Stderr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.cmd.Env = append(os.Environ(), "WENQU_DRAIN=1s")
	if name == server && os.Getenv("LLM_URL") == "" {
		p.cmd.Env = append(p.cmd.Env, "LLM_URL=http://127.0.0.1:8090/v1")
	}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(p.cmd.Args, " "), err)
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// stop ends the program with SIGTERM, or kills it if it is still running after the time limit. If p is
// nil, stop does nothing.
func (p *program) stop() {
	if p == nil {
		return
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(stop):
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.ended
	}
}
