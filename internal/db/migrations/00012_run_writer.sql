-- +goose Up

-- `writer` identifies a process in the journal. A run stores the writer of its rows, and the position before
-- its first row, so that another process reads only the necessary rows of the journal.
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
