//go:build unix

package mcp

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a program start in a new process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a program and its child processes.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } // the error does not matter: the process may have ended already
