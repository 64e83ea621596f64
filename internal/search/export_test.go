package search

import "context"

// MergeAll joins the segments of the index, as Run does when everything is indexed.
func (s *Service) MergeAll(ctx context.Context) error {
	for {
		left, err := s.merge(ctx)
		if err != nil || !left {
			return err
		}
	}
}
