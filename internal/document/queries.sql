-- name: GetDocument :one
SELECT * FROM document WHERE owner_id = $1 AND id = $2;

-- GetSigned has no owner. It is used only for signed addresses; the signature authorises reading.
-- name: GetSigned :one
SELECT * FROM document WHERE id = $1;

-- name: InsertDocument :exec
INSERT INTO document (id, owner_id, name, name_key, sort_key, type, doc_type, mime, size, hash, thumb_hash, width, height,
    state, error_code, progress, format, unit_kind, units, chars, title, outline, warnings, created_at, updated_at, used_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, '', 0, '', '', 0, 0, '', '', '', $15, $15, 0);

-- name: Totals :one
SELECT count(*) AS files, CAST(COALESCE(sum(size + 4 * chars), 0) AS BIGINT) AS bytes FROM document WHERE owner_id = $1;

-- name: CountHash :one
SELECT count(*) FROM document WHERE owner_id = sqlc.arg(owner_id) AND (hash = sqlc.arg(hash) OR thumb_hash = sqlc.arg(hash));

-- name: FindSame :one
SELECT id FROM document WHERE owner_id = $1 AND hash = $2 AND name = $3 ORDER BY created_at, id LIMIT 1;

-- name: DateDocument :execrows
UPDATE document SET created_at = $1 WHERE owner_id = $2 AND id = $3;

-- name: OwnersHashes :many
SELECT hash, thumb_hash FROM document WHERE owner_id = $1;

-- name: CountTypes :many
SELECT type, count(*) AS files, CAST(sum(size) AS BIGINT) AS bytes FROM document WHERE owner_id = $1 GROUP BY type ORDER BY files DESC, type;

-- In this query and the List queries, `pattern` is a LIKE pattern for the normalised name, and an empty
-- type matches all types. A List query returns the rows after a given row: `after_id` is the id of the
-- given row, and `after` is its value in the sorted column.
-- name: CountMatching :one
SELECT count(*) FROM document
WHERE owner_id = $1 AND type = COALESCE(NULLIF(CAST(sqlc.arg(type) AS TEXT), ''), type) AND name_key LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!';

-- name: ListByTime :many
SELECT * FROM document
WHERE owner_id = $1 AND type = COALESCE(NULLIF(CAST(sqlc.arg(type) AS TEXT), ''), type) AND name_key LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
  AND (created_at < sqlc.arg(after) OR created_at = sqlc.arg(after) AND id < sqlc.arg(after_id))
ORDER BY created_at DESC, id DESC LIMIT sqlc.arg(page) OFFSET sqlc.arg(skip);

-- name: ListByUse :many
SELECT * FROM document
WHERE owner_id = $1 AND type = COALESCE(NULLIF(CAST(sqlc.arg(type) AS TEXT), ''), type) AND name_key LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
  AND (used_at < sqlc.arg(after) OR used_at = sqlc.arg(after) AND id < sqlc.arg(after_id))
ORDER BY used_at DESC, id DESC LIMIT sqlc.arg(page) OFFSET sqlc.arg(skip);

-- name: ListBySize :many
SELECT * FROM document
WHERE owner_id = $1 AND type = COALESCE(NULLIF(CAST(sqlc.arg(type) AS TEXT), ''), type) AND name_key LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
  AND (size < sqlc.arg(after) OR size = sqlc.arg(after) AND id < sqlc.arg(after_id))
ORDER BY size DESC, id DESC LIMIT sqlc.arg(page) OFFSET sqlc.arg(skip);

-- name: ListByName :many
SELECT * FROM document
WHERE owner_id = $1 AND type = COALESCE(NULLIF(CAST(sqlc.arg(type) AS TEXT), ''), type) AND name_key LIKE CAST(sqlc.arg(pattern) AS TEXT) ESCAPE '!'
  AND (sort_key > sqlc.arg(after) OR sort_key = sqlc.arg(after) AND id > sqlc.arg(after_id))
ORDER BY sort_key, id LIMIT sqlc.arg(page) OFFSET sqlc.arg(skip);

-- name: RenameDocument :execrows
UPDATE document SET name = $1, name_key = $2, sort_key = $3, updated_at = $4 WHERE owner_id = $5 AND id = $6;

-- name: DeleteDocument :execrows
DELETE FROM document WHERE owner_id = $1 AND id = $2;

-- name: DeleteUnits :exec
DELETE FROM document_unit WHERE owner_id = $1 AND document_id = $2;

-- name: DeleteUses :exec
DELETE FROM document_use WHERE owner_id = $1 AND document_id = $2;

-- name: Units :many
SELECT data FROM document_unit
WHERE owner_id = $1 AND document_id = $2 AND number >= sqlc.arg(first) AND number <= sqlc.arg(last)
ORDER BY number LIMIT sqlc.arg(size);

