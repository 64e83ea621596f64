// Package openapi is the open API, in the form of OpenAI's: programs list models,
// have answers made and texts turned into vectors by a personal key. Models of
// providers and the built-in engine get what a program sends as it is; agents and
// projects answer as they do in the chat, with their own words, knowledge and
// tools. Nothing is stored as a conversation.
package openapi

import (
	"context"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/apikey"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// The beginnings of the ids of agents and projects among models.
const (
	AgentMark   = "agent:"
	ProjectMark = "project:"
)

// Models are the models of providers; *llm.Registry is one.
type Models interface {
	Models() []llm.ModelInfo
	Resolve(chatModelID, subModelID string) (llm.Choice, bool)
	Ready(ctx context.Context)
	EmbedModels() []llm.EmbedModel
}

// Assistant is an agent or a project that answers as a model.
type Assistant struct {
	ID        string // with its mark, such as agent:abc
	Name      string
	CreatedAt int64 // Unix milliseconds; 0: not known
}

// Composition is a question to an assistant.
type Composition struct {
	Owner, AgentID, ProjectID string
	TraceID, Locale           string
	Instructions              string
	Earlier                   []answer.Round
	Question                  string
	Pictures                  []llm.Image
	MaxTokens                 int
	Temperature, TopP         *float64
	Started                   func(modelID, upstream string)
}

// Assistants are the agents and projects that a person may ask.
type Assistants interface {
	List(ctx context.Context, owner, locale string) ([]Assistant, error)
	// Compose makes an answer. It fails with errs.NotFound for one that the owner
	// may not ask.
	Compose(ctx context.Context, c Composition, out answer.Output) error
}

// Spent is what one answer cost.
type Spent struct {
	Owner, ModelID           string
	Failed                   bool
	PromptTokens, Completion int
}

// Waits are the longest silences of a model, and the longest answer.
type Waits struct{ First, Next, Longest time.Duration }

// Options are what a Service needs; all are required.
type Options struct {
	Keys       *apikey.Service
	Models     Models
	Assistants Assistants
	Loop       *answer.Loop
	MayAsk     func(ctx context.Context, who httpapi.Identity) error
	Count      func(ctx context.Context, s Spent) error // into the usage that administrators see
	Waits      Waits
	Draining   func() bool // no new answer may begin
	Now        func() time.Time
}

// Service answers the calls. It is safe for concurrent use.
type Service struct{ Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// maxBody has room for pictures beside long texts.
const maxBody = 24 << 20

// Routes registers the calls.
func (s *Service) Routes(r *httpapi.Router) {
	op := func(method, path, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/v1" + path, Summary: summary, Domain: "openapi", Owner: httpapi.Keyed}
	}
	httpapi.Route(r, op(http.MethodGet, "/models", "The models, agents and projects that the key may ask"), s.list)
	httpapi.Route(r, op(http.MethodGet, "/models/{id}", "One of them"), s.get)
	httpapi.Route(r, httpapi.Op{
		Method: http.MethodGet, Path: "/api/apikey/models", Summary: "What a key of the asker could be limited to", Domain: "openapi", Owner: httpapi.LogIn,
	}, func(ctx context.Context, _ *struct{}) (*httpapi.JSON[httpapi.Reply[ModelList]], error) {
		all, err := s.All(ctx, httpapi.From(ctx).ID, httpapi.Locale(ctx))
		return httpapi.Data(ModelList{"list", all}, err)
	})
	completions := op(http.MethodPost, "/chat/completions", "Answer messages, at once or as a stream")
	completions.MaxBody, completions.Question = maxBody, true
	httpapi.Raw(r, completions, "application/json", s.complete)
	embeddings := op(http.MethodPost, "/embeddings", "Make vectors of texts")
	embeddings.MaxBody = maxBody
	httpapi.Raw(r, embeddings, "application/json", s.embed)
}

// take checks the scope of the key and counts the call, and tells what is left.
func (s *Service) take(ctx context.Context, w http.ResponseWriter, c apikey.Call) (*apikey.Grant, error) {
	g, err := apikey.GrantOf(ctx, c)
	if err != nil {
		return nil, err
	}
	rest, err := s.Keys.Take(g)
	tell := func(kind string, most, left int, in time.Duration) {
		if most == 0 {
			return
		}
		h := w.Header()
		h.Set("X-Ratelimit-Limit-"+kind, strconv.Itoa(most))
		h.Set("X-Ratelimit-Remaining-"+kind, strconv.Itoa(left))
		h.Set("X-Ratelimit-Reset-"+kind, strconv.Itoa(int(math.Ceil(in.Seconds())))+"s")
	}
	tell("Requests", rest.Requests, rest.RequestsLeft, rest.RequestsIn)
	tell("Tokens", rest.Tokens, rest.TokensLeft, rest.TokensIn)
	return g, err
}

// spend counts what an answer cost, also when its reader has left.
func (s *Service) spend(ctx context.Context, g *apikey.Grant, cost Spent) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.Keys.Spend(ctx, g, cost.PromptTokens+cost.Completion); err != nil {
		return err
	}
	return s.Count(ctx, cost)
}
