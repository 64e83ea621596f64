package mcp

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/mcp/mcpdb"
)

// Kinds of sealed data.
const (
	ofServer = "server" // headers and environment
	ofTokens = "tokens" // tokens from a login
	ofLogin  = "login"  // a login in progress
)

// secrets are the headers and the environment variables of a server.
type secrets struct {
	Headers map[string]string `json:"headers,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
}

// sealPlace returns the context for sealing a secret. The sealed secret cannot be opened for another
// server, owner or kind.
func sealPlace(at place, kind string) string { return "mcp/" + kind + "/" + at.owner + "/" + at.server }

// secret opens the sealed data of a place into v and reports whether there is sealed
// data. If the data was sealed with another key, secret fails with an *Error, and the data has to
// be entered again.
func (s *Service) secret(ctx context.Context, q *mcpdb.Queries, at place, kind string, v any) (bool, error) {
	sealed, err := q.Secret(ctx, mcpdb.SecretParams{OwnerID: at.owner, ServerID: at.server, Kind: kind})
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, stored(err)
	}
	plain, err := s.Sealer.Open(sealPlace(at, kind), sealed)
	if err == nil {
		err = json.Unmarshal([]byte(plain), v)
	}
	if err != nil {
		return false, fail(Login, err)
	}
	return true, nil
}

// putSecret seals v for a place and stores it.
func (s *Service) putSecret(ctx context.Context, q *mcpdb.Queries, at place, kind string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return errs.Wrap(errs.Unknown, err)
	}
	return q.PutSecret(ctx, mcpdb.PutSecretParams{OwnerID: at.owner, ServerID: at.server, Kind: kind, Sealed: s.Sealer.Seal(sealPlace(at, kind), string(b))})
}

// secretsOf opens the headers and environment variables of a server.
func (s *Service) secretsOf(ctx context.Context, q *mcpdb.Queries, server mcpdb.McpServer) (out secrets, err error) {
	_, err = s.secret(ctx, q, place{server.OwnerID, server.ID}, ofServer, &out)
	return out, err
}

// keepSecrets stores the headers and environment variables of a server. A value equal to Kept is
// replaced by the value in `kept`; empty values are left out.
func (s *Service) keepSecrets(ctx context.Context, q *mcpdb.Queries, owner string, f Fields, kept secrets) error {
	out := secrets{merged(f.Headers, kept.Headers), merged(f.Env, kept.Env)}
	at := place{owner, f.ID}
	if len(out.Headers)+len(out.Env) == 0 {
		return q.DropSecret(ctx, mcpdb.DropSecretParams{OwnerID: owner, ServerID: f.ID, Kind: ofServer})
	}
	return s.putSecret(ctx, q, at, ofServer, out)
}

func merged(given, kept map[string]string) map[string]string {
	out := map[string]string{}
	for name, value := range given {
		if value == Kept {
			value = kept[name]
		}
		if value != "" {
			out[name] = value
		}
	}
	return out
}
