package llm

import (
	"fmt"
	"slices"
	"sync"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Constants of Estimate, Meter and Budget. Meter corrects the estimates by the usage that
// providers report.
const (
	tokensPerHan    = 0.6
	tokensPerOther  = 0.3
	tokensPerTurn   = 4     // tokens of a message or a tool call in addition to its text
	tokensPerImage  = 1_100 // the highest token count of any provider for a picture about 1,500 pixels wide
	minRatio        = 0.5
	maxRatio        = 2.5
	ratioWeight     = 0.2 // weight of the newest observation
	minObservation  = 50  // tokens; estimates of smaller requests are too inaccurate to correct the ratio
	maxAnswerTokens = 4096
)

// Estimate estimates the number of tokens in text.
func Estimate(text string) int {
	han, other := 0, 0
	for _, r := range text {
		if r >= 0x2E80 && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r > 0xFFFF || (r >= 0x3000 && r <= 0x303F) || (r >= 0xFF00 && r <= 0xFFEF)) {
			han++
		} else {
			other++
		}
	}
	return int(float64(han)*tokensPerHan + float64(other)*tokensPerOther + 0.999)
}

// Meter estimates tokens for each model and corrects itself by the usage reported by
// providers. The zero value is ready to use. It is safe for concurrent use.
type Meter struct {
	mu     sync.RWMutex
	ratios map[string]float64
}

// Count estimates the tokens of text for a model.
func (m *Meter) Count(model, text string) int {
	return int(float64(Estimate(text))*m.ratio(model) + 0.999)
}

// Messages estimates the tokens of all messages of a request for a model.
func (m *Meter) Messages(model string, messages []Message) int {
	n := 0
	for _, msg := range messages {
		n += sizeOf(msg, func(s string) int { return m.Count(model, s) })
	}
	return n
}

// Observe corrects the ratio of actual to estimated tokens for a model. `estimated` is the result of
// Messages for a request; `actual` is the number of prompt tokens reported by the provider for this
// request. Requests of fewer than minObservation tokens are ignored. The ratio stays between minRatio
// and maxRatio.
func (m *Meter) Observe(model string, estimated, actual int) {
	if estimated < minObservation || actual < minObservation {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ratios == nil {
		m.ratios = map[string]float64{}
	}
	old, known := m.ratios[model]
	if !known {
		old = 1
	}
	seen := old * float64(actual) / float64(estimated)
	m.ratios[model] = min(max(old+(seen-old)*ratioWeight, minRatio), maxRatio)
}

func (m *Meter) ratio(model string) float64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if r, ok := m.ratios[model]; ok {
		return r
	}
	return 1
}

// Budget returns how many tokens of a model's context a request may use. A quarter of the
// context, but at most 4,096 tokens, is kept free for the answer.
func Budget(context int) int {
	if context <= 0 {
		context = DefaultContext
	}
	return context - min(context/4, maxAnswerTokens)
}

// Trim shortens a conversation to budget tokens. count measures a text in tokens. Trim
// always keeps the system messages and the last round. It then adds earlier rounds, the
// newest first, while they fit. It keeps at most `rounds` rounds (0: no limit). A round is
// a user message and all messages after it, up to the next user message. A user message
// marked Within does not begin a round, but the first message after the system messages
// always does. A round is kept or dropped as a whole, so no tool result is separated from
// its call. Trim returns the kept messages (first the system
// messages, then the rounds, oldest first) and the number of dropped rounds. It fails with
// errs.ModelTooLong if the system messages and the last round alone exceed the budget.
func Trim(messages []Message, budget, rounds int, count func(string) int) ([]Message, int, error) {
	var system []Message
	var turns [][]Message
	for _, m := range messages {
		switch {
		case m.Role == System:
			system = append(system, m)
		case m.Role == User && !m.Within || len(turns) == 0:
			turns = append(turns, []Message{m})
		default:
			turns[len(turns)-1] = append(turns[len(turns)-1], m)
		}
	}
	left := budget
	for _, m := range system {
		left -= sizeOf(m, count)
	}
	first := len(turns)
	for i := len(turns) - 1; i >= 0; i-- {
		size := 0
		for _, m := range turns[i] {
			size += sizeOf(m, count)
		}
		kept := len(turns) - 1 - i
		if kept > 0 && (size > left || (rounds > 0 && kept >= rounds)) {
			break
		}
		left -= size
		first = i
	}
	if left < 0 {
		return nil, 0, errs.Wrap(errs.ModelTooLong, fmt.Errorf("%d tokens over a budget of %d", -left, budget))
	}
	out := slices.Clone(system)
	for _, t := range turns[first:] {
		out = append(out, t...)
	}
	return out, first, nil
}

// sizeOf is the number of tokens of a message; count measures its texts. Reasoning counts only
// in a message with tool calls, because some providers need it back together with these calls.
func sizeOf(m Message, count func(string) int) int {
	n := tokensPerTurn + count(m.Content) + tokensPerImage*len(m.Images)
	if len(m.ToolCalls) > 0 {
		n += count(m.Reasoning)
	}
	for _, c := range m.ToolCalls {
		n += tokensPerTurn + count(c.Name) + count(c.Arguments)
	}
	return n
}
