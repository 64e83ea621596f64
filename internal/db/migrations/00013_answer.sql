-- +goose Up

-- One step of an answer in the form sent to the model: the model's text and its tool calls with
-- their results. After a crash, an answer continues after its last step. The history of the next
-- question is built from the steps of the newest answers.
CREATE TABLE answer_step (
    owner_id   TEXT   NOT NULL,
    cid        TEXT   NOT NULL,
    idx        BIGINT NOT NULL, -- index of the answer
    repeat_idx BIGINT NOT NULL, -- version of the answer, from 0
    n          BIGINT NOT NULL, -- number of the step, from 1
    whole      BOOLEAN NOT NULL, -- every call has its result
    messages   TEXT   NOT NULL, -- JSON: the model's message, and the results in the order of the calls
    calls      TEXT   NOT NULL, -- JSON: for each call, the part of the answer that displays it, and its state
    sources    TEXT   NOT NULL, -- JSON: the sources that the step may cite, with their numbers
    PRIMARY KEY (owner_id, cid, idx, repeat_idx, n)
);

-- A tool call that needs a person's consent, and the person's decision.
CREATE TABLE answer_consent (
    owner_id   TEXT    NOT NULL,
    cid        TEXT    NOT NULL,
    idx        BIGINT  NOT NULL,
    repeat_idx BIGINT  NOT NULL,
    part       TEXT    NOT NULL, -- id of the part of the answer that shows the request; unique in the conversation
    tool       TEXT    NOT NULL,
    state      TEXT    NOT NULL, -- waiting, allowed or declined
    lasting    BOOLEAN NOT NULL, -- true: consent applies to the rest of the conversation
    PRIMARY KEY (owner_id, cid, part)
);
