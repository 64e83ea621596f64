package chat

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of a summary.
const (
	summaryWait   = 30 * time.Second
	summaryLength = 2_000 // characters
	summaryRounds = 12    // rounds that a summary made without a model names
)

// Carry makes a new conversation that goes on from another: the model of its
// answers knows a summary of the old one. It gives the new id.
func (s *Service) Carry(ctx context.Context, k Key, locale string) (string, error) {
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
		s.temporary.add(to)
	}
	summary := s.summarise(ctx, c, rounds, locale)
	err = s.write(ctx, to, func(q *chatdb.Queries) error {
		_, err := q.InsertConversation(ctx, chatdb.InsertConversationParams{
			OwnerID: to.OwnerID, Cid: to.CID, AgentID: c.AgentID, ChatType: c.ChatType, ProjectID: c.ProjectID,
			ChatModelID: c.ChatModelID, ModelExt: c.ModelExt, Summary: summary, SummaryOf: c.Cid,
			NextIndex: 1, CreatedAt: s.Now().UnixMilli(),
		})
		return err
	})
	if err != nil {
		s.temporary.remove(to)
		return "", stored(err)
	}
	return to.CID, nil
}

// summarise sums a conversation up: by the model, else by extraction; empty
// when neither may be shown.
func (s *Service) summarise(ctx context.Context, c chatdb.Conversation, rounds []llm.Message, locale string) string {
	at := Passage{Part: partSummary}
	chosen := s.choose(decodeChoice(c.ChatModelID, c.ModelExt))
	if !chosen.Info.Builtin {
		ctx, cancel := context.WithTimeout(ctx, summaryWait)
		defer cancel()
		messages := rounds
		if c.Summary != "" {
			messages = append([]llm.Message{s.system(locale, s.Now(), c.Summary)}, rounds...)
		}
		messages = append(messages, llm.Message{Role: llm.User, Content: in(locale).summarise})
		messages, err := s.fit(chosen, messages)
		if err == nil {
			var out string
			if out, err = complete(ctx, chosen, locale, messages); err == nil && out != "" {
				if shown, withheld := s.Filter.Check(at, text.Cut(clean(out), summaryLength)); !withheld {
					return shown
				}
				err = errWithheld
			}
		}
		s.Log.Info("no summary by the model", "error", err)
	}
	shown, _ := s.Filter.Check(at, extract(rounds, c.Summary, in(locale)))
	return shown
}

// extract names the newest questions and how their answers begin; the newest
// rounds are kept when there is not room for all.
func extract(rounds []llm.Message, before string, w words) string {
	rounds = rounds[max(0, len(rounds)-2*summaryRounds):]
	share := summaryLength / (summaryRounds + 1)
	var parts []string
	if before != "" {
		parts = append(parts, text.Cut(before, share))
	}
	for i := 0; i+1 < len(rounds); i += 2 {
		q := fmt.Sprintf(w.asked, text.Cut(text.OneLine(rounds[i].Content), share/3))
		a := text.Cut(text.OneLine(rounds[i+1].Content), share/2)
		parts = append(parts, q+"\n"+a)
	}
	return text.Cut(strings.Join(parts, "\n"), summaryLength)
}
