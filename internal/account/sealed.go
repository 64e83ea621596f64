package account

import (
	"context"
	"database/sql"

	"github.com/wenqu-ai/wenqu/internal/account/serversecret"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// keyed lists the tables whose rows are useless without the server's key. Some rows are sealed with the
// key. The others are derived from the server's secret, which is itself sealed with the key. The table
// names become part of SQL statements, so they must be constants.
var keyed = []struct {
	table string
	what  errs.Text // what is lost, as shown to the operator; empty: nothing that a person needs
}{
	{"account_docs", errs.Text{
		ZhCN: "在线文档的绑定：用户要重新绑定", ZhTW: "線上文件的綁定：使用者要重新綁定", En: "bindings of online documents: people bind again",
	}},
	{"account_code", errs.Text{
		ZhCN: "已发出的验证码：要重新获取", ZhTW: "已送出的驗證碼：要重新取得", En: "codes that were sent: people ask for another one",
	}},
	{"account_factor", errs.Text{
		ZhCN: "两步验证：登录不再要动态码，用户要重新设置", ZhTW: "兩步驟驗證：登入不再要動態碼，使用者要重新設定", En: "two-step logins: no code is asked for any more, people set it up again",
	}},
	{"mcp_secret", errs.Text{
		ZhCN: "连接器的密钥和登录：要重新填写、重新登录", ZhTW: "連接器的金鑰和登入：要重新填寫、重新登入", En: "keys and logins of connectors: people enter them and sign in again",
	}},
	{"account_recovery", errs.Text{}},
	{"account_counter", errs.Text{}},
}

// KeyedTables returns the tables emptied by ForgetSealed.
func KeyedTables() (all []string) {
	for _, k := range keyed {
		all = append(all, k.table)
	}
	return all
}

// Losses lists what people lose without the server's key, with the number of rows for each loss.
// Sessions of users stay valid.
func Losses(ctx context.Context, tx *sql.Tx) ([]seal.Loss, error) {
	out := []seal.Loss{{What: errs.Text{
		ZhCN: "访客：不再被认出，他们的内容没有人能再打开，180 天后删除", ZhTW: "訪客：不再被認出，他們的內容沒有人能再開啟，180 天後刪除",
		En: "visitors: they are strangers from then on; what they have nobody opens any more, and it is deleted after 180 days",
	}}}
	if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM visitor WHERE moved_to = ''`).Scan(&out[0].Count); err != nil {
		return nil, err
	}
	for _, k := range keyed {
		loss := seal.Loss{What: k.what}
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM `+k.table).Scan(&loss.Count); err != nil {
			return nil, err
		}
		if k.what != (errs.Text{}) {
			out = append(out, loss)
		}
	}
	return out, nil
}

// ForgetSealed deletes all rows of the keyed tables, and the server's secret, which is created
// again at the next start.
func ForgetSealed(ctx context.Context, tx *sql.Tx) error {
	for _, k := range keyed {
		if _, err := tx.ExecContext(ctx, `DELETE FROM `+k.table); err != nil { //nolint:gosec // the table name is a constant
			return err
		}
	}
	return serversecret.Forget(ctx, tx)
}
