package chat

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

const summaryWait = 30 * time.Second

// CreateSuccessor creates a conversation that continues conversation k, and returns the new id. Answers
// in the new conversation get a summary of the old conversation. CreateSuccessor fails with
// errs.BadRequest when the newest MaxRounds rounds of the old conversation contain no visible answer
// with a text. The successor of a temporary conversation is temporary.
// In a project, `author` is the person who asks for the successor.
func (s *Service) CreateSuccessor(ctx context.Context, k Key, author, locale string) (string, error) {
	c, err := s.conversation(ctx, k)
	if err != nil {
		return "", err
	}
	before, err := s.branch(ctx, k, int(c.LeafIndex))
	if err != nil {
		return "", err
	}
	rounds := before.messages()
	if len(rounds) == 0 {
		return "", badRequest("conversationId")
	}
	to := Key{k.OwnerID, NewID()}
	if s.temporary.has(k) {
		s.holdTemporary(ctx, to)
	}
	summary := s.summarise(ctx, c, author, rounds, locale)
	err = s.write(ctx, to, func(q *chatdb.Queries) error {
		_, err := q.InsertConversation(ctx, chatdb.InsertConversationParams{
			OwnerID: to.OwnerID, Cid: to.CID, AgentID: c.AgentID, ChatType: c.ChatType, ProjectID: c.ProjectID,
			ChatModelID: c.ChatModelID, ModelExt: c.ModelExt, Summary: summary, SummaryOf: c.Cid,
			NextIndex: 1, CreatedAt: s.Now().UnixMilli(),
		})
		return err
	})
	if err != nil {
		if s.temporary.has(to) {
			s.releaseTemporary(ctx, to.OwnerID, to.CID)
		}
		return "", stored(err)
	}
	return to.CID, nil
}

// summarise returns a summary of a conversation, made by the model or else without a model. The
// result is empty when the content rules withhold it.
func (s *Service) summarise(ctx context.Context, c chatdb.Conversation, author string, rounds []llm.Message, locale string) string {
	at, rules := answer.At{Part: partSummary}, s.rules(ctx, c.OwnerID, author)
	chosen := s.choose(request.DecodeChoice(c.ChatModelID, c.ModelExt))
	if !chosen.Info.Builtin {
		ctx, cancel := context.WithTimeout(ctx, summaryWait)
		defer cancel()
		messages := rounds
		if c.Summary != "" {
			messages = append([]llm.Message{s.system(locale, s.Now(), c.Summary)}, rounds...)
		}
		messages = append(messages, llm.Message{Role: llm.User, Content: prompt.In(locale).Summarise})
		messages, err := s.fit(chosen, messages)
		if err == nil {
			var out string
			if out, err = complete(ctx, chosen, locale, messages); err == nil && out != "" {
				if shown, withheld := rules.Check(at, text.Cut(lenient.Clean(out), prompt.SummaryLength)); !withheld {
					return shown
				}
				err = answer.ErrWithheld
			}
		}
		s.Log.Info("no summary by the model", "error", err)
	}
	shown, _ := rules.Check(at, prompt.In(locale).Extract(rounds, c.Summary))
	return shown
}
