-- Generated from the migrations by `go run ./internal/db/gen`. Do not edit.

CREATE TABLE setting (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE visitor (
    id           TEXT   NOT NULL PRIMARY KEY,
    token_hash   TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
, moved_to TEXT NOT NULL DEFAULT '', follow_at BIGINT NOT NULL DEFAULT 0, follows BIGINT NOT NULL DEFAULT 0);

CREATE INDEX visitor_last_seen ON visitor (last_seen_at);

CREATE TABLE run (
    id              TEXT   NOT NULL PRIMARY KEY,
    owner_id        TEXT   NOT NULL,
    conversation_id TEXT   NOT NULL,
    idx             BIGINT NOT NULL, -- index of the answer
    repeat_idx      BIGINT NOT NULL, -- version of the answer, from 0
    request_id      TEXT   NOT NULL, -- id chosen by the client for the request; empty: none
    trace_id        TEXT   NOT NULL,
    state           TEXT   NOT NULL, -- "running" until the end is stored
    error_code      TEXT   NOT NULL,
    started_at      BIGINT NOT NULL,
    ended_at        BIGINT NOT NULL, -- 0 while it runs
    last_n          BIGINT NOT NULL  -- number of the last frame; 0 while it runs
, node TEXT NOT NULL DEFAULT '', fence BIGINT NOT NULL DEFAULT 0, waiting BOOLEAN NOT NULL DEFAULT FALSE, writer BIGINT NOT NULL DEFAULT 0, seq BIGINT NOT NULL DEFAULT 0, author_id TEXT NOT NULL DEFAULT '');

CREATE UNIQUE INDEX run_request ON run (owner_id, request_id) WHERE request_id <> '';

CREATE INDEX run_ended ON run (ended_at, id);

CREATE TABLE run_frame (
    writer  BIGINT NOT NULL, -- identifies one process from its start to its end
    seq     BIGINT NOT NULL,
    run_id  TEXT   NOT NULL,
    first_n BIGINT NOT NULL,
    last_n  BIGINT NOT NULL,
    data    BYTEA  NOT NULL,
    PRIMARY KEY (writer, seq)
);

CREATE TABLE run_log (
    run_id TEXT  NOT NULL PRIMARY KEY,
    data   BYTEA NOT NULL
);

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
    created_at      BIGINT  NOT NULL, author_id TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (owner_id, cid, idx)
);

CREATE INDEX message_children ON message (owner_id, cid, parent_idx);

CREATE INDEX message_questions ON message (owner_id, speaker, created_at);

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
    ended_at      BIGINT NOT NULL, blanks TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (owner_id, cid, idx, repeat_idx)
);

CREATE TABLE document (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL, -- name as displayed
    name_key   TEXT   NOT NULL, -- name in normalised form, for search
    sort_key   TEXT   NOT NULL, -- sort key of the name: Chinese by pronunciation, numbers by value
    type       TEXT   NOT NULL, -- the group: image, pdf, doc …
    doc_type   TEXT   NOT NULL, -- the extension of the format; empty when unknown
    mime       TEXT   NOT NULL,
    size       BIGINT NOT NULL, -- bytes
    hash       TEXT   NOT NULL,
    thumb_hash TEXT   NOT NULL, -- hash of an image's thumbnail; empty: none
    width      BIGINT NOT NULL, -- width of an image as displayed, in pixels; 0 for other files
    height     BIGINT NOT NULL,
    state      TEXT   NOT NULL, -- queued, parsing, ready, failed, or stored (kept without being parsed)
    error_code TEXT   NOT NULL, -- why parsing failed; otherwise empty
    progress   BIGINT NOT NULL, -- progress of parsing, in thousandths
    format     TEXT   NOT NULL, -- detected format; empty before parsing
    unit_kind  TEXT   NOT NULL, -- page, slide, sheet or section; empty before parsing
    units      BIGINT NOT NULL, -- number of units; while parsing, the number stored so far
    chars      BIGINT NOT NULL,
    title      TEXT   NOT NULL,
    outline    TEXT   NOT NULL, -- JSON; empty: none
    warnings   TEXT   NOT NULL, -- JSON; empty: none
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL  -- when a question was last asked about it; 0: never
, build TEXT NOT NULL DEFAULT '');

CREATE INDEX document_by_time ON document (owner_id, created_at, id);

CREATE INDEX document_by_hash ON document (owner_id, hash);

CREATE TABLE document_unit (
    document_id TEXT   NOT NULL,
    number      BIGINT NOT NULL, -- page, slide, sheet or section number, from 1
    owner_id    TEXT   NOT NULL,
    data        TEXT   NOT NULL, -- JSON of parsed.Unit
    PRIMARY KEY (document_id, number)
);

CREATE TABLE document_upload (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    size       BIGINT NOT NULL, -- size declared by the client, in bytes; -1: not declared
    max_size   BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT NOT NULL  -- 0: not used
);

CREATE INDEX document_upload_by_owner ON document_upload (owner_id, used_at, expires_at);

CREATE INDEX document_upload_expired ON document_upload (expires_at);

CREATE TABLE document_use (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    cid         TEXT   NOT NULL,
    used_at     BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id, cid)
);

