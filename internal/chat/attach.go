package chat

import (
	"context"
	"io"

	"github.com/wenqu-ai/wenqu/internal/chat/chatdb"
	"github.com/wenqu-ai/wenqu/internal/chat/view"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// Answer is an answer in the form of frames.
type Answer struct {
	Index   int
	TraceID string                                // id of the request that started the answer; empty when unknown
	Next    func(context.Context) ([]byte, error) // returns the next encoded frames, and io.EOF after the last frame
}

// Read returns all frames of a run.
func (s *Service) Read(ctx context.Context, r *run.Run) (*Answer, error) {
	return reading(r.Read(ctx, 0))
}

// Attach returns the frames of an answer with numbers greater than `from`, and then new frames as they
// are made. msgID identifies the answer. If msgID is empty, Attach uses the running answer, or else the
// last answer of the chosen branch. Attach returns nil when the conversation has no answer. When the
// answer has no log, or its log no longer exists, Attach encodes the whole stored message. If `from` is
// not 0, a reset frame precedes the message. Attach fails with errs.BadRequest when msgID identifies a
// question, and when `from` is negative or greater than the number of the log's newest frame.
func (s *Service) Attach(ctx context.Context, k Key, msgID string, from int) (*Answer, error) {
	c, err := s.conversation(ctx, k)
	if err != nil {
		return nil, err
	}
	if from < 0 {
		return nil, badRequest("from")
	}
	index := int(c.LeafIndex)
	if msgID != "" {
		if index, err = view.IndexOf(k.CID, msgID); err != nil {
			return nil, err
		}
	}
	r, err := s.Runs.Current(ctx, k.OwnerID, k.CID)
	if err != nil {
		return nil, stored(err)
	}
	if r != nil && (msgID == "" || r.Index() == index) {
		return reading(r.Read(ctx, from))
	}
	if index == 0 {
		return nil, nil
	}
	m, err := s.message(ctx, k, int64(index))
	if err != nil {
		return nil, err
	}
	if m.Speaker != ai {
		return nil, badRequest("msgid")
	}
	v, err := s.reads(k).GetSpeech(ctx, chatdb.GetSpeechParams{OwnerID: k.OwnerID, Cid: k.CID, Idx: m.Idx, RepeatIdx: m.SelectedRepeat})
	if err != nil {
		return nil, found(err)
	}
	if v.RunID != "" {
		a, err := reading(s.Runs.Open(ctx, k.OwnerID, v.RunID, from))
		if !errs.Is(err, errs.NotFound) {
			return a, err
		}
	}
	return &Answer{Index: index, Next: once(encodeStored(view.DecodeMessage(v.Message), from))}, nil
}

func reading(rd *run.Reader, err error) (*Answer, error) {
	if err != nil {
		return nil, err
	}
	rec := rd.Record()
	return &Answer{Index: rec.Index, TraceID: rec.TraceID, Next: func(ctx context.Context) ([]byte, error) {
		b, err := rd.Next(ctx)
		return b.Bytes, err
	}}, nil
}

// encodeStored encodes a stored message with new frame numbers. When `from` is not 0, the reader
// has frames of the deleted log; a reset frame makes the reader start again.
func encodeStored(m stream.Message, from int) []byte {
	var b []byte
	if from > 0 {
		b = stream.AppendFrame(b, 0, stream.Reset{})
	}
	for i, e := range stream.Encode(m) {
		b = stream.AppendFrame(b, i+1, e)
	}
	return b
}

// once makes a function that returns b in its first call and io.EOF in all later calls. If b is nil,
// the first call also returns io.EOF.
func once(b []byte) func(context.Context) ([]byte, error) {
	return func(context.Context) ([]byte, error) {
		if b == nil {
			return nil, io.EOF
		}
		out := b
		b = nil
		return out, nil
	}
}

// Stop ends the running answer of a conversation and keeps its text so far. It reports whether an
// answer was running.
func (s *Service) Stop(ctx context.Context, k Key) (bool, error) {
	if _, err := s.undeleted(ctx, k); err != nil {
		return false, err
	}
	return s.Runs.Stop(ctx, k.OwnerID, k.CID)
}
