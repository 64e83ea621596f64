package chat

import (
	"context"
	"slices"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// transcriptPage is how many messages of a transcript are read at once.
const transcriptPage = 20

// Transcript is a conversation as text, oldest message first.
type Transcript struct {
	CID       string // current id
	Title     string
	Temporary bool
	Rounds    []Round
}

// Round is a question and one version of its answer. The blanks (____) of the answer contain the
// reader's entries. Hidden texts are empty.
type Round struct {
	Index          int // index of the answer, or the index that a missing answer would have
	Question       string
	Files          []string      // names of the attached files
	Attached       []stream.File // the attached files
	QuestionHidden bool
	Answer         stream.Message // the zero value when there is no answer
	ModelID        string
}

// Transcript reads the chosen branch with the chosen version of every answer. It fails with
// errs.TooLarge when the texts are longer than `limit` bytes.
func (s *Service) Transcript(ctx context.Context, k Key, limit int) (Transcript, error) {
	var t Transcript
	size, before := 0, 0
	pending := Round{} // an answer whose question has not been read yet; the question may be on the next page
	for {
		d, err := s.Detail(ctx, k, before, transcriptPage)
		if err != nil {
			return Transcript{}, err
		}
		t.CID, t.Title, t.Temporary = d.ID, d.Title, d.IsTemporary
		for _, c := range d.Convs { // newest first
			before = c.Index
			if c.Speaker == ai {
				pending = answerRound(c)
				pending.Index = c.Index
				continue
			}
			pending.Question, pending.QuestionHidden = view.Asked(c.Prompt, c.DisplayPrompt), c.SpeechesV2[0].Hidden
			pending.Attached = attachedTo(c)
			for _, f := range pending.Attached {
				pending.Files = append(pending.Files, f.FileName)
			}
			if pending.Index == 0 {
				pending.Index = c.Index + 1
			}
			if size += pending.size(); size > limit {
				return Transcript{}, tooLong(limit)
			}
			t.Rounds = append(t.Rounds, pending)
			pending = Round{}
		}
		if !d.HasMore {
			slices.Reverse(t.Rounds)
			return t, nil
		}
	}
}

// AnswerTranscript reads one version of the answer with this index, and its question; `repeat` -1
// means the chosen version. It does not set CID, Temporary, Index and Attached. It fails with
// errs.TooLarge when the texts are longer than `limit` bytes.
func (s *Service) AnswerTranscript(ctx context.Context, k Key, index, repeat, limit int) (Transcript, error) {
	c, err := s.conversation(ctx, k)
	if err != nil {
		return Transcript{}, err
	}
	m, err := s.message(ctx, k, int64(index))
	if err != nil {
		return Transcript{}, err
	}
	if m.Speaker != ai {
		return Transcript{}, badRequest("index")
	}
	q, err := s.message(ctx, k, m.ParentIdx)
	if err != nil {
		return Transcript{}, err
	}
	if repeat < 0 {
		repeat = int(m.SelectedRepeat)
	}
	row, err := s.reads(k).GetSpeech(ctx, chatdb.GetSpeechParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx, RepeatIdx: int64(repeat)})
	if err != nil {
		return Transcript{}, found(err)
	}
	r := roundOf(view.VersionOf(row))
	if r.QuestionHidden = q.Hidden; !q.Hidden {
		r.Question, r.Files = view.Asked(q.Prompt, q.DisplayPrompt), namesOf(request.Decode(q.Request).Files)
	}
	if r.size() > limit {
		return Transcript{}, tooLong(limit)
	}
	return Transcript{Title: c.Title, Rounds: []Round{r}}, nil
}

func attachedTo(c view.Conv) []stream.File {
	var out []stream.File
	for _, it := range c.SpeechesV2[0].Content {
		if f, ok := it.Event.(stream.File); ok {
			out = append(out, f)
		}
	}
	return out
}

// answerRound returns a round with the displayed version of an answer.
func answerRound(c view.Conv) Round {
	for _, v := range c.SpeechesV2 {
		if v.SpeechIndex == c.RepeatIndex {
			return roundOf(v)
		}
	}
	return Round{}
}

func roundOf(v view.Speech) Round {
	return Round{
		Answer:  stream.Message{Kind: v.Kind, State: stream.State(v.State), Content: view.Filled(v.Items(), v.Blanks), Hidden: v.Hidden, Cutoff: v.Cutoff},
		ModelID: v.ModelID,
	}
}

// size returns the length of the round's texts in bytes.
func (r Round) size() int {
	n := len(r.Question) + len(r.Answer.Text())
	for _, it := range r.Answer.Content {
		switch e := it.Event.(type) {
		case stream.MultiAnswer:
			for _, a := range e.Answers {
				n += len(a.Msg)
			}
		case stream.Card:
			n += len(e.Title) + len(e.Fallback)
		}
	}
	return n
}

func tooLong(limit int) error { return errs.New(errs.TooLarge).With("limit", text.Size(int64(limit))) }