CREATE TABLE chunk (
    id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- an id is never used again
    owner_id    TEXT    NOT NULL,
    document_id TEXT    NOT NULL,
    unit        BIGINT  NOT NULL,
    idx         BIGINT  NOT NULL, -- number of the chunk within the unit, from 1
    start       BIGINT  NOT NULL, -- byte offset of the chunk in the text of the unit
    heading     TEXT    NOT NULL, -- the headings above it, one per line; the number of # is the level
    header      TEXT    NOT NULL, -- for a part of a table: the row with the column names
    text        TEXT    NOT NULL
);

CREATE UNIQUE INDEX chunk_place ON chunk (owner_id, document_id, unit, idx);

CREATE TABLE chunk_shelf (
    id       INTEGER NOT NULL PRIMARY KEY,
    owner_id TEXT    NOT NULL
);

CREATE INDEX chunk_shelf_owner ON chunk_shelf (owner_id);

CREATE TABLE chunk_vector (
    chunk_id    BIGINT NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    model       TEXT   NOT NULL,
    dimension   BIGINT NOT NULL,
    vector      BYTEA  NOT NULL
);

CREATE INDEX chunk_vector_place ON chunk_vector (owner_id, document_id);

CREATE VIRTUAL TABLE chunk_term USING fts5(
    terms, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars ':'"
);

CREATE TABLE reading_record (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    cid         TEXT   NOT NULL, -- conversation about the file; empty: none
    unit        BIGINT NOT NULL, -- page, slide, sheet or section that is displayed, from 1; 0: none
    place       TEXT   NOT NULL, -- JSON: the offset in the unit, the open panel, the sizes of the panels
    created_at  BIGINT NOT NULL,
    visited_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id)
);

CREATE INDEX reading_record_by_visit ON reading_record (owner_id, visited_at, document_id);

CREATE TABLE reading_note (
    id          TEXT   NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    unit        BIGINT NOT NULL,
    quote       TEXT   NOT NULL, -- the selected text; empty: the note is about the whole page
    prefix      TEXT   NOT NULL, -- text before the quote
    suffix      TEXT   NOT NULL, -- text after the quote
    color       TEXT   NOT NULL,
    body        TEXT   NOT NULL, -- text of the note; empty: a highlight only
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);

CREATE INDEX reading_note_by_document ON reading_note (owner_id, document_id, unit, created_at);

CREATE TABLE reading_overview (
    owner_id      TEXT   NOT NULL,
    document_id   TEXT   NOT NULL,
    version       TEXT   NOT NULL, -- version of the parsed file; if it changes, the overview is made again
    engine        TEXT   NOT NULL, -- what made data: offline, or the id of a model
    data          TEXT   NOT NULL, -- JSON
    error_code    TEXT   NOT NULL, -- why the model failed; otherwise empty
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id)
);

CREATE TABLE reading_translation (
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    lang        TEXT   NOT NULL,
    source      TEXT   NOT NULL, -- hash of the original paragraph
    target      TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, document_id, lang, source)
);

CREATE TABLE reading_share (
    token       TEXT   NOT NULL PRIMARY KEY,
    owner_id    TEXT   NOT NULL,
    document_id TEXT   NOT NULL,
    kind        TEXT   NOT NULL,
    title       TEXT   NOT NULL,
    data        TEXT   NOT NULL, -- JSON
    created_at  BIGINT NOT NULL
);

CREATE INDEX reading_share_by_document ON reading_share (owner_id, document_id, created_at);

CREATE TABLE account (
    id           TEXT   NOT NULL PRIMARY KEY,
    name         TEXT   NOT NULL,
    avatar_id    TEXT   NOT NULL, -- id in account_avatar; empty: none
    role         BIGINT NOT NULL, -- 0 normal, 1 administrator
    state        TEXT   NOT NULL, -- active, leaving, disabled
    leaves_at    BIGINT NOT NULL, -- deletion time of a leaving account
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL
);

CREATE INDEX account_by_time ON account (created_at, id);

CREATE INDEX account_leaving ON account (leaves_at) WHERE state = 'leaving';

CREATE INDEX account_admin ON account (role) WHERE role <> 0;

CREATE TABLE account_identity (
    type         TEXT   NOT NULL, -- phone, wx, qq, oneid
    subject      TEXT   NOT NULL, -- phone number in E.164, or the person's id at the provider
    account_id   TEXT   NOT NULL,
    label        TEXT   NOT NULL, -- name of the person at the provider
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT NOT NULL,
    PRIMARY KEY (type, subject, account_id)
);

CREATE UNIQUE INDEX account_identity_one ON account_identity (type, subject) WHERE type <> 'phone';

CREATE INDEX account_identity_of ON account_identity (account_id);

CREATE TABLE account_session (
    id           TEXT   NOT NULL PRIMARY KEY,
    account_id   TEXT   NOT NULL,
    token_hash   TEXT   NOT NULL, -- SHA-256 in base64url
    method       TEXT   NOT NULL, -- the login type
    device       TEXT   NOT NULL, -- display name of the browser, such as Chrome · Windows
    place        TEXT   NOT NULL, -- where the session was last used: the class of the address, and its network if that is stored
    created_at   BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    verified_at  BIGINT NOT NULL  -- when the person last proved their identity in this session
);

CREATE UNIQUE INDEX account_session_token ON account_session (token_hash);

