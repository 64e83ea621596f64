package openai

import (
	"encoding/base64"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// imageParts names the form of a message with pictures, in requests and in the
// refusals of providers that do not know it.
const imageParts = "image_url"

// unseen is what a model is told of pictures that it cannot look at.
const unseen = "(A picture is attached here that you cannot see. Say so plainly when the question is about it.)"

type piece struct {
	Type     string    `json:"type"`
	Text     string    `json:"text,omitempty"`
	ImageURL *imageURL `json:"image_url,omitempty"`
}

type imageURL struct {
	URL string `json:"url"`
}

// withImages is the content of a message with pictures. They come first: that is
// the order the models were taught with.
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

// shown is a message of a person with its pictures, or with the word that
// there are some.
func shown(m llm.Message, ollama, sees bool) message {
	w := message{Role: string(m.Role), Content: m.Content}
	switch {
	case len(m.Images) == 0:
	case !sees:
		w.Content = joined(m.Content, unseen)
	case ollama:
		for _, i := range m.Images {
			w.Images = append(w.Images, i.Data) // JSON writes bytes as base64, which is what it wants
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
