//go:build unix

package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/llm/llmtest"
)

// TestScansAreReadByAModel reads a scanned PDF on a machine without tesseract: a model that reads
// pictures returns the text. Without such a model, the file does not become ready.
func TestScansAreReadByAModel(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // a test that sets this variable cannot run in parallel
	scan, err := os.ReadFile(filepath.Join("..", "document", "parse", "testdata", "scanned.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	model, at := llmtest.Start(t, llmtest.Options{Models: []string{"gpt-4o"}})
	model.On("原样抄录", llmtest.Answer(llmtest.DeepSeek, llmtest.Say{Text: []string{"第三条　押金\n", "押金为九千元，七日内退还。"}}))
	url, _ := start(t, t.TempDir(), "WENQU_LIMITS=off", "LLM_URL="+at+"/v1")
	alice := newPerson(t, url)
	id := alice.bringFile(t, url, "scan.pdf", string(scan))
	_, found := alice.call(t, url, "/api/user/docs/find", fmt.Sprintf(`{"resourceId":%q,"keyword":"九千元"}`, id))
	if hits, _ := found["hits"].([]any); len(hits) == 0 {
		t.Errorf("what the model read is not found: %v", found)
	}
	seen := model.Requests()
	if len(seen) == 0 || len(seen[0].Messages[0].Images) != 1 || !strings.HasPrefix(seen[0].Messages[0].Images[0], "data:image/png;base64,") {
		t.Errorf("the model was not sent the page: %d requests", len(seen))
	}

	alone, _ := start(t, t.TempDir(), "WENQU_LIMITS=off")
	alice = newPerson(t, alone)
	res := alice.do(t, "POST", alone+"/api/user/docs/upload?fileName=scan.pdf", string(scan))
	id = strings.Split(strings.Split(string(whole(t, res)), `"id":"`)[1], `"`)[0]
	if status, body := alice.call(t, alone, "/api/resource/fileParse", fmt.Sprintf(`{"resourceId":%q}`, id)); body["status"] == "ready" {
		t.Errorf("a scan that nobody can read: %d %v", status, body)
	}
}
