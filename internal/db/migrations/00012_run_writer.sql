-- +goose Up

-- Where in the journal a process writes, and where a run begins in it, so that
-- another process reads only what it has to.
ALTER TABLE node ADD COLUMN writer BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN writer BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN seq BIGINT NOT NULL DEFAULT 0; -- before its first row

-- Which process holds a conversation that is in its memory only. The key is a
-- hash of the owner and the conversation, and nothing of its content is here.
CREATE TABLE temporary_conversation (
    key  TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL
);

CREATE INDEX temporary_conversation_node ON temporary_conversation (node);
