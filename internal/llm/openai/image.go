package openai

import (
	"encoding/base64"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// imageParts is the name of the content part with a picture. Providers that do not
// support pictures mention this name in their refusals.
const imageParts = "image_url"

// unseen replaces the pictures of a message for a model that cannot see them.
const unseen = "(A picture is attached here that you cannot see. Say so plainly when the question is about it.)"

type piece struct {
	Type     string    `json:"type"`
	Text     string    `json:"text,omitempty"`
	ImageURL *imageURL `json:"image_url,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

// withImages is the content of a message with pictures. Pictures come first,
// because models were trained with that order.
func withImages(text string, images []llm.Image) []piece {
	parts := make([]piece, 0, len(images)+1)
	for _, i := range images {
		url := "data:" + i.MIME + ";base64," + base64.StdEncoding.EncodeToString(i.Data)
		parts = append(parts, piece{Type: imageParts, ImageURL: &imageURL{url}})
	}
	if text != "" {
		parts = append(parts, piece{Type: "text", Text: text})
	}
	return parts
}

// shown is a user message with its pictures, or with the sentence `unseen` in their place.
func shown(m llm.Message, ollama, sees bool) message {
	w := message{Role: string(m.Role), Content: m.Content}
	switch {
	case len(m.Images) == 0:
	case !sees:
		w.Content = joined(m.Content, unseen)
	case ollama:
		for _, i := range m.Images {
			w.Images = append(w.Images, i.Data) // encoding/json writes these bytes as base64, as Ollama requires
		}
	default:
		w.Content = withImages(m.Content, m.Images)
	}
	return w
}

func joined(text, more string) string {
	if text == "" {
		return more
	}
	return text + "\n\n" + more
}
