-- +goose Up

-- When the person first asked the agent, in Unix milliseconds; 0: before this column was added. The
-- weight of the use is removed from the agent's heat when two people turn out to be one.
ALTER TABLE agent_asker ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;
