package chat

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Asker is what every request for an answer says about itself.
type Asker struct {
	RequestID string // recognises a repeated request for 24 h; may be empty
	TraceID   string
	Locale    string
	Zone      *time.Location // nil: the server's
}

// turn is one answer to be made.
type turn struct {
	Key
	Asker
	index    int // of the answer
	repeat   int // which version of it
	choice   ModelChoice
	question string
	files    []File          // of the question
	chatType string          // of the conversation
	withheld bool            // by the content rules: it is not answered
	history  int             // newest message of the rounds before; 0: none
	summary  string          // handed over by an earlier conversation
	partial  *stream.Message // the answer so far, when it is gone on with
	opening  bool            // the conversation's first answer, which its title is made from
}

// errMoved says that the conversation changed between reading and saving.
var errMoved = errors.New("chat: the conversation has moved on")

// tries bounds how often a use case starts over after errMoved.
const tries = 4

// retry runs use until it does not meet errMoved.
func retry(use func() (*run.Run, error)) (r *run.Run, err error) {
	for range tries {
		if r, err = use(); !errors.Is(err, errMoved) {
			return r, err
		}
	}
	return nil, stored(err)
}

// start runs the turn; save stores its question and the place for its answer.
// It gives the run that makes the answer: a new one, the one of an earlier
// request with the same id, or with errs.Busy the one that is in the way.
func (s *Service) start(ctx context.Context, t turn, save func(ctx context.Context, q *chatdb.Queries, chosen llm.Choice) error) (*run.Run, error) {
	chosen := s.choose(t.choice)
	chat := &plainChat{
		model:   chosen.Model,
		request: llm.Request{Model: chosen.Upstream, Thinking: chosen.Thinking, Now: s.clock(t.Zone), Locale: t.Locale},
		words:   in(t.Locale),
		now:     s.Now,
		kind:    stream.KindStatus,

		rules:    filterAnswer(s.rules(ctx, t.OwnerID), t.TraceID),
		review:   s.reviewer(t.TraceID),
		withheld: t.withheld,
	}
	spec := run.Spec{
		OwnerID: t.OwnerID, ConversationID: t.CID, Index: t.index, RepeatIndex: t.repeat,
		RequestID: t.RequestID, TraceID: t.TraceID, Locale: t.Locale,
		Temporary: s.temporary.has(t.Key),
		Opening:   opening(chat.words),
		Meta:      stream.Meta{ChainID: "Adaptive", ChatModelID: chosen.Info.ID, ModelID: chosen.Upstream},
	}
	if t.partial != nil && !chosen.Info.Builtin {
		base := t.partial.Resumed()
		spec.Base = &base
		chat.rules.resume(base)
		chat.review.resume(base)
		chat.wrote = true
	}
	// The history is read while the question is being stored.
	chat.prepare = func(ctx context.Context) error { return s.prepare(ctx, t, chosen, chat) }
	job := func(ctx context.Context, out *run.Out) error {
		err := chat.run(ctx, out)
		if chat.promptTokens > 0 {
			s.meter.Observe(chosen.Upstream, s.meter.Messages(chosen.Upstream, chat.request.Messages), chat.promptTokens)
		}
		if err != nil {
			return err
		}
		if t.opening && !spec.Temporary && !chosen.Info.Builtin {
			s.makeTitle(out.Run(), t, chosen, plainText(out.Run().Message()))
		}
		return nil
	}
	r, _, err := s.Runs.Start(ctx, spec, func(ctx context.Context, tx *sql.Tx) error {
		return stored(save(ctx, chatdb.New(tx), chosen))
	}, job)
	return r, err
}

// prepare reads what was said before, and makes the request of it. Where there
// are files, they are read first.
func (s *Service) prepare(ctx context.Context, t turn, chosen llm.Choice, p *plainChat) error {
	before, err := s.branch(ctx, t.Key, t.history)
	if err != nil {
		return err
	}
	if files := studied(t.files, before.files); len(files) > 0 || t.chatType == DocumentAnalysis {
		st := &study{s: s, t: t, chosen: chosen, p: p, words: filesIn(t.Locale), before: before}
		return st.prepare(ctx, files)
	}
	p.request.Messages, err = s.request(t, chosen, asking{rounds: before.messages(), question: llm.Message{Content: t.question}})
	return err
}

// asking is what goes into a request to a model beside the words of the house.
type asking struct {
	rounds   []llm.Message
	instruct string // how to use what stands before the question; may be empty
	question llm.Message
}

// request is what the model is given: who it is, the rounds before that fit,
// and the question; to go on with an answer, also the answer so far. The
// built-in engine cannot go on in mid-answer: it is asked again.
func (s *Service) request(t turn, chosen llm.Choice, a asking) ([]llm.Message, error) {
	system := s.system(t.Locale, s.clock(t.Zone), t.summary)
	if a.instruct != "" {
		system.Content += "\n\n" + a.instruct
	}
	a.question.Role = llm.User
	messages := append(append([]llm.Message{system}, a.rounds...), a.question)
	if t.partial != nil && !chosen.Info.Builtin {
		if text := plainText(*t.partial); text != "" {
			messages = append(messages,
				llm.Message{Role: llm.Assistant, Content: text},
				llm.Message{Role: llm.User, Content: in(t.Locale).goOn})
		}
	}
	return s.fit(chosen, messages)
}

// clock is the asker's time; without a zone, the server's.
func (s *Service) clock(zone *time.Location) time.Time {
	if zone == nil {
		return s.Now()
	}
	return s.Now().In(zone)
}
