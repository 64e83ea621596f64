-- +goose Up

-- Custom instructions: a person's wishes for all answers, such as a tone.
CREATE TABLE instruction (
    owner_id   TEXT    NOT NULL PRIMARY KEY,
    text       TEXT    NOT NULL,
    active     BOOLEAN NOT NULL, -- false: stored but not used
    updated_at BIGINT  NOT NULL
);
