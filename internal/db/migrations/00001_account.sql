-- +goose Up

-- Values that the server generates and stores for itself, such as its secret.
CREATE TABLE setting (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Anonymous people. A row is written when something of the visitor is first stored,
-- never by reading. token_hash is the SHA-256 of the token in base64url; times are
-- milliseconds.
CREATE TABLE visitor (
    id           TEXT   NOT NULL PRIMARY KEY,
    token_hash   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);

CREATE INDEX visitor_last_seen ON visitor (last_seen_at);
