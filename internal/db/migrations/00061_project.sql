-- +goose Up

-- A project owns its members' shared conversations, files and other rows. They have the project's
-- id as their owner_id. The project's own row has the same owner_id.
CREATE TABLE project (
    owner_id    TEXT   NOT NULL PRIMARY KEY, -- id of the project
    name        TEXT   NOT NULL,
    sign        TEXT   NOT NULL, -- one emoji; empty: none
    description TEXT   NOT NULL,
    prompt      TEXT   NOT NULL, -- instructions for every answer in the project
    prompt_key  TEXT   NOT NULL, -- changes each time that the prompt changes; empty: no prompt
    model_id    TEXT   NOT NULL, -- entry of the model list that answers; empty: the default
    sites       TEXT   NOT NULL, -- JSON: ids of the sites whose pages are the project's knowledge; empty: none
    version     BIGINT NOT NULL, -- increases with each change of the project or its members
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    archived_at BIGINT NOT NULL, -- 0: not archived
    deleted_at  BIGINT NOT NULL  -- 0: not deleted; a background job deletes what the project owns
);

CREATE INDEX project_deleted ON project (deleted_at) WHERE deleted_at > 0;

CREATE TABLE project_member (
    project_id TEXT   NOT NULL,
    account_id TEXT   NOT NULL,
    role       TEXT   NOT NULL, -- reader, editor, owner
    joined_at  BIGINT NOT NULL,
    PRIMARY KEY (project_id, account_id)
);

CREATE UNIQUE INDEX project_member_owner ON project_member (project_id) WHERE role = 'owner';
CREATE INDEX project_member_account ON project_member (account_id, project_id);

-- A link for joining a project. Only a hash of its secret is stored.
CREATE TABLE project_link (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL, -- id of the project
    hash       TEXT   NOT NULL,
    role       TEXT   NOT NULL, -- reader, editor
    max_uses   BIGINT NOT NULL,
    uses       BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE UNIQUE INDEX project_link_hash ON project_link (hash);
CREATE INDEX project_link_project ON project_link (owner_id);

-- Activities of members in a project. Equal activities that follow each other within a short time are
-- one row with a count.
CREATE TABLE project_activity (
    id         TEXT   NOT NULL PRIMARY KEY, -- ids increase with time
    owner_id   TEXT   NOT NULL, -- id of the project
    person_id  TEXT   NOT NULL,
    kind       TEXT   NOT NULL,
    subject    TEXT   NOT NULL, -- what changed: a name, a role or the id of a person; may be empty
    times      BIGINT NOT NULL,
    at         BIGINT NOT NULL  -- time of the last activity counted by the row
);

CREATE INDEX project_activity_project ON project_activity (owner_id, id);
