-- +goose Up

-- For search within a conversation, which looks up the files of the conversation.
CREATE INDEX document_use_by_conversation ON document_use (owner_id, cid, used_at);