-- name: UnitNumbers :many
SELECT number FROM document_unit WHERE owner_id = $1 AND document_id = $2;

-- name: InsertUnit :exec
INSERT INTO document_unit (document_id, number, owner_id, data) VALUES ($1, $2, $3, $4)
ON CONFLICT (document_id, number) DO NOTHING;

-- Advance stores the progress of parsing a file. It changes no row if the file was deleted, was moved to
-- another owner, or is neither queued nor parsing.
-- name: Advance :execrows
UPDATE document SET state = 'parsing', progress = $1, units = $2, unit_kind = $3, updated_at = $4
WHERE owner_id = $5 AND id = $6 AND state IN ('queued', 'parsing');

-- SetBuild stores the version of the server that stores the units.
-- name: SetBuild :exec
UPDATE document SET build = $1 WHERE owner_id = $2 AND id = $3;

-- name: FinishReady :execrows
UPDATE document SET state = 'ready', error_code = '', progress = 1000, format = $1, units = $2, chars = $3, title = $4,
    outline = $5, warnings = $6, updated_at = $7
WHERE owner_id = $8 AND id = $9 AND state = 'parsing';

-- name: FinishFailed :execrows
UPDATE document SET state = 'failed', error_code = $1, updated_at = $2 WHERE owner_id = $3 AND id = $4 AND state IN ('queued', 'parsing');

-- Requeue queues a failed file again, if it failed with the given error code.
-- name: Requeue :execrows
UPDATE document SET state = 'queued', error_code = '', progress = 0, units = 0, updated_at = $1
WHERE owner_id = $2 AND id = $3 AND state = 'failed' AND error_code = $4;

-- name: InsertUpload :exec
INSERT INTO document_upload (id, owner_id, name, size, max_size, created_at, expires_at, used_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, 0);

-- GetUpload has no owner. It is used only for tickets; the signature of a ticket authorises the
-- upload.
-- name: GetUpload :one
SELECT * FROM document_upload WHERE id = $1;

-- name: PendingUploads :one
SELECT count(*) AS files, CAST(COALESCE(sum(CASE WHEN size < 0 THEN max_size ELSE size END), 0) AS BIGINT) AS bytes
FROM document_upload WHERE owner_id = $1 AND used_at = 0 AND expires_at > $2;

-- name: UseUpload :execrows
UPDATE document_upload SET used_at = $1 WHERE owner_id = $2 AND id = $3 AND used_at = 0;

-- name: ExpiredUploads :many
SELECT id FROM document_upload WHERE expires_at < $1 ORDER BY expires_at LIMIT $2;

-- name: DeleteUpload :exec
DELETE FROM document_upload WHERE id = $1;

-- name: OwnersUploads :many
SELECT id FROM document_upload WHERE owner_id = $1;

-- name: NoteUse :exec
INSERT INTO document_use (owner_id, document_id, cid, used_at)
SELECT d.owner_id, d.id, CAST(sqlc.arg(cid) AS TEXT), CAST(sqlc.arg(used_at) AS BIGINT) FROM document d WHERE d.owner_id = sqlc.arg(owner_id) AND d.id = sqlc.arg(document_id)
ON CONFLICT (owner_id, document_id, cid) DO UPDATE SET used_at = excluded.used_at;

-- name: MarkUsed :exec
UPDATE document SET used_at = $1 WHERE owner_id = $2 AND id = $3;

-- name: Uses :many
SELECT cid, used_at FROM document_use WHERE owner_id = $1 AND document_id = $2 ORDER BY used_at DESC LIMIT $3;

-- name: UsedIn :many
SELECT document_id FROM document_use WHERE owner_id = $1 AND cid = $2 ORDER BY used_at DESC, document_id LIMIT $3;

-- MoveDocuments and the next three queries implement Move, which changes the owner.
-- name: MoveDocuments :exec
UPDATE document SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveUnits :exec
UPDATE document_unit SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveUploads :exec
UPDATE document_upload SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: MoveUses :exec
UPDATE document_use SET owner_id = sqlc.arg(to_owner) WHERE owner_id = sqlc.arg(from_owner);

-- name: OwnersDocuments :many
SELECT id FROM document WHERE owner_id = $1 ORDER BY id;

-- name: ForgetDocuments :exec
DELETE FROM document WHERE owner_id = $1;

-- name: ForgetUnits :exec
DELETE FROM document_unit WHERE owner_id = $1;

-- name: ForgetUploads :exec
DELETE FROM document_upload WHERE owner_id = $1;

-- name: ForgetUses :exec
DELETE FROM document_use WHERE owner_id = $1;
