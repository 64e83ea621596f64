package chat

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxWord bounds short fields of a request, in bytes.
const maxWord = 128

// Ask is a question.
type Ask struct {
	Key
	Asker
	AgentID       string // empty: the default agent
	Prompt        string
	DisplayPrompt string         // the text to display instead of Prompt; empty: Prompt
	Files         []request.File // nil in an edit: the files of the replaced question
	OneDocument   bool           // the container allows only one document in a question
	Choice        request.Choice
	ProjectID     string
	ChatType      string
	Temporary     bool   // if the conversation is new, it is kept in memory only
	HotCard       bool   // asked by clicking a good-question card
	HintFrom      string // trace id of the answer with the clicked follow-up question
	Skill         string
	DeepSearch    *request.DeepSearch // requests a study (deep research); nil: a plain question
	EditIndex     int                 // if positive, the new question replaces the question with this index and starts a branch
	AfterIndex    int                 // index of the newest message that the asker sees; 0: unknown; an edit ignores it

	withheld bool // withheld by the content rules
}

// Ask stores the question and starts the answer. If no conversation has the id, Ask creates
// one. Ask fails with errs.ChatDeleted for a deleted conversation. It fails with errs.NotFound if the
// conversation of an edit or of AfterIndex does not exist, and with errs.ChatEdited if the message
// AfterIndex is not on the selected branch. When a file does not belong to the asker, Ask fails with errs.AttachmentGone
// and stores nothing. When the running answer of the conversation waits for consent to a call of a
// tool, Ask stops it. For any other running answer, Ask fails with errs.Busy and also returns the
// answer's run.
func (s *Service) Ask(ctx context.Context, a Ask) (*run.Run, error) {
	if err := s.check(ctx, &a); err != nil {
		return nil, err
	}
	if err := s.resolve(ctx, &a); err != nil {
		return nil, err
	}
	s.screen(ctx, &a)
	r, err := retry(func() (*run.Run, error) { return s.ask(ctx, a) })
	if errs.Is(err, errs.Busy) && r != nil && r.Record().Waiting {
		// The new question declines the call that waits for consent in the running answer.
		if _, err := s.Runs.Stop(ctx, a.OwnerID, a.CID); err != nil {
			return nil, err
		}
		return retry(func() (*run.Run, error) { return s.ask(ctx, a) })
	}
	return r, err
}

// check validates and normalises a question.
func (s *Service) check(ctx context.Context, a *Ask) (err error) {
	if err := checkKey(a.Key); err != nil {
		return err
	}
	if a.AgentID, err = s.agent(ctx, a.AgentID); err != nil {
		return err
	}
	if !utf8.ValidString(a.Prompt) || !utf8.ValidString(a.DisplayPrompt) {
		return badRequest("prompt")
	}
	a.Prompt = lenient.Clean(a.Prompt)
	if strings.TrimFunc(a.Prompt, unreadable) == "" && len(a.Files) == 0 {
		return errs.New(errs.EmptyPrompt)
	}
	if text.Len(a.Prompt) > MaxPrompt {
		return errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxPrompt))
	}
	if a.DisplayPrompt = text.Cut(lenient.Clean(a.DisplayPrompt), MaxDisplayPrompt); a.DisplayPrompt == a.Prompt {
		a.DisplayPrompt = ""
	}
	if len(a.Files) > MaxFiles {
		return errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxFiles))
	}
	if a.DeepSearch != nil && (a.Temporary || s.temporary.has(a.Key)) {
		return errs.New(errs.ResearchTemporary)
	}
	for _, f := range []*string{&a.ProjectID, &a.ChatType, &a.RequestID} {
		if *f = lenient.Clean(*f); len(*f) > maxWord {
			return badRequest("projectId, chatType, traceId")
		}
	}
	return nil
}

