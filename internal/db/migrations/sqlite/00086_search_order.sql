-- +goose Up

-- The index now also stores the positions of terms in a text. For words of three and more
-- characters, a search then skips the texts that contain only parts of the word. The server indexes
-- all texts again in the background. Meanwhile, a search states how many texts are not indexed yet.
DROP TABLE search_term;

CREATE VIRTUAL TABLE search_term USING fts5(
    terms, content='', contentless_delete=1, detail=full, tokenize="ascii tokenchars ':'"
);

DELETE FROM search_gone;
DELETE FROM search_entry WHERE part > 0;
UPDATE search_entry SET pending = TRUE;
