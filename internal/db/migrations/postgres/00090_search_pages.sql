-- +goose Up

-- Only the index of SQLite changes.
SELECT 1;
