package search

import "context"

// MergeAll joins the segments of the index as Run does after it has indexed everything.
func (s *Service) MergeAll(ctx context.Context) error {
	for {
		left, err := s.merge(ctx)
		if err != nil || !left {
			return err
		}
	}
}
