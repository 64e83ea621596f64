-- Servers lists a user's own servers and the servers for everybody.
-- name: Servers :many
SELECT * FROM mcp_server WHERE owner_id = $1 OR owner_id = '*' ORDER BY owner_id, created_at, id;

-- name: OwnServers :many
SELECT * FROM mcp_server WHERE owner_id = $1 ORDER BY created_at, id;

-- AllSlugs lists the slugs of the servers of all owners.
-- name: AllSlugs :many
SELECT DISTINCT slug FROM mcp_server;

-- name: OwnServerIDs :many
SELECT id FROM mcp_server WHERE owner_id = $1;

-- name: Server :one
SELECT * FROM mcp_server WHERE id = $1 AND (owner_id = $2 OR owner_id = '*');

-- name: InsertServer :exec
INSERT INTO mcp_server (id, owner_id, name, slug, kind, url, command, local, active, created_at, changed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

-- name: UpdateServer :execrows
UPDATE mcp_server SET name = $1, kind = $2, url = $3, command = $4, local = $5, active = $6, changed_at = $7
WHERE owner_id = $8 AND id = $9;

-- name: SetKind :exec
UPDATE mcp_server SET kind = $1 WHERE owner_id = $2 AND id = $3;

-- name: DropServer :execrows
DELETE FROM mcp_server WHERE owner_id = $1 AND id = $2;

-- States lists the states of servers for a person, and the states shared by everybody.
-- name: States :many
SELECT * FROM mcp_state WHERE owner_id = $1 OR owner_id = '*';

-- name: State :one
SELECT * FROM mcp_state WHERE owner_id = $1 AND server_id = $2;

-- name: PutOutcome :exec
INSERT INTO mcp_state (owner_id, server_id, off, state, reason, info, tried_at, listed_at)
VALUES ($1, $2, FALSE, $3, $4, $5, $6, $7)
ON CONFLICT (owner_id, server_id) DO UPDATE SET state = excluded.state, reason = excluded.reason, info = excluded.info,
    tried_at = excluded.tried_at, listed_at = excluded.listed_at;

-- name: Secret :one
SELECT sealed FROM mcp_secret WHERE owner_id = $1 AND server_id = $2 AND kind = $3;

-- name: PutSecret :exec
INSERT INTO mcp_secret (owner_id, server_id, kind, sealed) VALUES ($1, $2, $3, $4)
ON CONFLICT (owner_id, server_id, kind) DO UPDATE SET sealed = excluded.sealed;

-- name: DropSecret :exec
DELETE FROM mcp_secret WHERE owner_id = $1 AND server_id = $2 AND kind = $3;

-- Signed lists the servers with a login of the user.
-- name: Signed :many
SELECT server_id FROM mcp_secret WHERE owner_id = $1 AND kind = 'tokens';

-- name: PutOff :exec
INSERT INTO mcp_state (owner_id, server_id, off, state, reason, info, tried_at, listed_at)
VALUES ($1, $2, $3, '', '', '', 0, 0)
ON CONFLICT (owner_id, server_id) DO UPDATE SET off = excluded.off;

-- name: SignOut :exec
UPDATE mcp_state SET state = '', reason = '', tried_at = 0, listed_at = 0 WHERE owner_id = $1 AND server_id = $2;

-- Tools lists the tools stored for a person and the tools stored for everybody.
-- name: Tools :many
SELECT * FROM mcp_tool WHERE owner_id = $1 OR owner_id = '*' ORDER BY server_id, name;

-- name: Tool :one
SELECT * FROM mcp_tool WHERE owner_id = $1 AND server_id = $2 AND name = $3;

-- name: InsertTool :exec
INSERT INTO mcp_tool (owner_id, server_id, name, call_name, title, description, parameters, read_only, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- name: DropTools :exec
DELETE FROM mcp_tool WHERE owner_id = $1 AND server_id = $2;

-- name: Choices :many
SELECT * FROM mcp_choice WHERE owner_id = $1;

-- name: PutChoice :exec
INSERT INTO mcp_choice (owner_id, server_id, tool, off, consent, version, description, fields)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (owner_id, server_id, tool) DO UPDATE SET off = excluded.off, consent = excluded.consent, version = excluded.version,
    description = excluded.description, fields = excluded.fields;

-- The queries with the prefix DropServers delete the rows of all users about a server. They run
-- when the server is deleted or is replaced by another server.
-- name: DropServersStates :exec
DELETE FROM mcp_state WHERE server_id = $1;

-- name: DropServersSecrets :exec
DELETE FROM mcp_secret WHERE server_id = $1;

-- name: DropServersTools :exec
DELETE FROM mcp_tool WHERE server_id = $1;

-- name: DropServersChoices :exec
DELETE FROM mcp_choice WHERE server_id = $1;

-- name: ForgetServers :exec
DELETE FROM mcp_server WHERE owner_id = $1;

-- name: ForgetStates :exec
DELETE FROM mcp_state WHERE owner_id = $1;

-- name: ForgetSecrets :exec
DELETE FROM mcp_secret WHERE owner_id = $1;

-- name: ForgetTools :exec
DELETE FROM mcp_tool WHERE owner_id = $1;

-- name: ForgetChoices :exec
DELETE FROM mcp_choice WHERE owner_id = $1;

-- Aside lists the servers switched off by a person in a conversation.
-- name: Aside :many
SELECT server_id FROM mcp_aside WHERE owner_id = $1 AND cid = $2;

-- name: PutAside :execrows
INSERT INTO mcp_aside (owner_id, cid, server_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

-- name: TakeBack :exec
DELETE FROM mcp_aside WHERE owner_id = $1 AND cid = $2 AND server_id = $3;

-- name: CountAside :one
SELECT COUNT(*) FROM mcp_aside WHERE owner_id = $1;

-- name: DropAside :exec
DELETE FROM mcp_aside WHERE owner_id = $1 AND cid = $2;

-- name: DropServersAside :exec
DELETE FROM mcp_aside WHERE server_id = $1;

-- name: ForgetAside :exec
DELETE FROM mcp_aside WHERE owner_id = $1;

-- Added lists the servers added by a person to an agent.
-- name: Added :many
SELECT server_id FROM mcp_added WHERE owner_id = $1 AND agent_id = $2;

-- name: PutAdded :execrows
INSERT INTO mcp_added (owner_id, agent_id, server_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

-- name: TakeOut :exec
DELETE FROM mcp_added WHERE owner_id = $1 AND agent_id = $2 AND server_id = $3;

-- name: CountAdded :one
SELECT COUNT(*) FROM mcp_added WHERE owner_id = $1;

-- name: DropAgentsAdded :exec
DELETE FROM mcp_added WHERE agent_id = $1;

-- name: DropServersAdded :exec
DELETE FROM mcp_added WHERE server_id = $1;

-- name: ForgetAdded :exec
DELETE FROM mcp_added WHERE owner_id = $1;
