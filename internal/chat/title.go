package chat

import (
	"cmp"
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/text"
)

const titleWait = 30 * time.Second

// titleShare is how many characters of a question and of its answer are sent to the model for a
// title.
const titleShare = 800

// makeTitle replaces the rule-based title by one from the model, after the answer of r was stored.
// The old title stays when no usable title comes from the model, for example because the model fails
// or the content rules withhold the title. It also stays when the owner has typed it.
func (s *Service) makeTitle(r *run.Run, t turn, chosen llm.Choice, answer string) {
	messages := titleMessages(t.Locale, t.question, answer)
	locale, traceID := t.Locale, t.TraceID // so that the waiting closure does not keep the whole turn in memory
	s.background.Go(func() {
		select {
		case <-r.Done():
		case <-s.life.Done():
			return
		}
		rec := r.Record() // read after the answer, because the conversation may have been moved to another owner
		ended := time.Now()
		s.queueTitle(traceID, func(ctx context.Context) error {
			title, err := s.completeWhenQuiet(ctx, ended, chosen, locale, messages)
			if err != nil {
				return err
			}
			if title = s.shownTitle(ctx, rec.OwnerID, rec.AuthorID, traceID, prompt.Title(title)); title == "" {
				return nil
			}
			return s.setMadeTitle(ctx, Key{rec.OwnerID, rec.ConversationID}, title)
		})
	})
}

// queueTitle calls `title` in the background, for at most titleCalls titles at the same time. It
// drops the title when titleQueue titles wait or are being made.
func (s *Service) queueTitle(traceID string, title func(ctx context.Context) error) {
	select {
	case s.titlesQueued <- struct{}{}:
	default:
		s.Log.Info("no title by the model: too many are waiting", "trace_id", traceID)
		return
	}
	s.background.Go(func() {
		defer func() { <-s.titlesQueued }()
		select {
		case s.titlesMade <- struct{}{}:
			defer func() { <-s.titlesMade }()
		case <-s.life.Done():
			return
		}
		ctx, cancel := context.WithTimeout(s.life, titleWait)
		defer cancel()
		if err := title(ctx); err != nil {
			s.Log.Info("no title by the model", "trace_id", traceID, "error", err)
		}
	})
}

// titleMessages returns the messages that request a title from a model.
func titleMessages(locale, question, answer string) []llm.Message {
	return []llm.Message{
		{Role: llm.User, Content: text.Cut(question, titleShare)},
		{Role: llm.Assistant, Content: text.Cut(answer, titleShare)},
		{Role: llm.User, Content: prompt.In(locale).Title},
	}
}

func (s *Service) setMadeTitle(ctx context.Context, k Key, title string) error {
	return s.writeFound(ctx, k, func(q *chatdb.Queries, f findable) error {
		rows, err := q.SetTitleUnlessNamed(ctx, chatdb.SetTitleUnlessNamedParams{
			Title: title, TitleBy: byModel, OwnerID: k.OwnerID, Cid: k.CID,
		})
		if err != nil || rows == 0 {
			return err
		}
		return f.titled(ctx, k)
	})
}

// MakeTitle makes a title that is at most prompt.MaxTitle wide and returns the resulting title. The
// title comes from the model or, if there is no model or the model fails, from a rule. A title
// typed by the owner is kept. In a project, `author` is the person who asks for the title.
func (s *Service) MakeTitle(ctx context.Context, k Key, author, locale string) (string, error) {
	c, err := s.conversation(ctx, k)
	if err != nil {
		return "", err
	}
	if c.TitleBy == byUser || c.NextIndex == 1 {
		return c.Title, nil
	}
	before, err := s.branch(ctx, k, int(c.LeafIndex))
	if err != nil {
		return "", err
	}
	if len(before.rounds) == 0 {
		return c.Title, nil
	}
	question, answer := before.rounds[0].question, before.rounds[0].answer
	title := s.ruleTitle(ctx, k.OwnerID, author, "", question)
	if chosen := s.choose(request.DecodeChoice(c.ChatModelID, c.ModelExt)); !chosen.Info.Builtin {
		ctx, cancel := context.WithTimeout(ctx, titleWait)
		defer cancel()
		if better, err := complete(ctx, chosen, locale, titleMessages(locale, question, answer)); err == nil {
			title = cmp.Or(s.shownTitle(ctx, k.OwnerID, author, "", prompt.Title(better)), title)
		}
	}
	if title == "" {
		return c.Title, nil
	}
	if err := s.setMadeTitle(ctx, k, title); err != nil {
		return "", err
	}
	now, err := s.conversation(ctx, k) // the owner may have typed a title during the call of the model
	return now.Title, err
}
