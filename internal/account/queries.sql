-- name: GetSetting :one
SELECT value FROM setting WHERE name = $1;

-- name: InsertSetting :exec
INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;

-- name: PutSetting :exec
INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: DeleteSetting :exec
DELETE FROM setting WHERE name = $1;

-- name: UpdateSetting :exec
UPDATE setting SET value = $2 WHERE name = $1;

-- name: GetVisitor :one
SELECT token_hash, last_seen_at, moved_to FROM visitor WHERE id = $1;

-- name: InsertVisitor :execrows
INSERT INTO visitor (id, token_hash, created_at, last_seen_at) VALUES ($1, $2, $3, $3)
ON CONFLICT (id) DO NOTHING;

-- TouchVisitor stores the time of a visit. When no row is changed, the visitor is being deleted or
-- is deleted.
-- name: TouchVisitor :execrows
UPDATE visitor SET last_seen_at = $1 WHERE id = $2 AND last_seen_at > 0;

-- name: UnseenVisitors :many
SELECT id FROM visitor WHERE last_seen_at < $1 ORDER BY last_seen_at LIMIT $2;

-- ClaimUnseenVisitor begins the deletion of a visitor: it sets the time of the last visit to 0, so that
-- the visitor cannot return. If an earlier deletion was interrupted, the row is changed again. When no row
-- is changed, the visitor has returned or is already deleted.
-- name: ClaimUnseenVisitor :execrows
UPDATE visitor SET last_seen_at = 0 WHERE id = $1 AND last_seen_at < sqlc.arg(before);

-- name: DeleteClaimedVisitor :execrows
DELETE FROM visitor WHERE id = $1 AND last_seen_at = 0;

-- RetireVisitor stores the account to which a visitor was moved. When no row is changed, another
-- login moved the visitor first, or the visitor has no row.
-- name: RetireVisitor :execrows
UPDATE visitor SET moved_to = $1, follow_at = $2 WHERE id = $3 AND moved_to = '';

-- RetireUnstored stores the account to which a visitor without a row was moved.
-- name: RetireUnstored :execrows
INSERT INTO visitor (id, token_hash, created_at, last_seen_at, moved_to, follow_at) VALUES ($1, $2, $3, $3, $4, $5)
ON CONFLICT (id) DO NOTHING;

-- name: VisitorsToFollow :many
SELECT id, moved_to, follows FROM visitor WHERE follow_at > 0 AND follow_at <= $1 ORDER BY follow_at LIMIT $2;

-- name: FollowLater :exec
UPDATE visitor SET follow_at = $1, follows = follows + 1 WHERE id = $2;

-- name: InsertAccount :exec
INSERT INTO account (id, name, avatar_id, role, state, leaves_at, created_at, last_seen_at)
VALUES ($1, $2, '', 0, 'active', 0, $3, $3);

-- name: GetAccount :one
SELECT * FROM account WHERE id = $1;

-- name: SetName :execrows
UPDATE account SET name = $1 WHERE id = $2;

-- name: SetAvatar :execrows
UPDATE account SET avatar_id = $1 WHERE id = $2;

-- name: SetRole :execrows
UPDATE account SET role = $1 WHERE id = $2;

-- name: SetState :execrows
UPDATE account SET state = $1, leaves_at = $2 WHERE id = $3 AND state = sqlc.arg(from_state);

-- Reactivate ends the grace period of an account, or leaves an active account as it is. When no row
-- is changed, the account is disabled, is being deleted or is deleted.
-- name: Reactivate :execrows
UPDATE account SET state = 'active', leaves_at = 0 WHERE id = $1 AND (state = 'active' OR (state = 'leaving' AND leaves_at > 0));

-- HoldAdmins locks all active administrators. Two transactions that each end the rights of one of them
-- then run one after the other, and the second sees who is left.
-- name: HoldAdmins :exec
UPDATE account SET role = role WHERE role = 1 AND state = 'active';

-- OtherAdmins counts the active administrators other than the given account.
-- name: OtherAdmins :one
SELECT count(*) FROM account WHERE role = 1 AND state = 'active' AND id <> $1;

-- ReachableAdmins counts active administrators who are logged in or have a way to log in. A session
-- that was last seen or created before the given times is over.
-- name: ReachableAdmins :one
SELECT count(*) FROM account a WHERE a.role = 1 AND a.state = 'active'
  AND (EXISTS (SELECT 1 FROM account_identity i WHERE i.account_id = a.id)
    OR EXISTS (SELECT 1 FROM account_session s WHERE s.account_id = a.id
      AND s.last_seen_at >= sqlc.arg(seen_since) AND s.created_at >= sqlc.arg(created_since)));

