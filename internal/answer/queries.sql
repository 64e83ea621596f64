-- name: PutStep :exec
INSERT INTO answer_step (owner_id, cid, idx, repeat_idx, n, whole, messages, calls, sources)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (owner_id, cid, idx, repeat_idx, n) DO UPDATE SET
    whole = excluded.whole, messages = excluded.messages, calls = excluded.calls, sources = excluded.sources;

-- name: Steps :many
SELECT * FROM answer_step
WHERE owner_id = $1 AND cid = $2 AND idx = $3 AND repeat_idx = $4
ORDER BY n;

-- StepsSince lists at most `size` complete steps of a conversation's answers from the index `since` on.
-- The newest answer comes first.
-- name: StepsSince :many
SELECT idx, repeat_idx, n, messages FROM answer_step
WHERE owner_id = $1 AND cid = $2 AND idx >= sqlc.arg(since) AND whole = TRUE
ORDER BY idx DESC, repeat_idx, n
LIMIT sqlc.arg(size);

-- name: DropStepsBefore :exec
DELETE FROM answer_step WHERE owner_id = $1 AND cid = $2 AND idx < sqlc.arg(before);

-- name: PutConsent :exec
INSERT INTO answer_consent (owner_id, cid, idx, repeat_idx, part, tool, state, lasting)
VALUES ($1, $2, $3, $4, $5, $6, 'waiting', FALSE)
ON CONFLICT (owner_id, cid, part) DO NOTHING;

-- Consents lists the consents of one version of an answer, including waiting consents.
-- name: Consents :many
SELECT part, state FROM answer_consent
WHERE owner_id = $1 AND cid = $2 AND idx = $3 AND repeat_idx = $4;

-- name: Decide :many
UPDATE answer_consent SET state = $1, lasting = $2
WHERE owner_id = $3 AND cid = $4 AND part = $5 AND state = 'waiting'
RETURNING idx, repeat_idx;

-- name: CountConsents :one
SELECT count(*) FROM answer_consent WHERE owner_id = $1 AND cid = $2 AND part = $3;

-- Lapse declines calls without a decision.
-- name: Lapse :exec
UPDATE answer_consent SET state = 'declined'
WHERE owner_id = $1 AND cid = $2 AND idx = $3 AND repeat_idx = $4 AND state = 'waiting';

-- name: AllowedTools :many
SELECT DISTINCT tool, lasting FROM answer_consent WHERE owner_id = $1 AND cid = $2 AND state = 'allowed';

-- DropSteps deletes the steps of one version of an answer.
-- name: DropSteps :exec
DELETE FROM answer_step WHERE owner_id = $1 AND cid = $2 AND idx = $3 AND repeat_idx = $4;

-- name: ForgetSteps :exec
DELETE FROM answer_step WHERE owner_id = $1 AND cid = $2;

-- name: ForgetConsents :exec
DELETE FROM answer_consent WHERE owner_id = $1 AND cid = $2;

-- name: ForgetOwnersSteps :exec
DELETE FROM answer_step WHERE owner_id = $1;

-- name: ForgetOwnersConsents :exec
DELETE FROM answer_consent WHERE owner_id = $1;

-- name: RekeySteps :exec
UPDATE answer_step SET cid = sqlc.arg(new_cid) WHERE owner_id = $1 AND cid = $2;

-- name: RekeyConsents :exec
UPDATE answer_consent SET cid = sqlc.arg(new_cid) WHERE owner_id = $1 AND cid = $2;

-- name: MoveSteps :exec
UPDATE answer_step SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveConsents :exec
UPDATE answer_consent SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- OwnerBytes returns the stored size of an owner's steps in bytes; it does not read the texts.
-- name: OwnerBytes :one
SELECT CAST(COALESCE(SUM(octet_length(messages) + octet_length(calls) + octet_length(sources)), 0) AS BIGINT) AS bytes
FROM answer_step WHERE owner_id = $1;

-- Remembered lists the tools that an owner has allowed, by conversation. The caller selects the consents
-- that also apply to later calls.
-- name: Remembered :many
SELECT DISTINCT cid, tool, lasting FROM answer_consent
WHERE owner_id = $1 AND state = 'allowed'
ORDER BY cid, tool, lasting DESC
LIMIT sqlc.arg(size);

-- TakeBack deletes the consents to a tool in a conversation.
-- name: TakeBack :execrows
DELETE FROM answer_consent WHERE owner_id = $1 AND cid = $2 AND tool = $3 AND state = 'allowed';
