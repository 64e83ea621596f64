// Package openapi is an API compatible with OpenAI's: with a personal key, programs list models and
// get chat completions and embeddings. Models and the built-in engine receive the messages without
// additions; agents and projects answer as in the chat, with their own instructions, knowledge and
// tools. No conversation is stored.
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

// Prefixes of the ids of agents and projects among models.
const (
	AgentMark   = "agent:"
	ProjectMark = "project:"
)

// Models are the models of the providers; *llm.Registry implements it.
type Models interface {
	Models() []llm.ModelInfo
	Resolve(chatModelID, subModelID string) (llm.Choice, bool)
	Ready(ctx context.Context)
	EmbedModels() []llm.EmbedModel
}

// Assistant is an agent or a project that can be asked like a model.
type Assistant struct {
	ID        string // id with the prefix, such as agent:abc
	Name      string
	CreatedAt int64 // Unix milliseconds; 0: not known
}

// Composition is a request to an assistant.
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

// Assistants is the port to the agents and projects available to a user.
type Assistants interface {
	List(ctx context.Context, owner, locale string) ([]Assistant, error)
	// Compose makes an answer. It fails with errs.NotFound if the assistant does not exist for the owner.
	// For a project, it also fails if the owner is only a reader or the project is archived.
	Compose(ctx context.Context, c Composition, out answer.Output) error
}

// Spent is the cost of one answer.
type Spent struct {
	Owner, ModelID           string
	Failed                   bool
	PromptTokens, Completion int
}

// Waits are the timeouts of an answer: for the first token, between tokens, and in total.
type Waits struct{ First, Next, Longest time.Duration }

// Options are the dependencies of a Service; all are required.
type Options struct {
	Keys       *apikey.Service
	Models     Models
	Assistants Assistants
	Loop       *answer.Loop
	MayAsk     func(ctx context.Context, who httpapi.Identity) error
	Count      func(ctx context.Context, s Spent) error // adds to the usage statistics for administrators
	Waits      Waits
	Draining   func() bool // true while no new answer may begin
	Now        func() time.Time
}

// Service answers the calls of the API. It is safe for concurrent use.
type Service struct{ Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// maxBody is the size limit of a request, in bytes: long texts with pictures fit.
const maxBody = 24 << 20

// Routes registers the endpoints.
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

// take checks the scope of the key, counts the call, and sets the headers with the remaining
// quota.
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

// spend counts the tokens of an answer, also if the client has disconnected.
func (s *Service) spend(ctx context.Context, g *apikey.Grant, cost Spent) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := s.Keys.Spend(ctx, g, cost.PromptTokens+cost.Completion); err != nil {
		return err
	}
	return s.Count(ctx, cost)
}
