-- +goose Up

-- Servers that a person has added to an agent: its answers to that person may use their
-- tools, although the agent does not name them.
CREATE TABLE mcp_added (
    owner_id  TEXT NOT NULL,
    agent_id  TEXT NOT NULL,
    server_id TEXT NOT NULL,
    PRIMARY KEY (owner_id, agent_id, server_id)
);
CREATE INDEX mcp_added_server ON mcp_added (server_id);
CREATE INDEX mcp_added_agent ON mcp_added (agent_id);
