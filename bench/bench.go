package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// scenario is one measurement.
type scenario struct {
	name, what string
	run        func(*bench) error
}

var scenarios = []scenario{
	{"relay", "time to first token, streams a second and processor time, beside a bare relay", (*bench).relay},
	{"step", "what a step adds to the model and the tool, checkpoint on disk included", (*bench).step},
	{"slow", "2,000 answers at 20 tokens a second at the same time", (*bench).slow},
	{"beside", "2,000 slow answers beside 50 searches at once, and beside 1,000 readers of a share", (*bench).beside},
	{"pages", "processor time of a search that reads six pages of 1 MB", (*bench).pages},
	{"share", "a shared page of 200 messages", (*bench).share},
	{"reattach", "the whole answer so far after a reload; 10,000 random cuts", (*bench).reattach},
	{"sigterm", "SIGTERM with 200 answers running", (*bench).sigterm},
	{"document", "a PDF of 300 Chinese pages, from its sending until its last page is found", (*bench).document},
	{"heavy", "memory of the server and its parsers while they read files of 100 MB", (*bench).heavy},
	{"login", "logins by code a second", (*bench).login},
	{"limits", "1,000 codes asked for at once, 1,000 wrong ones tried at once", (*bench).limits},
	{"start", "time to serve, idle memory, size of the binary", (*bench).start},
	{"page", "what the first page loads, as it was built", (*bench).page},
}

// bench runs the scenarios. It contains their common provider and the measured figures.
type bench struct {
	wenqu    string
	rounds   int
	dir      string
	self     string
	provider *child
	base     string // the provider's address, with /v1
	servers  int
	figures  []figure
}

func newBench(wenqu string, rounds int) (*bench, error) {
	wenqu, err := filepath.Abs(wenqu)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(wenqu); err != nil {
		return nil, fmt.Errorf("%w; build it with make build", err)
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "wenqu-bench-")
	if err != nil {
		return nil, err
	}
	b := &bench{wenqu: wenqu, rounds: rounds, dir: dir, self: self}
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	b.provider, _, err = start(b.file("provider.log"), addr, "/v1/models", nil, self, "provider", "-addr", addr)
	b.base = "http://" + addr + "/v1"
	return b, err
}

func (b *bench) close() {
	b.provider.kill()
	_ = os.RemoveAll(b.dir)
}

func (b *bench) file(name string) string { return filepath.Join(b.dir, name) }

// bareRelay starts the bare relay on its own database.
func (b *bench) bareRelay() (*child, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	b.servers++
	c, _, err := start(b.file("relay.log"), addr, "/readyz", nil, b.self, "relay",
		"-addr", addr, "-upstream", b.base, "-file", b.file(fmt.Sprintf("relay-%d.db", b.servers)))
	return c, err
}

// server starts Wenqu with the provider as its only source of models, and waits until Wenqu lists
// the models. If `data` is empty, Wenqu gets a new data folder. `more` contains environment variables;
// they replace defaults of the same name.
func (b *bench) server(data string, more ...string) (c *child, dataDir string, took time.Duration, err error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, "", 0, err
	}
	b.servers++
	if data == "" {
		data = b.file(fmt.Sprintf("data-%d", b.servers))
	}
	// The limits that protect a public server would refuse the load.
	env := []string{"LLM_URL=" + b.base, "WENQU_PROBE=off", "WENQU_LIMITS=off", "WENQU_DRAIN=5s"}
	env = append(env, more...)
	c, took, err = start(b.file("wenqu.log"), addr, "/readyz", env, b.wenqu, "serve", "--addr", addr, "--data", data)
	if err == nil {
		err = c.knows("steps-8")
	}
	return c, data, took, err
}

// knows waits until the server lists a model, for at most about 5 s. The server queries its
// provider in the background while it starts.
func (c *child) knows(model string) error {
	for range 500 {
		res, err := client.Post("http://"+c.addr+"/api/agent/model/list", "application/json", strings.NewReader("{}"))
		if err != nil {
			return err
		}
		all, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || strings.Contains(string(all), `"`+model+`"`) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("the server does not know the model %s; see %s", model, c.log)
}

func background() context.Context { return context.Background() }

// quantile returns the q-quantile of the values, with q from 0 to 1; 0 if there are no values.
func quantile(d []time.Duration, q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	d = slices.Clone(d)
	slices.Sort(d)
	return d[min(len(d)-1, int(q*float64(len(d))))]
}

func median[T int | int64 | float64 | time.Duration](v []T) T {
	if len(v) == 0 {
		return 0
	}
	v = slices.Clone(v)
	slices.Sort(v)
	return v[len(v)/2]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/float64(time.Millisecond)) }
