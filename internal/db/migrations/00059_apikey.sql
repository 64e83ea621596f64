-- +goose Up

-- Keys for calls to the open API by a person's programs. Only a hash of each key is stored. A
-- revoked key has no row.
CREATE TABLE api_key (
    id                  TEXT   NOT NULL PRIMARY KEY,
    owner_id            TEXT   NOT NULL,
    slot                BIGINT NOT NULL, -- number of the key among the owner's keys, from 0; it is unique, which limits the number of keys
    name                TEXT   NOT NULL,
    prefix              TEXT   NOT NULL, -- beginning of the key; it identifies the key in requests and lists
    hash                TEXT   NOT NULL, -- SHA-256 of the whole key in hexadecimal
    scope               TEXT   NOT NULL, -- JSON: which calls are allowed
    requests_per_minute BIGINT NOT NULL, -- 0: the limit that the administrator set
    tokens_per_day      BIGINT NOT NULL, -- 0: the limit that the administrator set
    expires_at          BIGINT NOT NULL, -- Unix milliseconds; 0: never
    created_at          BIGINT NOT NULL,
    last_used_at        BIGINT NOT NULL, -- Unix milliseconds; 0: never
    day                 BIGINT NOT NULL, -- the day to which tokens refers, in days since 1970-01-01
    tokens              BIGINT NOT NULL
);

CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);
CREATE UNIQUE INDEX api_key_slot ON api_key (owner_id, slot);
