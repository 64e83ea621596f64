package agent

import (
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/agent/exchange"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// An exported agent is imported unchanged, except for its files and a model that is not connected.
// An agent of another author cannot be exported.
func TestFiles(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHarness(t, d)
		h.connected = true
		ctx := t.Context()
		warm := 0.5
		made, err := h.Create(ctx, alice, Spec{
			Name: "读书", Description: "陪读", Category: "study", Persona: "你陪人读书。", Opening: "你好", Questions: []string{"读什么？"},
			Files: []string{alice + "-file-1"}, Tools: []string{"calendar"}, Model: "gone", Temperature: &warm, Mode: Deep,
		})
		if err != nil {
			t.Fatal(err)
		}
		name, file, err := h.ToFile(ctx, alice, made.ID, "zh-CN")
		if err != nil || name != "读书.agent.json" || strings.Contains(string(file), "-file-1") {
			t.Fatalf("%s %v\n%s", name, err, file)
		}
		got, read, err := h.FromFile(ctx, bob, file)
		if err != nil || read.Format != exchange.Wenqu || len(read.Left) > 0 {
			t.Fatalf("%+v %v", read, err)
		}
		want := made.Spec
		want.Files, want.Model = nil, "" // files are never exported, and the server does not know the model
		if got.Owner != bob || got.Visibility != Private || got.Spec.encode() != want.encode() {
			t.Errorf("%s\n%s", got.Spec.encode(), want.encode())
		}
		if _, _, err := h.ToFile(ctx, bob, made.ID, "zh-CN"); !errs.Is(err, errs.NotFound) {
			t.Errorf("a private agent of another: %v", err)
		}
		if _, err := h.Publish(ctx, alice, made.ID, Link); err != nil {
			t.Fatal(err)
		}
		if _, _, err := h.ToFile(ctx, bob, made.ID, "zh-CN"); !errs.Is(err, errs.AgentNotYours) || !strings.Contains(errs.From(err).Message("en"), "export") {
			t.Errorf("a shared agent of another: %v", err)
		}
		if name, _, err := h.ToFile(ctx, bob, "weekly-report", "en"); err != nil || name != "Weekly Report.agent.json" {
			t.Errorf("%s %v", name, err)
		}

		script := `{"name":"<img src=x onerror=alert(1)>","instructions":"<script>fetch('//x')</script>","tools":[{"type":"browser"}],"actions":{"url":"http://127.0.0.1/"}}`
		got, read, err = h.FromFile(ctx, bob, []byte(script))
		if err != nil || !slices.Equal(read.Left, []exchange.Left{exchange.LeftActions}) || got.Persona != "<script>fetch('//x')</script>" || got.Visibility != Private {
			t.Errorf("%+v %+v %v", got.Spec, read, err)
		}
		for file, code := range map[string]errs.Code{"text": errs.AgentFile, "{}": errs.AgentFile, strings.Repeat("x", 11<<20): errs.TooLarge} {
			if _, _, err := h.FromFile(ctx, bob, []byte(file)); !errs.Is(err, code) {
				t.Errorf("%v", err)
			}
		}
	})
}
