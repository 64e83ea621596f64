-- +goose Up

-- People who log in. Times are milliseconds; 0 means "never".
CREATE TABLE account (
    id           TEXT   NOT NULL PRIMARY KEY,
    name         TEXT   NOT NULL,
    avatar_id    TEXT   NOT NULL, -- of account_avatar; empty without one
    role         BIGINT NOT NULL, -- 0 normal, 1 administrator
    state        TEXT   NOT NULL, -- active, leaving, disabled
    leaves_at    BIGINT NOT NULL, -- when a leaving account is deleted
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);

CREATE INDEX account_by_time ON account (created_at, id);
CREATE INDEX account_leaving ON account (leaves_at) WHERE state = 'leaving';
CREATE INDEX account_admin ON account (role) WHERE role <> 0;

-- Identities that prove an account: a phone number, or a subject of a provider. One
-- number may prove several accounts; any other identity proves one.
CREATE TABLE account_identity (
    type         TEXT   NOT NULL, -- phone, wx, qq, oneid
    subject      TEXT   NOT NULL, -- E.164, or the provider's id of the person
    account_id   TEXT   NOT NULL,
    label        TEXT   NOT NULL, -- the name at the provider
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (type, subject, account_id)
);

CREATE UNIQUE INDEX account_identity_one ON account_identity (type, subject) WHERE type <> 'phone';
CREATE INDEX account_identity_of ON account_identity (account_id);

-- Sessions of accounts. A session that has ended has no row.
CREATE TABLE account_session (
    id           TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL,
    token_hash   TEXT   NOT NULL, -- SHA-256 in base64url
    method       TEXT   NOT NULL, -- the login type
    device       TEXT   NOT NULL, -- as a person would call it: Chrome · Windows
    place        TEXT   NOT NULL, -- where it was used last: an address class, and the network when that is kept
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    verified_at  BIGINT NOT NULL  -- when its bearer last proved to be the account's person
);

CREATE UNIQUE INDEX account_session_token ON account_session (token_hash);
CREATE INDEX account_session_of ON account_session (account_id);
CREATE INDEX account_session_seen ON account_session (last_seen_at);

CREATE TABLE account_avatar (
    id         TEXT  NOT NULL PRIMARY KEY,
    account_id TEXT  NOT NULL,
    data       BYTEA NOT NULL -- JPEG, 128 by 128
);

CREATE INDEX account_avatar_of ON account_avatar (account_id);

-- The newest code that was sent to a number for a purpose.
CREATE TABLE account_code (
    phone      TEXT   NOT NULL,
    purpose    TEXT   NOT NULL,
    mac        TEXT   NOT NULL, -- HMAC-SHA-256 under the server's secret
    tries      BIGINT NOT NULL, -- counted before the code is compared
    sent_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, -- 0: used up
    PRIMARY KEY (phone, purpose)
);

-- Secrets that can be used once and for a short time: captchas, states of a provider's
-- login, QR codes, hand-overs between hosts, the administrator's link.
CREATE TABLE account_ticket (
    id         TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the secret
    kind       TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    holder     TEXT   NOT NULL, -- SHA-256 of what the browser that made it keeps; empty: nobody's
    account_id TEXT   NOT NULL, -- whom it is about; empty: nobody yet
    data       TEXT   NOT NULL, -- JSON, by kind
    expires_at BIGINT NOT NULL
);

CREATE INDEX account_ticket_expires ON account_ticket (expires_at);

-- How often something was done within a window of time.
CREATE TABLE account_counter (
    name    TEXT   NOT NULL PRIMARY KEY, -- a MAC of rule and key: no number, no address
    count   BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);

CREATE INDEX account_counter_ends ON account_counter (ends_at);

-- Owners who are banned from asking for some time.
CREATE TABLE account_ban (
    owner_id   TEXT   NOT NULL PRIMARY KEY,
    until      BIGINT NOT NULL,
    reason     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- The account of an online documents service that is bound to an account.
CREATE TABLE account_docs (
    account_id TEXT   NOT NULL PRIMARY KEY,
    subject    TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    token      TEXT   NOT NULL, -- sealed
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- The account to which a visitor was moved at the login; the visitor's own token is no
-- longer valid.
ALTER TABLE visitor ADD COLUMN moved_to TEXT NOT NULL DEFAULT '';
ALTER TABLE visitor ADD COLUMN follow_at BIGINT NOT NULL DEFAULT 0; -- when to look for what their last requests stored; 0: never
ALTER TABLE visitor ADD COLUMN follows BIGINT NOT NULL DEFAULT 0; -- how often that was done
CREATE INDEX visitor_follow ON visitor (follow_at) WHERE follow_at > 0;

-- A conversation whose cid was changed when it moved to another owner, because that
-- owner already had a conversation with the cid.
CREATE TABLE conversation_redirect (
    owner_id TEXT NOT NULL,
    from_cid TEXT NOT NULL,
    to_cid   TEXT NOT NULL,
    PRIMARY KEY (owner_id, from_cid)
);
