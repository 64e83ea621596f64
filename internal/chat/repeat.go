package chat

import (
	"context"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Again requests another version of an answer, or its continuation.
type Again struct {
	Key
	Asker
	Index  int            // index of the answer or of its question; 0: the last answer of the active branch
	Choice request.Choice // the zero value: the same choice as before
}

// Repeat makes another version of an answer and selects it. The later questions are kept. With
// errs.Busy it also returns the running answer of the conversation.
func (s *Service) Repeat(ctx context.Context, a Again) (*run.Run, error) {
	return retry(func() (*run.Run, error) { return s.repeat(ctx, a) })
}

func (s *Service) repeat(ctx context.Context, a Again) (*run.Run, error) {
	t, _, err := s.again(ctx, a)
	if err != nil {
		return nil, err
	}
	n, err := s.reads(a.Key).CountVersions(ctx, chatdb.CountVersionsParams{OwnerID: a.OwnerID, Cid: a.CID, Idx: int64(t.index)})
	if err != nil {
		return nil, stored(err)
	}
	if n >= MaxVersions {
		return nil, errs.New(errs.TooLarge).With("limit", strconv.Itoa(MaxVersions))
	}
	t.repeat, t.withheld = int(n), s.withheld(ctx, t)
	return s.start(ctx, t, func(ctx context.Context, db *chatdb.Queries, _ findable, chosen llm.Choice) error {
		rows, err := db.InsertSpeech(ctx, chatdb.InsertSpeechParams{
			OwnerID: a.OwnerID, Cid: a.CID, Idx: int64(t.index), RepeatIdx: n,
			ChatModelID: chosen.Info.ID, CreatedAt: s.Now().UnixMilli(),
		})
		if err != nil {
			return err
		}
		if rows == 0 {
			return errMoved
		}
		return mustMeet(db.ShowNewVersion(ctx, chatdb.ShowNewVersionParams{
			OwnerID: a.OwnerID, Cid: a.CID, Idx: int64(t.index), SelectedRepeat: n, Source: int64(request.Source(request.Origin{Repeat: true})),
		}))
	})
}

// Continue continues a version of an answer that was interrupted, stopped, cut off or failed; `version`
// -1 means the selected version. It fails with errs.BadRequest when the selected version is complete or
// withheld, and with errs.ChatEdited when a named version is: the version has then changed since the
// caller read it. With errs.Busy it also returns the running answer of the conversation.
func (s *Service) Continue(ctx context.Context, a Again, version int) (*run.Run, error) {
	refusal := badRequest("index")
	if version >= 0 {
		refusal = errs.New(errs.ChatEdited)
	}
	return retry(func() (*run.Run, error) { return s.continueVersion(ctx, a, version, canContinue, refusal) })
}

// continueVersion continues a version of an answer and selects it, so that pages show the answer that
// runs; `repeat` -1 means the selected version. It fails with `refusal` if `may` returns false for the
// version.
func (s *Service) continueVersion(ctx context.Context, a Again, repeat int, may func(stream.State, stream.Message) bool, refusal error) (*run.Run, error) {
	t, m, err := s.again(ctx, a)
	if err != nil {
		return nil, err
	}
	if t.repeat = repeat; repeat < 0 {
		t.repeat = int(m.SelectedRepeat)
	}
	v, err := s.reads(a.Key).GetSpeech(ctx, chatdb.GetSpeechParams{OwnerID: a.OwnerID, Cid: a.CID, Idx: m.Idx, RepeatIdx: int64(t.repeat)})
	if err != nil {
		return nil, found(err)
	}
	r, err := s.Runs.Current(ctx, a.OwnerID, a.CID)
	if err != nil {
		return nil, stored(err)
	}
	if r != nil {
		if a.RequestID != "" && r.Record().RequestID == a.RequestID {
			return r, nil
		}
		return r, errs.New(errs.Busy)
	}
	partial := view.DecodeMessage(v.Message)
	if !may(stream.State(v.State), partial) {
		return nil, refusal
	}
	if a.Choice == (request.Choice{}) && v.ChatModelID != "" && v.ChatModelID != t.choice.ChatModelID {
		t.choice = request.Choice{ChatModelID: v.ChatModelID}
	}
	t.partial, t.withheld = &partial, s.withheld(ctx, t)
	return s.start(ctx, t, func(ctx context.Context, db *chatdb.Queries, _ findable, chosen llm.Choice) error {
		rows, err := db.ReopenSpeech(ctx, chatdb.ReopenSpeechParams{
			OwnerID: a.OwnerID, Cid: a.CID, Idx: m.Idx, RepeatIdx: int64(t.repeat), ChatModelID: chosen.Info.ID,
		})
		if err != nil {
			return err
		}
		if rows == 0 {
			return errMoved
		}
		return mustMeet(db.SelectVersion(ctx, chatdb.SelectVersionParams{
			OwnerID: a.OwnerID, Cid: a.CID, Idx: m.Idx, SelectedRepeat: int64(t.repeat),
		}))
	})
}

// again returns the message of the answer identified by `a`, and a turn for making the answer. The
// caller sets the version in the turn.
func (s *Service) again(ctx context.Context, a Again) (turn, chatdb.Message, error) {
	if a.RequestID = lenient.Clean(a.RequestID); len(a.RequestID) > maxWord {
		return turn{}, chatdb.Message{}, badRequest("traceId")
	}
	c, err := s.undeleted(ctx, a.Key)
	if err != nil {
		return turn{}, chatdb.Message{}, err
	}
	index := int64(a.Index)
	if index == 0 {
		index = c.LeafIndex
	}
	m, err := s.message(ctx, a.Key, index)
	if err == nil && m.Speaker == human {
		m, err = s.message(ctx, a.Key, index+1)
	}
	if err != nil {
		return turn{}, chatdb.Message{}, err
	}
	q, err := s.message(ctx, a.Key, m.ParentIdx)
	if err != nil {
		return turn{}, chatdb.Message{}, err
	}
	if a.AuthorID == "" { // in a project, this call is from a job, which acts for the author of the question
		a.AuthorID = q.AuthorID
	}
	choice := a.Choice
	if choice == (request.Choice{}) {
		choice = request.Decode(q.Request).Choice()
	}
	asked := request.Decode(q.Request)
	return turn{
		agentID: c.AgentID, projectID: c.ProjectID,
		Key: a.Key, Asker: a.Asker, index: int(m.Idx), choice: choice,
		question: q.Prompt, files: asked.Files, deepSearch: asked.DeepSearch, chatType: c.ChatType,
		history: int(q.ParentIdx), summary: c.Summary,
		withheld: q.Hidden,
	}, m, nil
}

func (s *Service) message(ctx context.Context, k Key, index int64) (chatdb.Message, error) {
	m, err := s.reads(k).GetMessage(ctx, chatdb.GetMessageParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: index})
	return m, found(err)
}
