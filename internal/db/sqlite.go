package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"

	"modernc.org/sqlite"

	"github.com/wenqu-ai/wenqu/internal/id"
)

// FileName is the name of the SQLite file in the data folder.
const FileName = "wenqu.db"

const sqliteReaders = 4

// openSQLite opens one connection for writes, a few for reads, and one that copies the log into the
// file (see checkpoints). In WAL mode readers never wait for the writer, and the writer never waits
// for a reader.
func openSQLite(ctx context.Context, o Options) (*DB, error) {
	if o.Dir == "" {
		return nil, errors.New("no data folder is set")
	}
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	file, err := filepath.Abs(filepath.Join(o.Dir, FileName))
	if err != nil {
		return nil, err
	}
	// The file contains people's conversations: other users of this machine
	// must not read it.
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, err
	}

	sync := "NORMAL"
	if o.FullSync {
		sync = "FULL"
	}
	readers := o.Readers
	if readers == 0 {
		readers = sqliteReaders
	}
	// secure_delete: deleted data is overwritten instead of staying in free pages; the cost is not
	// measurable. wal_autocheckpoint: SQLite itself copies the log into the file only if the log grows to
	// 16,000 pages (about 64 MB). Normally the type checkpoints copies the log earlier.
	write := dsn(file, "_txlock=immediate", "journal_mode(WAL)", "synchronous("+sync+")", "busy_timeout(10000)",
		"foreign_keys(1)", "cache_size(-4000)", "temp_store(MEMORY)", "journal_size_limit(67108864)", "wal_autocheckpoint(16000)",
		"secure_delete(ON)")
	copying := dsn(file, "", "synchronous("+sync+")", "busy_timeout(10000)", "cache_size(-64)", "wal_autocheckpoint(0)")
	read := dsn(file, "", "busy_timeout(10000)", "query_only(1)", "cache_size(-4000)", "temp_store(MEMORY)")

	d := &DB{dialect: SQLite, file: file}
	if err := d.openWrite(ctx, write); err != nil {
		return nil, err
	}
	if d.read, err = pool(ctx, read, readers); err != nil {
		return nil, errors.Join(err, d.write.Close())
	}
	if d.checkpoints, err = newCheckpoints(ctx, copying, file, d.write); err != nil {
		return nil, errors.Join(err, d.read.Close(), d.write.Close())
	}
	return d, nil
}

// openWrite opens the connection for writes, which switches a new file to WAL mode. SQLite does not
// wait for the locks of this switch: it reports SQLITE_BUSY at once, whatever busy_timeout says, when
// another connection uses the file. The lock makes processes that open a new file together do so one
// after the other.
func (d *DB) openWrite(ctx context.Context, dsn string) error {
	unlock, err := d.lockSetup()
	if err != nil {
		return err
	}
	defer unlock()
	d.write, err = pool(ctx, dsn, 1)
	return err
}

// OpenMemory opens a new SQLite database in memory, with the same schema as the file, for temporary
// conversations. It exists until Close and leaves nothing behind.
func OpenMemory(ctx context.Context) (*DB, error) {
	// In the memdb file system, all connections of this process with the same
	// name share one database, with locks like those of a file.
	name := "/" + id.New()
	common := []string{"busy_timeout(10000)", "foreign_keys(1)", "cache_size(-1000)", "temp_store(MEMORY)"}
	d := &DB{dialect: SQLite}
	var err error
	if d.write, err = pool(ctx, dsn(name, "vfs=memdb&_txlock=immediate", common...), 1); err != nil {
		return nil, err
	}
	if d.read, err = pool(ctx, dsn(name, "vfs=memdb", append(common, "query_only(1)")...), sqliteReaders); err != nil {
		return nil, errors.Join(err, d.write.Close())
	}
	// A database in memory is never migrated, so it does not record versions.
	create := func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, schemaText)
		return err
	}
	if err := d.InTx(ctx, create); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func dsn(file, query string, pragmas ...string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath(), RawQuery: query}
	for _, p := range pragmas {
		if u.RawQuery != "" {
			u.RawQuery += "&"
		}
		u.RawQuery += "_pragma=" + url.QueryEscape(p)
	}
	return u.String()
}

// pool opens at most n connections and keeps them open, because opening a connection takes longer
// than a usual statement.
func pool(ctx context.Context, dsn string, n int) (*sql.DB, error) {
	p := sql.OpenDB(keeper{driver: &sqlite.Driver{}, dsn: dsn})
	p.SetMaxOpenConns(n)
	p.SetMaxIdleConns(n)
	if err := p.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open SQLite: %w", err), p.Close())
	}
	return p, nil
}

// keptBackups is the number of backups from before migrations to keep.
const keptBackups = 3

// Backup writes a consistent copy of the SQLite database to a new file; the file at path must not
// exist yet. Reads can continue meanwhile; writes of this process wait, because the copy uses the
// connection for writes.
func (d *DB) Backup(ctx context.Context, path string) error {
	if d.file == "" {
		return errors.New("only a SQLite file can be backed up here; use pg_dump for PostgreSQL")
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s already exists", path)
	}
	if _, err := d.write.ExecContext(ctx, `VACUUM INTO ?`, path); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return os.Chmod(path, 0o600)
}

// backupBefore copies the database into the folder `backup` of the data folder, before the schema
// is migrated from the given version. It keeps only the newest keptBackups of these copies.
func (d *DB) backupBefore(ctx context.Context, version int64, stamp string) error {
	dir := filepath.Join(filepath.Dir(d.file), "backup")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	to := filepath.Join(dir, "before-migration-"+stamp+"-v"+strconv.FormatInt(version, 10)+".db")
	if err := d.Backup(ctx, to); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "before-migration-*.db"))
	if err != nil {
		return err
	}
	// Glob sorts by name. After the common prefix, the names contain the time, so the oldest backups
	// come first.
	for _, f := range old[:max(0, len(old)-keptBackups)] {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return nil
}
