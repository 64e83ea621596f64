package chat

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strings"
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

// Asker contains the data of a request for an answer besides the question: who asks, and how.
type Asker struct {
	RequestID string // a request with the same RequestID within 24 h is a repetition; may be empty
	TraceID   string
	Locale    string
	AuthorID  string         // the person who asks when the owner is a project; else empty
	Network   string         // network of the request; see httpapi.Network
	Zone      *time.Location // time zone; nil: the server's
	Unhinted  bool           // the answer comes without follow-up questions
}

// turn is one answer to make.
type turn struct {
	Key
	Asker
	agentID   string
	projectID string
	isNew     bool // the conversation is not stored yet
	index     int  // index of the answer
	repeat    int  // index of its version
	choice    request.Choice
	question  string
	files     []request.File  // files of the question
	chatType  string          // chat mode of the question, or else of the conversation
	withheld  bool            // the content rules withhold the question, so it gets no answer
	history   int             // index of the newest message of the history; 0: none
	summary   string          // summary of an earlier conversation
	partial   *stream.Message // the answer so far, when it is continued
	opening   bool            // the answer is the conversation's first; the conversation then gets a title

	deepSearch *request.DeepSearch // requests a study; nil: a plain question
}

// errMoved means that another request changed the conversation between reading and storing.
var errMoved = errors.New("chat: the conversation has moved on")

// tries is the maximum number of calls in `retry`.
const tries = 4

// retry calls `use`, and calls it again when it fails with errMoved; it makes at most `tries` calls.
func retry(use func() (*run.Run, error)) (r *run.Run, err error) {
	for range tries {
		if r, err = use(); !errors.Is(err, errMoved) {
			return r, err
		}
	}
	return nil, stored(err)
}

// start starts the run of a turn. The function `save` stores the rows of the turn in the transaction of
// the run's start. start returns the run of the answer: the new run, or the run of an earlier request
// with the same request id. If another answer is already running, start returns the run of that answer
// with errs.Busy.
func (s *Service) start(ctx context.Context, t turn, save func(ctx context.Context, q *chatdb.Queries, f findable, chosen llm.Choice) error) (*run.Run, error) {
	if !s.temporary.has(t.Key) { // temporary conversations take no space on the disk
		if err := s.fits(ctx, t.OwnerID, int64(len(t.question))); err != nil {
			return nil, err
		}
	}
	who, err := s.answerer(ctx, t)
	if err != nil {
		return nil, err
	}
	t.choice = who.Choice.Over(t.choice.Over(who.Default))
	t.chatType = cmp.Or(who.ChatType, t.chatType)
	s.Models.Ready(ctx)
	chosen := s.choose(t.choice)
	spec := run.Spec{
		OwnerID: t.OwnerID, AuthorID: t.AuthorID, ConversationID: t.CID, Index: t.index, RepeatIndex: t.repeat,
		RequestID: t.RequestID, TraceID: t.TraceID, Locale: t.Locale, Network: t.Network,
		Temporary: s.temporary.has(t.Key),
		Opening:   answer.Opening(t.Locale),
		Meta:      stream.Meta{ChainID: "Adaptive", ChatModelID: chosen.Info.ID, ModelID: chosen.Upstream},
	}
	switch {
	case t.deepSearch != nil && t.partial != nil:
		t.partial = withoutText(*t.partial) // the author of a study writes the whole text again
	case chosen.Info.Builtin:
		t.partial = nil // the built-in engine cannot continue in the middle, so it makes the whole answer again
	}
	if t.partial != nil {
		base := t.partial.Resumed()
		spec.Base = &base
	}
	job := func(ctx context.Context, out *run.Out) error {
		if who.Started != nil {
			who.Started(ctx, t.opening, spec.Temporary)
		}
		if err := s.answer(ctx, t, who, chosen, out); err != nil {
			return err
		}
		if t.opening && !spec.Temporary && !chosen.Info.Builtin {
			s.makeTitle(out.Run(), t, chosen, view.PlainText(out.Run().Message()))
		}
		return nil
	}
	r, _, err := s.Runs.Start(ctx, spec, func(ctx context.Context, tx *sql.Tx) error {
		return stored(save(ctx, chatdb.New(tx), findable{tx, spec.Temporary}, chosen))
	}, job)
	return r, err
}

// answer reads the history and makes the answer of a turn. It may start before the question is committed,
// so it takes the question from `t` and not from the database.
func (s *Service) answer(ctx context.Context, t turn, who Assistant, chosen llm.Choice, out *run.Out) error {
	profile := who.Profile
	wishes := ""
	if !profile.Foreign {
		var err error
		if wishes, err = s.wishes(ctx, t, chosen); err != nil {
			return err
		}
	}
	before, err := s.branch(ctx, t.Key, t.history)
	if err != nil {
		return err
	}
	earlier := before.earlier()
	if t.deepSearch != nil && s.Answers.HasAuthor(ResearchAuthor) {
		profile.Author = ResearchAuthor
		earlier = append(earlier, s.parent(ctx, t, earlier)...)
	}
	profile.Instructions = strings.TrimSpace(profile.Instructions + "\n\n" + wishes)
	return s.Answers.Run(ctx, answer.Turn{
		CID: t.CID, Index: t.index, Repeat: t.repeat, TraceID: t.TraceID, Locale: t.Locale, Now: s.clock(t.Zone),
		Place: func() (string, string) {
			rec := out.Run().Record()
			return rec.OwnerID, rec.ConversationID
		},
		Asker:    out.Run().Record().AuthorID,
		System:   s.systemOf(who, t),
		Question: t.question, Withheld: t.withheld, Files: attached(t.files), Earlier: earlier, ChatType: t.chatType,
		Search: answer.Search(t.choice.Search), Unhinted: t.Unhinted, Profile: profile, Choice: chosen, Partial: t.partial, Private: s.temporary.has(t.Key),
	}, out)
}

// wishes returns the prompt text with the asker's custom instructions. The content rules apply to
// them as to a question. The built-in engine does not read them.
func (s *Service) wishes(ctx context.Context, t turn, chosen llm.Choice) (string, error) {
	if s.Instructions == nil || chosen.Info.Builtin {
		return "", nil
	}
	text, err := s.Instructions(ctx, t.OwnerID)
	if err != nil || text == "" {
		return "", err
	}
	shown, withheld := s.rules(ctx, t.OwnerID, t.AuthorID).Check(answer.At{TraceID: t.TraceID, Part: partQuestion}, text)
	if withheld {
		return "", nil
	}
	return prompt.In(t.Locale).Instructions(shown), nil
}

// systemOf returns the system prompt of the agent or project, or else the general system prompt.
func (s *Service) systemOf(who Assistant, t turn) string {
	if who.System == "" {
		return s.system(t.Locale, s.clock(t.Zone), t.summary).Content
	}
	return prompt.In(t.Locale).SystemAs(who.System, s.clock(t.Zone), t.summary)
}

// profile returns the plain assistant's profile, which may use all tools.
func (s *Service) profile() answer.Profile {
	p := answer.Profile{More: true}
	for _, t := range s.Answers.Tools {
		p.Tools = append(p.Tools, t.Spec.Name)
	}
	for _, g := range s.Answers.Gatherers {
		p.Gatherers = append(p.Gatherers, g.Name())
	}
	return p
}

// clock returns the current time in a zone; nil means the server's zone.
func (s *Service) clock(zone *time.Location) time.Time {
	if zone == nil {
		return s.Now()
	}
	return s.Now().In(zone)
}
