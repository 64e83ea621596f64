//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// If this environment variable is set, the test binary acts as the program itself.
const asProgram = "TEST_BINARY_IS_WENQU"

func TestMain(m *testing.M) {
	worker.Main(app.Tasks()) // must come first: a worker process does not inherit asProgram
	if os.Getenv(asProgram) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func wenqu(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = []string{asProgram + "=1", "WENQU_PROBE=off", "PATH=" + os.Getenv("PATH"), "LANG=en_US.UTF-8"}
	return cmd
}

// program is the server in its own process.
type program struct {
	url  string
	cmd  *exec.Cmd
	file string // log file
}

// started starts the server on a free port and waits until it is ready. The server is killed at the
// end of the test.
func started(t *testing.T, data string, env ...string) *program {
	t.Helper()
	if !slices.ContainsFunc(env, func(v string) bool { return strings.HasPrefix(v, "WENQU_DATABASE_URL=") }) {
		dbtest.SQLiteFile(t, data)
	}
	p := &program{cmd: wenqu(context.Background(), "serve", "--addr", "127.0.0.1:0", "--data", data), file: filepath.Join(t.TempDir(), "log")}
	p.cmd.Env = append(p.cmd.Env, env...)
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.Create(p.file)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	p.cmd.Stderr = log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server says nothing: %v\n%s", err, p.log(t))
	}
	_, p.url, _ = strings.Cut(strings.TrimSpace(line), "→  ")
	res, err := http.Get(p.url + "/readyz")
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	defer res.Body.Close()
	if body, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusOK {
		t.Fatalf("readyz: %d %s", res.StatusCode, body)
	}
	return p
}

// kill ends the process by SIGKILL, so that it cannot clean up.
func (p *program) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// stop sends SIGTERM to the process, waits for its end and returns its exit error.
func (p *program) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return p.cmd.Wait()
}

func (p *program) log(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// person is a client of the API, identified by headers.
type person struct{ id, token string }

func newPerson(t *testing.T, url string) person {
	t.Helper()
	_, body := person{}.call(t, url+"/api/anon/login", `{}`)
	id, _ := body["userId"].(string)
	token, _ := body["token"].(string)
	if id == "" || token == "" {
		t.Fatalf("anonymous login: %v", body)
	}
	return person{id, token}
}

// send makes a call; `header` is a list of names and values.
func (p person) send(t *testing.T, method, url, body string, header ...string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if p.id != "" {
		req.Header.Set("X-ID", p.id)
		req.Header.Set("X-Token", p.token)
		req.Header.Set("X-Check-Token-Type", "hy_anon_token")
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { res.Body.Close() })
	return res
}

// read makes a call and reads the whole response.
func (p person) read(t *testing.T, method, url, body string, header ...string) (*http.Response, string) {
	t.Helper()
	res := p.send(t, method, url, body, header...)
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s %s: %v after %.200s", method, url, err, b)
	}
	return res, string(b)
}

// call posts JSON and decodes the JSON response.
func (p person) call(t *testing.T, url, body string) (int, map[string]any) {
	t.Helper()
	res, text := p.read(t, http.MethodPost, url, body)
	var out map[string]any
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatalf("%s: %d %.300s: %v", url, res.StatusCode, text, err)
	}
	return res.StatusCode, out
}

func TestFirstLine(t *testing.T) {
	t.Parallel()
	if got, want := firstLine("v1", "", "http://localhost:8080"), "问渠 Wenqu v1  →  http://localhost:8080"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := firstLine("v1", "8080", "http://localhost:8081"), "问渠 Wenqu v1（8080 端口已被占用 · port 8080 is taken）  →  http://localhost:8081"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
