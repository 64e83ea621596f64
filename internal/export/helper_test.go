package export

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// kept is one conversation of one owner.
type kept struct {
	owner, cid string
	transcript Transcript
}

func (k kept) Transcript(_ context.Context, ownerID, cid string, at Place, limit int) (Transcript, error) {
	if ownerID != k.owner || cid != k.cid {
		return Transcript{}, errs.New(errs.NotFound)
	}
	t := k.transcript
	size := 0
	for _, r := range t.Rounds {
		size += len(r.Question) + len(r.Answer.Text())
	}
	if size > limit {
		return Transcript{}, errs.New(errs.TooLarge).With("limit", "5 MB")
	}
	if at.Index > 0 {
		if at.Index > 2*len(t.Rounds) {
			return Transcript{}, errs.New(errs.NotFound)
		}
		t.Rounds = t.Rounds[at.Index/2-1 : at.Index/2]
	}
	return t, nil
}

var noon = time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)

// answered returns a finished answer made of the events.
func answered(events ...stream.Event) stream.Message {
	m := stream.NewMessage()
	for _, e := range append(events, stream.Done{}) {
		m.Apply(e)
	}
	return m
}

func sample(t testing.TB) Transcript {
	t.Helper()
	md, err := os.ReadFile("exporttest/answer.md")
	if err != nil {
		t.Fatal(err)
	}
	return Transcript{Title: "排版与公式", Rounds: []Round{
		{Question: "怎样排版？", ModelID: "up-1", Answer: answered(
			stream.SearchGuid{Docs: []stream.Doc{{Index: 1, Title: "资料 <一>", URL: "https://example.com/1?a=b&c=d", WebSiteName: "例站"}}},
			stream.Text{Msg: string(md)})},
		{Question: "第二个问题很长，\n分成两行写。", Answer: answered(stream.Text{Msg: "好的。"})},
		{Question: "坏问题", QuestionHidden: true, Answer: answered(stream.Text{Msg: "坏回答"}, stream.Revoke{Sensitive: true, RevokeQAPair: true})},
	}}
}

func service(t Transcript) *Service {
	return New(kept{"alice", "conv-0001", t}, Elsewhere(Task), "问渠", func() time.Time { return noon })
}

func order(f Format) Order {
	return Order{OwnerID: "alice", CID: "conv-0001", Place: Place{RepeatIndex: -1}, Format: f, Locale: "zh-CN", Zone: time.UTC}
}
