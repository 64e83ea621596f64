-- +goose Up

-- The security log: successful and refused logins, and changes of rights and secrets. It contains
-- no texts written by people.
CREATE TABLE security_event (
    id         TEXT   NOT NULL PRIMARY KEY,
    at         BIGINT NOT NULL, -- time of the newest event counted by the row, in Unix milliseconds
    kind       TEXT   NOT NULL, -- one of security.Kinds
    account_id TEXT   NOT NULL, -- account affected by the event; empty: unknown or forgotten
    actor_id   TEXT   NOT NULL, -- account that acted, if different from account_id; otherwise empty
    network    TEXT   NOT NULL, -- class of the address, or the network shortened to /24 or /48
    detail     TEXT   NOT NULL, -- a login type, an API call or a section of the settings, depending on kind
    code       TEXT   NOT NULL, -- code of the error catalogue; empty: success
    times      BIGINT NOT NULL  -- how many equal events happened within a second
);

CREATE INDEX security_event_at ON security_event (at, id);
CREATE INDEX security_event_kind ON security_event (kind, at);
CREATE INDEX security_event_account ON security_event (account_id, at);
CREATE INDEX security_event_actor ON security_event (actor_id) WHERE actor_id <> '';
