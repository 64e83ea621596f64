-- name: InsertShare :exec
INSERT INTO share (id, owner_id, kind, cid, title, summary, password, expires_at, hides_thinking, files, listed, down_at, rounds, views, likes, size, created_at, updated_at, data)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, 0, 0, $13, $14, $14, $15);

-- CountShares returns the number and the stored size of an owner's shares.
-- name: CountShares :one
SELECT count(*) AS shares, CAST(COALESCE(sum(size), 0) AS BIGINT) AS bytes FROM share WHERE owner_id = $1;

-- GetShare has no owner condition, because readers of a share need not be its owner.
-- name: GetShare :one
SELECT id, owner_id, kind, cid, title, summary, password, expires_at, hides_thinking, files, listed, down_at, rounds, views, likes, size, created_at, updated_at
FROM share WHERE id = $1;

-- name: ShareData :one
SELECT data FROM share WHERE id = $1;

-- name: OwnShare :one
SELECT id, owner_id, kind, cid, title, summary, password, expires_at, hides_thinking, files, listed, down_at, rounds, views, likes, size, created_at, updated_at
FROM share WHERE owner_id = $1 AND id = $2;

-- ListShares lists an owner's shares. If cid is not empty, only the shares of that conversation are
-- listed.
-- name: ListShares :many
SELECT id, owner_id, kind, cid, title, summary, password, expires_at, hides_thinking, files, listed, down_at, rounds, views, likes, size, created_at, updated_at
FROM share
WHERE owner_id = sqlc.arg(owner_id) AND cid = COALESCE(NULLIF(CAST(sqlc.arg(cid) AS TEXT), ''), cid)
ORDER BY created_at DESC, id LIMIT sqlc.arg(page) OFFSET sqlc.arg(skip);

-- name: CountListed :one
SELECT count(*) FROM share
WHERE owner_id = sqlc.arg(owner_id) AND cid = COALESCE(NULLIF(CAST(sqlc.arg(cid) AS TEXT), ''), cid);

-- HoldShare locks a share until the transaction ends. Later statements of the transaction see the
-- newest version of the share.
-- name: HoldShare :execrows
UPDATE share SET updated_at = updated_at WHERE owner_id = $1 AND id = $2;

-- name: ChangeShare :execrows
UPDATE share SET title = $1, password = $2, expires_at = $3, listed = $4, updated_at = $5 WHERE owner_id = $6 AND id = $7;

-- name: DeleteShare :execrows
DELETE FROM share WHERE owner_id = $1 AND id = $2;

-- name: DeleteLikes :exec
DELETE FROM share_like WHERE share_id = $1;

-- name: DeleteReports :exec
DELETE FROM share_report WHERE share_id = $1;

-- name: OfConversation :many
SELECT id FROM share WHERE owner_id = $1 AND cid = $2;

-- name: AddViews :exec
UPDATE share SET views = views + $1 WHERE id = $2;

-- name: InsertLike :execrows
INSERT INTO share_like (share_id, owner_id, created_at) VALUES ($1, $2, $3) ON CONFLICT (share_id, owner_id) DO NOTHING;

-- name: DeleteLike :execrows
DELETE FROM share_like WHERE share_id = $1 AND owner_id = $2;

-- name: AddLikes :one
UPDATE share SET likes = likes + $1 WHERE id = $2 RETURNING likes;

-- name: Likes :one
SELECT count(*) FROM share_like WHERE share_id = $1 AND owner_id = $2;

-- CountTry increments a counter of attempts. The attempts of a network are counted before the password
-- is checked, so that concurrent attempts are counted as well. When the row has expired, the count
-- starts again at 1.
-- name: CountTry :one
INSERT INTO share_try (name, count, ends_at) VALUES (sqlc.arg(name), 1, sqlc.arg(ends_at))
ON CONFLICT (name) DO UPDATE SET
    count = CASE WHEN share_try.ends_at <= sqlc.arg(now) THEN 1 ELSE share_try.count + 1 END,
    ends_at = CASE WHEN share_try.ends_at <= sqlc.arg(now) THEN excluded.ends_at ELSE share_try.ends_at END
RETURNING count, ends_at;

-- name: GetTry :one
SELECT count, ends_at FROM share_try WHERE name = $1 AND ends_at > $2;

