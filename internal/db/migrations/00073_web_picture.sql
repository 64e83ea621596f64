-- +goose Up

-- Small versions of the pictures shown beside the sources of answers. They are deleted with their
-- conversation. Whoever knows the id may see the picture, including readers of shares.
CREATE TABLE web_picture (
    id       TEXT   NOT NULL PRIMARY KEY,
    owner_id TEXT   NOT NULL,
    cid      TEXT   NOT NULL,
    digest   TEXT   NOT NULL, -- hash of the picture's address, so that the picture is stored once
    kept_at  BIGINT NOT NULL,
    size     BIGINT NOT NULL, -- size of data in bytes
    data     BYTEA  NOT NULL  -- JPEG
);
CREATE INDEX web_picture_of ON web_picture (owner_id, cid, digest);
CREATE INDEX web_picture_age ON web_picture (owner_id, kept_at);
