-- +goose Up

-- MCP servers switched off by a person in one conversation. Answers in that conversation do not use
-- them.
CREATE TABLE mcp_aside (
    owner_id  TEXT NOT NULL,
    cid       TEXT NOT NULL,
    server_id TEXT NOT NULL,
    PRIMARY KEY (owner_id, cid, server_id)
);
CREATE INDEX mcp_aside_server ON mcp_aside (server_id);
