//go:build unix

package mcp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// helper runs the test binary as a server on its standard input and output. In the mode "dies", it
// ends the process at once. The server's tool starts a child process and returns both process ids, the
// folder and the environment.
func helper(mode string) {
	if mode == "dies" {
		os.Exit(1)
	}
	server := sdk.NewServer(&sdk.Implementation{Name: "helper", Version: "1"}, nil)
	server.AddTool(&sdk.Tool{Name: "look", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		child := exec.CommandContext(context.Background(), "/bin/sleep", "600")
		if err := child.Start(); err != nil {
			return nil, err
		}
		dir, _ := os.Getwd()
		text := fmt.Sprintf("%d %d %s %s", os.Getpid(), child.Process.Pid, dir, strings.Join(os.Environ(), "|"))
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
	})
	_ = server.Run(context.Background(), &sdk.StdioTransport{})
}

func gone(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return true
	}
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return strings.Contains(string(b), ") Z ")
}

// A program does not get the environment of Wenqu itself, and is killed with its child processes. If
// it dies, it is started again.
func TestProgram(t *testing.T) {
	t.Setenv("WENQU_SECRET", "of the server")
	b := onSQLite(t)
	v := b.test(b.add(Fields{Name: "prog", Kind: Stdio, Command: []string{os.Args[0]}, Env: map[string]string{helperVariable: "serves", "KEY": "k"}}))
	if v.State.State != stateOK || len(v.Tools) != 1 {
		t.Fatalf("%+v", v.State)
	}
	look := func() (pid, child int, dir, env string) {
		t.Helper()
		r, err := b.use(b.tool(ann, "mcp_prog_look"), ann, `{}`)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscan(r.Text, &pid, &child, &dir); err != nil {
			t.Fatal(r.Text, err)
		}
		return pid, child, dir, r.Text
	}
	pid, child, dir, env := look()
	if strings.Contains(env, "WENQU_SECRET") || !strings.Contains(env, "KEY=k") || !strings.Contains(env, "HOME="+dir) {
		t.Errorf("%s", env)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	domaintest.Eventually(t, "the program is dead", func() bool {
		_, err := b.use(b.tool(ann, "mcp_prog_look"), ann, `{}`)
		return err != nil || gone(pid)
	})
	domaintest.Eventually(t, "its child is gone with it", func() bool { b.dropServer(v.Server.ID, ""); return gone(child) })
	next, other, dir2, _ := look()
	if next == pid {
		t.Error("it is the same process")
	}
	b.Close()
	domaintest.Eventually(t, "all are gone", func() bool { return gone(next) && gone(other) })
	domaintest.Eventually(t, "the folder is gone", func() bool { _, err := os.Stat(dir2); return os.IsNotExist(err) })
}

// A program that keeps failing is started again after increasing delays.
func TestProgramThatDies(t *testing.T) {
	t.Parallel()
	b := onSQLite(t)
	id := b.add(Fields{Name: "prog", Kind: Stdio, Command: []string{os.Args[0]}, Env: map[string]string{helperVariable: "dies"}})
	if v := b.test(id); v.State.State != stateFailed || Reason(v.State.Reason) != Stopped {
		t.Fatalf("%+v", v.State)
	}
	if _, _, err := b.listed(t.Context(), b.standing(ann, id).Server, Everybody); reasonOf(err) != Pausing {
		t.Errorf("at once: %v", err)
	}
	b.clock.Add(firstPause)
	if _, _, err := b.listed(t.Context(), b.standing(ann, id).Server, Everybody); reasonOf(err) != Stopped {
		t.Errorf("after a pause: %v", err)
	}
	b.clock.Add(firstPause)
	if _, _, err := b.listed(t.Context(), b.standing(ann, id).Server, Everybody); reasonOf(err) != Pausing {
		t.Errorf("after the same pause again: %v", err)
	}
	none := b.add(Fields{Name: "none", Kind: Stdio, Command: []string{"/no/such/program"}})
	if v := b.test(none); Reason(v.State.Reason) != NoStart {
		t.Errorf("%+v", v.State)
	}
}

// Only administrators can configure programs, and only if the operator has enabled programs.
func TestWhoMayNamePrograms(t *testing.T) {
	t.Parallel()
	f := Fields{Name: "p", Kind: Stdio, Command: []string{"/bin/true"}}
	b := onSQLite(t)
	if _, err := b.Save(t.Context(), ann, f); !errs.Is(err, errs.NoRight) {
		t.Errorf("a person: %v", err)
	}
	b = onSQLite(t, func(o *Options) { o.Stdio = false })
	if _, err := b.Save(t.Context(), Everybody, f); !errs.Is(err, errs.MCPNoPrograms) {
		t.Errorf("where the operator does not: %v", err)
	}
}
