package openai

import (
	"encoding/base64"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// imageParts names the form of a message with pictures, in requests and in the
// refusals of providers that do not know it.
const imageParts = "image_url"

// unseen is what a model is told of pictures that it cannot look at.
const unseen = "(A picture is attached here that you cannot see. Say so plainly when the question is about it.)"

// content is the text of a message, and with pictures its parts.
type content struct {
	text   string
	images []llm.Image
}

type piece struct {
	Type     string    `json:"type"`
	Text     string    `json:"text,omitempty"`
	ImageURL *imageURL `json:"image_url,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

// MarshalJSON gives a string, or a list of parts when there are pictures. The
// pictures come first: that is the order the models were taught with.
func (c content) MarshalJSON() ([]byte, error) {
	if len(c.images) == 0 {
		return json.Marshal(c.text)
	}
	parts := make([]piece, 0, len(c.images)+1)
	for _, i := range c.images {
		url := "data:" + i.MIME + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
		parts = append(parts, piece{Type: imageParts, ImageURL: &imageURL{url}})
	}
	if c.text != "" {
		parts = append(parts, piece{Type: "text", Text: c.text})
	}
	return json.Marshal(parts)
}

// shown is a message of a person with its pictures, or with the word that
// there are some.
func shown(m llm.Message, ollama, sees bool) message {
	w := message{Role: string(m.Role), Content: content{text: m.Content}}
	switch {
	case len(m.Images) == 0:
	case !sees:
		w.Content.text = joined(m.Content, unseen)
	case ollama:
		for _, i := range m.Images {
			w.Images = append(w.Images, i.Data) // JSON writes bytes as base64, which is what it wants
		}
	default:
		w.Content.images = m.Images
	}
	return w
}

func joined(text, more string) string {
	if text == "" {
		return more
	}
	return text + "\n\n" + more
}
