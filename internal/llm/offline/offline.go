// Package offline is the built-in engine. It answers without a model: it composes an answer from the
// finding of the request, or a skill works on the question itself. Every answer of a skill states its
// method. If no skill recognises the question, a fallback answer states that.
package offline

import (
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"iter"
	"math/rand/v2"
	"time"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/compose"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
)

// ModelID is the model id of every answer of the engine. The page shows the
// badge 「内置引擎 · 非大模型」 for it.
const ModelID = "offline"

// pieceRunes is the number of characters in one increment of a skill's answer.
const pieceRunes = 16

// New makes the engine. It is safe for concurrent use.
func New() llm.Model {
	return engine{seed: func() (s [32]byte) {
		crand.Read(s[:]) // crand.Read never returns an error
		return s
	}}
}

// NewSeeded makes an engine with random generators that always start from `seed`.
// So an answer depends only on the request. If Request.Now is zero, the answer also
// depends on the current time.
func NewSeeded(seed uint64) llm.Model {
	return engine{seed: func() (s [32]byte) {
		binary.LittleEndian.PutUint64(s[:], seed)
		return s
	}}
}

// engine is the llm.Model of this package. `seed` returns the seed of the random generator for one
// answer.
type engine struct{ seed func() [32]byte }

// Stream answers the last user message of req, either from the finding in req or by a skill. It
// yields one step with its working, then the text, then a last delta with model, hints, usage and
// finish. A fallback answer to a non-empty question has no step.
func (e engine) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		now := req.Now
		if now.IsZero() {
			now = time.Now()
		}
		asked := lastQuestion(req.Messages)
		skilled := func() bool { return skilled(asked, now, req.Locale) }
		if deltas, ok := compose.Answer(req, ModelID, skilled); ok {
			for _, d := range deltas {
				if err := errs.Ended(ctx); err != nil {
					yield(llm.Delta{}, err)
					return
				}
				if !yield(d, nil) {
					return
				}
			}
			return
		}
		q := skill.NewQuestion(asked, now, req.Locale, rand.New(rand.NewChaCha8(e.seed()))) // ChaCha8 is a cryptographic generator; the skill Random makes passwords with it
		a := reply(q)

		send := func(d llm.Delta) bool {
			if err := errs.Ended(ctx); err != nil {
				yield(llm.Delta{}, err)
				return false
			}
			return yield(d, nil)
		}
		first := llm.Delta{Model: ModelID, Step: a.step, StepTexts: a.steps, Working: a.how}
		if a.needsModel { // no skill answered
			first.Step, first.StepTexts, first.Working = "", nil, ""
		}
		if !send(first) {
			return
		}
		for piece := range pieces(a.text) {
			if !send(llm.Delta{Text: piece}) {
				return
			}
		}
		send(llm.Delta{
			Model: ModelID,
			Hints: a.hints,

			NeedsModel: a.needsModel,

			Finish: llm.FinishStop,
			Usage: &llm.Usage{
				PromptTokens:     utf8.RuneCountInString(asked),
				CompletionTokens: utf8.RuneCountInString(a.how) + utf8.RuneCountInString(a.text),
			},
		})
	}
}

// Answers reports whether a skill of the engine answers a question.
func Answers(question string, now time.Time, locale string) bool {
	return skilled(question, now, locale)
}

// skilled reports whether a skill other than the fallback answers a question.
func skilled(asked string, now time.Time, locale string) bool {
	q := skill.NewQuestion(asked, now, locale, rand.New(rand.NewPCG(1, 1)))
	if _, _, ok := route(q); ok {
		return true
	}
	_, _, ok := routeParts(q)
	return ok
}

// lastQuestion is the content of the newest user message; empty when there is none.
func lastQuestion(messages []llm.Message) string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == llm.User {
			return messages[i].Content
		}
	}
	return ""
}

// pieces cuts s into increments of pieceRunes runes.
func pieces(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s != "" {
			end, n := 0, 0
			for end < len(s) && n < pieceRunes {
				_, size := utf8.DecodeRuneInString(s[end:])
				end += size
				n++
			}
			if !yield(s[:end]) {
				return
			}
			s = s[end:]
		}
	}
}
