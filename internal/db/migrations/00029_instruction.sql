-- +goose Up

-- What a person wants of every answer, such as its tone.
CREATE TABLE instruction (
    owner_id   TEXT    NOT NULL PRIMARY KEY,
    text       TEXT    NOT NULL,
    active     BOOLEAN NOT NULL, -- off: it is kept and not used
    updated_at BIGINT  NOT NULL
);
