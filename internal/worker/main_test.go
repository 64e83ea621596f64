//go:build linux

package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// misbehave is the first argument with which the test binary runs as a faulty worker; see bad.
const misbehave = "misbehave"

// tasks are the tasks that the test binary offers when it runs as a worker.
var tasks = Tasks{
	"echo": func(_ context.Context, b []byte) ([]byte, error) { return append(b, b...), nil },
	"refuse": func(context.Context, []byte) ([]byte, error) {
		return nil, errs.New(errs.TooLarge).With("limit", "5 MB")
	},
	"fail":  func(context.Context, []byte) ([]byte, error) { return nil, errors.New("the task failed") },
	"panic": func(context.Context, []byte) ([]byte, error) { panic("the task fell over") },
	"exit":  func(context.Context, []byte) ([]byte, error) { os.Exit(3); return nil, nil },
	"hang":  func(context.Context, []byte) ([]byte, error) { <-time.After(time.Hour); return nil, nil },
	"grow": func(context.Context, []byte) ([]byte, error) {
		var all [][]byte
		for {
			b := make([]byte, 8<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			all = append(all, b)
			runtime.KeepAlive(all)
		}
	},
}

// TestMain runs the test binary as a worker if its first argument is Command. If its first
// argument is the constant misbehave, the worker is faulty.
func TestMain(m *testing.M) {
	Main(tasks)
	if len(os.Args) > 1 && os.Args[1] == misbehave {
		confine()
		bad(newFrames(os.Stdin, os.Stdout))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// bad runs a faulty worker. The last part of a job's path selects the fault.
func bad(f *frames) {
	for {
		_, body, err := f.receive()
		if err != nil {
			return
		}
		var j job
		if err := json.Unmarshal(body, &j); err != nil {
			panic(err)
		}
		how := j.Path[strings.LastIndexByte(j.Path, '/')+1:]
		switch how {
		case "panic":
			panic("the parser fell over")
		case "exit":
			os.Exit(3)
		case "killed":
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		case "garbage":
			fmt.Print("this is no frame at all")
		case "huge":
			fmt.Print("\xff\xff\xff\xffU")
		case "hang":
			<-time.After(time.Hour) // without a timer the runtime would report a deadlock
		case "spin":
			for i := 0; ; i++ {
				runtime.KeepAlive(i)
			}
		case "child": // starts a program that runs longer than the test
			cmd := exec.Command("sleep", "600")
			if err := cmd.Start(); err != nil {
				panic(err)
			}
			_ = f.send(unitFrame, parsed.Unit{Number: cmd.Process.Pid, Kind: parsed.Page})
			<-time.After(time.Hour)
		case "memory":
			var all [][]byte
			for {
				b := make([]byte, 8<<20)
				for i := 0; i < len(b); i += 4096 {
					b[i] = 1
				}
				all = append(all, b)
				runtime.KeepAlive(all)
			}
		case "pages":
			_ = f.send(progressFrame, count{0, 10})
			for i := range 10 {
				_ = f.send(unitFrame, parsed.Unit{Number: i + 1, Kind: parsed.Page})
			}
			_ = f.send(endFrame, ending{Summary: parsed.Summary{Format: "pdf", Units: 10}})
		case "scan": // the worker reports that it recognises the text of a picture
			_ = f.sendRaw(pauseFrame, nil)
			_ = f.send(endFrame, ending{Summary: parsed.Summary{Format: "pdf", Units: 1}})
		case "network":
			links, err := net.Interfaces()
			up := 0
			for _, l := range links {
				if l.Flags&net.FlagUp != 0 {
					up++
				}
			}
			said := fmt.Sprint(up, " up ", err, " ", strings.Join(os.Environ(), " "))
			_ = f.send(endFrame, ending{Summary: parsed.Summary{Title: said}})
		case "limits":
			var core, data syscall.Rlimit
			_ = syscall.Getrlimit(syscall.RLIMIT_CORE, &core)
			_ = syscall.Getrlimit(syscall.RLIMIT_DATA, &data)
			nice, _ := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
			_ = f.send(endFrame, ending{Summary: parsed.Summary{Title: fmt.Sprint(core.Cur, " ", data.Cur, " ", 20-nice)}})
		default:
			_ = f.send(endFrame, ending{Code: parse.Empty, Error: how})
		}
	}
}
