-- +goose Up

-- A search reads the lists of several terms and skips the entries that do not have all these terms. FTS5
-- skips whole pages of a list, so it reads fewer entries in vain with pages of 1,000 instead of 4,050
-- bytes. Existing pages keep their size until FTS5 merges them.
INSERT INTO search_term (search_term, rank) VALUES ('pgsz', 1000);
