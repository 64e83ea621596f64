package db

import (
	"context"
	"database/sql/driver"
	"regexp"
	"strings"
)

// SQLite compiles a text again for every execution unless a prepared statement is kept, and
// compiling takes longer than running most of our statements. The connections made here keep their
// compiled statements, so that callers can use plain database/sql.

// keptStatements is the maximum number of statements kept by one connection; the program has about
// 700 texts. Further texts are compiled for every execution.
const keptStatements = 1024

// keeper opens connections that keep their statements.
type keeper struct {
	driver driver.Driver
	dsn    string
}

func (k keeper) Driver() driver.Driver { return k.driver }

func (k keeper) Connect(context.Context) (driver.Conn, error) {
	c, err := k.driver.Open(k.dsn)
	if err != nil {
		return nil, err
	}
	return &keepingConn{sqliteConn: c.(sqliteConn), kept: map[string]*keptStatement{}}, nil
}

// sqliteConn combines the interfaces implemented by the driver's connections.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// keepingConn is used by one goroutine at a time, as database/sql guarantees.
type keepingConn struct {
	sqliteConn
	kept map[string]*keptStatement
}

type keptStatement struct {
	driver.Stmt
	busy bool // the rows of the statement are being read
}

// keptPrefixes lists the beginnings of the texts that are kept. Pragmas and the definitions of
// tables, for example, are not kept.
var keptPrefixes = []string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "SAVEPOINT", "RELEASE", "ROLLBACK TO", "--"}

// statement returns the kept statement of a text, and prepares it if necessary. It returns nil if the
// statement is in use, if the text is not to be kept, or if the connection keeps keptStatements already.
func (c *keepingConn) statement(ctx context.Context, query string) (*keptStatement, error) {
	if s, ok := c.kept[query]; ok {
		if s.busy {
			return nil, nil
		}
		return s, nil
	}
	if len(c.kept) >= keptStatements || !keeps(query) {
		return nil, nil
	}
	s, err := c.PrepareContext(ctx, hideLimit(query))
	if err != nil {
		return nil, err
	}
	kept := &keptStatement{Stmt: s}
	c.kept[query] = kept
	return kept, nil
}

// limitArgument matches a LIMIT whose number is an argument.
var limitArgument = regexp.MustCompile(`\bLIMIT (\$\d+|\?)`)

// hideLimit changes a LIMIT that is an argument into an expression. SQLite compiles a statement
// with such a LIMIT again for every execution, because the plan may depend on the number. SQLite
// does not look for a number in an expression.
func hideLimit(query string) string { return limitArgument.ReplaceAllString(query, "LIMIT 0+$1") }

func keeps(query string) bool {
	query = strings.TrimLeft(query, " \t\r\n")
	for _, word := range keptPrefixes {
		if strings.HasPrefix(query, word) {
			return true
		}
	}
	return false
}

func (c *keepingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	return s.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

func (c *keepingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	s.busy = true
	return &keptRows{rows, s}, nil
}

// keptRows releases its statement when the rows are closed.
type keptRows struct {
	driver.Rows
	of *keptStatement
}

func (r *keptRows) Close() error {
	r.of.busy = false
	return r.Rows.Close()
}

func (c *keepingConn) Close() error {
	for _, s := range c.kept {
		_ = s.Close()
	}
	return c.sqliteConn.Close()
}
