-- name: FindCopy :one
SELECT id FROM web_copy WHERE owner_id = $1 AND cid = $2 AND url = $3 AND digest = $4 LIMIT 1;

-- name: InsertCopy :exec
INSERT INTO web_copy (id, owner_id, cid, url, digest, title, site, icon, author, published, kept_at, size, content)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13);

-- name: GetCopy :one
SELECT * FROM web_copy WHERE id = $1 AND owner_id = $2;

-- name: NewestCopy :one
SELECT * FROM web_copy WHERE owner_id = $1 AND cid = $2 AND url = $3 ORDER BY kept_at DESC, id DESC LIMIT 1;

-- name: CopiedBytes :one
SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM web_copy WHERE owner_id = $1;

-- name: OldestCopies :many
SELECT id, size FROM web_copy WHERE owner_id = $1 ORDER BY kept_at, id LIMIT 50;

-- name: DropCopy :exec
DELETE FROM web_copy WHERE id = $1 AND owner_id = $2;

-- name: DropConversation :exec
DELETE FROM web_copy WHERE owner_id = $1 AND cid = $2;

-- name: ForgetCopies :exec
DELETE FROM web_copy WHERE owner_id = $1;

-- name: RekeyCopies :exec
UPDATE web_copy SET cid = sqlc.arg(new_cid) WHERE owner_id = sqlc.arg(owner_id) AND cid = sqlc.arg(cid);

-- name: MoveCopies :exec
UPDATE web_copy SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: GetIcon :one
SELECT * FROM web_icon WHERE id = $1;

-- name: PutIcon :exec
INSERT INTO web_icon (id, host, data, fetched_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET data = excluded.data, fetched_at = excluded.fetched_at;

-- name: DropOldIcons :exec
DELETE FROM web_icon WHERE fetched_at < $1;

-- GiveCopies moves the copies of one conversation to a conversation of another owner.
-- name: GiveCopies :exec
UPDATE web_copy SET owner_id = sqlc.arg(receiver), cid = sqlc.arg(new_cid) WHERE owner_id = sqlc.arg(giver) AND cid = sqlc.arg(cid);

-- name: FindPicture :one
SELECT id FROM web_picture WHERE owner_id = $1 AND cid = $2 AND digest = $3 LIMIT 1;

-- name: InsertPicture :exec
INSERT INTO web_picture (id, owner_id, cid, digest, kept_at, size, data) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: GetPicture :one
SELECT data FROM web_picture WHERE id = $1;

-- name: PictureBytes :one
SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM web_picture WHERE owner_id = $1;

-- name: OldestPictures :many
SELECT id, size FROM web_picture WHERE owner_id = $1 ORDER BY kept_at, id LIMIT 50;

-- name: DropPicture :exec
DELETE FROM web_picture WHERE id = $1 AND owner_id = $2;

-- name: DropPicturesOf :exec
DELETE FROM web_picture WHERE owner_id = $1 AND cid = $2;

-- name: ForgetPictures :exec
DELETE FROM web_picture WHERE owner_id = $1;

-- name: RekeyPictures :exec
UPDATE web_picture SET cid = sqlc.arg(new_cid) WHERE owner_id = sqlc.arg(owner_id) AND cid = sqlc.arg(cid);

-- name: MovePictures :exec
UPDATE web_picture SET owner_id = sqlc.arg(receiver) WHERE owner_id = sqlc.arg(giver);

-- name: GivePictures :exec
UPDATE web_picture SET owner_id = sqlc.arg(receiver), cid = sqlc.arg(new_cid) WHERE owner_id = sqlc.arg(giver) AND cid = sqlc.arg(cid);
