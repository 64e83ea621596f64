//go:build unix

package dbtest

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver
	"golang.org/x/sys/unix"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// superviseScript runs PostgreSQL until no test process has used it for a
// while, then stops it and removes its folder.
//
//go:embed supervise.sh
var superviseScript string

type cluster struct {
	dir      string // folder of the socket and the data
	admin    *sql.DB
	template string
}

// sharedCluster returns the cluster for all tests of this user on the machine, and starts it when
// it is not running. Processes coordinate by two lock files, with the extensions .use and .start. Every
// process that uses the cluster has a shared lock on the .use file until it exits. The supervisor
// stops the cluster only with an exclusive lock on the .use file. The cluster is started with an
// exclusive lock on the .start file.
var sharedCluster = sync.OnceValues(func() (*cluster, error) {
	base := filepath.Join(os.TempDir(), "wenqu-test-pg-"+strconv.Itoa(os.Getuid()))
	if _, err := lockFile(base+".use", unix.LOCK_SH); err != nil {
		return nil, err
	}
	start, err := lockFile(base+".start", unix.LOCK_EX)
	if err != nil {
		return nil, err
	}
	defer start.Close()

	c := &cluster{dir: base}
	if c.admin, err = sql.Open("pgx", c.url("postgres")); err != nil {
		return nil, err
	}
	c.admin.SetMaxOpenConns(2)
	if c.admin.Ping() != nil {
		if err := c.start(base + ".use"); err != nil {
			return nil, err
		}
	}
	return c, c.prepare()
})

// lockFile locks the file until it is closed or the process ends.
func lockFile(name string, how int) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			held = append(held, f)
			return f, err
		}
	}
}

// held keeps locked files reachable, because the garbage collector closes unreachable
// files, which releases their locks.
var held []*os.File

func (c *cluster) url(name string) string {
	q := url.Values{"host": {c.dir}, "user": {"wenqu"}}
	return (&url.URL{Scheme: "postgres", Path: "/" + name, RawQuery: q.Encode()}).String()
}

// start creates a new cluster and runs it under the supervisor.
func (c *cluster) start(useLock string) error {
	bin, err := binDir()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(c.dir); err != nil {
		return err
	}
	if err := os.Mkdir(c.dir, 0o700); err != nil {
		return err
	}
	attr := &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		// PostgreSQL refuses to run as root.
		uid, gid, err := unprivileged()
		if err != nil {
			return err
		}
		attr.Credential = &syscall.Credential{Uid: uid, Gid: gid}
		for _, f := range []string{c.dir, useLock} {
			if err := os.Chown(f, int(uid), int(gid)); err != nil {
				return err
			}
		}
	}
	data := filepath.Join(c.dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "wenqu", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions", "--data-checksums")
	initdb.SysProcAttr, initdb.Dir = attr, c.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}

	log, err := os.OpenFile(filepath.Join(c.dir, "log"), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	super := exec.Command("sh", "-c", superviseScript, "supervise", filepath.Join(bin, "postgres"), data, c.dir, useLock)
	daemon := *attr
	daemon.Setsid = true // the supervisor must outlive this process and its terminal
	super.SysProcAttr, super.Dir = &daemon, "/"
	super.Stdout, super.Stderr = log, log
	if err := super.Start(); err != nil {
		return err
	}
	go super.Wait() //nolint:errcheck // only to reap the process

	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		err := c.admin.Ping()
		if err == nil {
			return nil
		}
		if time.Now().After(end) {
			text, _ := os.ReadFile(log.Name())
			return fmt.Errorf("PostgreSQL does not start: %w\n%s", err, text)
		}
	}
}

// binDir returns the folder with the programs of the newest server in /usr/lib/postgresql. If
// there is none, it returns the folder of the initdb in PATH.
func binDir() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) > 0 {
		return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
	}
	initdb, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("no initdb found in /usr/lib/postgresql/*/bin or PATH")
	}
	initdb, err = filepath.EvalSymlinks(initdb)
	return filepath.Dir(initdb), err
}

func version(initdb string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return n
}

func unprivileged() (uid, gid uint32, err error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		return uint32(uid), uint32(gid), errors.Join(err1, err2)
	}
	return 0, 0, errors.New("there is neither a user postgres nor nobody to run the server")
}

// prepare creates the template database of the current schema, once for each schema.
func (c *cluster) prepare() error {
	print, err := db.Fingerprint()
	if err != nil {
		return err
	}
	c.template = "schema_" + print
	ctx := context.Background()
	var there bool
	if err := c.admin.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`, c.template).Scan(&there); err != nil || there {
		return err
	}
	raw := "raw_" + id.Random(12)
	if _, err := c.admin.ExecContext(ctx, `CREATE DATABASE `+raw); err != nil {
		return err
	}
	d, err := db.Open(ctx, db.Options{URL: c.url(raw)})
	if err != nil {
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	// The template gets its final name only after the schema is complete.
	_, err = c.admin.ExecContext(ctx, `ALTER DATABASE `+raw+` RENAME TO `+c.template)
	return err
}

func (c *cluster) create(ctx context.Context) (string, error) {
	name := "test_" + id.Random(12)
	_, err := c.admin.ExecContext(ctx, `CREATE DATABASE `+name+` TEMPLATE `+c.template)
	return name, err
}

func (c *cluster) drop(name string) error {
	_, err := c.admin.Exec(`DROP DATABASE IF EXISTS ` + name + ` WITH (FORCE)`)
	return err
}
