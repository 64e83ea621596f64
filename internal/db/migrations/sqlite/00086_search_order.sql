-- +goose Up

-- The index now also stores where the terms of a text are, so that it finds words of three and more
-- characters without reading the texts that contain only their parts. The server indexes all texts
-- again in the background. Meanwhile, a search states how many texts are not indexed yet.
DROP TABLE search_term;

CREATE VIRTUAL TABLE search_term USING fts5(
    terms, content='', contentless_delete=1, detail=full, tokenize="ascii tokenchars ':'"
);

DELETE FROM search_gone;
DELETE FROM search_entry WHERE part > 0;
UPDATE search_entry SET pending = TRUE;
