-- +goose Up

-- One step of an answer in the form that the model receives: its text and the tools
-- that it called, with their results. After a crash, an answer continues behind its
-- last step. The history of the next question is built from the steps of the last
-- rounds.
CREATE TABLE answer_step (
    owner_id   TEXT   NOT NULL,
    cid        TEXT   NOT NULL,
    idx        BIGINT NOT NULL, -- of the answer
    repeat_idx BIGINT NOT NULL, -- which version of it
    n          BIGINT NOT NULL, -- of the step, from 1
    whole      BOOLEAN NOT NULL, -- every call has its result
    messages   TEXT   NOT NULL, -- JSON: the model's message and the results, in the order of the calls
    calls      TEXT   NOT NULL, -- JSON: which part shows each call, and how far it is
    sources    TEXT   NOT NULL, -- JSON: what the results may be cited by, with its numbers
    PRIMARY KEY (owner_id, cid, idx, repeat_idx, n)
);

-- A call of a tool for which a person's consent was requested.
CREATE TABLE answer_consent (
    owner_id   TEXT    NOT NULL,
    cid        TEXT    NOT NULL,
    idx        BIGINT  NOT NULL,
    repeat_idx BIGINT  NOT NULL,
    part       TEXT    NOT NULL, -- id of the part of the answer that asks; unique in the conversation
    tool       TEXT    NOT NULL,
    state      TEXT    NOT NULL, -- waiting, allowed or declined
    lasting    BOOLEAN NOT NULL, -- allowed for the rest of the conversation
    PRIMARY KEY (owner_id, cid, part)
);
