-- +goose Up

-- Who asked in a project, whose id is the owner_id; elsewhere empty.
ALTER TABLE run ADD COLUMN author_id TEXT NOT NULL DEFAULT '';
ALTER TABLE message ADD COLUMN author_id TEXT NOT NULL DEFAULT '';
