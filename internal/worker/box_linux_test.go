package worker

import (
	"bytes"
	"log/slog"
	"strconv"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/document/parse"
)

// TestConfined checks the environment, the network and the limits of a worker from inside it.
func TestConfined(t *testing.T) {
	t.Setenv("WENQU_SECRET", "the key of the model")
	var log bytes.Buffer
	p := newPool(t, Options{Args: []string{misbehave}, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	sum, err := p.Parse(t.Context(), "network", parse.Options{}, &kept{})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(sum.Title, "SECRET") {
		t.Errorf("its environment: %s", sum.Title)
	}
	if !strings.HasPrefix(sum.Title, "0 up <nil>") && !strings.Contains(log.String(), "share the network") {
		t.Errorf("its network: %s, %s", sum.Title, log.String())
	}
	if sum, err = p.Parse(t.Context(), "limits", parse.Options{}, &kept{}); err != nil || !strings.HasPrefix(sum.Title, "0 "+strconv.Itoa(3*512<<20)+" 10") {
		t.Errorf("its limits: %s, %v", sum.Title, err)
	}
}