-- StrandedAdmin finds an active administrator who is not logged in and has no way to log in.
-- name: StrandedAdmin :one
SELECT * FROM account a WHERE a.role = 1 AND a.state = 'active'
  AND NOT EXISTS (SELECT 1 FROM account_identity i WHERE i.account_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM account_session s WHERE s.account_id = a.id
    AND s.last_seen_at >= sqlc.arg(seen_since) AND s.created_at >= sqlc.arg(created_since))
ORDER BY a.created_at LIMIT 1;

-- name: ForgetMoved :exec
UPDATE visitor SET moved_to = '-', follow_at = 0 WHERE moved_to = $1;

-- name: LeavingAccounts :many
SELECT id FROM account WHERE state = 'leaving' AND leaves_at <= $1 ORDER BY leaves_at LIMIT $2;

-- ClaimLeaving begins the deletion of an account after its grace period: it sets leaves_at to 0, so that
-- the account cannot be reactivated. If an earlier deletion was interrupted, the row is changed again. When
-- no row is changed, the account was reactivated or is already deleted.
-- name: ClaimLeaving :execrows
UPDATE account SET leaves_at = 0 WHERE id = $1 AND state = 'leaving' AND leaves_at <= sqlc.arg(now);

-- name: DeleteClaimed :execrows
DELETE FROM account WHERE id = $1 AND state = 'leaving' AND leaves_at = 0;

-- ListAccounts finds accounts by the whole id, or by a part of the name or of an identity, such
-- as a phone number. If the pattern is empty, it finds all accounts. It returns the newest first.
-- name: ListAccounts :many
SELECT a.* FROM account a
WHERE CAST(sqlc.arg(pattern) AS TEXT) = ''
   OR a.id = sqlc.arg(word) OR lower(a.name) LIKE sqlc.arg(pattern) ESCAPE '!'
   OR EXISTS (SELECT 1 FROM account_identity i WHERE i.account_id = a.id AND lower(i.subject) LIKE sqlc.arg(pattern) ESCAPE '!')
ORDER BY a.created_at DESC, a.id DESC
LIMIT sqlc.arg(size) OFFSET sqlc.arg(skip);

-- name: CountAccounts :one
SELECT count(*) FROM account a
WHERE CAST(sqlc.arg(pattern) AS TEXT) = ''
   OR a.id = sqlc.arg(word) OR lower(a.name) LIKE sqlc.arg(pattern) ESCAPE '!'
   OR EXISTS (SELECT 1 FROM account_identity i WHERE i.account_id = a.id AND lower(i.subject) LIKE sqlc.arg(pattern) ESCAPE '!');

-- name: InsertIdentity :execrows
INSERT INTO account_identity (type, subject, account_id, label, created_at, last_used_at)
VALUES ($1, $2, $3, $4, $5, $5)
ON CONFLICT DO NOTHING;

-- name: UseIdentity :exec
UPDATE account_identity SET last_used_at = $1 WHERE type = $2 AND subject = $3 AND account_id = $4;

-- name: Identities :many
SELECT * FROM account_identity WHERE account_id = $1 ORDER BY created_at, type, subject;

-- name: DeleteIdentity :execrows
DELETE FROM account_identity WHERE type = $1 AND account_id = $2;

-- name: AccountsOf :many
SELECT a.* FROM account a
JOIN account_identity i ON i.account_id = a.id
WHERE i.type = $1 AND i.subject = $2
ORDER BY i.last_used_at DESC, a.id;

-- name: InsertSession :exec
INSERT INTO account_session (id, account_id, token_hash, method, device, place, created_at, last_seen_at, verified_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8);

-- name: SessionByToken :one
SELECT s.id, s.account_id, s.created_at, s.last_seen_at, s.verified_at, a.role, a.state,
    (SELECT count(*) FROM account_factor f WHERE f.account_id = s.account_id AND f.confirmed_at > 0) AS factors
FROM account_session s JOIN account a ON a.id = s.account_id
WHERE s.token_hash = $1;

-- name: TouchSession :exec
UPDATE account_session SET last_seen_at = $1 WHERE id = $2;

-- name: TouchAccount :exec
UPDATE account SET last_seen_at = $1 WHERE id = $2;

-- name: VerifySession :execrows
UPDATE account_session SET verified_at = $1, token_hash = $2 WHERE id = $3 AND account_id = $4;

-- name: Sessions :many
SELECT * FROM account_session WHERE account_id = $1 ORDER BY last_seen_at DESC, id;

-- name: DeleteSession :execrows
DELETE FROM account_session WHERE id = $1 AND account_id = $2;

-- name: DeleteOtherSessions :execrows
DELETE FROM account_session WHERE account_id = $1 AND id <> $2;

-- name: DeleteOldSessions :execrows
DELETE FROM account_session WHERE last_seen_at < $1 OR created_at < sqlc.arg(created_before);

-- name: SessionIDs :many
SELECT id FROM account_session WHERE account_id = $1;

