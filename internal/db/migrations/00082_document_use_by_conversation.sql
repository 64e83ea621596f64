-- +goose Up

-- Search within a conversation looks up the files of the conversation with this index.
CREATE INDEX document_use_by_conversation ON document_use (owner_id, cid, used_at);
