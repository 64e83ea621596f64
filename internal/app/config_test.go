//go:build unix

package app_test

import (
	"bytes"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/app"
)

func yaml(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "wenqu.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func load(t *testing.T, in app.Inputs) *app.Config {
	t.Helper()
	c, err := app.LoadConfig(in)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPrecedence(t *testing.T) {
	t.Parallel()
	file := yaml(t, "drain: 10s\nbrand_name: 文件\nhosts: [a.example, b.example]\n")
	env := []string{"WENQU_CONFIG=" + file, "WENQU_BRAND_NAME=变量", "WENQU_ADDR=127.0.0.1:1", "WENQU_DATA=", "PATH=/bin"}
	c := load(t, app.Inputs{Environ: env, Flags: map[string]string{"addr": "127.0.0.1:2"}})
	tests := []struct {
		key       string
		got, want any
		from      app.Source
	}{
		{"addr", c.Addr, "127.0.0.1:2", app.FromFlag},
		{"brand_name", c.BrandName, "变量", app.FromEnv},
		{"drain", c.Drain, 10 * time.Second, app.FromFile},
		{"hosts", c.Hosts, []string{"a.example", "b.example"}, app.FromFile},
		{"data", c.Data, "data", app.FromDefault},
		{"limits", c.Limits, true, app.FromDefault},
	}
	for _, tt := range tests {
		if !reflect.DeepEqual(tt.got, tt.want) || c.Sources[tt.key] != tt.from {
			t.Errorf("%s is %v from %s, want %v from %s", tt.key, tt.got, c.Sources[tt.key], tt.want, tt.from)
		}
	}
	other := yaml(t, "brand_name: 另一个\n")
	if c := load(t, app.Inputs{Environ: env[:1], Flags: map[string]string{"config": other}}); c.BrandName != "另一个" || c.Drain != 30*time.Second {
		t.Errorf("--config does not win over WENQU_CONFIG: %q, %v", c.BrandName, c.Drain)
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	c := load(t, app.Inputs{Environ: []string{
		"WENQU_TRUSTED_PROXIES=127.0.0.1, 10.1.2.3/8,::1", "WENQU_SYNC=full", "WENQU_LIMITS=OFF", "WENQU_SIGNING=on",
		"WENQU_PUBLIC_URL=https://ai.example.com/", "WENQU_LOG_LEVEL=debug", "WENQU_QUESTIONS_PER_MINUTE=0",
	}})
	want := []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	if diff := cmp.Diff(want, c.Proxies, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	if !c.FullSync || c.Limits || !c.Signing || c.PublicURL.String() != "https://ai.example.com" || c.LogLevel != slog.LevelDebug || c.QuestionsPerMinute != 0 {
		t.Errorf("%+v", c)
	}
	for addr, want := range map[string]bool{"127.0.0.1:1": true, "[::1]:1": true, "localhost:1": true, ":1": false, "0.0.0.0:1": false, "192.0.2.1:1": false} {
		if c := load(t, app.Inputs{Environ: []string{"WENQU_ADDR=" + addr}}); c.LoopbackOnly() != want || c.LLM.Loopback != want {
			t.Errorf("%s: only loopback: %v", addr, c.LoopbackOnly())
		}
	}
}

func TestMisconfigured(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"WENQU_ADDR=8080":                             "host:port",
		"WENQU_ADDR=localhost:99999":                  "host:port",
		"WENQU_DATABASE_URL=mysql://u:hunter2@h/d":    "postgres://",
		"WENQU_SYNC=maybe":                            "normal, full",
		"WENQU_SYNC=true":                             "normal, full", // only switches accept the value true
		"WENQU_PUBLIC_URL=ai.example.com":             "https://",
		"WENQU_PUBLIC_URL=https://u:hunter2@x":        "https://",
		"WENQU_PUBLIC_URL=https://x/path":             "without a path",
		"WENQU_TRUSTED_PROXIES=proxy":                 "10.0.0.0/8",
		"WENQU_DRAIN=30":                              "30s",
		"WENQU_DRAIN=-1s":                             "30s",
		"WENQU_LIMITS=yes please":                     "off, on",
		"WENQU_VISITORS_PER_HOUR=-1":                  "whole number",
		"WENQU_LOG_LEVEL=loud":                        "debug",
		"WENQU_BRAND_SLUG=Wen Qu":                     "lower-case",
		"WENQU_BRAND_MARK=https://evil.example/x.svg": "path of this site",
		"WENQU_BRAND_MARK=//evil.example/x.svg":       "path of this site",
		"WENQU_BRAND_ACCENT=red;}body{":               "#2f6f6a",
		"WENQU_DEFAULT_AGENT=a/b":                     "letters",
		"WENQU_CONFIG=/no/such/file.yaml":             "no file",
	}
	for line, fix := range tests {
		name, _, _ := strings.Cut(line, "=")
		_, err := app.LoadConfig(app.Inputs{Environ: []string{line}})
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), fix) {
			t.Errorf("%s: %v; want the variable and %q", line, err, fix)
			continue
		}
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: the error shows the secret", line)
		}
	}
	// One error reports every problem.
	_, err := app.LoadConfig(app.Inputs{Environ: []string{"WENQU_DRAIN=x", "WENQU_SYNC=y", "WENQU_CONFIG=" + yaml(t, "brand:\n  name: x\ntypo: 1\n")}})
	for _, part := range []string{"WENQU_DRAIN", "WENQU_SYNC", `"brand.name"`, `"typo"`} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("the error lacks %s: %v", part, err)
		}
	}
	if _, err := app.LoadConfig(app.Inputs{Environ: []string{"WENQU_CONFIG=" + yaml(t, "a: [")}}); err == nil {
		t.Error("a broken file was taken")
	}
}

