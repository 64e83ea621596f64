package memory

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Archived is a memory in the export of all of a user's data.
type Archived struct {
	Text      string `json:"text"`
	CreatedAt int64  `json:"createdAt"`
	UpdatedAt int64  `json:"updatedAt"`
}

// Archive returns all memories of an owner, sorted by their last change, the oldest change first.
// An import in this order keeps the order of the list.
func (s *Service) Archive(ctx context.Context, owner string) (out []Archived, err error) {
	all, err := s.All(ctx, owner)
	for i := range all {
		m := all[len(all)-1-i]
		out = append(out, Archived{m.Text, m.CreatedAt, m.UpdatedAt})
	}
	return out, err
}

// Import stores archived memories; for visitors it does nothing. It skips invalid memories, memories
// with signs of a secret, and memories on a topic of the owner's earlier memories. It stops when the
// owner has MaxMemories memories.
func (s *Service) Import(ctx context.Context, owner string, all []Archived) error {
	person, err := s.Person(ctx, owner)
	if err != nil || !person {
		return err
	}
	have, err := s.All(ctx, owner)
	if err != nil {
		return err
	}
	topics := map[string]bool{}
	for _, m := range have {
		if topic := topicOf(m.Text); topic != "" {
			topics[topic] = true
		}
	}
	for _, a := range all[:min(len(all), MaxMemories)] {
		if topics[topicOf(a.Text)] || secrets.MatchString(a.Text) {
			continue
		}
		_, _, err := s.Put(ctx, owner, "", a.Text)
		switch {
		case errs.Is(err, errs.MemoriesFull):
			return nil
		case errs.Is(err, errs.StorageFail):
			return err
		}
	}
	return nil
}
