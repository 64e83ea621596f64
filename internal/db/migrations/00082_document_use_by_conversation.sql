-- +goose Up

-- Finds the files of a conversation, for a search in it.
CREATE INDEX document_use_by_conversation ON document_use (owner_id, cid, used_at);
