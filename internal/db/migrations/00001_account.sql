-- +goose Up

-- Values generated and stored by the server for itself, such as its secret.
CREATE TABLE setting (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Visitors, who use the site without an account. A row is written when data of the visitor is first
-- stored; reading never writes a row. token_hash is the SHA-256 of the token in base64url; times
-- are Unix milliseconds.
CREATE TABLE visitor (
    id           TEXT   NOT NULL PRIMARY KEY,
    token_hash   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);

CREATE INDEX visitor_last_seen ON visitor (last_seen_at);
