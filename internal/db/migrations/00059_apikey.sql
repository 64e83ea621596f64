-- +goose Up

-- The keys with which a person's programs call the open API. Only a hash of each key is
-- stored. A revoked key has no row.
CREATE TABLE api_key (
    id                  TEXT   NOT NULL PRIMARY KEY,
    owner_id            TEXT   NOT NULL,
    slot                BIGINT NOT NULL, -- from 0: which of the owner's keys it is, so that nobody has more than there are slots
    name                TEXT   NOT NULL,
    prefix              TEXT   NOT NULL, -- the beginning of the key, by which it is found and shown
    hash                TEXT   NOT NULL, -- SHA-256 of the whole key, in hexadecimal
    scope               TEXT   NOT NULL, -- JSON: what may be called
    requests_per_minute BIGINT NOT NULL, -- 0: as many as the administrator allows
    tokens_per_day      BIGINT NOT NULL, -- the same
    expires_at          BIGINT NOT NULL, -- Unix milliseconds; 0: never
    created_at          BIGINT NOT NULL,
    last_used_at        BIGINT NOT NULL, -- 0: never
    day                 BIGINT NOT NULL, -- the day that tokens counts, in days since 1970
    tokens              BIGINT NOT NULL
);

CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);
CREATE UNIQUE INDEX api_key_slot ON api_key (owner_id, slot);
