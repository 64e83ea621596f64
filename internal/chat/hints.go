package chat

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Limits of follow-up questions.
const (
	maxHints   = 3
	hintLength = 60 // characters
	hintWait   = 20 * time.Second
	hintShare  = 2_000 // characters of question and answer that they are made from
)

// Hints gives follow-up questions to a whole answer: those it came with, else
// by the model, which are then kept with the answer. There are none for other
// answers, and none when no model is connected. index 0 is the newest answer,
// repeat -1 the version shown.
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
	if err != nil {
		return nil, found(err)
	}
	msg := decodeMessage(v.Message)
	if v.State != string(stream.StateDone) || msg.Hidden || msg.Meta == nil {
		return []string{}, nil
	}
	if len(msg.Meta.Hints) > 0 {
		return s.showable(msg.Meta.Hints), nil
	}
	chosen := s.choose(t.choice)
	if chosen.Info.Builtin {
		return []string{}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, hintWait)
	defer cancel()
	out, err := complete(ctx, chosen, locale, []llm.Message{
		{Role: llm.User, Content: text.Cut(t.question, hintShare)},
		{Role: llm.Assistant, Content: text.Cut(plainText(msg), hintShare)},
		{Role: llm.User, Content: in(locale).hints},
	})
	if err != nil {
		s.Log.Info("no hints by the model", "error", err)
		return []string{}, nil
	}
	msg.Meta.Hints = s.showable(parseHints(out))
	if len(msg.Meta.Hints) == 0 {
		return []string{}, nil
	}
	body, err := encodeMessage(msg)
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

var (
	listMark = regexp.MustCompile(`^(?:[-*•·]|\(?\d{1,2}[.)、）:：])\s*`)
	// Lines that are no question: headings, tables, quotes, fences, footnotes,
	// and what announces the list.
	noHint   = regexp.MustCompile("^(?:#|\\||>|```|\\[\\^)|[:：]$")
	markdown = regexp.MustCompile("\\*\\*|`|\\[\\^[^\\]]*\\]")
)

// parseHints reads the questions of a model's reply: a JSON list, or one a line
// whatever list marks stand before them.
func parseHints(s string) []string {
	out := []string{}
	for _, line := range hintLines(clean(s)) {
		line = text.OneLine(line)
		if noHint.MatchString(line) {
			continue
		}
		line = strings.Trim(markdown.ReplaceAllString(listMark.ReplaceAllString(line, ""), ""), " \"“”*")
		if line == "" || text.Len(line) > hintLength || len(out) == maxHints {
			continue
		}
		out = append(out, line)
	}
	return out
}

func hintLines(s string) []string {
	var list []string
	from, to := strings.IndexByte(s, '['), strings.LastIndexByte(s, ']')
	if from >= 0 && to > from && json.Unmarshal([]byte(s[from:to+1]), &list) == nil {
		return list
	}
	return slices.Collect(strings.Lines(s))
}
