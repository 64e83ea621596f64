package search

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Space is a project. A project owns data, as a person does, and its members may search this data.
type Space struct{ ID, Name string }

// FoundIn contains the results in one project.
type FoundIn struct {
	Space
	Groups []Group
}

// Limits of a search in projects.
const (
	maxSpaces   = 20 // projects covered by one search: the most recently used
	spacesBusy  = 4  // projects searched concurrently
	maxInSpaces = 3 * time.Second
)

// SearchSpaces runs a search in the projects of a person, at most maxSpaces. It returns the projects
// with results, in the order of Options.Spaces. `left` is the number of projects that are not covered:
// projects beyond maxSpaces, and projects in which the search failed or took too long.
func (s *Service) SearchSpaces(ctx context.Context, person string, a Asked) (found []FoundIn, left int, err error) {
	if s.Spaces == nil {
		return nil, 0, nil
	}
	spaces, err := s.Spaces(ctx, person)
	if err != nil || len(spaces) == 0 {
		return nil, 0, err
	}
	if a.Kinds = s.shared(a.Kinds); len(a.Kinds) == 0 {
		return nil, 0, nil
	}
	a.After = "" // the results of every project start with the first page
	left = max(0, len(spaces)-maxSpaces)
	spaces = spaces[:len(spaces)-left]
	ctx, cancel := context.WithTimeout(ctx, maxInSpaces)
	defer cancel()
	results, failed := make([]Result, len(spaces)), make([]error, len(spaces))
	var all sync.WaitGroup
	turn := make(chan struct{}, spacesBusy)
	for i, in := range spaces {
		all.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			of := a
			of.Owner = in.ID
			results[i], failed[i] = s.Search(ctx, of)
		})
	}
	all.Wait()
	for i, r := range results {
		if failed[i] != nil {
			s.Log.WarnContext(ctx, "a project was not searched", slog.Any("error", failed[i]))
			left++
		} else if len(r.Groups) > 0 {
			found = append(found, FoundIn{spaces[i], r.Groups})
		}
	}
	return found, left, nil
}

// shared returns the Shared kinds among the given kinds. An empty list means all kinds.
func (s *Service) shared(kinds []string) (out []string) {
	wanted := map[string]bool{}
	for _, k := range kinds {
		wanted[k] = true
	}
	for _, k := range s.kinds {
		if k.Shared && (len(kinds) == 0 || wanted[k.Name]) {
			out = append(out, k.Name)
		}
	}
	return out
}
