-- +goose Up

-- The project whose conversation a favourite was saved from; empty: a conversation of the owner.
ALTER TABLE favorite ADD COLUMN project_id TEXT NOT NULL DEFAULT '';