func (s *Service) ask(ctx context.Context, a Ask) (*run.Run, error) {
	c, err := s.undeleted(ctx, a.Key)
	isNew := errs.Is(err, errs.NotFound)
	if err != nil && !isNew {
		return nil, err
	}
	if isNew {
		if a.EditIndex > 0 || a.AfterIndex > 0 {
			return nil, notFound()
		}
		c = chatdb.Conversation{OwnerID: a.OwnerID, Cid: a.CID, NextIndex: 1}
		if a.Temporary {
			s.holdTemporary(ctx, a.Key)
		}
	}
	parent := c.LeafIndex
	if a.EditIndex > 0 {
		old, err := s.edited(ctx, a.Key, a.EditIndex)
		if err != nil {
			return nil, err
		}
		if parent = old.ParentIdx; a.Files == nil {
			a.Files = request.Decode(old.Request).Files
		}
	}
	if err := s.follows(ctx, a, c.LeafIndex); err != nil {
		return nil, err
	}
	choice := a.Choice
	if choice == (request.Choice{}) {
		choice = request.DecodeChoice(c.ChatModelID, c.ModelExt)
	}
	q := asked{Ask: a, Conversation: c, title: s.firstTitle(ctx, a), parent: parent, choice: choice, at: s.Now().UnixMilli()}
	agentID, projectID := c.AgentID, c.ProjectID
	if isNew {
		agentID, projectID = a.AgentID, a.ProjectID
	}
	r, err := s.start(ctx, turn{
		agentID: agentID, projectID: projectID, isNew: isNew,
		Key: a.Key, Asker: a.Asker, index: int(c.NextIndex) + 1, choice: choice,
		question: a.Prompt, files: a.Files, chatType: cmp.Or(a.ChatType, c.ChatType), withheld: a.withheld,
		history: int(parent), summary: c.Summary, opening: c.NextIndex == 1, deepSearch: a.DeepSearch,
	}, func(ctx context.Context, db *chatdb.Queries, f findable, chosen llm.Choice) error {
		return s.saveQuestion(ctx, db, f, q, chosen, isNew)
	})
	if err != nil && isNew && a.Temporary {
		s.forgetUnmade(ctx, a.Key)
	}
	return r, err
}

// follows fails with errs.ChatEdited if the newest message that the asker sees is not on the branch that
// ends at `leaf`. The model would then read other messages than the asker.
func (s *Service) follows(ctx context.Context, a Ask, leaf int64) error {
	after := int64(a.AfterIndex)
	if after <= 0 || after == leaf || a.EditIndex > 0 {
		return nil
	}
	upTo, err := s.reads(a.Key).PathPage(ctx, chatdb.PathPageParams{OwnerID: a.OwnerID, Cid: a.CID, Leaf: leaf, Before: after + 1, Size: 1})
	if err != nil {
		return stored(err)
	}
	if len(upTo) == 0 || upTo[0].Idx != after {
		return errs.New(errs.ChatEdited)
	}
	return nil
}

// edited returns the question to be replaced by an edit.
func (s *Service) edited(ctx context.Context, k Key, index int) (chatdb.Message, error) {
	m, err := s.message(ctx, k, int64(index))
	if err == nil && m.Speaker != human {
		err = badRequest("editIndex")
	}
	return m, err
}

// asked is a question that is ready to be stored.
type asked struct {
	Ask
	chatdb.Conversation
	title  string // for a conversation without a title
	parent int64
	choice request.Choice
	at     int64
}

