-- +goose Up

-- Servers that a person has switched off in one conversation; answers in it do not use them.
CREATE TABLE mcp_aside (
    owner_id  TEXT NOT NULL,
    cid       TEXT NOT NULL,
    server_id TEXT NOT NULL,
    PRIMARY KEY (owner_id, cid, server_id)
);
CREATE INDEX mcp_aside_server ON mcp_aside (server_id);
