//go:build unix

package app_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/domaintest"
	"github.com/wenqu-ai/wenqu/internal/moderation"
)

// TestContentRules changes the rules of a running server. A question that matches them is withheld
// in the stream and in an export, even if it is written in traditional characters. A bad file is
// reported by doctor and prevents the start.
func TestContentRules(t *testing.T) {
	t.Parallel()
	files := t.TempDir()
	name := filepath.Join(files, moderation.FileName)
	url, _ := start(t, t.TempDir(), "WENQU_CONTENT="+files)
	p := newPerson(t, url)
	ask := func(cid, prompt string) string {
		t.Helper()
		res := p.do(t, "POST", url+"/api/chat/"+cid, `{"prompt":"`+prompt+`"}`)
		frames, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != 200 {
			t.Fatalf("%d %v %s", res.StatusCode, err, frames)
		}
		return string(frames)
	}
	figures := func() string {
		t.Helper()
		b, err := io.ReadAll(p.do(t, "GET", url+"/metrics", "").Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if frames := ask("before-the-rules", "1+1"); !strings.HasSuffix(frames, "data: [DONE]\n\n") {
		t.Fatalf("a fresh install withheld: %s", frames)
	}
	if err := os.WriteFile(name, []byte(`{"words":[{"word":"头发","level":"block"},{"word":"十二","level":"mask"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	domaintest.Eventually(t, "the rules are read", func() bool { return strings.Contains(figures(), `wenqu_moderation_rules{level="block"} 1`) })
	if frames := ask("with-the-rules", "把「頭髮」转成简体"); !strings.HasSuffix(frames, "data: [SENSITIVE]\n\n") || strings.Contains(frames, "发") {
		t.Errorf("it was answered: %s", frames)
	}
	res := p.do(t, "POST", url+"/api/conversation/export", `{"conversationId":"with-the-rules","format":"md"}`)
	file, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 || strings.Contains(string(file), "頭") || !strings.Contains(string(file), "无法显示") {
		t.Errorf("the export: %d %v %s", res.StatusCode, err, file)
	}
	if got := figures(); !strings.Contains(got, `wenqu_moderation_hits_total{level="block"} 1`) {
		_, got, _ = strings.Cut(got, "# HELP wenqu_moderation_hits_total")
		t.Errorf("the figures lack the hit: %.300s", got)
	}

	c := load(t, app.Inputs{Environ: []string{"WENQU_DATA=" + t.TempDir(), "WENQU_PROBE=off", "WENQU_CONTENT=" + files}})
	var out bytes.Buffer
	if err := app.Doctor(t.Context(), &out, c, nil, "1", "en"); err != nil || !strings.Contains(out.String(), "1 block, 1 mask, 0 log, 0 allowed ("+name+")") {
		t.Errorf("doctor: %v\n%s", err, &out)
	}
	if err := os.WriteFile(name, []byte(`{"words":[{"word":"头发"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := app.Doctor(t.Context(), &out, c, nil, "1", "en"); err == nil || !strings.Contains(out.String(), "content rules: moderation.json: words[0].level must not be empty") {
		t.Errorf("doctor finds nothing wrong: %v\n%s", err, &out)
	}
	if a, err := app.New(t.Context(), c, "test"); err == nil {
		t.Error("a server started with a bad file")
		a.Close()
	}
}
