-- +goose Up

-- MCP servers, whose tools models may call. A server with the owner '*' was defined by
-- an administrator and is available to everybody who is logged in.
CREATE TABLE mcp_server (
    id         TEXT    NOT NULL PRIMARY KEY,
    owner_id   TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    slug       TEXT    NOT NULL, -- prefix of the names of its tools
    kind       TEXT    NOT NULL, -- http, sse or stdio
    url        TEXT    NOT NULL, -- empty for stdio
    command    TEXT    NOT NULL, -- for stdio: program and arguments as a JSON array; otherwise empty
    local      BOOLEAN NOT NULL, -- true: the host may have a private address
    active     BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL,
    changed_at BIGINT  NOT NULL  -- connections opened before this time are closed
);
CREATE UNIQUE INDEX mcp_server_slug ON mcp_server (owner_id, slug);

-- The state of a server for one person, or for everybody ('*').
CREATE TABLE mcp_state (
    owner_id  TEXT    NOT NULL,
    server_id TEXT    NOT NULL,
    off       BOOLEAN NOT NULL, -- true: the person has switched off a server that is available to everybody
    state     TEXT    NOT NULL, -- ok, login, failed; empty: not tried yet
    reason    TEXT    NOT NULL, -- why the connection failed
    info      TEXT    NOT NULL, -- name and version reported by the server
    tried_at  BIGINT  NOT NULL,
    listed_at BIGINT  NOT NULL,
    PRIMARY KEY (owner_id, server_id)
);

-- Secrets of a server, encrypted so that a copy of the database does not reveal them.
CREATE TABLE mcp_secret (
    owner_id  TEXT NOT NULL,
    server_id TEXT NOT NULL,
    kind      TEXT NOT NULL, -- server (headers and environment), tokens (of a finished login) or login (not finished yet)
    sealed    TEXT NOT NULL, -- JSON
    PRIMARY KEY (owner_id, server_id, kind)
);

-- The tools listed by a server for one person or for everybody ('*').
CREATE TABLE mcp_tool (
    owner_id    TEXT    NOT NULL,
    server_id   TEXT    NOT NULL,
    name        TEXT    NOT NULL, -- name of the tool on the server
    call_name   TEXT    NOT NULL, -- name of the tool in calls by models
    title       TEXT    NOT NULL,
    description TEXT    NOT NULL,
    parameters  TEXT    NOT NULL, -- JSON schema
    read_only   BOOLEAN NOT NULL, -- whether the server declares that the tool changes nothing
    version     TEXT    NOT NULL, -- hash of the server's whole description of the tool
    PRIMARY KEY (owner_id, server_id, name)
);

-- A person's decision about a tool.
CREATE TABLE mcp_choice (
    owner_id    TEXT    NOT NULL,
    server_id   TEXT    NOT NULL,
    tool        TEXT    NOT NULL,
    off         BOOLEAN NOT NULL,
    consent     TEXT    NOT NULL, -- never, once or every; empty: not decided
    version     TEXT    NOT NULL, -- version of the tool at the time of the decision
    description TEXT    NOT NULL, -- description of that version
    fields      TEXT    NOT NULL, -- input fields of that version, one per line
    PRIMARY KEY (owner_id, server_id, tool)
);
