package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/account/serversecret"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/id"
)

// maxNodes is the maximum number of servers that share one data folder on PostgreSQL.
const maxNodes = 64

// claim is the exclusive lock of this process in the data folder. It lasts until close is called or
// the process ends.
type claim struct {
	lock *db.Lock
	node string // identifies this process among all on one PostgreSQL database; empty on SQLite
}

func (c *claim) close() error {
	if c == nil {
		return nil
	}
	return c.lock.Close()
}

// claimFolder claims the data folder for this process. With SQLite, one process
// at a time may serve it. With PostgreSQL, each process claims the first free
// node folder in the data folder; the id of the node folder survives restarts.
func claimFolder(c *Config) (*claim, error) {
	if c.DatabaseURL != "" {
		return claimNode(filepath.Join(c.Data, "nodes"))
	}
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return nil, err
	}
	lock, err := db.TryLock(filepath.Join(c.Data, "serve.lock"))
	if errors.Is(err, db.ErrLocked) {
		return nil, fmt.Errorf("数据文件夹 %[1]s 已有一个问渠服务在使用：请先停止它，或用 --data 换一个文件夹 · another Wenqu server is using the data folder %[1]s: stop it, or choose another folder with --data", c.Data)
	}
	if err != nil {
		return nil, err
	}
	return &claim{lock: lock}, nil
}

func claimNode(dir string) (*claim, error) {
	for n := range maxNodes {
		own := filepath.Join(dir, strconv.Itoa(n+1))
		if err := os.MkdirAll(own, 0o700); err != nil {
			return nil, err
		}
		lock, err := db.TryLock(filepath.Join(own, "lock"))
		if errors.Is(err, db.ErrLocked) {
			continue
		}
		if err != nil {
			return nil, err
		}
		node, err := nodeID(filepath.Join(own, "id"))
		if err != nil {
			return nil, errors.Join(err, lock.Close())
		}
		return &claim{lock, node}, nil
	}
	return nil, fmt.Errorf("%[1]s 中的 %[2]d 个服务位置都已占用 · all %[2]d places for servers in %[1]s are taken", dir, maxNodes)
}

// nodeID reads the id of a node from a file. If the file does not exist or is empty, nodeID writes
// a new id to it.
func nodeID(name string) (string, error) {
	raw, err := os.ReadFile(name)
	if node := strings.TrimSpace(string(raw)); node != "" || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return node, err
	}
	node := id.New()
	return node, os.WriteFile(name, []byte(node+"\n"), 0o600)
}

// checkKey returns an error if the server's secret key differs from the key of earlier servers of
// the database.
func (a *App) checkKey(ctx context.Context) error {
	own, err := serversecret.Claim(ctx, a.main, a.key)
	if err == nil && !own {
		err = errOtherKey
	}
	return err
}