func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	c := load(t, app.Inputs{Environ: []string{"WENQU_PUBLICURL=x", "WENQU_CONFIG=", "WENQU_TEST_PG=off", "OTHER=1", "WENQU_BRAND=x"}})
	if diff := cmp.Diff([]string{"WENQU_BRAND", "WENQU_PUBLICURL"}, c.Unknown); diff != "" {
		t.Error(diff)
	}
	if w := strings.Join(c.Warnings(), "\n"); !strings.Contains(w, "WENQU_PUBLICURL") {
		t.Errorf("nobody is warned: %s", w)
	}
}

func TestProviders(t *testing.T) {
	t.Parallel()
	file := yaml(t, `
model: qwen3
probe: "off"
providers:
  - id: office
    base_url: http://10.0.0.5:8000/v1
    key: sk-officesecret
    models: [{ id: qwen3-32b, context: 32768 }]
    aliases: { deep_seek_v3: qwen3-32b }
  - id: broken
    base_url: ftp://x
`)
	c := load(t, app.Inputs{Environ: []string{"WENQU_CONFIG=" + file, "LLM_URL=https://abc@api.example.com/v1", "WENQU_MODEL=mine"}})
	if len(c.LLM.Providers) != 2 || c.LLM.Providers[0].ID != "llm" || c.LLM.Providers[1].ID != "office" {
		t.Fatalf("providers: %+v", c.LLM.Providers)
	}
	office := c.LLM.Providers[1]
	if office.Models[0].ID != "qwen3-32b" || office.Models[0].Context != 32768 || office.Aliases["deep_seek_v3"] != "qwen3-32b" || string(office.Key) != "sk-officesecret" {
		t.Errorf("office: %+v", office)
	}
	if c.LLM.DefaultModel != "mine" || c.LLM.Probe {
		t.Errorf("default model %q, probe %v", c.LLM.DefaultModel, c.LLM.Probe)
	}
	if len(c.LLMProblems) != 1 || !strings.Contains(c.LLMProblems[0].Variable, "broken") {
		t.Errorf("problems: %+v", c.LLMProblems)
	}
	if _, err := app.LoadConfig(app.Inputs{Environ: []string{"WENQU_CONFIG=" + yaml(t, "providers: [{id: x, adress: y}]")}}); err == nil || !strings.Contains(err.Error(), "adress") {
		t.Errorf("a misspelt field of a provider gave %v", err)
	}
}

func TestDoctor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const secret = "hunter2secret"
	c, broken := app.LoadConfig(app.Inputs{Environ: []string{
		"WENQU_DATA=" + dir, "WENQU_PROBE=off", "WENQU_METRICS_TOKEN=" + secret, "WENQU_TYPO=1", "WENQU_DRAIN=soon",
		"LLM_URL=http://" + secret + "@127.0.0.1:1/v1", "OPENAI_API_KEY=" + secret, "WENQU_BRAND_SLOGAN=see https://u:" + secret + "@x",
	}})
	if broken == nil {
		t.Fatal("WENQU_DRAIN=soon was taken")
	}
	for locale, words := range map[string][]string{
		"en":    {"To be mended", "Capabilities", "0 block, 0 mask, 0 log, 0 allowed (built in)", "there is no such setting", "first start makes it"},
		"zh-CN": {"需要处理", "能力", "拦截 0 条，遮盖 0 条，记录 0 条，放行 0 条（内置文件）", "没有这个设置", "首次启动时建立"},
	} {
		var out bytes.Buffer
		if err := app.Doctor(t.Context(), &out, c, broken, "1.2.3", locale); err == nil {
			t.Error("doctor found nothing to mend")
		}
		s := out.String()
		for _, want := range append(words, "1.2.3", "WENQU_METRICS_TOKEN", "***", "WENQU_TYPO", "WENQU_DRAIN", "OPENAI_BASE_URL", "LLM_URL", "127.0.0.1:1") {
			if !strings.Contains(s, want) {
				t.Errorf("%s: doctor does not say %q:\n%s", locale, want, s)
			}
		}
		if strings.Contains(s, secret) {
			t.Errorf("%s: doctor shows a secret:\n%s", locale, s)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 0 {
		t.Errorf("doctor left %v, %v", files, err)
	}
}

func TestSettingsPage(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := app.WriteSettings(&out); err != nil {
		t.Fatal(err)
	}
	set, _ := app.Flags("test")
	for _, name := range []string{"WENQU_ADDR", "WENQU_TRUSTED_PROXIES", "LLM_URL", "DEEPSEEK_API_KEY", "appBaseConfig.appTipRound"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("docs/configuration.md would lack %s", name)
		}
	}
	for _, name := range []string{"addr", "data", "config", "public-url"} {
		if set.Lookup(name) == nil {
			t.Errorf("there is no flag --%s", name)
		}
	}
}
