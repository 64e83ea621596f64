-- +goose Up

-- The operators' settings from the administration: one JSON document for each section.
CREATE TABLE admin_setting (
    name       TEXT   NOT NULL PRIMARY KEY,
    value      TEXT   NOT NULL, -- JSON with encrypted secrets; empty: the same as no row
    version    BIGINT NOT NULL, -- increases with each change of any setting
    updated_at BIGINT NOT NULL,
    updated_by TEXT   NOT NULL
);

CREATE INDEX admin_setting_version ON admin_setting (version);

-- Audit log: one row for each action of an administrator.
CREATE TABLE admin_audit (
    id       TEXT   NOT NULL PRIMARY KEY,
    at       BIGINT NOT NULL,
    actor_id TEXT   NOT NULL,
    action   TEXT   NOT NULL, -- a row of admin.Actions
    target   TEXT   NOT NULL, -- the account, setting or other thing that was changed
    detail   TEXT   NOT NULL, -- what changed, without secrets
    network  TEXT   NOT NULL  -- class or network of the administrator's address
);

CREATE INDEX admin_audit_at ON admin_audit (at, id);

-- Counts of answers and tokens, by day, owner and model.
CREATE TABLE admin_usage (
    day               BIGINT NOT NULL, -- days since 1970-01-01 in the operator's time zone
    owner_id          TEXT   NOT NULL,
    chat_model_id     TEXT   NOT NULL,
    answers           BIGINT NOT NULL,
    failures          BIGINT NOT NULL, -- answers that ended with an error or were interrupted
    prompt_tokens     BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    PRIMARY KEY (day, owner_id, chat_model_id)
);

CREATE INDEX admin_usage_owner ON admin_usage (owner_id);

-- Feedback handled by an administrator.
CREATE TABLE admin_feedback (
    owner_id   TEXT   NOT NULL,
    cid        TEXT   NOT NULL,
    idx        BIGINT NOT NULL,
    repeat_idx BIGINT NOT NULL,
    handled_at BIGINT NOT NULL,
    handled_by TEXT   NOT NULL,
    PRIMARY KEY (owner_id, cid, idx, repeat_idx)
);

CREATE INDEX speech_judged ON speech (ended_at) WHERE feedback <> '';
