-- +goose Up

-- A conversation belongs to its owner: if two owners use the same cid, there are two conversations.
CREATE TABLE conversation (
    owner_id         TEXT    NOT NULL,
    cid              TEXT    NOT NULL,
    agent_id         TEXT    NOT NULL,
    title            TEXT    NOT NULL,
    title_by         TEXT    NOT NULL, -- first (the beginning of the first question), model or user
    chat_type        TEXT    NOT NULL,
    project_id       TEXT    NOT NULL,
    chat_model_id    TEXT    NOT NULL,
    model_ext        TEXT    NOT NULL, -- JSON of the saved model choice
    last_reply       TEXT    NOT NULL, -- the beginning of the newest answer, for lists
    summary          TEXT    NOT NULL, -- summary of the conversation that this one continues; empty: none
    summary_of       TEXT    NOT NULL, -- cid of the conversation that this one continues
    good_question    BOOLEAN NOT NULL, -- so far, only a suggested question was asked
    next_index       BIGINT  NOT NULL, -- index of the next question; 1 while nothing has been asked
    leaf_index       BIGINT  NOT NULL, -- newest message of the chosen branch; 0 while there is none
    created_at       BIGINT  NOT NULL,
    first_replied_at BIGINT  NOT NULL, -- 0 until the first answer ends
    last_replied_at  BIGINT  NOT NULL,
    pinned_at        BIGINT  NOT NULL, -- 0: not pinned
    deleted_at       BIGINT  NOT NULL, -- 0: not deleted; the rows are purged when the deletion can no longer be undone
    PRIMARY KEY (owner_id, cid)
);

CREATE INDEX conversation_by_use ON conversation (owner_id, deleted_at, pinned_at, last_replied_at);
CREATE INDEX conversation_deleted ON conversation (deleted_at);

-- Messages form a tree: an edited question is a new child of the same parent.
-- A parent's idx is always smaller than its child's.
CREATE TABLE message (
    owner_id        TEXT    NOT NULL,
    cid             TEXT    NOT NULL,
    idx             BIGINT  NOT NULL,
    parent_idx      BIGINT  NOT NULL, -- 0: the beginning of the conversation
    speaker         TEXT    NOT NULL, -- human, ai
    chosen_child    BIGINT  NOT NULL, -- the branch last looked at; 0: the newest child
    selected_repeat BIGINT  NOT NULL, -- which version of an answer is shown
    prompt          TEXT    NOT NULL,
    display_prompt  TEXT    NOT NULL, -- the question as the page displays it; empty: the same as prompt
    request         TEXT    NOT NULL, -- JSON: the other parameters of the request
    source          BIGINT  NOT NULL, -- code of the request's source
    hidden          BOOLEAN NOT NULL, -- true: revoked together with its answer
    created_at      BIGINT  NOT NULL,
    PRIMARY KEY (owner_id, cid, idx)
);

CREATE INDEX message_children ON message (owner_id, cid, parent_idx);
CREATE INDEX message_questions ON message (owner_id, speaker, created_at);

-- One version of an answer.
CREATE TABLE speech (
    owner_id      TEXT   NOT NULL,
    cid           TEXT   NOT NULL,
    idx           BIGINT NOT NULL,
    repeat_idx    BIGINT NOT NULL,
    run_id        TEXT   NOT NULL, -- the last run that ended; empty: none has ended
    chat_model_id TEXT   NOT NULL, -- entry of the model list that answers
    model_id      TEXT   NOT NULL, -- the upstream model that answered; empty until it is known
    state         TEXT   NOT NULL,
    error_code    TEXT   NOT NULL,
    message       TEXT   NOT NULL, -- JSON of stream.Message; empty while the first run is open
    text          TEXT   NOT NULL, -- the answer without its thinking, as models receive it in the history
    feedback      TEXT   NOT NULL, -- JSON of the rating by the reader; empty: none
    created_at    BIGINT NOT NULL,
    ended_at      BIGINT NOT NULL,
    PRIMARY KEY (owner_id, cid, idx, repeat_idx)
);
