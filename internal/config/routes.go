package config

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// GeneralInfo is General with the field `code`, which clients expect. The code is always 0.
type GeneralInfo struct {
	Code int `json:"code" doc:"0"`
	General
}

type generalOut struct{ Body GeneralInfo }

// Routes registers the calls about this installation.
func (s *Service) Routes(r *httpapi.Router) {
	for path, summary := range map[string]string{
		"/api/info/general":        "General information about this installation",
		"/api/info/public/general": "The same, for pages outside the app",
	} {
		httpapi.Route(r, httpapi.Op{Method: "GET", Path: path, Domain: "config", Owner: httpapi.None, Summary: summary},
			func(ctx context.Context, _ *struct{}) (*generalOut, error) {
				g, err := s.General(httpapi.Locale(ctx))
				if err != nil {
					return nil, err
				}
				return &generalOut{GeneralInfo{General: g}}, nil
			})
	}
}
