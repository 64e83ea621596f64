package chat

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// ResearchAuthor is the name of the author for questions that request a study.
const ResearchAuthor = "research"

// maxParent is the maximum length in bytes of the earlier round from which a study begins. If the round
// is longer, the study begins without it.
const maxParent = 64 << 10

// ContinueStudy continues one version of an answer with a study. Unlike Continue, it also
// accepts a complete answer, such as the plan of a study; continuing the plan carries it out. It
// fails with errs.NotFound when the answer no longer exists, and with errs.BadRequest when the answer
// cannot be continued, for example because it is withheld. When an answer is already running in the
// conversation, it fails with errs.Busy and also returns the run of that answer.
func (s *Service) ContinueStudy(ctx context.Context, k Key, index, repeat int, asker Asker) (*run.Run, error) {
	_, k, err := s.lookUp(ctx, k)
	if err != nil {
		return nil, err
	}
	return retry(func() (*run.Run, error) {
		return s.continueVersion(ctx, Again{Key: k, Asker: asker, Index: index}, repeat, func(state stream.State, m stream.Message) bool {
			return !m.Hidden && state != stream.Running && state != stream.Sensitive
		}, badRequest("index"))
	})
}

// AnswerState returns the state of one version of an answer.
func (s *Service) AnswerState(ctx context.Context, k Key, index, repeat int) (stream.State, error) {
	_, k, err := s.lookUp(ctx, k)
	if err != nil {
		return "", err
	}
	v, err := s.reads(k).GetSpeech(ctx, chatdb.GetSpeechParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(index), RepeatIdx: int64(repeat)})
	return stream.State(v.State), found(err)
}

// AuthorOf returns the person who asked the question of an answer in a project. It returns "" for an
// answer outside of projects, and if the question does not exist.
func (s *Service) AuthorOf(ctx context.Context, k Key, index int) (string, error) {
	_, k, err := s.lookUp(ctx, k)
	if err == nil {
		var q chatdb.Message
		q, err = s.reads(k).GetMessage(ctx, chatdb.GetMessageParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: int64(index - 1)})
		if err = found(err); err == nil {
			return q.AuthorID, nil
		}
	}
	if errs.Is(err, errs.NotFound) {
		return "", nil
	}
	return "", err
}

// Exists reports whether the owner has the conversation. k may contain the id from before a move of
// the conversation.
func (s *Service) Exists(ctx context.Context, k Key) (bool, error) {
	_, _, err := s.lookUp(ctx, k)
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// parent returns the earlier round from which the study of a turn begins. It returns nil if the study
// begins without a round, if the round is already the last in `earlier`, or if the round is hidden, too
// long or unreadable.
func (s *Service) parent(ctx context.Context, t turn, earlier []answer.Round) []answer.Round {
	d := t.deepSearch
	if d.ParentCID == "" {
		return nil
	}
	if n := len(earlier); n > 0 && d.ParentCID == t.CID && earlier[n-1].Index == d.ParentIndex && earlier[n-1].Repeat == d.ParentRepeat {
		return nil
	}
	found, err := s.AnswerTranscript(ctx, Key{t.OwnerID, d.ParentCID}, d.ParentIndex, d.ParentRepeat, maxParent)
	if err != nil || len(found.Rounds) == 0 || found.Rounds[0].QuestionHidden || found.Rounds[0].Answer.Hidden {
		return nil
	}
	return []answer.Round{{Question: found.Rounds[0].Question, Answer: found.Rounds[0].Answer.PlainText()}}
}

// withoutText returns a copy of an answer without its text and its list of sources.
func withoutText(m stream.Message) *stream.Message {
	m = m.Snapshot()
	m.Content = slices.DeleteFunc(m.Content, func(it stream.Item) bool {
		switch it.Event.(type) {
		case stream.Text, stream.SearchGuid:
			return true
		}
		return false
	})
	return &m
}
