package chat

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/modellist"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Options contains what a Service needs. All fields are required unless stated otherwise.
type Options struct {
	DB        *db.DB
	Memory    *db.DB // stores temporary conversations; its content is lost when the process ends
	Runs      Runs
	Models    Models
	Catalogue modellist.Catalogue
	Documents Documents
	Answers   *answer.Loop // makes the answers

	Title        func(question string) string  // returns a title without a model
	FeedbackType func(code string) (int, bool) // returns the type of a feedback code: 1 or -1
	// OneDocument reports whether the calling container allows only one document in a question;
	// nil: every container allows several.
	OneDocument func(channel, userAgent string) bool
	Filter      answer.Filter // nil: there are no content rules
	// Instructions returns the owner's custom instructions, which may be empty; nil: always
	// empty.
	Instructions func(ctx context.Context, owner string) (string, error)
	// Names returns the names of people by id, without deleted people; nil: no names.
	Names func(ctx context.Context, people []string) (map[string]string, error)
	// ModelOf returns the id of the model preselected for an owner, or "" for the default model; nil:
	// always the default model.
	ModelOf func(ctx context.Context, owner string) (string, error)
	// Searches reports whether the web can be searched; nil: never. SeekState is the initial
	// state of the search switch: default, on or off; nil: default.
	Searches  func() bool
	SeekState func() string
	// Drop deletes other domains' data about a conversation, in the transaction of its permanent
	// deletion; may be nil.
	Drop func(ctx context.Context, tx *sql.Tx, owner, cid string) error
	// FilterFor returns the content rules for one owner; nil: Filter applies to everybody.
	FilterFor    func(ctx context.Context, owner string) answer.Filter
	Product      string // the name of the plain assistant
	DefaultAgent string // the id of the plain assistant
	// DefaultAgents are further ids of the plain assistant; may be nil.
	DefaultAgents []string
	// DefaultAgentOf returns the id of the default agent for a request without an agent; some
	// containers have their own default agent. nil: always DefaultAgent.
	DefaultAgentOf func(ctx context.Context) string
	// AgentCards returns the cards of the agents visible to an owner, by id; nil: lists of
	// conversations show no agents.
	AgentCards func(ctx context.Context, owner string, ids []string) (map[string]AgentCard, error)
	// Answerers decide how agents and projects answer, in this order; may be nil.
	Answerers []Answerer
	MaxRounds func() int       // how many rounds of the history a model gets
	MaxBytes  int64            // bytes that all conversations of an owner may take; 0: no limit
	Now       func() time.Time // nil: time.Now
	Log       *slog.Logger     // nil: slog.Default
}

// Service implements all operations on conversations. It is safe for concurrent use.
type Service struct {
	Options
	modelList  *modellist.Service
	temporary  keySet
	measured   measurements
	background sync.WaitGroup

	titlesQueued, titlesMade chan struct{} // semaphores for all unfinished titles, and for the titles being made

	life context.Context // ends background work
	end  context.CancelFunc
}

// New creates the service.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.OneDocument == nil {
		o.OneDocument = func(string, string) bool { return false }
	}
	if o.Filter == nil {
		o.Filter = answer.NoRules{}
	}
	life, end := context.WithCancel(context.Background())
	return &Service{
		Options: o, modelList: &modellist.Service{Catalogue: o.Catalogue, ModelOf: o.ModelOf, Searches: o.Searches, SeekState: o.SeekState, Now: o.Now}, life: life, end: end,
		titlesQueued: make(chan struct{}, titleQueue), titlesMade: make(chan struct{}, titleCalls),
	}
}

// meter returns the estimator of token counts, which differ by model.
func (s *Service) meter() *llm.Meter { return s.Answers.Meter() }

// Close stops background work, such as making titles, and waits for its end.
func (s *Service) Close() {
	s.end()
	s.background.Wait()
}

// home returns the database for the conversation with key k, whether or not the conversation exists
// yet.
func (s *Service) home(k Key) *db.DB {
	if s.temporary.has(k) {
		return s.Memory
	}
	return s.DB
}

// reads returns the queries for reading the conversation k.
func (s *Service) reads(k Key) *chatdb.Queries { return chatdb.New(s.home(k).Read()) }

// write runs fn in one transaction on the database of k.
func (s *Service) write(ctx context.Context, k Key, fn func(q *chatdb.Queries) error) error {
	return s.home(k).InTx(ctx, func(tx *sql.Tx) error { return fn(chatdb.New(tx)) })
}

// change runs a statement that must change a row of the owner. It returns notFound when the statement
// changes no row.
func (s *Service) change(ctx context.Context, k Key, statement func(q *chatdb.Queries) (int64, error)) error {
	if err := checkKey(k); err != nil {
		return notFound()
	}
	return s.write(ctx, k, func(q *chatdb.Queries) error {
		return mustMeet(statement(q))
	})
}

// mustMeet returns notFound when a statement changed no row.
func mustMeet(rows int64, err error) error {
	if err == nil && rows == 0 {
		return notFound()
	}
	return err
}

// conversation reads the owner's conversation. A deleted conversation counts as unknown.
func (s *Service) conversation(ctx context.Context, k Key) (chatdb.Conversation, error) {
	c, err := s.undeleted(ctx, k)
	if errs.Is(err, errs.ChatDeleted) {
		err = notFound()
	}
	return c, err
}

// undeleted reads the owner's conversation for a call about its answers. If the owner has deleted the
// conversation, undeleted fails with errs.ChatDeleted, because another page may still show it. After the
// conversation was purged, it is unknown.
func (s *Service) undeleted(ctx context.Context, k Key) (chatdb.Conversation, error) {
	if err := checkKey(k); err != nil {
		return chatdb.Conversation{}, notFound()
	}
	c, err := s.reads(k).GetConversation(ctx, chatdb.GetConversationParams{OwnerID: k.OwnerID, Cid: k.CID})
	if err == nil && c.DeletedAt > 0 {
		return chatdb.Conversation{}, errs.New(errs.ChatDeleted)
	}
	return c, s.elsewhere(ctx, k, found(err))
}

// TitleOf returns the title of a conversation. It fails with errs.NotFound when the owner has no
// conversation with that id.
func (s *Service) TitleOf(ctx context.Context, k Key) (string, error) {
	c, err := s.conversation(ctx, k)
	return c.Title, err
}

// found converts the database's "no row" to notFound.
func found(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return notFound()
	}
	return stored(err)
}

// stored wraps an error of the database in an error for users.
func stored(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*errs.Error](err); ok {
		return err
	}
	return errs.Wrap(errs.StorageFail, err)
}
