-- +goose Up

-- A search within a conversation finds the conversation's files by this index.
CREATE INDEX document_use_by_conversation ON document_use (owner_id, cid, used_at);
