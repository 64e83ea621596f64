package chat

import (
	"context"
	"fmt"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/llm"
)

// maxPictures bounds the pictures of one request; the newest count.
const maxPictures = 8

// seen is what a model is shown of the pictures of a branch.
type seen struct {
	own     []llm.Image
	earlier map[string]llm.Image // by file id
	texts   []string             // recognised, for a model that cannot see
}

// look opens the pictures for a model that sees; for any other it says so to
// the reader and the model, and gives the model the text that can be recognised
// in them.
func (st *study) look(ctx context.Context) (seen, error) {
	s := seen{earlier: map[string]llm.Image{}}
	for i, f := range st.pictures {
		switch {
		case i >= maxPictures:
			return s, nil
		case !st.chosen.Info.Vision && !st.own(f):
			continue
		case !st.chosen.Info.Vision:
			if err := st.miss(fmt.Sprintf(st.words.unseen, f.named())); err != nil {
				return s, err
			}
			look, err := st.s.Documents.Look(ctx, st.owner(), f.ID)
			if text := strings.TrimSpace(look.Text); err == nil && text != "" {
				s.texts = append(s.texts, fmt.Sprintf(st.words.seenText, tame(f.named()), tame(text)))
			}
		default:
			picture, err := st.s.Documents.Picture(ctx, st.owner(), f.ID)
			if err := ctx.Err(); err != nil {
				return s, err
			}
			if err != nil {
				st.s.Log.InfoContext(ctx, "a picture could not be opened", "err", err)
				if err := st.miss(fmt.Sprintf(st.words.unlooked, f.named())); err != nil {
					return s, err
				}
				continue
			}
			if st.own(f) {
				s.own = append(s.own, picture)
			} else {
				s.earlier[f.ID] = picture
			}
		}
	}
	return s, nil
}

// into gives the rounds before with the pictures of their questions.
func (s seen) into(b branch) []llm.Message {
	messages := b.messages()
	for i, r := range b.rounds {
		for _, f := range r.files {
			if p, ok := s.earlier[f.ID]; ok {
				messages[2*i].Images = append(messages[2*i].Images, p)
			}
		}
	}
	return messages
}

// describe says of pictures what can be said without a model.
func (st *study) describe(ctx context.Context, c *composed, w alone) error {
	said := false
	for i, f := range st.pictures {
		if i >= maxPictures || !st.own(f) && len(st.t.files) > 0 {
			continue
		}
		look, err := st.s.Documents.Look(ctx, st.owner(), f.ID)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err != nil {
			if err := st.miss(fmt.Sprintf(st.words.unlooked, f.named())); err != nil {
				return err
			}
			continue
		}
		said = true
		c.write("\n\n%s\n\n- %s", fmt.Sprintf(w.picture, escaped(f.named())), fmt.Sprintf(w.measure, look.Format, look.Width, look.Height))
		if f.Size > 0 {
			c.write("%s", fmt.Sprintf(w.size, sizeText(f.Size)))
		}
		if len(look.Colours) > 0 {
			c.write("\n- %s%s", w.colours, colourList(look.Colours, w, st.t.Locale))
		}
		if text := strings.TrimSpace(look.Text); text != "" {
			c.write("\n- %s\n\n```text\n%s\n```", w.recognised, strings.ReplaceAll(text, "```", "'''"))
		} else {
			c.write("\n- %s", w.noText)
		}
	}
	if said {
		c.write("\n\n%s", w.blind)
	}
	return nil
}

func colourList(all []Colour, w alone, locale string) string {
	var out []string
	for _, c := range all {
		out = append(out, fmt.Sprintf("%s `%s` %.0f%%", c.Name.In(locale), c.Hex, 100*c.Share))
	}
	return strings.Join(out, w.comma)
}

// sizeText is a size as the page shows it: B, KB or M with two decimals.
func sizeText(n int64) string {
	switch {
	case n < 1<<10:
		return fmt.Sprintf("%d B", n)
	case n < 1<<20:
		return fmt.Sprintf("%.2f KB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.2f M", float64(n)/(1<<20))
}