CREATE INDEX account_session_of ON account_session (account_id);

CREATE INDEX account_session_seen ON account_session (last_seen_at);

CREATE TABLE account_avatar (
    id         TEXT  NOT NULL PRIMARY KEY,
    account_id TEXT  NOT NULL,
    data       BYTEA NOT NULL -- JPEG, 128 by 128
);

CREATE INDEX account_avatar_of ON account_avatar (account_id);

CREATE TABLE account_code (
    phone      TEXT   NOT NULL,
    purpose    TEXT   NOT NULL,
    mac        TEXT   NOT NULL, -- HMAC-SHA-256 under the server's secret
    tries      BIGINT NOT NULL, -- counted before the code is compared
    sent_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL, -- 0: the code was used
    PRIMARY KEY (phone, purpose)
);

CREATE TABLE account_ticket (
    id         TEXT   NOT NULL PRIMARY KEY, -- SHA-256 of the secret
    kind       TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    holder     TEXT   NOT NULL, -- SHA-256 of a secret in the browser that created the ticket; empty: any browser may use it
    account_id TEXT   NOT NULL, -- account of the ticket; empty: not known yet
    data       TEXT   NOT NULL, -- JSON whose fields depend on kind
    expires_at BIGINT NOT NULL
);

CREATE INDEX account_ticket_expires ON account_ticket (expires_at);

CREATE TABLE account_counter (
    name    TEXT   NOT NULL PRIMARY KEY, -- a MAC of the rule and the key, so that no phone number and no address is stored
    count   BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);

CREATE INDEX account_counter_ends ON account_counter (ends_at);

