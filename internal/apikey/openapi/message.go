package openapi

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Limits of the messages of a request.
const (
	maxMessages = 2_000
	maxPictures = 20
	maxPicture  = 10 << 20 // bytes of one decoded picture
)

// wireMessage is a message as clients send it.
type wireMessage struct {
	Role             string          `json:"role"`
	Content          json.RawMessage `json:"content"`
	ReasoningContent string          `json:"reasoning_content"`
	ToolCallID       string          `json:"tool_call_id"`
	ToolCalls        []struct {
		ID       string `json:"id"`
		Type     string `json:"type"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// roles maps the permitted roles of client messages to the roles of package llm.
var roles = map[string]llm.Role{
	"system": llm.System, "developer": llm.System, "user": llm.User, "assistant": llm.Assistant, "tool": llm.ToolRole,
}

// readMessages decodes the messages of a request.
func readMessages(raw json.RawMessage) ([]llm.Message, error) {
	var wire []wireMessage
	if err := json.Unmarshal(raw, &wire); err != nil || len(wire) == 0 {
		return nil, badField("messages")
	}
	if len(wire) > maxMessages {
		return nil, badField("messages")
	}
	out := make([]llm.Message, 0, len(wire))
	pictures := 0
	for _, w := range wire {
		role, ok := roles[w.Role]
		if !ok {
			return nil, notOffered("role "+quoted(w.Role), "messages")
		}
		m := llm.Message{Role: role, Reasoning: w.ReasoningContent, ToolCallID: w.ToolCallID}
		var err error
		if m.Content, m.Images, err = readContent(w.Content); err != nil {
			return nil, err
		}
		if pictures += len(m.Images); pictures > maxPictures || len(m.Images) > 0 && role != llm.User {
			return nil, badField("messages")
		}
		for _, c := range w.ToolCalls {
			if c.ID == "" || c.Function.Name == "" {
				return nil, badField("messages.tool_calls")
			}
			m.ToolCalls = append(m.ToolCalls, llm.ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
		}
		if role == llm.ToolRole && !answers(out, m.ToolCallID) {
			return nil, badField("messages.tool_call_id")
		}
		out = append(out, m)
	}
	return out, nil
}

// answers reports whether a tool call with the given id occurs in earlier messages.
func answers(before []llm.Message, id string) bool {
	return slices.ContainsFunc(before, func(m llm.Message) bool {
		return slices.ContainsFunc(m.ToolCalls, func(c llm.ToolCall) bool { return c.ID == id })
	})
}

// readContent decodes the content of a message: a text, a list of parts, or null.
func readContent(raw json.RawMessage) (string, []llm.Image, error) {
	var text *string
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil {
		if text == nil {
			return "", nil, nil
		}
		return *text, nil, nil
	}
	var parts []struct {
		Type     string `json:"type"`
		Text     string `json:"text"`
		Refusal  string `json:"refusal"`
		ImageURL struct {
			URL string `json:"url"`
		} `json:"image_url"`
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return "", nil, badField("messages.content")
	}
	var texts []string
	var pictures []llm.Image
	for _, p := range parts {
		switch p.Type {
		case "text":
			texts = append(texts, p.Text)
		case "refusal":
			texts = append(texts, p.Refusal)
		case "image_url":
			picture, err := readPicture(p.ImageURL.URL)
			if err != nil {
				return "", nil, err
			}
			pictures = append(pictures, picture)
		default:
			return "", nil, notOffered("content of type "+quoted(p.Type), "messages")
		}
	}
	return strings.Join(texts, "\n"), pictures, nil
}

// readPicture decodes a data URL. Other addresses are refused: otherwise a client could make
// the server connect anywhere.
func readPicture(url string) (llm.Image, error) {
	head, data, ok := strings.Cut(url, ",")
	if !ok || !strings.HasPrefix(head, "data:") || !strings.HasSuffix(head, ";base64") {
		return llm.Image{}, notOffered("image_url without a data: URL in base64", "messages")
	}
	if base64.StdEncoding.DecodedLen(len(data)) > maxPicture {
		return llm.Image{}, errs.New(errs.TooLarge).With("limit", "10 MB").With("param", "messages")
	}
	b, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return llm.Image{}, badField("messages.image_url")
	}
	switch kind := http.DetectContentType(b); kind {
	case "image/png", "image/jpeg", "image/webp":
		return llm.Image{MIME: kind, Data: b}, nil
	}
	return llm.Image{}, notOffered("a picture that is not PNG, JPEG or WebP", "messages")
}

// dialogue is a conversation in the form used by assistants.
type dialogue struct {
	instructions string
	earlier      []answer.Round
	question     string
	pictures     []llm.Image
}

// readDialogue converts messages to rounds. The user's messages after the last answer are the
// question; there must be at least one. Messages of tools and answers with tool calls are refused.
func readDialogue(messages []llm.Message) (dialogue, error) {
	var d dialogue
	var asked []llm.Message // the user's messages since the last answer
	question := func() string {
		texts := make([]string, len(asked))
		for i, m := range asked {
			texts[i] = m.Content
		}
		return strings.Join(texts, "\n\n")
	}
	for _, m := range messages {
		switch m.Role {
		case llm.System:
			d.instructions = strings.TrimSpace(d.instructions + "\n\n" + m.Content)
		case llm.User:
			asked = append(asked, m)
		case llm.Assistant:
			if len(m.ToolCalls) > 0 {
				return d, notOfAgents("tool_calls", "messages")
			}
			if m.Content != "" {
				d.earlier = append(d.earlier, answer.Round{Index: 2*len(d.earlier) + 2, Question: question(), Answer: m.Content})
				asked = nil
			}
		case llm.ToolRole:
			return d, notOfAgents("role tool", "messages")
		}
	}
	if len(asked) == 0 {
		return d, badField("messages: the last one must be of the user")
	}
	d.question = question()
	for _, m := range asked {
		d.pictures = append(d.pictures, m.Images...)
	}
	return d, nil
}

func badField(name string) error {
	param, _, _ := strings.Cut(name, ":")
	return errs.New(errs.BadRequest).With("detail", name).With("param", param)
}

func notOffered(what, param string) error {
	return errs.New(errs.NotOffered).With("what", what).With("param", param)
}

func notOfAgents(what, param string) error {
	return errs.New(errs.NotOfAgents).With("what", what).With("param", param)
}

// quoted shortens a value of the request for use in an error message.
func quoted(s string) string {
	b, _ := json.Marshal(s[:min(len(s), 40)])
	return string(b)
}