-- name: InsertAvatar :exec
INSERT INTO account_avatar (id, account_id, data) VALUES ($1, $2, $3);

-- name: GetAvatar :one
SELECT data FROM account_avatar WHERE id = $1;

-- name: DeleteAvatars :exec
DELETE FROM account_avatar WHERE account_id = $1 AND id <> $2;

-- PutCode stores the code of a number for a purpose. It replaces the last code, unless the last code was
-- sent too recently.
-- name: PutCode :execrows
INSERT INTO account_code (phone, purpose, mac, tries, sent_at, expires_at) VALUES ($1, $2, $3, 0, $4, $5)
ON CONFLICT (phone, purpose) DO UPDATE
SET mac = excluded.mac, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
WHERE account_code.sent_at <= sqlc.arg(resend_before);

-- name: CodeSentAt :one
SELECT sent_at FROM account_code WHERE phone = $1 AND purpose = $2;

-- TryCode counts a try and returns the MAC of the code to compare with. It returns no row if the
-- code is missing, has expired, was used or was tried too often.
-- name: TryCode :one
UPDATE account_code SET tries = tries + 1
WHERE phone = $1 AND purpose = $2 AND tries < $3 AND expires_at > sqlc.arg(now)
RETURNING mac;

-- name: GetCode :one
SELECT tries, sent_at, expires_at FROM account_code WHERE phone = $1 AND purpose = $2;

-- name: UseCode :execrows
UPDATE account_code SET expires_at = 0 WHERE phone = $1 AND purpose = $2 AND mac = $3 AND expires_at > 0;

-- name: DropCode :exec
UPDATE account_code SET expires_at = 0, sent_at = 0 WHERE phone = $1 AND purpose = $2 AND mac = $3;

-- name: DeleteCodes :exec
DELETE FROM account_code WHERE sent_at < $1;

