-- +goose Up

-- The security log: successful and refused logins, and changes of rights and secrets.
-- It contains nothing that a person wrote.
CREATE TABLE security_event (
    id         TEXT   NOT NULL PRIMARY KEY,
    at         BIGINT NOT NULL, -- of the last of them; Unix milliseconds
    kind       TEXT   NOT NULL, -- one of security.Kinds
    account_id TEXT   NOT NULL, -- whom it is about; empty: nobody that is known, or forgotten
    actor_id   TEXT   NOT NULL, -- who did it, where that is another one
    network    TEXT   NOT NULL, -- an address class, or the network shortened to /24 or /48
    detail     TEXT   NOT NULL, -- a word of the program: a login type, a call, a section
    code       TEXT   NOT NULL, -- of the error catalogue; empty: it went well
    times      BIGINT NOT NULL  -- how often the same came within a second
);

CREATE INDEX security_event_at ON security_event (at, id);
CREATE INDEX security_event_kind ON security_event (kind, at);
CREATE INDEX security_event_account ON security_event (account_id, at);
CREATE INDEX security_event_actor ON security_event (actor_id) WHERE actor_id <> '';
