package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/account/serversecret"
	"github.com/wenqu-ai/wenqu/internal/admin"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/run"
	"github.com/wenqu-ai/wenqu/internal/seal"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// errOtherKey is returned when the database was used with another secret key. Its text states
// what to do.
var errOtherKey = errors.New("这个数据库属于另一把密钥：请让所有服务使用同一个 WENQU_SECRET_KEY（或同一个 secret.key 文件）；密钥找不回来时运行 wenqu admin forget-secrets · " +
	"this database belongs to another secret key: give all servers the same WENQU_SECRET_KEY (or the same file secret.key); when the key is lost for good, run wenqu admin forget-secrets")

// Reasons why ForgetSecrets does nothing.
var (
	errKeyFits  = errors.New("密钥和数据库相符，没有要忘记的 · the key is that of the database: there is nothing to forget")
	errRunning  = errors.New("还有问渠服务在使用这个数据库：请先全部停止 · a Wenqu server is using this database: stop all of them first")
	errNotAsked = errors.New("没有确认，什么都没有改动；在脚本里加 --yes · it was not confirmed, and nothing was changed; scripts give --yes")
)

// ForgetSecrets makes a database usable again after its key was lost: it empties or deletes
// every value that is sealed with the lost key, and makes the current key the key of the
// database. Before that, it writes to w what will be lost, and calls confirm. No server may run
// on the database. On SQLite, a copy of the database is left in the folder of backups.
func ForgetSecrets(ctx context.Context, c *Config, w io.Writer, locale string, confirm func() bool) (err error) {
	say := in(locale)
	claim, err := claimFolder(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, claim.close()) }()
	key, err := serverKey(c)
	if err != nil {
		return err
	}
	d, err := db.Open(ctx, c.Database())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	living, err := run.AnyNodeAlive(ctx, d, run.Lease{})
	if err != nil {
		return err
	}
	if living {
		return errRunning
	}
	fits, err := serversecret.Fits(ctx, d, key)
	if err != nil {
		return err
	}
	if fits {
		return errKeyFits
	}
	var losses []seal.Loss
	err = d.InTx(ctx, func(tx *sql.Tx) error {
		of, err := account.Losses(ctx, tx)
		if err != nil {
			return err
		}
		settings, err := admin.Losses(ctx, tx)
		losses = append(of, settings...)
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(w, say("这个数据库的密钥不在了。下面这些会被忘记，找不回来（数量、内容）：", "這個資料庫的金鑰不在了。以下這些會被忘記，找不回來（數量、內容）：", "The key of this database is not here. This will be forgotten for good (number, what):"))
	for _, l := range losses {
		fmt.Fprintf(w, "  %6d  %s\n", l.Count, l.What.In(locale))
	}
	fmt.Fprintln(w, say("用户的账号、登录、对话和文件都保留。", "使用者的帳號、登入、對話和檔案都保留。", "Accounts of users, their logins, conversations and files stay."))
	if !confirm() {
		return errNotAsked
	}
	if d.Dialect() == db.SQLite {
		to := filepath.Join(c.Data, "backup", "wenqu-before-forget-"+time.Now().Format("20060102-150405.000")+".db")
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), d.Backup(ctx, to)); err != nil {
			return err
		}
		fmt.Fprintln(w, say("先备份到 ", "先備份到 ", "a copy from before: ")+to)
	}
	err = d.InTx(ctx, func(tx *sql.Tx) error {
		return errors.Join(account.ForgetSealed(ctx, tx), admin.ForgetSealed(ctx, tx, time.Now()), serversecret.TakeOver(ctx, tx, key))
	})
	if err != nil {
		return err
	}
	for _, l := range losses {
		slog.WarnContext(ctx, "forgotten with a lost key", "what", l.What.En, "count", l.Count)
	}
	events := security.New(security.Options{DB: d})
	events.Note(ctx, security.Event{Kind: security.SecretChanged, Detail: "admin forget-secrets"})
	if err := events.Flush(ctx); err != nil {
		return err
	}
	fmt.Fprintln(w, say("完成：现在可以启动服务了。", "完成：現在可以啟動服務了。", "Done: the server can be started now."))
	return nil
}