-- name: InsertTicket :exec
INSERT INTO account_ticket (id, kind, state, holder, account_id, data, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: GetTicket :one
SELECT * FROM account_ticket WHERE id = $1 AND kind = $2 AND expires_at > sqlc.arg(now);

-- TakeTicket deletes a ticket and returns it. Of concurrent requests for the same ticket only one
-- receives the row.
-- name: TakeTicket :one
DELETE FROM account_ticket WHERE id = $1 AND kind = $2 AND state = $3 AND expires_at > sqlc.arg(now)
RETURNING *;

-- name: MoveTicket :execrows
UPDATE account_ticket SET state = $1, account_id = $2, data = $3
WHERE id = $4 AND kind = $5 AND state = sqlc.arg(from_state) AND expires_at > sqlc.arg(now);

-- name: DeleteTicketsOf :exec
DELETE FROM account_ticket WHERE kind = $1;

-- name: DeleteTicketsAbout :exec
DELETE FROM account_ticket WHERE account_id = $1;

-- name: DeleteTickets :exec
DELETE FROM account_ticket WHERE expires_at <= $1;

-- name: CountUp :one
INSERT INTO account_counter (name, count, ends_at) VALUES ($1, 1, sqlc.arg(ends_at))
ON CONFLICT (name) DO UPDATE
SET count = CASE WHEN account_counter.ends_at <= sqlc.arg(now) THEN 1 ELSE account_counter.count + 1 END,
    ends_at = CASE WHEN account_counter.ends_at <= sqlc.arg(now) THEN excluded.ends_at ELSE account_counter.ends_at END
RETURNING count, ends_at;

-- name: GetCounter :one
SELECT count, ends_at FROM account_counter WHERE name = $1;

-- name: DeleteCounters :exec
DELETE FROM account_counter WHERE ends_at <= $1;

-- name: PutBan :exec
INSERT INTO account_ban (owner_id, until, reason, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (owner_id) DO UPDATE SET until = excluded.until, reason = excluded.reason, created_at = excluded.created_at;

-- name: DeleteBan :exec
DELETE FROM account_ban WHERE owner_id = $1;

-- name: GetBan :one
SELECT until, reason FROM account_ban WHERE owner_id = $1;

-- name: FreshBans :many
SELECT owner_id FROM account_ban WHERE created_at > sqlc.arg(since) AND until > sqlc.arg(now) ORDER BY created_at DESC LIMIT 1000;

-- MoveBan copies a visitor's ban to the account. When both are banned, the account gets the ban that
-- ends later.
-- name: MoveBan :exec
INSERT INTO account_ban (owner_id, until, reason, created_at)
SELECT CAST(sqlc.arg(to_owner) AS TEXT), b.until, b.reason, b.created_at FROM account_ban b WHERE b.owner_id = sqlc.arg(from_owner)
ON CONFLICT (owner_id) DO UPDATE SET until = excluded.until, reason = excluded.reason
WHERE excluded.until > account_ban.until;

-- name: PutDocs :exec
INSERT INTO account_docs (account_id, subject, name, token, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (account_id) DO UPDATE
SET subject = excluded.subject, name = excluded.name, token = excluded.token, expires_at = excluded.expires_at, created_at = excluded.created_at;

-- name: GetDocs :one
SELECT * FROM account_docs WHERE account_id = $1;

-- name: DeleteDocs :execrows
DELETE FROM account_docs WHERE account_id = $1;

-- name: DeleteIdentities :exec
DELETE FROM account_identity WHERE account_id = $1;

-- name: DeleteSessions :exec
DELETE FROM account_session WHERE account_id = $1;

-- name: GetMinor :one
SELECT * FROM account_minor WHERE owner_id = $1;

-- name: InsertMinor :execrows
INSERT INTO account_minor (owner_id, pin_hash, minutes, quiet_from, quiet_to, tries, locked_until, day, used, last_minute, created_at)
VALUES ($1, $2, $3, $4, $5, 0, 0, '', 0, 0, $6)
ON CONFLICT (owner_id) DO NOTHING;

-- ChangeMinor changes the mode. When no row is changed, the mode was changed or switched off in the
-- meantime.
-- name: ChangeMinor :execrows
UPDATE account_minor SET pin_hash = $1, minutes = $2, quiet_from = $3, quiet_to = $4
WHERE owner_id = $5 AND pin_hash = sqlc.arg(from_hash) AND minutes = sqlc.arg(from_minutes)
  AND quiet_from = sqlc.arg(from_quiet_from) AND quiet_to = sqlc.arg(from_quiet_to);

-- TryMinor counts a try of the PIN before the PIN is compared. When no row is changed, the PIN is
-- locked or the mode is off. The last allowed try sets the lock.
-- name: TryMinor :one
UPDATE account_minor
SET tries = CASE WHEN locked_until > 0 THEN 1 ELSE tries + 1 END,
    locked_until = CASE WHEN locked_until = 0 AND tries + 1 >= CAST(sqlc.arg(most) AS BIGINT) THEN CAST(sqlc.arg(lock_until) AS BIGINT) ELSE 0 END
WHERE owner_id = $1 AND locked_until <= sqlc.arg(now)
RETURNING *;

-- ForgiveMinor resets the number of tries and lifts the lock, after a right PIN or a proof of identity.
-- name: ForgiveMinor :exec
UPDATE account_minor SET tries = 0, locked_until = 0 WHERE owner_id = $1 AND pin_hash = $2;

-- name: SpendMinor :execrows
UPDATE account_minor SET day = $1, used = $2, last_minute = $3
WHERE owner_id = $4 AND day = sqlc.arg(from_day) AND last_minute = sqlc.arg(from_minute);

-- MoveMinor moves the visitor's mode to the account, unless the account has a mode of its own.
-- name: MoveMinor :exec
UPDATE account_minor SET owner_id = sqlc.arg(to_owner)
WHERE account_minor.owner_id = sqlc.arg(from_owner)
  AND NOT EXISTS (SELECT 1 FROM account_minor m WHERE m.owner_id = sqlc.arg(to_owner));

-- name: DeleteMinor :exec
DELETE FROM account_minor WHERE owner_id = $1;

-- name: EndMinor :execrows
DELETE FROM account_minor WHERE owner_id = $1 AND pin_hash = $2;

-- BeginFactor stores a secret that must be confirmed. When no row is changed, the
-- account already has a second factor.
-- name: BeginFactor :execrows
INSERT INTO account_factor (account_id, secret, confirmed_at, last_step, created_at) VALUES ($1, $2, 0, 0, $3)
ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
WHERE account_factor.confirmed_at = 0;

-- name: GetFactor :one
SELECT * FROM account_factor WHERE account_id = $1;

-- name: ConfirmFactor :execrows
UPDATE account_factor SET confirmed_at = $1, last_step = $2 WHERE account_id = $3 AND secret = $4 AND confirmed_at = 0;

-- UseFactor makes a code and all older codes invalid.
-- name: UseFactor :execrows
UPDATE account_factor SET last_step = $1 WHERE account_id = $2 AND secret = $3 AND confirmed_at > 0 AND last_step < $1;

-- name: DeleteFactor :execrows
DELETE FROM account_factor WHERE account_id = $1;

-- name: InsertRecovery :exec
INSERT INTO account_recovery (account_id, mac) VALUES ($1, $2);

-- name: CountRecovery :one
SELECT count(*) FROM account_recovery WHERE account_id = $1;

-- name: UseRecovery :execrows
DELETE FROM account_recovery WHERE account_id = $1 AND mac = $2;

-- name: DeleteRecovery :exec
DELETE FROM account_recovery WHERE account_id = $1;
