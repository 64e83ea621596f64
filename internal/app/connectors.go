package app

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/mcp"
	"github.com/wenqu-ai/wenqu/internal/stream"
	"github.com/wenqu-ai/wenqu/internal/tool"
	"github.com/wenqu-ai/wenqu/internal/transfer"
)

// newConnectors creates the service of the MCP servers that users connect.
func (s *services) newConnectors(a *App) {
	s.connectors = mcp.New(mcp.Options{
		DB: a.main, Sealer: a.key.Sealer(mcp.SealPurpose), Proxy: a.config.FetchProxy, Stdio: a.config.MCPStdio,
		Callback: func(origin string) string { return callback(a.config, origin) },
		Product:  a.config.BrandName, Version: a.version,
		Person: func(ctx context.Context, owner string) bool { return a.roleOf(ctx, owner) != tool.Visitor },
		Keep: func(ctx context.Context, owner, name string, data []byte) (stream.Media, error) {
			d, err := s.documents.AddSized(ctx, owner, name, int64(len(data)), bytes.NewReader(data))
			at := "/api/resource/content/" + d.ID
			return stream.Media{MediaID: d.ID, URL: at, PreviewURL: at, DownloadURL: at, OriginURL: at}, err
		},
		AgentOf: func(ctx context.Context, owner, id string) (mcp.Agent, error) {
			if s.agents.Plain(id) {
				return mcp.Agent{}, nil
			}
			a, err := s.agents.Get(ctx, owner, id, "")
			return mcp.Agent{ID: a.ID, Tools: a.Tools}, err
		},
		Log: slog.Default(),
	})
}

// callback returns the redirect address for logins at MCP servers. If a public URL is set, the
// address begins with it. Otherwise the address begins with `origin`, the origin of the asker's
// page. If `origin` does not belong to this server, the address is empty.
func callback(c *Config, origin string) string {
	if c.PublicURL != nil {
		return c.PublicURL.String() + mcp.CallbackPath
	}
	u, err := url.Parse(origin)
	hosts := httpapi.Hosts{Public: c.PublicURL, Names: c.Hosts}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !hosts.OurOrigin(u.Scheme, u.Host) {
		return ""
	}
	return u.Scheme + "://" + u.Host + mcp.CallbackPath
}

type connectorDomain struct{ *mcp.Service }

func (d connectorDomain) Exports(to *transfer.Holdings) {
	to.Sections = append(to.Sections, transfer.Section{
		Name: "connectors",
		Export: func(ctx context.Context, owner string) (any, error) {
			all, err := d.Export(ctx, owner)
			if err != nil || len(all) == 0 {
				return nil, err
			}
			return all, nil
		},
		Import: func(ctx context.Context, owner string, value json.RawMessage) error {
			return d.Import(ctx, owner, value)
		},
	})
}
