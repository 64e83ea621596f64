package app_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// TestMain lets the test binary act as a worker process, too. Its exports hang when the body is "hang".
func TestMain(m *testing.M) {
	tasks := app.Tasks()
	export := tasks["export"]
	tasks["export"] = func(ctx context.Context, body []byte) ([]byte, error) {
		if string(body) == "hang" {
			<-time.After(time.Hour) // without a timer the runtime would report a deadlock
		}
		return export(ctx, body)
	}
	worker.Main(tasks)
	os.Exit(m.Run())
}
