package mcp

import (
	"context"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// Delays before a failed program is started again.
const (
	firstPause = time.Second
	maxPause   = 5 * time.Minute
)

// program is a server process on this machine. On Unix, it has its own process group: killing the
// group also kills the child processes.
type program struct {
	cmd  *exec.Cmd
	dir  string // the program's own folder, empty at the start
	once sync.Once
}

// kill ends the program and, on Unix, its child processes.
func (p *program) kill() {
	p.once.Do(func() {
		killGroup(p.cmd.Process)
		_ = p.cmd.Wait()
		_ = os.RemoveAll(p.dir)
	})
}

// pause is the delay after a program's last failure. The program may be started again at `until`;
// `next` is the length of the delay, which the next failure doubles.
type pause struct {
	until time.Time
	next  time.Duration
}

// failed is called after a program has failed. It delays the program's next start, each time for
// longer, up to maxPause.
func (s *Service) failed(server string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.pauses[server]
	p.next = min(max(2*p.next, firstPause), maxPause)
	p.until = s.Now().Add(p.next)
	s.pauses[server] = p
}

// worked resets a program's delay. It is called after the program has worked, and when its server is
// saved or tested.
func (s *Service) worked(server string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.pauses, server)
}

// pausing reports whether a program must not be started yet.
func (s *Service) pausing(server string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.Now().Before(s.pauses[server].until)
}

// start starts the program of a server without a shell and in a folder of its own. The environment
// consists of PATH, HOME, LANG and the variables set by the administrator.
func (s *Service) start(life context.Context, c *session, server mcpdb.McpServer, env map[string]string) (sdk.Transport, error) {
	command := commandOf(server)
	if !s.Stdio || server.OwnerID != Everybody || len(command) == 0 {
		return nil, fail(NoStart, nil)
	}
	if s.pausing(server.ID) {
		return nil, fail(Pausing, nil)
	}
	dir, err := os.MkdirTemp("", "wenqu-mcp-")
	if err != nil {
		return nil, fail(NoStart, err)
	}
	// Any command may run here: an administrator configured it, and the operator has enabled programs.
	cmd := exec.CommandContext(life, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + dir, "LANG=C.UTF-8"}
	for _, name := range slices.Sorted(maps.Keys(env)) {
		cmd.Env = append(cmd.Env, name+"="+env[name])
	}
	ownGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd.Process); return nil }
	in, err := cmd.StdinPipe()
	var out io.ReadCloser
	if err == nil {
		out, err = cmd.StdoutPipe()
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.failed(server.ID)
		_ = os.RemoveAll(dir)
		return nil, fail(NoStart, err)
	}
	c.program = &program{cmd: cmd, dir: dir}
	return &sdk.IOTransport{Reader: out, Writer: in, MaxLineLength: maxMessage}, nil
}
