-- +goose Up

-- The member who wrote the memory, if the owner is a project; otherwise empty.
ALTER TABLE memory ADD COLUMN author_id TEXT NOT NULL DEFAULT '';
