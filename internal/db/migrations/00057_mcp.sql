-- +goose Up

-- MCP servers, whose tools models may call. A server with the owner '*' was defined by
-- an administrator and is available to everybody who is logged in.
CREATE TABLE mcp_server (
    id         TEXT    NOT NULL PRIMARY KEY,
    owner_id   TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    slug       TEXT    NOT NULL, -- in the names of its tools
    kind       TEXT    NOT NULL, -- http, sse or stdio
    url        TEXT    NOT NULL, -- empty for stdio
    command    TEXT    NOT NULL, -- of stdio: program and arguments as a JSON array
    local      BOOLEAN NOT NULL, -- its host and port may be private
    active     BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL,
    changed_at BIGINT  NOT NULL  -- connections that were opened before are closed
);
CREATE UNIQUE INDEX mcp_server_slug ON mcp_server (owner_id, slug);

-- The state of a server for one person, or for everybody ('*').
CREATE TABLE mcp_state (
    owner_id  TEXT    NOT NULL,
    server_id TEXT    NOT NULL,
    off       BOOLEAN NOT NULL, -- of a server for everybody: this person does not want it
    state     TEXT    NOT NULL, -- empty: never tried; ok, login or failed
    reason    TEXT    NOT NULL, -- why it failed
    info      TEXT    NOT NULL, -- what the server calls itself
    tried_at  BIGINT  NOT NULL,
    listed_at BIGINT  NOT NULL,
    PRIMARY KEY (owner_id, server_id)
);

-- Sealed values of a server, which a copy of the database must not reveal.
CREATE TABLE mcp_secret (
    owner_id  TEXT NOT NULL,
    server_id TEXT NOT NULL,
    kind      TEXT NOT NULL, -- server (headers, environment), tokens (of a login) or login (one that is under way)
    sealed    TEXT NOT NULL, -- JSON
    PRIMARY KEY (owner_id, server_id, kind)
);

-- The tools that a server has listed for one person or for everybody ('*').
CREATE TABLE mcp_tool (
    owner_id    TEXT    NOT NULL,
    server_id   TEXT    NOT NULL,
    name        TEXT    NOT NULL, -- as the server says it
    call_name   TEXT    NOT NULL, -- as models say it
    title       TEXT    NOT NULL,
    description TEXT    NOT NULL,
    parameters  TEXT    NOT NULL, -- JSON schema
    read_only   BOOLEAN NOT NULL, -- what the server claims
    version     TEXT    NOT NULL, -- a digest of all that the server says of the tool
    PRIMARY KEY (owner_id, server_id, name)
);

-- A person's decision about a tool.
CREATE TABLE mcp_choice (
    owner_id    TEXT    NOT NULL,
    server_id   TEXT    NOT NULL,
    tool        TEXT    NOT NULL,
    off         BOOLEAN NOT NULL,
    consent     TEXT    NOT NULL, -- never, once or every; empty: nothing was decided
    version     TEXT    NOT NULL, -- of the tool that it was decided about
    description TEXT    NOT NULL, -- of that version
    fields      TEXT    NOT NULL, -- of that version, one a line
    PRIMARY KEY (owner_id, server_id, tool)
);
