-- +goose Up

-- When an administrator took the agent down, in Unix milliseconds; 0: never, or a version was approved
-- after that.
ALTER TABLE agent ADD COLUMN down_at BIGINT NOT NULL DEFAULT 0;

UPDATE agent SET down_at = updated_at WHERE review = 'down';
