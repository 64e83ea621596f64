package chat

import (
	"context"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/lenient"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of the texts in the blanks of an answer: their number, and their lengths in characters.
const (
	maxBlanks     = 200
	maxBlank      = 500
	maxBlanksText = 10_000 // characters of all texts together
)

// partBlank is the name for a blank in the log of the content rules.
const partBlank = "blank"

// FillBlanks stores the texts written by the reader into the blanks (____) of a version of an
// answer. The texts are in the order of the blanks; an empty text leaves its blank open. `index` 0
// is the last answer of the shown branch, and `repeat` -1 is the shown version. FillBlanks fails
// with errs.TooLarge above the limits. Text withheld by the content rules is not stored.
// In a project, `author` is the person who wrote the texts.
func (s *Service) FillBlanks(ctx context.Context, k Key, author string, index, repeat int, texts []string) error {
	if len(texts) > maxBlanks {
		return errs.New(errs.TooLarge).With("limit", strconv.Itoa(maxBlanks))
	}
	rules, size := s.rules(ctx, k.OwnerID, author), 0
	kept := make([]string, len(texts))
	for i, t := range texts {
		t = text.OneLine(lenient.Clean(strings.ToValidUTF8(t, "")))
		n := text.Len(t)
		if n > maxBlank {
			return errs.New(errs.TooLarge).With("limit", strconv.Itoa(maxBlank))
		}
		if size += n; size > maxBlanksText {
			return errs.New(errs.TooLarge).With("limit", strconv.Itoa(maxBlanksText))
		}
		if shown, withheld := rules.Check(answer.At{Part: partBlank}, t); !withheld {
			kept[i] = shown
		}
	}
	body, err := view.EncodeBlanks(kept)
	if err != nil {
		return err
	}
	_, m, err := s.again(ctx, Again{Key: k, Index: index})
	if err != nil {
		return err
	}
	if repeat < 0 {
		repeat = int(m.SelectedRepeat)
	}
	return s.change(ctx, k, func(q *chatdb.Queries) (int64, error) {
		return q.SetBlanks(ctx, chatdb.SetBlanksParams{
			Blanks: body, OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx, RepeatIdx: int64(repeat),
		})
	})
}
