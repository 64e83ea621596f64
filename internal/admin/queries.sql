-- name: SettingsVersion :one
SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) FROM admin_setting;

-- name: Settings :many
SELECT name, value, version, updated_at, updated_by FROM admin_setting;

-- name: Setting :one
SELECT name, value, version, updated_at, updated_by FROM admin_setting WHERE name = $1;

-- name: SaveSetting :execrows
INSERT INTO admin_setting (name, value, version, updated_at, updated_by)
SELECT sqlc.arg(name), sqlc.arg(value), COALESCE(MAX(s.version), 0) + 1, sqlc.arg(updated_at), sqlc.arg(updated_by) FROM admin_setting s WHERE TRUE
ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by
WHERE admin_setting.version = sqlc.arg(expected);

-- name: InsertAudit :exec
INSERT INTO admin_audit (id, at, actor_id, action, target, detail, network) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ListAudit :many
SELECT id, at, actor_id, action, target, detail, network FROM admin_audit
WHERE (sqlc.arg(action) = '' OR action = sqlc.arg(action)) AND (sqlc.arg(actor_id) = '' OR actor_id = sqlc.arg(actor_id))
ORDER BY at DESC, id DESC LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: DeleteAuditBefore :exec
DELETE FROM admin_audit WHERE at < $1;

-- name: AddUsage :exec
INSERT INTO admin_usage (day, owner_id, chat_model_id, answers, failures, prompt_tokens, completion_tokens)
VALUES ($1, $2, $3, 1, $4, $5, $6)
ON CONFLICT (day, owner_id, chat_model_id) DO UPDATE SET
    answers = admin_usage.answers + 1, failures = admin_usage.failures + excluded.failures,
    prompt_tokens = admin_usage.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = admin_usage.completion_tokens + excluded.completion_tokens;

-- name: UsageByDay :many
SELECT day, CAST(SUM(answers) AS BIGINT) AS answers, CAST(SUM(failures) AS BIGINT) AS failures,
       CAST(SUM(prompt_tokens) AS BIGINT) AS prompt_tokens, CAST(SUM(completion_tokens) AS BIGINT) AS completion_tokens,
       CAST(COUNT(DISTINCT owner_id) AS BIGINT) AS owners
FROM admin_usage WHERE day >= sqlc.arg(since) AND day <= sqlc.arg(until) GROUP BY day ORDER BY day;

-- name: UsageByModel :many
SELECT day, chat_model_id, CAST(SUM(answers) AS BIGINT) AS answers, CAST(SUM(failures) AS BIGINT) AS failures,
       CAST(SUM(prompt_tokens) AS BIGINT) AS prompt_tokens, CAST(SUM(completion_tokens) AS BIGINT) AS completion_tokens
FROM admin_usage WHERE day >= sqlc.arg(since) AND day <= sqlc.arg(until) GROUP BY day, chat_model_id ORDER BY day, chat_model_id;

-- name: UsageByOwner :many
SELECT owner_id, CAST(SUM(answers) AS BIGINT) AS answers, CAST(SUM(failures) AS BIGINT) AS failures,
       CAST(SUM(prompt_tokens) AS BIGINT) AS prompt_tokens, CAST(SUM(completion_tokens) AS BIGINT) AS completion_tokens
FROM admin_usage WHERE day >= sqlc.arg(since) AND day <= sqlc.arg(until)
GROUP BY owner_id ORDER BY answers DESC, owner_id LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: UsageOf :one
SELECT CAST(COALESCE(SUM(answers), 0) AS BIGINT) FROM admin_usage WHERE owner_id = $1 AND day = $2;

-- name: MoveUsage :exec
INSERT INTO admin_usage (day, owner_id, chat_model_id, answers, failures, prompt_tokens, completion_tokens)
SELECT u.day, sqlc.arg(receiver), u.chat_model_id, u.answers, u.failures, u.prompt_tokens, u.completion_tokens
FROM admin_usage u WHERE u.owner_id = sqlc.arg(giver)
ON CONFLICT (day, owner_id, chat_model_id) DO UPDATE SET
    answers = admin_usage.answers + excluded.answers, failures = admin_usage.failures + excluded.failures,
    prompt_tokens = admin_usage.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = admin_usage.completion_tokens + excluded.completion_tokens;

-- name: ForgetUsage :exec
DELETE FROM admin_usage WHERE owner_id = $1;

-- name: ListFeedback :many
SELECT s.owner_id, s.cid, s.idx, s.repeat_idx, s.chat_model_id, s.model_id, s.text, s.feedback, s.ended_at,
       m.prompt, m.hidden, CAST(COALESCE(h.handled_at, 0) AS BIGINT) AS handled_at, CAST(COALESCE(h.handled_by, '') AS TEXT) AS handled_by
FROM speech s
JOIN message a ON a.owner_id = s.owner_id AND a.cid = s.cid AND a.idx = s.idx
JOIN message m ON m.owner_id = s.owner_id AND m.cid = s.cid AND m.idx = a.parent_idx
LEFT JOIN admin_feedback h ON h.owner_id = s.owner_id AND h.cid = s.cid AND h.idx = s.idx AND h.repeat_idx = s.repeat_idx
WHERE s.feedback <> '' AND (CAST(sqlc.arg(everything) AS BOOLEAN) OR h.handled_at IS NULL)
ORDER BY s.ended_at DESC, s.owner_id, s.cid, s.idx, s.repeat_idx
LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: HandleFeedback :execrows
INSERT INTO admin_feedback (owner_id, cid, idx, repeat_idx, handled_at, handled_by)
SELECT s.owner_id, s.cid, s.idx, s.repeat_idx, sqlc.arg(handled_at), sqlc.arg(handled_by) FROM speech s
WHERE s.owner_id = sqlc.arg(owner_id) AND s.cid = sqlc.arg(cid) AND s.idx = sqlc.arg(idx) AND s.repeat_idx = sqlc.arg(repeat_idx) AND s.feedback <> ''
ON CONFLICT (owner_id, cid, idx, repeat_idx) DO NOTHING;

-- name: ReopenFeedback :execrows
DELETE FROM admin_feedback WHERE owner_id = $1 AND cid = $2 AND idx = $3 AND repeat_idx = $4;

-- name: ForgetFeedback :exec
DELETE FROM admin_feedback WHERE owner_id = $1;
