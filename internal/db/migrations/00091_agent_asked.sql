-- +goose Up

-- When the person first asked the agent, in Unix milliseconds; 0: before this column was added. If a
-- visitor logs in, and both the visitor and the account have asked the agent, the visitor's use is
-- subtracted from the agent's heat. Its weight depends on this time.
ALTER TABLE agent_asker ADD COLUMN asked_at BIGINT NOT NULL DEFAULT 0;
