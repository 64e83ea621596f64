package chat

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/prompt"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of follow-up questions.
const (
	hintWait  = 20 * time.Second
	hintShare = 2_000 // characters of the question, and of the answer, sent to the model at most
)

// Hints returns follow-up questions to a complete answer: the stored hints left unchanged by the content
// rules. If no hints are stored, Hints gets new hints from the model and stores them. The call to the
// model waits up to quietWait while answers are running. The result is empty when the answer is
// incomplete or hidden. If no hints are stored, it is also empty when the model of the question is the
// built-in engine, and when the model fails or suggests nothing usable.
// `index` 0 is the last answer of the shown branch, and `repeat` -1 is the shown version. A `repeat`
// beyond the last version selects the last version.
func (s *Service) Hints(ctx context.Context, k Key, index, repeat int, locale string) ([]string, error) {
	t, m, err := s.again(ctx, Again{Key: k, Index: index})
	if err != nil {
		return nil, err
	}
	at := chatdb.GetSpeechParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx, RepeatIdx: int64(repeat)}
	if repeat < 0 {
		at.RepeatIdx = m.SelectedRepeat
	}
	v, err := s.reads(k).GetSpeech(ctx, at)
	if errors.Is(err, sql.ErrNoRows) && repeat > 0 {
		v, err = s.newestVersion(ctx, k, at)
	}
	if err != nil {
		return nil, found(err)
	}
	msg := view.DecodeMessage(v.Message)
	if v.State != string(stream.StateDone) || msg.Hidden || msg.Meta == nil {
		return []string{}, nil
	}
	if len(msg.Meta.Hints) > 0 {
		return s.showable(ctx, t, msg.Meta.Hints), nil
	}
	chosen := s.choose(t.choice)
	if chosen.Info.Builtin {
		return []string{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, hintWait)
	defer cancel()
	out, err := s.completeWhenQuiet(ctx, time.Now(), chosen, locale, []llm.Message{
		{Role: llm.User, Content: text.Cut(t.question, hintShare)},
		{Role: llm.Assistant, Content: text.Cut(view.PlainText(msg), hintShare)},
		{Role: llm.User, Content: prompt.In(locale).Hints},
	})
	if err != nil {
		s.Log.Info("no hints by the model", "error", err)
		return []string{}, nil
	}
	msg.Meta.Hints = s.showable(ctx, t, prompt.Hints(out))
	if len(msg.Meta.Hints) == 0 {
		return []string{}, nil
	}
	body, err := view.EncodeMessage(msg)
	if err != nil {
		return nil, err
	}
	return msg.Meta.Hints, s.write(ctx, k, func(q *chatdb.Queries) error {
		_, err := q.SetSpeechMessage(ctx, chatdb.SetSpeechMessageParams{
			Message: body, OwnerID: k.OwnerID, Cid: k.CID, Idx: v.Idx, RepeatIdx: v.RepeatIdx,
		})
		return err
	})
}

// newestVersion returns the last version when at.RepeatIdx is beyond it, because some clients count
// versions from 1 when they request hints. Otherwise it returns sql.ErrNoRows.
func (s *Service) newestVersion(ctx context.Context, k Key, at chatdb.GetSpeechParams) (chatdb.Speech, error) {
	n, err := s.reads(k).CountVersions(ctx, chatdb.CountVersionsParams{OwnerID: at.OwnerID, Cid: at.Cid, Idx: at.Idx})
	if err != nil {
		return chatdb.Speech{}, err
	}
	if n == 0 || at.RepeatIdx < n {
		return chatdb.Speech{}, sql.ErrNoRows
	}
	at.RepeatIdx = n - 1
	return s.reads(k).GetSpeech(ctx, at)
}

// Limits of PastQuestions.
const (
	pastLength = 60  // longest question, in characters
	pastScan   = 500 // greatest number of questions
)

// PastQuestions returns an owner's newest short questions, newest first. It leaves out temporary
// and deleted conversations and withheld questions.
func (s *Service) PastQuestions(ctx context.Context, owner string) ([]string, error) {
	rows, err := chatdb.New(s.DB.Read()).PastQuestions(ctx, chatdb.PastQuestionsParams{
		OwnerID: owner, MaxLength: pastLength, Size: pastScan,
	})
	if err != nil {
		return nil, stored(err)
	}
	return rows, nil
}
