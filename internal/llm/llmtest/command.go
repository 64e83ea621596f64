package llmtest

import (
	"strings"
	"time"
)

// Commands are words in a question that change the answer. For example, the answer to
// "[[reset]] 讲讲西湖" is interrupted by a reset of the connection. Browser tests and people at the
// page use commands. Each function returns the script to play instead of `answer`.
var Commands = map[string]func(answer Script) Script{
	"[[reset]]":   func(a Script) Script { return a.Cut(cutAt, Reset) },
	"[[cut]]":     func(a Script) Script { return a.Cut(cutAt, CutChunk) },
	"[[stall]]":   func(a Script) Script { return a.Cut(cutAt, Stall) },
	"[[mute]]":    func(Script) Script { return Script{Steps: []Step{{Do: Stall}}} },
	"[[end]]":     func(a Script) Script { return a.Cut(cutAt, Continue) },
	"[[error]]":   func(a Script) Script { return a.Cut(cutAt, Continue).Insert(cutAt, streamError) },
	"[[empty]]":   func(Script) Script { return Script{} },
	"[[html]]":    func(Script) Script { return Script{Type: "text/html", Steps: []Step{{Send: webPage}}} },
	"[[400]]":     func(Script) Script { return Fail(400, apiError("bad request")) },
	"[[401]]":     func(Script) Script { return Fail(401, apiError("invalid api key")) },
	"[[402]]":     func(Script) Script { return Fail(402, apiError("insufficient balance")) },
	"[[404]]":     func(Script) Script { return Fail(404, apiError("the model does not exist")) },
	"[[429]]":     func(Script) Script { return Fail(429, apiError("slow down"), "Retry-After", "60") },
	"[[500]]":     func(Script) Script { return Fail(500, apiError("internal error")) },
	"[[toolong]]": func(Script) Script { return Fail(400, apiError("maximum context length exceeded")) },
	"[[slow]]":    func(a Script) Script { return a.pace(100 * time.Millisecond) },
	"[[queue]]":   func(a Script) Script { return a.Insert(0, ": keep-alive\n\n").pause(1, 2*time.Second) },
	"[[endless]]": func(a Script) Script { return a.Cut(cutAt, Repeat).pace(10 * time.Millisecond) },
	"[[length]]":  func(a Script) Script { return a.Map(finishAs("length")) },
	"[[filter]]":  func(a Script) Script { return a.Map(finishAs("content_filter")) },
	"[[crlf]]":    func(a Script) Script { return a.Map(CRLF) },
	"[[broken]]":  func(a Script) Script { return a.Insert(cutAt, "data: {\"choices\":[{\"del\n\n") },
}

// cutAt is the number of events before a fault in the middle of an answer.
const cutAt = 40

const (
	streamError = `data: {"error":{"message":"the model crashed","type":"server_error"}}` + "\n\n"
	webPage     = "<!doctype html><title>502 Bad Gateway</title>"
)

func apiError(message string) string {
	return encode(object{"error": object{"message": message, "type": "invalid_request_error"}})
}

func finishAs(reason string) func(string) string {
	return func(s string) string {
		return strings.Replace(s, `"finish_reason":"stop"`, `"finish_reason":"`+reason+`"`, 1)
	}
}

// pace sets the wait before every step.
func (s Script) pace(every time.Duration) Script {
	steps := append([]Step(nil), s.Steps...)
	for i := range steps {
		steps[i].Wait = every
	}
	s.Steps = steps
	return s
}

// pause sets the wait before step n.
func (s Script) pause(n int, d time.Duration) Script {
	steps := append([]Step(nil), s.Steps...)
	if n < len(steps) {
		steps[n].Wait = d
	}
	s.Steps = steps
	return s
}

// command applies the first command in the question to the script.
func command(prompt string, answer Script) Script {
	for from := strings.Index(prompt, "[["); from >= 0; {
		end := strings.Index(prompt[from:], "]]")
		if end < 0 {
			break
		}
		if change, ok := Commands[prompt[from:from+end+2]]; ok {
			return change(answer)
		}
		next := strings.Index(prompt[from+2:], "[[")
		if next < 0 {
			break
		}
		from += 2 + next
	}
	return answer
}
