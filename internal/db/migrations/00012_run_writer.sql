-- +goose Up

-- Each process writes to its own part of the journal. The columns store this part, and the position
-- of a run's start in it, so that another process reads only the necessary rows.
ALTER TABLE node ADD COLUMN writer BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN writer BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN seq BIGINT NOT NULL DEFAULT 0; -- position before the run's first row

-- Which process has a temporary conversation in its memory. The key is a hash of the owner and the
-- conversation; no content is stored.
CREATE TABLE temporary_conversation (
    key  TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL
);

CREATE INDEX temporary_conversation_node ON temporary_conversation (node);
