-- +goose Up

-- MCP servers added to an agent by a person: the agent's answers to this person may use the tools
-- of the servers, although the agent does not name them.
CREATE TABLE mcp_added (
    owner_id  TEXT NOT NULL,
    agent_id  TEXT NOT NULL,
    server_id TEXT NOT NULL,
    PRIMARY KEY (owner_id, agent_id, server_id)
);
CREATE INDEX mcp_added_server ON mcp_added (server_id);
CREATE INDEX mcp_added_agent ON mcp_added (agent_id);
