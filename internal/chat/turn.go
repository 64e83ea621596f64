package chat

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Asker is what every request for an answer says about itself.
type Asker struct {
	RequestID string // recognises a repeated request for 24 h; may be empty
	TraceID   string
	Locale    string
	Network   string         // from which the request came; see httpapi.Network
	Zone      *time.Location // nil: the server's
}

// turn is one answer to be made.
type turn struct {
	Key
	Asker
	index    int // of the answer
	repeat   int // which version of it
	choice   request.Choice
	question string
	files    []request.File  // of the question
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

// start runs the turn; save stores its question and an empty answer. It gives the run
// that makes the answer: a new one, the run of an earlier request with the same id, or
// with errs.Busy the run that is in the way.
func (s *Service) start(ctx context.Context, t turn, save func(ctx context.Context, q *chatdb.Queries, chosen llm.Choice) error) (*run.Run, error) {
	if !s.temporary.has(t.Key) { // what is temporary takes no room
		if err := s.fits(ctx, t.OwnerID, int64(len(t.question))); err != nil {
			return nil, err
		}
	}
	s.Models.Ready(ctx)
	chosen := s.choose(t.choice)
	spec := run.Spec{
		OwnerID: t.OwnerID, ConversationID: t.CID, Index: t.index, RepeatIndex: t.repeat,
		RequestID: t.RequestID, TraceID: t.TraceID, Locale: t.Locale, Network: t.Network,
		Temporary: s.temporary.has(t.Key),
		Opening:   answer.Opening(t.Locale),
		Meta:      stream.Meta{ChainID: "Adaptive", ChatModelID: chosen.Info.ID, ModelID: chosen.Upstream},
	}
	if chosen.Info.Builtin {
		t.partial = nil // it cannot go on in mid-answer: it is asked again
	}
	if t.partial != nil {
		base := t.partial.Resumed()
		spec.Base = &base
	}
	job := func(ctx context.Context, out *run.Out) error {
		if err := s.answer(ctx, t, chosen, out); err != nil {
			return err
		}
		if t.opening && !spec.Temporary && !chosen.Info.Builtin {
			s.makeTitle(out.Run(), t, chosen, view.PlainText(out.Run().Message()))
		}
		return nil
	}
	r, _, err := s.Runs.Start(ctx, spec, func(ctx context.Context, tx *sql.Tx) error {
		return stored(save(ctx, chatdb.New(tx), chosen))
	}, job)
	return r, err
}

// answer reads the earlier messages while the question is being stored, and then has
// the answer made.
func (s *Service) answer(ctx context.Context, t turn, chosen llm.Choice, out *run.Out) error {
	before, err := s.branch(ctx, t.Key, t.history)
	if err != nil {
		return err
	}
	profile := s.profile()
	if profile.Instructions, err = s.wishes(ctx, t, chosen); err != nil {
		return err
	}
	return s.Answers.Run(ctx, answer.Turn{
		CID: t.CID, Index: t.index, Repeat: t.repeat, TraceID: t.TraceID, Locale: t.Locale, Now: s.clock(t.Zone),
		Place: func() (string, string) {
			rec := out.Run().Record()
			return rec.OwnerID, rec.ConversationID
		},
		System:   s.system(t.Locale, s.clock(t.Zone), t.summary).Content,
		Question: t.question, Withheld: t.withheld, Files: attached(t.files), Earlier: before.earlier(), ChatType: t.chatType,
		Profile: profile, Choice: chosen, Partial: t.partial, Private: s.temporary.has(t.Key),
	}, out)
}

// wishes tells the model what the asker wants of every answer. The content rules
// apply to it as to a question; the built-in engine reads none.
func (s *Service) wishes(ctx context.Context, t turn, chosen llm.Choice) (string, error) {
	if s.Instructions == nil || chosen.Info.Builtin {
		return "", nil
	}
	text, err := s.Instructions(ctx, t.OwnerID)
	if err != nil || text == "" {
		return "", err
	}
	shown, withheld := s.rules(ctx, t.OwnerID).Check(answer.At{TraceID: t.TraceID, Part: partQuestion}, text)
	if withheld {
		return "", nil
	}
	return prompt.In(t.Locale).Instructions(shown), nil
}

// profile is the plain assistant: it may use every tool.
func (s *Service) profile() answer.Profile {
	var p answer.Profile
	for _, t := range s.Answers.Tools {
		p.Tools = append(p.Tools, t.Spec.Name)
	}
	for _, g := range s.Answers.Gatherers {
		p.Gatherers = append(p.Gatherers, g.Name())
	}
	return p
}

// clock is the asker's time; without a zone, the server's.
func (s *Service) clock(zone *time.Location) time.Time {
	if zone == nil {
		return s.Now()
	}
	return s.Now().In(zone)
}
