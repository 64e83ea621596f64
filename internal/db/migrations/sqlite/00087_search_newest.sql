-- +goose Up

-- The ids of search_term are now the negative ids of search_entry, so that the list of every term begins
-- with the newest text and a search sorted by time reads the list forwards. The server indexes all texts
-- again in the background. Meanwhile, a search states how many texts are not indexed yet.
DROP TABLE search_term;

CREATE VIRTUAL TABLE search_term USING fts5(
    terms, content='', contentless_delete=1, detail=full, tokenize="ascii tokenchars ':'"
);

DELETE FROM search_gone;
DELETE FROM search_entry WHERE part > 0;
UPDATE search_entry SET pending = TRUE;
