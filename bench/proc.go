package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// child is a process that the benchmark has started: Wenqu, the bare relay, or a server that they
// call.
type child struct {
	cmd  *exec.Cmd
	addr string
	log  string
}

// freeAddr returns an unused loopback address.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String(), nil
}

// start runs the program `name` and waits at most 20 s until `path` at `addr` answers 200. It also
// returns how long that took.
func start(logFile, addr, path string, env []string, name string, args ...string) (*child, time.Duration, error) {
	out, err := os.OpenFile(logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, 0, err
	}
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), env...)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	_ = out.Close()
	c := &child{cmd: cmd, addr: addr, log: logFile}
	for time.Since(began) < 20*time.Second {
		res, err := http.Get("http://" + addr + path)
		if err == nil {
			_ = res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return c, time.Since(began), nil
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	c.kill()
	return nil, 0, fmt.Errorf("%s did not answer on %s%s; see %s", name, addr, path, logFile)
}

func (c *child) kill() {
	if c != nil && c.cmd.Process != nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	}
}

// terminate sends SIGTERM and waits for the end.
func (c *child) terminate() error {
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return c.cmd.Wait()
}

// cpu returns the processor time used so far, in user and kernel mode.
func (c *child) cpu() time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	// Count the fields after the command's name, because the name may contain spaces.
	fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+2:]))
	user, _ := strconv.Atoi(fields[11])
	kernel, _ := strconv.Atoi(fields[12])
	const ticksPerSecond = 100
	return time.Duration(user+kernel) * time.Second / ticksPerSecond
}

// treeCPU returns the processor time used so far by the process and all its descendants. An ended
// descendant is included if its parent has waited for it.
func (c *child) treeCPU() time.Duration {
	const ticksPerSecond = 100
	ticks := 0
	for _, fields := range c.family() {
		for _, field := range fields[11:15] { // user and kernel time, then user and kernel time of ended children
			n, _ := strconv.Atoi(field)
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

// settle waits until the process has been idle for the time `calm`, but at most a minute. The process
// counts as idle if it has used at most two ticks of processor time (20 ms) in that time, because an
// idle server makes regular checks.
func (c *child) settle(calm time.Duration) {
	const pause, regular = 50 * time.Millisecond, 20 * time.Millisecond
	began := time.Now()
	since, used := began, c.cpu()
	for time.Since(since) < calm && time.Since(began) < time.Minute {
		time.Sleep(pause)
		if now := c.cpu(); now-used > regular {
			since, used = time.Now(), now
		}
	}
}

// resident returns the memory currently in use, in bytes.
func (c *child) resident() int64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kb, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kb << 10
		}
	}
	return 0
}

// peakResident samples the memory until `stop` is closed, and then sends the maximum.
func (c *child) peakResident(stop <-chan struct{}) <-chan int64 { return peak(stop, c.resident) }

// peakTree does the same as peakResident for the process and all its descendants together.
func (c *child) peakTree(stop <-chan struct{}) <-chan int64 { return peak(stop, c.tree) }

func peak(stop <-chan struct{}, sample func() int64) <-chan int64 {
	out := make(chan int64, 1)
	go func() {
		var peak int64
		tick := time.NewTicker(50 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				out <- peak
				return
			case <-tick.C:
				peak = max(peak, sample())
			}
		}
	}()
	return out
}

// tree returns the memory of the process and all its descendants, in bytes. Shared memory counts
// for each process.
func (c *child) tree() int64 {
	var sum int64
	for _, fields := range c.family() {
		pages, _ := strconv.ParseInt(fields[21], 10, 64)
		sum += pages * int64(os.Getpagesize())
	}
	return sum
}

// family returns the fields of /proc/PID/stat after the command's name, for the process and all
// its running descendants.
func (c *child) family() [][]string {
	stats, parents := map[int][]string{}, map[int]int{}
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		raw, err := os.ReadFile(filepath.Join(dir, "stat"))
		if err != nil {
			continue // the process has ended
		}
		fields := strings.Fields(string(raw[strings.LastIndexByte(string(raw), ')')+2:]))
		pid, _ := strconv.Atoi(filepath.Base(dir))
		parents[pid], _ = strconv.Atoi(fields[1])
		stats[pid] = fields
	}
	var out [][]string
	for pid, fields := range stats {
		for up := pid; up > 1; up = parents[up] {
			if up == c.cmd.Process.Pid {
				out = append(out, fields)
				break
			}
		}
	}
	return out
}
