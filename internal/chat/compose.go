package chat

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Composition is a question asked by a program. The program also sends the whole conversation.
type Composition struct {
	OwnerID   string
	AuthorID  string // the person who asks if the owner is a project; otherwise empty
	AgentID   string // empty: the plain assistant
	ProjectID string
	TraceID   string
	Locale    string

	Instructions string // further instructions from the program
	Earlier      []answer.Round
	Question     string
	Pictures     []llm.Image
	Choice       request.Choice // a model chosen by the agent takes precedence

	MaxTokens         int // 0: the limit of the agent
	Temperature, TopP *float64
	Started           func(modelID, upstream string) // called with the model that answers; may be nil
}

// Compose makes an answer without storing anything: no conversation, no run, no copy of a page.
// Before any output, it fails with errs.NotFound if the owner may not use the agent or the
// project.
func (s *Service) Compose(ctx context.Context, c Composition, out answer.Output) error {
	if !utf8.ValidString(c.Question) {
		return badRequest("messages")
	}
	c.Question = lenient.Clean(c.Question)
	if strings.TrimFunc(c.Question, unreadable) == "" && len(c.Pictures) == 0 {
		return errs.New(errs.EmptyPrompt)
	}
	if text.Len(c.Question) > MaxPrompt {
		return errs.New(errs.ModelTooLong)
	}
	k := Key{OwnerID: c.OwnerID, CID: NewID()} // key of a conversation that is never stored
	t := turn{Key: k, Asker: Asker{AuthorID: c.AuthorID, TraceID: c.TraceID, Locale: c.Locale}, agentID: c.AgentID, projectID: c.ProjectID, isNew: true}
	who, err := s.answerer(ctx, t)
	if err != nil {
		return err
	}
	s.Models.Ready(ctx)
	chosen := s.choose(who.Choice.Over(c.Choice))
	if c.Started != nil {
		c.Started(chosen.Info.ID, chosen.Upstream)
	}
	profile, rules := who.Profile, s.rules(ctx, c.OwnerID, c.AuthorID)
	if !profile.Foreign {
		wishes, err := s.wishes(ctx, t, chosen)
		if err != nil {
			return err
		}
		profile.Instructions = strings.TrimSpace(profile.Instructions + "\n\n" + wishes)
	}
	withheld := false
	screen := func(text string) string {
		shown, hide := rules.Check(answer.At{TraceID: c.TraceID, Part: partQuestion}, text)
		withheld = withheld || hide
		return shown
	}
	profile.Instructions = strings.TrimSpace(profile.Instructions + "\n\n" + screen(c.Instructions))
	c.Question = screen(c.Question)
	for i := range c.Earlier {
		c.Earlier[i].Question = screen(c.Earlier[i].Question)
	}
	if c.MaxTokens > 0 {
		profile.MaxTokens = c.MaxTokens
	}
	if c.Temperature != nil {
		profile.Temperature = c.Temperature
	}
	if c.TopP != nil {
		profile.TopP = c.TopP
	}
	return s.Answers.Run(ctx, answer.Turn{
		CID: k.CID, Index: 2*len(c.Earlier) + 2, TraceID: c.TraceID, Locale: c.Locale, Now: s.clock(nil),
		Asker: c.AuthorID, Place: func() (string, string) { return k.OwnerID, k.CID },
		System: s.systemOf(who, t), Question: c.Question, Withheld: withheld, Earlier: c.Earlier, Pictures: c.Pictures,
		ChatType: who.ChatType, Search: answer.Search(c.Choice.Search), Unhinted: true, Profile: profile, Choice: chosen,
		Private: true, Unattended: true,
	}, out)
}