CREATE TABLE account_ban (
    owner_id   TEXT   NOT NULL PRIMARY KEY,
    until      BIGINT NOT NULL,
    reason     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE account_docs (
    account_id TEXT   NOT NULL PRIMARY KEY,
    subject    TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    token      TEXT   NOT NULL, -- encrypted
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX visitor_follow ON visitor (follow_at) WHERE follow_at > 0;

CREATE TABLE conversation_redirect (
    owner_id TEXT NOT NULL,
    from_cid TEXT NOT NULL,
    to_cid   TEXT NOT NULL,
    PRIMARY KEY (owner_id, from_cid)
);

CREATE TABLE admin_setting (
    name       TEXT   NOT NULL PRIMARY KEY,
    value      TEXT   NOT NULL, -- JSON with encrypted secrets; empty: the same as no row
    version    BIGINT NOT NULL, -- increases with each change of any setting
    updated_at BIGINT NOT NULL,
    updated_by TEXT   NOT NULL
);

CREATE INDEX admin_setting_version ON admin_setting (version);

CREATE TABLE admin_audit (
    id       TEXT   NOT NULL PRIMARY KEY,
    at       BIGINT NOT NULL,
    actor_id TEXT   NOT NULL,
    action   TEXT   NOT NULL, -- a row of admin.Actions
    target   TEXT   NOT NULL, -- the account, setting or other thing that was changed
    detail   TEXT   NOT NULL, -- what changed, without secrets
    network  TEXT   NOT NULL  -- class or network of the administrator's address
);

CREATE INDEX admin_audit_at ON admin_audit (at, id);

CREATE TABLE admin_usage (
    day               BIGINT NOT NULL, -- days since 1970-01-01 in the operator's time zone
    owner_id          TEXT   NOT NULL,
    chat_model_id     TEXT   NOT NULL,
    answers           BIGINT NOT NULL,
    failures          BIGINT NOT NULL, -- answers that ended with an error or were interrupted
    prompt_tokens     BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    PRIMARY KEY (day, owner_id, chat_model_id)
);

CREATE INDEX admin_usage_owner ON admin_usage (owner_id);

CREATE TABLE admin_feedback (
    owner_id   TEXT   NOT NULL,
    cid        TEXT   NOT NULL,
    idx        BIGINT NOT NULL,
    repeat_idx BIGINT NOT NULL,
    handled_at BIGINT NOT NULL,
    handled_by TEXT   NOT NULL,
    PRIMARY KEY (owner_id, cid, idx, repeat_idx)
);

CREATE INDEX speech_judged ON speech (ended_at) WHERE feedback <> '';

CREATE TABLE notice (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL, -- empty: everybody
    kind       TEXT   NOT NULL, -- a row of notice.Kinds
    title      TEXT   NOT NULL, -- JSON: one sentence for each language
    body       TEXT   NOT NULL, -- JSON: one text for each language
    link       TEXT   NOT NULL, -- a path of this site, or empty
    created_at BIGINT NOT NULL,
    until      BIGINT NOT NULL  -- Unix milliseconds; 0: shown until it is withdrawn
);

CREATE INDEX notice_by_owner ON notice (owner_id, created_at);

CREATE TABLE notice_seen (
    owner_id TEXT   NOT NULL,
    kind     TEXT   NOT NULL,
    seen_at  BIGINT NOT NULL,
    PRIMARY KEY (owner_id, kind)
);

CREATE TABLE account_minor (
    owner_id     TEXT   NOT NULL PRIMARY KEY,
    pin_hash     TEXT   NOT NULL, -- argon2id with its parameters and salt
    minutes      BIGINT NOT NULL, -- allowed minutes per day; 0: no limit
    quiet_from   BIGINT NOT NULL, -- minute of the day; equal to quiet_to: no quiet hours
    quiet_to     BIGINT NOT NULL,
    tries        BIGINT NOT NULL, -- wrong PINs since the last right one
    locked_until BIGINT NOT NULL, -- Unix milliseconds; 0: not locked
    day          TEXT   NOT NULL, -- date in the server's time zone to which used refers
    used         BIGINT NOT NULL, -- minutes used on that day
    last_minute  BIGINT NOT NULL, -- time of the last question in Unix minutes
    created_at   BIGINT NOT NULL
);

CREATE TABLE node (
    id   TEXT   NOT NULL PRIMARY KEY,
    term BIGINT NOT NULL, -- increases each time that a process takes the id
    beat BIGINT NOT NULL  -- the process increases it every 3 s; if it is unchanged for 15 s, the process is lost
, writer BIGINT NOT NULL DEFAULT 0);

CREATE UNIQUE INDEX run_open ON run (owner_id, conversation_id) WHERE ended_at = 0 AND state = 'running';

CREATE INDEX run_node ON run (node) WHERE ended_at = 0;

CREATE TABLE run_signal (
    id         TEXT   NOT NULL PRIMARY KEY, -- ids increase with time
    run_id     TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- stop, or a kind handled by the run's job
    payload    TEXT   NOT NULL,
    created_at BIGINT NOT NULL  -- Unix milliseconds
);

CREATE INDEX run_signal_run ON run_signal (run_id);

CREATE TABLE temporary_conversation (
    key  TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL
);

CREATE INDEX temporary_conversation_node ON temporary_conversation (node);

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

CREATE TABLE job (
    kind       TEXT   NOT NULL,
    key        TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL,
    payload    TEXT   NOT NULL, -- what the handler of the kind needs besides the key
    state      TEXT   NOT NULL, -- queued, running, done, failed, cancelled
    progress   BIGINT NOT NULL, -- progress of a running job, in thousandths
    attempts   BIGINT NOT NULL, -- number of attempts; an attempt that ended for a reason outside the work does not count
    fence      BIGINT NOT NULL, -- increases with each claim; a process whose claim has a lower fence can store nothing
    beat       BIGINT NOT NULL, -- the process increases it while it works; if it is unchanged for the time of the lease, the process is lost
    error_code TEXT   NOT NULL, -- why the work failed; otherwise empty
    queued_at  BIGINT NOT NULL, -- Unix milliseconds, like all times of this table
    next_at    BIGINT NOT NULL, -- a queued job starts no earlier than this time
    ended_at   BIGINT NOT NULL, -- 0: not ended
    PRIMARY KEY (kind, key)
);

CREATE INDEX job_queued ON job (kind, owner_id, queued_at) WHERE state = 'queued';

CREATE INDEX job_running ON job (kind) WHERE state = 'running';

CREATE INDEX job_ended ON job (kind, ended_at) WHERE ended_at > 0;

CREATE INDEX job_owner ON job (owner_id);

CREATE TABLE security_event (
    id         TEXT   NOT NULL PRIMARY KEY,
    at         BIGINT NOT NULL, -- time of the newest event counted by the row, in Unix milliseconds
    kind       TEXT   NOT NULL, -- one of security.Kinds
    account_id TEXT   NOT NULL, -- account affected by the event; empty: unknown or forgotten
    actor_id   TEXT   NOT NULL, -- account that acted, if different from account_id; otherwise empty
    network    TEXT   NOT NULL, -- class of the address, or the network shortened to /24 or /48
    detail     TEXT   NOT NULL, -- a login type, an API call or a section of the settings, depending on kind
    code       TEXT   NOT NULL, -- code of the error catalogue; empty: success
    times      BIGINT NOT NULL  -- how many equal events happened within a second
);

CREATE INDEX security_event_at ON security_event (at, id);

CREATE INDEX security_event_kind ON security_event (kind, at);

CREATE INDEX security_event_account ON security_event (account_id, at);

CREATE INDEX security_event_actor ON security_event (actor_id) WHERE actor_id <> '';

CREATE TABLE account_factor (
    account_id   TEXT   NOT NULL PRIMARY KEY,
    secret       TEXT   NOT NULL, -- encrypted
    confirmed_at BIGINT NOT NULL, -- Unix milliseconds; 0: not confirmed yet, so no login asks for a code
    last_step    BIGINT NOT NULL, -- the newest 30-second period whose code was used
    created_at   BIGINT NOT NULL
);

CREATE TABLE account_recovery (
    account_id TEXT NOT NULL,
    mac        TEXT NOT NULL, -- HMAC-SHA-256 under the server's secret
    PRIMARY KEY (account_id, mac)
);

CREATE TABLE instruction (
    owner_id   TEXT    NOT NULL PRIMARY KEY,
    text       TEXT    NOT NULL,
    active     BOOLEAN NOT NULL, -- false: stored but not used
    updated_at BIGINT  NOT NULL
);

CREATE TABLE web_copy (
    id        TEXT   NOT NULL PRIMARY KEY,
    owner_id  TEXT   NOT NULL,
    cid       TEXT   NOT NULL,
    url       TEXT   NOT NULL,
    digest    TEXT   NOT NULL, -- hash of the text, so that the same text is stored once
    title     TEXT   NOT NULL,
    site      TEXT   NOT NULL,
    icon      TEXT   NOT NULL, -- id of the site's icon; empty: none
    author    TEXT   NOT NULL,
    published BIGINT NOT NULL, -- Unix milliseconds; 0: unknown
    kept_at   BIGINT NOT NULL,
    size      BIGINT NOT NULL, -- size of content in bytes
    content   BYTEA  NOT NULL  -- JSON of the page's units, compressed by gzip
);

CREATE INDEX web_copy_of ON web_copy (owner_id, cid, url);

CREATE INDEX web_copy_age ON web_copy (owner_id, kept_at);

CREATE TABLE web_icon (
    id         TEXT   NOT NULL PRIMARY KEY, -- a MAC of the host, so that a request for an icon does not reveal which sites were read
    host       TEXT   NOT NULL,
    data       BYTEA  NOT NULL, -- PNG; empty: the site has no usable icon
    fetched_at BIGINT NOT NULL
);

CREATE INDEX web_icon_age ON web_icon (fetched_at);

CREATE TABLE site (
    id         TEXT    NOT NULL PRIMARY KEY,
    name       TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- site or feed
    url        TEXT    NOT NULL, -- a start page, a sitemap or a feed
    local      BOOLEAN NOT NULL, -- true: the host may have a private address
    active     BOOLEAN NOT NULL, -- false: the site is neither crawled nor searched
    max_pages  BIGINT  NOT NULL,
    max_depth  BIGINT  NOT NULL, -- maximum number of links from the start page
    pause_ms   BIGINT  NOT NULL, -- pause between two requests, in milliseconds
    every_hours BIGINT NOT NULL, -- hours between two crawls
    created_at BIGINT  NOT NULL,
    state      TEXT    NOT NULL, -- new, queued, running, done or failed
    reason     TEXT    NOT NULL, -- reason code of webpage: why the crawl failed, or what it left out
    started_at BIGINT  NOT NULL, -- start of the running or the last crawl
    ended_at   BIGINT  NOT NULL,
    next_at    BIGINT  NOT NULL
);

CREATE TABLE site_page (
    id         TEXT   NOT NULL PRIMARY KEY,
    site_id    TEXT   NOT NULL,
    url        TEXT   NOT NULL,
    title      TEXT   NOT NULL,
    icon       TEXT   NOT NULL,
    published  BIGINT NOT NULL,
    digest     TEXT   NOT NULL, -- hash of the text; empty: the page could not be read
    reason     TEXT   NOT NULL, -- why the page could not be read
    etag       TEXT   NOT NULL,
    modified   TEXT   NOT NULL, -- value of the header Last-Modified
    depth      BIGINT NOT NULL,
    links      TEXT   NOT NULL, -- addresses of the links to follow, one per line, used when the page is unchanged
    fetched_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    content    BYTEA  NOT NULL  -- text of the page, compressed by gzip
);

CREATE UNIQUE INDEX site_page_url ON site_page (site_id, url);

CREATE TABLE websearch_use (
    day          BIGINT NOT NULL, -- days since 1970-01-01 in the server's time zone
    source       TEXT   NOT NULL, -- id of the source
    calls        BIGINT NOT NULL,
    misses       BIGINT NOT NULL, -- calls without a result
    milliseconds BIGINT NOT NULL, -- total duration of the calls
    PRIMARY KEY (day, source)
);

CREATE TABLE research (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    cid        TEXT   NOT NULL, -- cid, idx and repeat_idx: conversation, index and version of the answer
    idx        BIGINT NOT NULL,
    repeat_idx BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    body       TEXT   NOT NULL, -- JSON: the plan, and how much of the budget is used
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    checked_at BIGINT NOT NULL  -- last time at which the conversation was found to exist
);

CREATE INDEX research_answer ON research (owner_id, cid, idx, repeat_idx);

CREATE INDEX research_checked ON research (checked_at);

CREATE TABLE research_step (
    research_id TEXT   NOT NULL,
    owner_id    TEXT   NOT NULL,
    kind        TEXT   NOT NULL, -- queries, search, pick, page, note, round, section …
    step_key    TEXT   NOT NULL,
    n           BIGINT NOT NULL, -- order in which the steps were made
    body        TEXT   NOT NULL, -- JSON
    PRIMARY KEY (research_id, kind, step_key)
);

CREATE INDEX research_step_owner ON research_step (owner_id);

CREATE TABLE search_entry (
    id         INTEGER NOT NULL PRIMARY KEY,
    owner_id   TEXT    NOT NULL,
    kind       TEXT    NOT NULL, -- one of entry.Kinds
    ref        TEXT    NOT NULL, -- id of the thing; for a message, the id of the conversation
    idx        BIGINT  NOT NULL, -- index of a message; otherwise 0
    repeat_idx BIGINT  NOT NULL, -- version of an answer; otherwise 0
    part       BIGINT  NOT NULL, -- number of the part of a long text, from 0
    pending    BOOLEAN NOT NULL  -- true: search_term does not contain its terms yet
, body TEXT NOT NULL DEFAULT '');

CREATE UNIQUE INDEX search_entry_place ON search_entry (owner_id, ref, kind, idx, repeat_idx, part);

CREATE INDEX search_entry_pending ON search_entry (owner_id, id) WHERE pending;

CREATE TABLE search_gone (
    id INTEGER NOT NULL PRIMARY KEY
);

CREATE TABLE search_shelf (
    id       INTEGER NOT NULL PRIMARY KEY,
    owner_id TEXT    NOT NULL
);

CREATE INDEX search_shelf_owner ON search_shelf (owner_id);

CREATE TABLE agent (
    id               TEXT   NOT NULL PRIMARY KEY,
    owner_id         TEXT   NOT NULL, -- the author
    draft            TEXT   NOT NULL, -- agent.Spec as JSON
    revision         BIGINT NOT NULL, -- increases with each change of the draft
    version          BIGINT NOT NULL, -- number of the live version; 0: none
    live             TEXT   NOT NULL, -- agent.Spec of the live version as JSON; empty: none
    live_name        TEXT   NOT NULL, -- live_name and the columns after it: what lists of agents display, sort and search
    live_description TEXT   NOT NULL,
    live_category    TEXT   NOT NULL,
    visibility       TEXT   NOT NULL, -- private, link or public
    asked_version    BIGINT NOT NULL, -- version that waits for a review; 0: none
    asked_at         BIGINT NOT NULL,
    review           TEXT   NOT NULL, -- empty, waiting, refused or down (unpublished by an administrator)
    reason           TEXT   NOT NULL, -- why an administrator refused or unpublished it
    uses             BIGINT NOT NULL, -- conversations that other people began with the agent
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL, -- time of the last change of the draft
    published_at     BIGINT NOT NULL  -- when the live version became live; 0: never
, down_at BIGINT NOT NULL DEFAULT 0);

CREATE INDEX agent_owner ON agent (owner_id, updated_at DESC, id);

CREATE INDEX agent_review ON agent (review, asked_at);

CREATE INDEX agent_visible ON agent (visibility, live_category, uses DESC, id);

CREATE TABLE agent_version (
    agent_id   TEXT   NOT NULL,
    number     BIGINT NOT NULL,
    owner_id   TEXT   NOT NULL,
    spec       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (agent_id, number)
);

CREATE INDEX agent_version_owner ON agent_version (owner_id);

CREATE TABLE agent_use (
    owner_id  TEXT   NOT NULL,
    agent_id  TEXT   NOT NULL,
    used_at   BIGINT NOT NULL, -- 0: the person has never asked the agent
    uses      BIGINT NOT NULL, -- number of conversations
    pinned_at BIGINT NOT NULL, -- 0: not pinned
    PRIMARY KEY (owner_id, agent_id)
);

CREATE TABLE agent_avatar (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    data       BYTEA  NOT NULL, -- JPEG
    created_at BIGINT NOT NULL
);

CREATE INDEX agent_avatar_owner ON agent_avatar (owner_id);

CREATE TABLE agent_listing (
    agent_id  TEXT             NOT NULL PRIMARY KEY,
    builtin   BOOLEAN          NOT NULL, -- true: the agent comes with the program
    category  TEXT             NOT NULL,
    names     TEXT             NOT NULL, -- names in all languages, normalised, and their pronunciation
    words     TEXT             NOT NULL, -- the descriptions, normalised
    listed    BOOLEAN          NOT NULL,
    listed_at BIGINT           NOT NULL,
    featured  BIGINT           NOT NULL, -- position among the featured agents, from 1; 0: not featured
    people    BIGINT           NOT NULL, -- number of people who have asked it, without the author
    likes     BIGINT           NOT NULL,
    heat      DOUBLE PRECISION NOT NULL  -- rank by uses and likes; older ones count less; see store.heat
);

CREATE INDEX agent_listing_hot ON agent_listing (listed, heat DESC, agent_id);

CREATE INDEX agent_listing_category ON agent_listing (listed, category, heat DESC, agent_id);

CREATE INDEX agent_listing_new ON agent_listing (listed, listed_at DESC, agent_id);

CREATE TABLE agent_like (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL,
    liked_at BIGINT NOT NULL,
    PRIMARY KEY (owner_id, agent_id)
);

CREATE INDEX agent_like_agent ON agent_like (agent_id);

CREATE TABLE agent_asker (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL, asked_at BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (owner_id, agent_id)
);

CREATE INDEX agent_asker_agent ON agent_asker (agent_id);

CREATE TABLE clock_in (
    owner_id TEXT   NOT NULL,
    agent_id TEXT   NOT NULL,
    day      BIGINT NOT NULL, -- days since 1970-01-01 in the person's time zone
    at       BIGINT NOT NULL,
    zone     TEXT   NOT NULL, -- the person's time zone
    streak   BIGINT NOT NULL, -- number of consecutive days up to this one
    PRIMARY KEY (owner_id, agent_id, day)
);

CREATE TABLE mcp_server (
    id         TEXT    NOT NULL PRIMARY KEY,
    owner_id   TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    slug       TEXT    NOT NULL, -- prefix of the names of its tools
    kind       TEXT    NOT NULL, -- http, sse or stdio
    url        TEXT    NOT NULL, -- empty for stdio
    command    TEXT    NOT NULL, -- for stdio: program and arguments as a JSON array; otherwise empty
    local      BOOLEAN NOT NULL, -- true: the host may have a private address
    active     BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL,
    changed_at BIGINT  NOT NULL  -- connections opened before this time are closed
);

CREATE UNIQUE INDEX mcp_server_slug ON mcp_server (owner_id, slug);

CREATE TABLE mcp_state (
    owner_id  TEXT    NOT NULL,
    server_id TEXT    NOT NULL,
    off       BOOLEAN NOT NULL, -- true: the person has switched off a server that is available to everybody
    state     TEXT    NOT NULL, -- ok, login, failed; empty: not tried yet
    reason    TEXT    NOT NULL, -- why the connection failed
    info      TEXT    NOT NULL, -- name and version reported by the server
    tried_at  BIGINT  NOT NULL,
    listed_at BIGINT  NOT NULL,
    PRIMARY KEY (owner_id, server_id)
);

CREATE TABLE mcp_secret (
    owner_id  TEXT NOT NULL,
    server_id TEXT NOT NULL,
    kind      TEXT NOT NULL, -- server (headers and environment), tokens (of a finished login) or login (not finished yet)
    sealed    TEXT NOT NULL, -- JSON
    PRIMARY KEY (owner_id, server_id, kind)
);

CREATE TABLE mcp_tool (
    owner_id    TEXT    NOT NULL,
    server_id   TEXT    NOT NULL,
    name        TEXT    NOT NULL, -- name of the tool on the server
    call_name   TEXT    NOT NULL, -- name of the tool in calls by models
    title       TEXT    NOT NULL,
    description TEXT    NOT NULL,
    parameters  TEXT    NOT NULL, -- JSON schema
    read_only   BOOLEAN NOT NULL, -- whether the server declares that the tool changes nothing
    version     TEXT    NOT NULL, -- hash of the server's whole description of the tool
    PRIMARY KEY (owner_id, server_id, name)
);

CREATE TABLE mcp_choice (
    owner_id    TEXT    NOT NULL,
    server_id   TEXT    NOT NULL,
    tool        TEXT    NOT NULL,
    off         BOOLEAN NOT NULL,
    consent     TEXT    NOT NULL, -- never, once or every; empty: not decided
    version     TEXT    NOT NULL, -- version of the tool at the time of the decision
    description TEXT    NOT NULL, -- description of that version
    fields      TEXT    NOT NULL, -- input fields of that version, one per line
    PRIMARY KEY (owner_id, server_id, tool)
);

CREATE TABLE api_key (
    id                  TEXT   NOT NULL PRIMARY KEY,
    owner_id            TEXT   NOT NULL,
    slot                BIGINT NOT NULL, -- number of the key among the owner's keys, from 0; it is unique, which limits the number of keys
    name                TEXT   NOT NULL,
    prefix              TEXT   NOT NULL, -- beginning of the key; it identifies the key in requests and lists
    hash                TEXT   NOT NULL, -- SHA-256 of the whole key in hexadecimal
    scope               TEXT   NOT NULL, -- JSON: which calls are allowed
    requests_per_minute BIGINT NOT NULL, -- 0: the limit that the administrator set
    tokens_per_day      BIGINT NOT NULL, -- 0: the limit that the administrator set
    expires_at          BIGINT NOT NULL, -- Unix milliseconds; 0: never
    created_at          BIGINT NOT NULL,
    last_used_at        BIGINT NOT NULL, -- Unix milliseconds; 0: never
    day                 BIGINT NOT NULL, -- the day to which tokens refers, in days since 1970-01-01
    tokens              BIGINT NOT NULL
);

CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);

CREATE UNIQUE INDEX api_key_slot ON api_key (owner_id, slot);

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

CREATE TABLE share (
    id             TEXT    NOT NULL PRIMARY KEY, -- random, at least 128 bits
    owner_id       TEXT    NOT NULL,
    kind           TEXT    NOT NULL, -- snapshot
    cid            TEXT    NOT NULL, -- conversation of the copied messages
    title          TEXT    NOT NULL,
    summary        TEXT    NOT NULL, -- the first lines, for lists and previews
    password       TEXT    NOT NULL, -- argon2id hash; empty: no password
    expires_at     BIGINT  NOT NULL, -- Unix milliseconds; 0: never
    hides_thinking BOOLEAN NOT NULL,
    files          TEXT    NOT NULL, -- hidden, names, content
    listed         BOOLEAN NOT NULL, -- search engines may list it
    down_at        BIGINT  NOT NULL, -- when an administrator took the share down; 0: never
    rounds         BIGINT  NOT NULL,
    views          BIGINT  NOT NULL,
    likes          BIGINT  NOT NULL,
    size           BIGINT  NOT NULL, -- size of data in bytes
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL,
    data           BYTEA   NOT NULL  -- the snapshot as JSON, compressed by gzip
);

CREATE INDEX share_by_owner ON share (owner_id, created_at);

CREATE INDEX share_by_conversation ON share (owner_id, cid);

CREATE INDEX share_by_end ON share (expires_at);

CREATE TABLE share_like (
    share_id   TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL, -- person or visitor who likes the share
    created_at BIGINT NOT NULL,
    PRIMARY KEY (share_id, owner_id)
);

CREATE INDEX share_like_by_owner ON share_like (owner_id);

CREATE TABLE share_try (
    name    TEXT   NOT NULL PRIMARY KEY,
    count   BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);

CREATE INDEX share_try_by_end ON share_try (ends_at);

CREATE TABLE share_report (
    share_id   TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL, -- person or visitor who reports the share
    reason     TEXT   NOT NULL, -- illegal, private, harmful, rights, other
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    handled_at BIGINT NOT NULL, -- 0: not handled
    PRIMARY KEY (share_id, owner_id)
);

CREATE INDEX share_report_by_time ON share_report (handled_at, created_at);

CREATE INDEX share_report_by_owner ON share_report (owner_id, created_at);

CREATE TABLE share_picture (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    mime       TEXT   NOT NULL,
    size       BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    data       BYTEA  NOT NULL
);

CREATE INDEX share_picture_by_owner ON share_picture (owner_id, expires_at);

CREATE INDEX share_picture_by_end ON share_picture (expires_at);

CREATE TABLE favorite (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    kind       TEXT   NOT NULL, -- answer, file, page, agent
    thing      TEXT   NOT NULL, -- identifies the thing: conversation/index/version, file id, address or agent id
    cid        TEXT   NOT NULL, -- source conversation of the favourite; empty: none
    agent_id   TEXT   NOT NULL, -- agent of that conversation
    idx        BIGINT NOT NULL, -- index of the answer; 0: none
    repeat_idx BIGINT NOT NULL, -- version of the answer
    title      TEXT   NOT NULL,
    brief      TEXT   NOT NULL, -- beginning of the text, for lists
    note       TEXT   NOT NULL,
    data       TEXT   NOT NULL, -- JSON of the copy
    size       BIGINT NOT NULL, -- size of data in bytes
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
, project_id TEXT NOT NULL DEFAULT '');

CREATE UNIQUE INDEX favorite_by_thing ON favorite (owner_id, kind, thing);

CREATE INDEX favorite_by_time ON favorite (owner_id, created_at, id);

CREATE INDEX favorite_by_conversation ON favorite (owner_id, cid);

CREATE TABLE favorite_tag (
    owner_id    TEXT NOT NULL,
    favorite_id TEXT NOT NULL,
    tag         TEXT NOT NULL,
    PRIMARY KEY (owner_id, favorite_id, tag)
);

CREATE INDEX favorite_tag_by_tag ON favorite_tag (owner_id, tag, favorite_id);

CREATE TABLE memory (
    id         TEXT   NOT NULL PRIMARY KEY,
    owner_id   TEXT   NOT NULL,
    topic      TEXT   NOT NULL, -- two memories with the same topic cannot both be true; the id of the memory if the topic is unknown
    text       TEXT   NOT NULL,
    folded     TEXT   NOT NULL, -- normalised text, for comparison
    previous   TEXT   NOT NULL, -- text before the last change; empty: not changed
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
, author_id TEXT NOT NULL DEFAULT '');

CREATE UNIQUE INDEX memory_by_topic ON memory (owner_id, topic);

CREATE INDEX memory_by_time ON memory (owner_id, updated_at, id);

CREATE TABLE memory_choice (
    owner_id TEXT    NOT NULL PRIMARY KEY,
    used     BOOLEAN NOT NULL,
    noticed  BOOLEAN NOT NULL
);

CREATE TABLE web_picture (
    id       TEXT   NOT NULL PRIMARY KEY,
    owner_id TEXT   NOT NULL,
    cid      TEXT   NOT NULL,
    digest   TEXT   NOT NULL, -- hash of the picture's address, so that the picture is stored once
    kept_at  BIGINT NOT NULL,
    size     BIGINT NOT NULL, -- size of data in bytes
    data     BYTEA  NOT NULL  -- JPEG
);

CREATE INDEX web_picture_of ON web_picture (owner_id, cid, digest);

CREATE INDEX web_picture_age ON web_picture (owner_id, kept_at);

CREATE TABLE agent_report (
    agent_id   TEXT   NOT NULL,
    owner_id   TEXT   NOT NULL, -- person who reports the agent
    reason     TEXT   NOT NULL, -- illegal, private, harmful, rights, other
    text       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    handled_at BIGINT NOT NULL, -- 0: not handled
    PRIMARY KEY (agent_id, owner_id)
);

CREATE INDEX agent_report_by_time ON agent_report (handled_at, created_at);

CREATE INDEX agent_report_by_owner ON agent_report (owner_id, created_at);

CREATE TABLE mcp_aside (
    owner_id  TEXT NOT NULL,
    cid       TEXT NOT NULL,
    server_id TEXT NOT NULL,
    PRIMARY KEY (owner_id, cid, server_id)
);

CREATE INDEX mcp_aside_server ON mcp_aside (server_id);

CREATE INDEX document_use_by_conversation ON document_use (owner_id, cid, used_at);

CREATE TABLE mcp_added (
    owner_id  TEXT NOT NULL,
    agent_id  TEXT NOT NULL,
    server_id TEXT NOT NULL,
    PRIMARY KEY (owner_id, agent_id, server_id)
);

CREATE INDEX mcp_added_server ON mcp_added (server_id);

CREATE INDEX mcp_added_agent ON mcp_added (agent_id);

CREATE VIRTUAL TABLE search_term USING fts5(
    terms, content='', contentless_delete=1, detail=full, tokenize="ascii tokenchars ':'"
);

INSERT INTO search_term (search_term, rank) VALUES ('pgsz', '1000');
