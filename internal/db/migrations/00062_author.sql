-- +goose Up

-- The member who asked, if owner_id is a project; otherwise empty.
ALTER TABLE run ADD COLUMN author_id TEXT NOT NULL DEFAULT '';
ALTER TABLE message ADD COLUMN author_id TEXT NOT NULL DEFAULT '';
