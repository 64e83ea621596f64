-- +goose Up

-- The member whose words a memory of a project is; empty where the owner is a person.
ALTER TABLE memory ADD COLUMN author_id TEXT NOT NULL DEFAULT '';
