package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/wenqu-ai/wenqu/content"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/agent"
	"github.com/wenqu-ai/wenqu/internal/agent/clockin"
	"github.com/wenqu-ai/wenqu/internal/agent/store"
	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/answer/review"
	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/apikey/mcpserver"
	"github.com/wenqu-ai/wenqu/internal/apikey/openapi"
	"github.com/wenqu-ai/wenqu/internal/blob"
	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/config"
	"github.com/wenqu-ai/wenqu/internal/container"
	"github.com/wenqu-ai/wenqu/internal/document"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/favorite"
	"github.com/wenqu-ai/wenqu/internal/instruction"
	"github.com/wenqu-ai/wenqu/internal/job"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline"
	"github.com/wenqu-ai/wenqu/internal/llm/openai"
	"github.com/wenqu-ai/wenqu/internal/mcp"
	"github.com/wenqu-ai/wenqu/internal/memory"
	"github.com/wenqu-ai/wenqu/internal/moderation"
	"github.com/wenqu-ai/wenqu/internal/notice"
	"github.com/wenqu-ai/wenqu/internal/project"
	"github.com/wenqu-ai/wenqu/internal/quota"
	"github.com/wenqu-ai/wenqu/internal/reading"
	"github.com/wenqu-ai/wenqu/internal/research"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/search"
	"github.com/wenqu-ai/wenqu/internal/share"
	"github.com/wenqu-ai/wenqu/internal/site"
	"github.com/wenqu-ai/wenqu/internal/suggest"
	"github.com/wenqu-ai/wenqu/internal/title"
	"github.com/wenqu-ai/wenqu/internal/tool"
	"github.com/wenqu-ai/wenqu/internal/transfer"
	"github.com/wenqu-ai/wenqu/internal/webcopy"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/websearch"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

type services struct {
	containers    container.Table
	general       *config.Service
	models        *llm.Registry
	search        *websearch.Service
	rules         *moderation.Service
	quotas        *quota.Service
	runs          *run.Manager
	answers       *answer.Loop
	chats         *chat.Service
	exports       *export.Service
	transfers     *transfer.Service
	files         *blob.Local
	parsers       *worker.Pool
	writers       *worker.Pool // worker processes that write exported files
	fetcher       *webpage.Fetcher
	pages         *webpage.Reader
	copies        *webcopy.Service
	sites         *site.Service
	projects      *project.Service
	pageReaders   *worker.Pool // worker processes that convert pages to text
	readsPictures bool         // this machine can recognise text in pictures
	index         *retrieve.Index
	jobs          *job.Queue
	documents     *document.Service
	readings      *reading.Service
	instructions  *instruction.Service
	memories      *memory.Service
	tools         *tool.Service
	programs      *worker.Pool // worker processes that run models' programs
	compiled      string       // folder of the compiled interpreter of programs
	connectors    *mcp.Service
	notices       *notice.Service
	research      *research.Service
	shares        *share.Service
	suggestions   *suggest.Service
	keys          *apikey.Service
	openAPI       *openapi.Service
	mcpServer     *mcpserver.Service
	favorites     *favorite.Service
	agents        *agent.Service
	store         *store.Service
	clock         *clockin.Service
	found         *search.Service
	admins        *admin.Service
	domains       []Domain // all domains: first the result of `list` in its order, then transfer and admin
}

