package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/config"
	"github.com/wenqu-ai/wenqu/internal/container"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/document/worker"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/notice"
	"github.com/wenqu-ai/wenqu/internal/reading"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// house is the domains, each given what it needs of the others.
type house struct {
	containers    container.Table
	general       *config.Service
	models        *llm.Registry
	rules         *moderation.Service
	runs          *run.Manager
	chats         *chat.Service
	exports       *export.Service
	transfers     *transfer.Service
	files         *blob.Local
	parsers       *worker.Pool
	readsPictures bool // this machine recognises the text of pictures
	index         *retrieve.Index
	documents     *document.Service
	readings      *reading.Service
	notices       *notice.Service
	admins        *admin.Service
	ports         admin.Ports
	daily         atomic.Pointer[perDay] // questions a day; nil: no limit
}

func newHouse(ctx context.Context, a *App) (*house, error) {
	files := content.FS(a.config.Content)
	h := &house{models: llm.NewRegistry(a.config.LLM, dial, offline.New(), slog.Default())}
	var err error
	if h.containers, err = container.Load(files); err != nil {
		return nil, err
	}
	if h.general, err = config.New(files, a.config.BrandSlug, defaultModel{h.models}, time.Now); err != nil {
		return nil, err
	}
	if h.rules, err = newModeration(a.config.Content, slog.Default()); err != nil {
		return nil, err
	}
	h.runs = run.New(run.Options{
		DB: a.main, Memory: a.memory, Sink: endings,
		Waits: run.Waits{First: a.config.FirstWait, Next: a.config.NextWait},
	})
	if _, err := h.runs.Recover(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("close the answers of the last process: %w", err), h.drain(ctx, 0))
	}
	h.chats = chat.New(chat.Options{
		DB: a.main, Memory: a.memory, Runs: h.runs, Models: h.models, Catalogue: h.models, Documents: library{h},
		OneDocument:  func(channel, agent string) bool { return h.containers.ByChannel(channel, agent).OneDocument },
		Skilled:      offline.Skilled,
		Title:        offline.Title,
		FeedbackType: h.general.FeedbackType,
		Suggestions:  suggestions,
		Filter:       filter{rules: h.rules},
		FilterFor:    a.filterFor(h.rules),
		Review:       reviewBy(h.models, a.config.ModerationModel),
		Product:      a.config.BrandName,
		DefaultAgent: a.config.DefaultAgent,
		MaxRounds:    h.general.MaxConvRound,
	})
	h.exports = export.New(transcripts{h.chats}, a.config.BrandName, time.Now)
	if err := h.newFiles(a); err != nil {
		return nil, errors.Join(err, h.close())
	}
	h.newReading(a)
	h.newTransfers(a)
	h.notices = notice.New(a.main, time.Now)
	if h.admins, err = newAdmin(a, h); err != nil {
		return nil, err
	}
	h.ports = h.adminPorts(a)
	return h, nil
}

func dial(p llm.Provider) llm.Model { return openai.New(p, openai.Options{}) }

// defaultModel tells the general information which model answers by default.
type defaultModel struct{ models *llm.Registry }

func (d defaultModel) DefaultModelID() string { return d.models.Default().Info.ID }

// suggestions are the questions that the built-in engine is sure to answer.
func suggestions(locale string) []string {
	var all []string
	for _, a := range offline.Abilities(locale) {
		all = append(all, a.Example)
	}
	return all
}

// routes registers the calls of all domains.
func (h *house) routes(r *httpapi.Router) {
	h.general.Routes(r)
	h.chats.Routes(r)
	h.exports.Routes(r)
	h.transfers.Routes(r)
	h.documents.Routes(r)
	h.readings.Routes(r)
	h.notices.Routes(r)
	h.admins.Routes(r, h.ports)
}

// watch adds the domains' figures and starts what runs beside requests.
func (h *house) watch(ctx context.Context, a *App) {
	figures(a.metrics, h.runs.Stats)
	moderationFigures(a.metrics, h.rules)
	fileFigures(a.metrics, h.documents)
	a.every(ctx, time.Second, h.rules.Refresh)
	a.every(ctx, time.Second, h.admins.Refresh)
	a.background.Go(func() { h.models.Run(ctx) })
	a.background.Go(func() { h.documents.Run(ctx) })
	a.background.Go(func() { h.readings.Run(ctx) })
}

// sweep forgets what is no longer needed.
func (h *house) sweep(ctx context.Context) error {
	h.runs.Sweep(ctx, time.Now())
	return errors.Join(h.chats.Sweep(ctx), h.documents.Sweep(ctx), h.readings.Sweep(ctx), h.notices.Sweep(ctx), h.admins.Sweep(ctx))
}

// purge deletes everything that an owner has.
func (h *house) purge(ctx context.Context, owner string) error {
	return errors.Join(h.chats.Forget(ctx, owner), h.documents.Forget(ctx, owner), h.readings.Forget(ctx, owner), h.notices.Forget(ctx, owner), h.admins.Forget(ctx, owner))
}

// empty deletes everything that somebody put here and was given. What was
// counted stays: whoever empties everything does not begin the day anew.
func (h *house) empty(ctx context.Context, owner string) error {
	if _, err := h.chats.DeleteAll(ctx, owner, ""); err != nil { // answers that are being made end
		return err
	}
	return errors.Join(h.chats.Forget(ctx, owner), h.documents.Forget(ctx, owner), h.readings.Forget(ctx, owner), h.notices.Forget(ctx, owner), h.admins.ForgetFeedback(ctx, owner))
}

// drain refuses new answers and waits for the running ones, which end as
// interrupted after the time.
func (h *house) drain(ctx context.Context, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return h.runs.Drain(ctx)
}

// close ends what drain has not ended yet.
func (h *house) close() error {
	h.chats.Close()
	return errors.Join(h.drain(context.Background(), 0), h.closeFiles())
}
