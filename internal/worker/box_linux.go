package worker

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// limitVariable is the environment variable with a worker's memory limit.
const limitVariable = "WENQU_WORKER_MEMORY"

// box starts workers in a namespace without network if the system allows that. Otherwise it starts
// them without a namespace.
type box struct {
	log    *slog.Logger
	mu     sync.Mutex
	denied bool
}

func (b *box) start(command func() (*exec.Cmd, error)) error {
	b.mu.Lock()
	denied := b.denied
	b.mu.Unlock()
	cmd, err := command()
	if err != nil {
		return err
	}
	attr := &syscall.SysProcAttr{Setpgid: true}
	cmd.SysProcAttr = attr
	if denied {
		return cmd.Start()
	}
	attr.Cloneflags = syscall.CLONE_NEWNET
	if os.Geteuid() != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Geteuid(), HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getegid(), HostID: os.Getegid(), Size: 1}}
	}
	refused := cmd.Start()
	if refused == nil {
		return nil
	}
	// Either the program cannot be started at all, or the system refuses the namespace.
	// Start the program without a namespace.
	if cmd, err = command(); err != nil {
		return err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.denied {
		b.denied = true
		b.log.Debug("workers share the network of the server: the system refuses a namespace", "error", refused)
	}
	return nil
}

func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } // the process may have ended already

// confine sets the worker's limits from inside the worker. It allows three times the memory limit,
// because PDFium reserves more memory than it uses. The memory in use is measured and limited by the
// pool; see weigh.
func confine() {
	limit := func(what int, n uint64) {
		_ = syscall.Setrlimit(what, &syscall.Rlimit{Cur: n, Max: n}) // it fails if a lower hard limit exists, which is fine
	}
	limit(syscall.RLIMIT_CORE, 0)
	limit(syscall.RLIMIT_FSIZE, 2<<30)
	if n, err := strconv.ParseUint(os.Getenv(limitVariable), 10, 64); err == nil && n > 0 {
		limit(syscall.RLIMIT_DATA, 3*n)
	}
	tasks, _ := os.ReadDir("/proc/self/task") // the priority of each thread is lowered; a failure does no harm
	for _, t := range tasks {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, 10)
		}
	}
}

// leave ends the worker and the programs that it has started.
func leave() {
	if syscall.Getpgrp() == os.Getpid() {
		_ = syscall.Kill(0, syscall.SIGKILL)
	}
	os.Exit(0)
}

// weighEvery is how often the memory of a worker is measured.
const weighEvery = 100 * time.Millisecond

// weigh ends a worker and its programs when they use more than `limit` bytes of memory.
// The returned function stops the measuring.
func (w *process) weigh(limit int) func() {
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		tick := time.NewTicker(weighEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-w.gone:
				return
			case <-tick.C:
				if resident(w.cmd.Process.Pid, 0) > limit {
					w.heavy.Store(true)
					w.kill()
					return
				}
			}
		}
	})
	return func() { close(done); wg.Wait() }
}

// resident is the resident memory of a process and its descendants, in bytes. The first call has
// depth 0; descendants deeper than depth 5 are not counted.
func resident(pid, depth int) int {
	if depth > 5 {
		return 0
	}
	dir := filepath.Join("/proc", strconv.Itoa(pid))
	b, err := os.ReadFile(filepath.Join(dir, "statm"))
	if err != nil {
		return 0
	}
	var size, pages int
	if _, err := fmt.Sscan(string(b), &size, &pages); err != nil {
		return 0
	}
	sum := pages * os.Getpagesize()
	tasks, _ := os.ReadDir(filepath.Join(dir, "task")) // the process may have ended already
	for _, t := range tasks {
		children, _ := os.ReadFile(filepath.Join(dir, "task", t.Name(), "children"))
		for _, child := range strings.Fields(string(children)) {
			if id, err := strconv.Atoi(child); err == nil {
				sum += resident(id, depth+1)
			}
		}
	}
	return sum
}