func newServices(ctx context.Context, a *App) (*services, error) {
	files := content.FS(a.config.Content)
	s := &services{models: newModels(a.config.LLM, slog.Default())}
	var err error
	if s.containers, err = container.Load(files); err != nil {
		return nil, err
	}
	if s.general, err = config.New(files, a.config.BrandSlug, defaultModel{s.models}, time.Now); err != nil {
		return nil, err
	}
	if s.rules, err = newModeration(a.config.Content, slog.Default()); err != nil {
		return nil, err
	}
	s.newQuotas(a)
	s.newSearch(a)
	s.runs = run.New(run.Options{
		DB: a.main, Memory: a.memory, Sink: endings, Node: a.claim.node,
		Waits: a.config.Waits, AtOnce: s.atOnce,
	})
	if _, err := s.runs.Recover(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("close the answers of the last process: %w", err), s.drain(ctx, 0))
	}
	s.newTools(a)
	s.newConnectors(a)
	answers := answer.Options{
		DB: a.main, Memory: a.memory, FilterFor: a.filterFor(s.rules), MayContinue: a.accounts.MayAsk,
		Allowed: s.tools.Allowed, Asks: s.tools.Asks, MoreTools: s.connectors.MoreTools,
		Review: review.By(s.models, a.config.ModerationModel), MaxRounds: s.general.MaxConvRound,
	}
	for _, change := range a.changes {
		change(&answers)
	}
	if s.answers, err = answer.New(answers); err != nil {
		return nil, err
	}
	s.instructions = instruction.New(a.main, time.Now)
	s.newMemories(a)
	s.chats = chat.New(chat.Options{
		DB: a.main, Memory: a.memory, Runs: s.runs, Models: s.models, Catalogue: s.models, Documents: library{s}, Answers: s.answers,
		OneDocument:  func(channel, agent string) bool { return s.containers.ByChannel(channel, agent).OneDocument },
		Title:        title.Of,
		FeedbackType: s.general.FeedbackType,
		Instructions: s.instructions.Active,
		Searches:     s.search.Available,
		ModelOf:      s.modelOf,
		Names:        a.namesOf,
		SeekState:    s.general.SeekState,
		Drop: func(ctx context.Context, tx *sql.Tx, owner, cid string) error {
			return errors.Join(s.copies.Drop(ctx, tx, owner, cid), s.connectors.DropConversation(ctx, tx, owner, cid))
		},
		Filter:         filter{rules: s.rules},
		FilterFor:      a.filterFor(s.rules),
		Product:        a.config.BrandName,
		DefaultAgent:   a.config.DefaultAgent,
		DefaultAgents:  s.containers.DefaultAgents(),
		DefaultAgentOf: a.defaultAgentOf,
		Answerers:      []chat.Answerer{agentAnswerer{s}, projectAnswerer{s, a.filterFor(s.rules)}},
		AgentCards:     s.agentCards,
		MaxRounds:      s.general.MaxConvRound,
		MaxBytes:       a.config.ConversationBytes,
	})
	s.jobs = job.NewQueue(job.Options{DB: a.main})
	s.writers = worker.New(worker.Options{Base: exportTime})
	s.exports = export.New(transcripts{s.chats}, export.Elsewhere(s.exportElsewhere), a.config.BrandName, time.Now)
	if err := s.newFiles(a); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.newPages(a)
	s.newSites(a)
	s.newProjects(a)
	s.newReading(a)
	s.notices = notice.New(a.main, time.Now)
	s.newResearch(a)
	s.newShares(a)
	s.suggestions = newSuggestions(s)
	s.keys = newKeys(a)
	s.openAPI = newOpenAPI(a, s)
	s.mcpServer = mcpserver.New(mcpserver.Options{Keys: s.keys, Things: things{s}, Name: a.config.BrandName, Version: a.version})
	s.newFavorites(a)
	if err := s.newAgents(ctx, a, files); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.found = search.New(search.Options{DB: a.main, Spaces: s.spacesOf, Quiet: s.runs.Quiet})
	s.domains = s.list(a)
	s.found.Add(all(s.domains, Findable.FoundKinds)...)
	if err := s.answers.Add(all(s.domains, Tooled.Tools), all(s.domains, Gathering.Gatherers)); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if err := s.answers.AddAuthors(all(s.domains, Authoring.Authors)); err != nil {
		return nil, errors.Join(err, s.close())
	}
	s.newTransfers(a)
	s.admins = admin.New(admin.Options{DB: a.main, Sealer: a.key.Sealer(admin.SealPurpose), Sections: all(s.domains, Configured.Sections), Security: a.security})
	s.domains = append(s.domains, Domain{"transfer", s.transfers}, Domain{"admin", adminDomain{s.admins, s.adminPorts(a)}})
	return s, nil
}

// Change alters the options of answers before the server starts. Builds for browser tests use it
// to add tools.
type Change func(*answer.Options)

// newModels creates the registry that finds and calls models.
func newModels(s llm.Settings, log *slog.Logger) *llm.Registry {
	return llm.NewRegistry(s, dial, offline.New(), log)
}

func dial(p llm.Provider) llm.Model { return openai.New(p, openai.Options{}) }

// defaultModel implements an interface of package config. It returns the default model and whether
// a model is connected.
type defaultModel struct{ models *llm.Registry }

func (d defaultModel) DefaultModelID() string { return d.models.Default().Info.ID }

func (d defaultModel) Connected() bool { return !d.models.Default().Info.Builtin }

// drain refuses new answers and waits for the running answers. After the duration `wait`, it
// interrupts the answers that still run.
func (s *services) drain(ctx context.Context, wait time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return s.runs.Drain(ctx)
}

// close stops the background work of the services, ends the answers that still run, and closes the
// files.
func (s *services) close() error {
	s.chats.Close()
	s.connectors.Close()
	return errors.Join(s.drain(context.Background(), 0), s.closeFiles())
}