// saveQuestion stores the question and an empty answer. It fails with errMoved when another request
// has changed or removed the conversation since it was read, and with errs.ChatDeleted when the conversation was
// deleted.
func (s *Service) saveQuestion(ctx context.Context, db *chatdb.Queries, f findable, q asked, chosen llm.Choice, isNew bool) error {
	k := q.Ask.Key
	index, answer := q.NextIndex, q.NextIndex+1
	card := q.HotCard && index == 1
	if isNew {
		rows, err := db.InsertConversation(ctx, chatdb.InsertConversationParams{
			OwnerID: k.OwnerID, Cid: k.CID, AgentID: q.Ask.AgentID, Title: q.title,
			ChatType: q.Ask.ChatType, ProjectID: q.Ask.ProjectID, ChatModelID: q.choice.ChatModelID, ModelExt: q.choice.Encode(),
			GoodQuestion: card, NextIndex: answer + 1, LeafIndex: answer, CreatedAt: q.at,
		})
		if err != nil {
			return err
		}
		if rows == 0 {
			return s.movedOrDeleted(ctx, db, k)
		}
	} else {
		rows, err := db.Advance(ctx, chatdb.AdvanceParams{
			NextIndex: answer + 1, LeafIndex: answer, LastRepliedAt: q.at,
			ChatModelID: q.choice.ChatModelID, ModelExt: q.choice.Encode(), GoodQuestion: card, Title: q.title,
			OwnerID: k.OwnerID, Cid: k.CID, ExpectedNextIndex: index,
		})
		if err != nil {
			return err
		}
		if rows == 0 {
			return s.movedOrDeleted(ctx, db, k)
		}
	}
	if q.EditIndex > 0 && q.parent > 0 {
		err := db.SetChosenChild(ctx, chatdb.SetChosenChildParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: q.parent, ChosenChild: index})
		if err != nil {
			return err
		}
	}
	err := db.InsertQuestionAndAnswer(ctx, chatdb.InsertQuestionAndAnswerParams{
		OwnerID: k.OwnerID, Cid: k.CID, Idx: index, AnswerIdx: answer, ParentIdx: q.parent,
		Prompt: q.Prompt, DisplayPrompt: q.DisplayPrompt, CreatedAt: q.at, AuthorID: q.AuthorID,
		Request: request.Request{Files: q.Files, ChatModelID: q.choice.ChatModelID, ModelExt: q.choice.Encode(), DeepSearch: q.DeepSearch}.Encode(),
		Source:  int64(request.Source(request.Origin{Files: q.Files, HotCard: q.HotCard, HintFrom: q.HintFrom, Skill: q.Skill})),
	})
	if err != nil {
		return err
	}
	if q.withheld {
		err = db.HideQuestion(ctx, chatdb.HideQuestionParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: index})
	} else if q.Prompt != "" {
		err = f.asked(ctx, k, int(index), q.at)
	}
	if err != nil {
		return err
	}
	if isNew {
		err = f.begun(ctx, k, q.title, q.at)
	} else if index == 1 || q.Conversation.Title == "" {
		err = f.titled(ctx, k)
	}
	if err != nil {
		return err
	}
	_, err = db.InsertSpeech(ctx, chatdb.InsertSpeechParams{
		OwnerID: k.OwnerID, Cid: k.CID, Idx: answer, ChatModelID: chosen.Info.ID, CreatedAt: q.at,
	})
	return err
}

// movedOrDeleted returns why the conversation could not be changed: it was deleted, or another
// request has changed it, purged it or given it to a project.
func (s *Service) movedOrDeleted(ctx context.Context, db *chatdb.Queries, k Key) error {
	at, err := db.DeletedAt(ctx, chatdb.DeletedAtParams{OwnerID: k.OwnerID, Cid: k.CID})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return errMoved
	case err != nil:
		return err
	case at > 0:
		return errs.New(errs.ChatDeleted)
	}
	return errMoved
}

// forgetUnmade is called when the first question of a temporary conversation could not be stored. If the
// conversation does not exist, forgetUnmade removes its key from Service.temporary.
func (s *Service) forgetUnmade(ctx context.Context, k Key) {
	if _, err := s.conversation(ctx, k); errs.Is(err, errs.NotFound) {
		s.releaseTemporary(ctx, k.OwnerID, k.CID)
	}
}

// firstTitle returns the rule-based title for a conversation without a title, made from its
// question. It is empty when the content rules withhold the question or the title.
func (s *Service) firstTitle(ctx context.Context, a Ask) string {
	if a.withheld {
		return ""
	}
	question := a.DisplayPrompt
	if question == "" {
		question = a.Prompt
	}
	if strings.TrimSpace(question) == "" && len(a.Files) > 0 {
		question = a.Files[0].FileName
	}
	return s.ruleTitle(ctx, a.OwnerID, a.AuthorID, a.TraceID, question)
}

// unreadable matches white space and the replacement character. A prompt that contains nothing else
// counts as empty.
func unreadable(r rune) bool { return unicode.IsSpace(r) || r == utf8.RuneError }
