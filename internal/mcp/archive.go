package mcp

import (
	"context"
	"encoding/json"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// These types describe servers in the export of a user's data. They have no headers, variables or logins.
type (
	// Archived is a server of an owner.
	Archived struct {
		Name   string         `json:"name"`
		Kind   Kind           `json:"kind"`
		URL    string         `json:"url"`
		Active bool           `json:"active"`
		Tools  []ArchivedTool `json:"tools,omitempty"`
	}
	// ArchivedTool is an owner's setting of a tool.
	ArchivedTool struct {
		Name    string `json:"name"`
		Off     bool   `json:"off,omitempty"`
		Consent string `json:"consent,omitempty"`
	}
)

// Export returns an owner's servers, without their headers, variables and logins.
func (s *Service) Export(ctx context.Context, owner string) ([]Archived, error) {
	servers, err := s.reads().OwnServers(ctx, owner)
	if err != nil {
		return nil, stored(err)
	}
	choices, err := s.reads().Choices(ctx, owner)
	if err != nil {
		return nil, stored(err)
	}
	var out []Archived
	for _, server := range servers {
		a := Archived{Name: server.Name, Kind: Kind(server.Kind), URL: server.Url, Active: server.Active}
		for _, c := range choices {
			if c.ServerID == server.ID {
				a.Tools = append(a.Tools, ArchivedTool{c.Tool, c.Off, c.Consent})
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// Import reads the first maxServers archived servers and adds servers with an address that is new for
// the owner. It skips servers of the kind Stdio, invalid servers, and further servers once the owner
// has maxServers. The new servers are disabled: keys have to be entered again, and tools need new
// consent.
func (s *Service) Import(ctx context.Context, owner string, value json.RawMessage) error {
	var all []Archived
	if json.Unmarshal(value, &all) != nil || !s.Person(ctx, owner) {
		return nil // invalid data, and data for a visitor, are skipped
	}
	own, err := s.reads().OwnServers(ctx, owner)
	if err != nil {
		return stored(err)
	}
	have := map[string]bool{}
	for _, o := range own {
		have[o.Url] = true
	}
	for _, a := range all[:min(len(all), maxServers)] {
		if have[a.URL] || a.Kind == Stdio {
			continue
		}
		have[a.URL] = true
		if _, err := s.Save(ctx, owner, Fields{Name: a.Name, Kind: a.Kind, URL: a.URL}); errs.Is(err, errs.StorageFail) {
			return err
		}
	}
	return nil
}
