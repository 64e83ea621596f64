-- +goose Up

-- By this index, search within a conversation finds the conversation's files.
CREATE INDEX document_use_by_conversation ON document_use (owner_id, cid, used_at);