-- name: DropTry :exec
DELETE FROM share_try WHERE name = $1;

-- name: SweepTries :exec
DELETE FROM share_try WHERE ends_at <= $1;

-- name: InsertReport :execrows
INSERT INTO share_report (share_id, owner_id, reason, text, created_at, handled_at) VALUES ($1, $2, $3, $4, $5, 0)
ON CONFLICT (share_id, owner_id) DO NOTHING;

-- name: CountReports :one
SELECT count(*) FROM share_report WHERE owner_id = $1 AND created_at > $2;

-- Reported lists reports with their shares, the newest report first. If "everything" is false, only
-- unhandled reports are listed.
-- name: Reported :many
SELECT s.id, s.owner_id, s.title, s.summary, s.down_at, s.views, s.created_at, r.reason, r.text, r.created_at AS reported_at, r.handled_at, r.owner_id AS reporter
FROM share_report r JOIN share s ON s.id = r.share_id
WHERE (r.handled_at = 0 OR CAST(sqlc.arg(everything) AS BOOLEAN))
ORDER BY r.created_at DESC, r.share_id, r.owner_id LIMIT sqlc.arg(page) OFFSET sqlc.arg(skip);

-- name: HandleReports :exec
UPDATE share_report SET handled_at = $1 WHERE share_id = $2 AND handled_at = 0;

-- name: SetDown :execrows
UPDATE share SET down_at = $1, updated_at = $2 WHERE id = $3;

-- name: InsertPicture :exec
INSERT INTO share_picture (id, owner_id, mime, size, expires_at, data) VALUES ($1, $2, $3, $4, $5, $6);

-- name: CountPictures :one
SELECT count(*) AS pictures, CAST(COALESCE(sum(size), 0) AS BIGINT) AS bytes FROM share_picture WHERE owner_id = $1 AND expires_at > $2;

-- GetPicture has no owner condition: whoever knows the id may see the picture.
-- name: GetPicture :one
SELECT mime, data FROM share_picture WHERE id = $1 AND expires_at > $2;

-- name: SweepPictures :exec
DELETE FROM share_picture WHERE expires_at <= $1;

-- Old lists shares that expired before the given time.
-- name: Old :many
SELECT owner_id, id FROM share WHERE expires_at > 0 AND expires_at < $1 LIMIT $2;

-- MoveShares and the other Move queries are for Follow. A like or a report of the giver is dropped if
-- the receiver also likes or has reported the share.
-- name: MoveShares :exec
UPDATE share SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: RenameConversation :exec
UPDATE share SET cid = sqlc.arg(now) WHERE owner_id = sqlc.arg(owner_id) AND cid = sqlc.arg(was);

-- name: MoveLikes :exec
UPDATE share_like SET owner_id = sqlc.arg(receiver)
WHERE share_like.owner_id = sqlc.arg(giver) AND share_like.share_id NOT IN (SELECT l.share_id FROM share_like l WHERE l.owner_id = sqlc.arg(receiver));

-- name: TakeLikes :exec
UPDATE share SET likes = likes - 1 WHERE share.id IN (SELECT l.share_id FROM share_like l WHERE l.owner_id = $1);

-- name: ForgetLikes :exec
DELETE FROM share_like WHERE owner_id = $1;

-- name: MoveReports :exec
UPDATE share_report SET owner_id = sqlc.arg(receiver)
WHERE share_report.owner_id = sqlc.arg(giver) AND share_report.share_id NOT IN (SELECT r.share_id FROM share_report r WHERE r.owner_id = sqlc.arg(receiver));

-- name: ForgetReports :exec
DELETE FROM share_report WHERE owner_id = $1;

-- name: MovePictures :exec
UPDATE share_picture SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: ForgetPictures :exec
DELETE FROM share_picture WHERE owner_id = $1;

-- name: ForgetLikesOfShares :exec
DELETE FROM share_like WHERE share_id IN (SELECT s.id FROM share s WHERE s.owner_id = $1);

-- name: ForgetReportsOfShares :exec
DELETE FROM share_report WHERE share_id IN (SELECT s.id FROM share s WHERE s.owner_id = $1);

-- name: ForgetShares :exec
DELETE FROM share WHERE owner_id = $1;
