package share

import (
	"context"
	"strconv"
)

// Card returns the preview picture of a share, a PNG of 1200×630 pixels. It fails with
// errs.NoFont if the program was built without a font.
func (s *Service) Card(ctx context.Context, sh Share) ([]byte, error) {
	key := sh.ID + " " + strconv.FormatInt(sh.UpdatedAt, 10) // the title can change, so the key contains the time of the last change
	if b, ok := s.cards.get(key); ok {
		return b, nil
	}
	b, err := s.Draw(ctx, Picture{Product: s.Brand, Title: sh.Title, Summary: sh.Summary})
	if err == nil {
		s.cards.put(key, b)
	}
	return b, err
}
