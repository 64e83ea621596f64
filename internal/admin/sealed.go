package admin

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/wenqu-ai/wenqu/internal/admin/admindb"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/seal"
)

// Losses lists the secrets in the settings that become unreadable without the server's
// key, each by its place.
func Losses(ctx context.Context, tx *sql.Tx) ([]seal.Loss, error) {
	rows, err := admindb.New(tx).Settings(ctx)
	if err != nil {
		return nil, err
	}
	var out []seal.Loss
	for _, row := range rows {
		places, _, err := unsealed(row.Name, row.Value)
		if err != nil {
			return nil, err
		}
		for _, place := range places {
			out = append(out, seal.Loss{Count: 1, What: errs.Text{
				ZhCN: "设置里的密钥 " + place + "：在管理页重新填写", ZhTW: "設定裡的金鑰 " + place + "：在管理頁重新填寫", En: "the secret " + place + " of the settings: enter it anew in the administration",
			}})
		}
	}
	return out, nil
}

// ForgetSealed empties every sealed secret in the settings. Other fields of the documents keep
// their values.
func ForgetSealed(ctx context.Context, tx *sql.Tx, now time.Time) error {
	q := admindb.New(tx)
	rows, err := q.Settings(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		places, left, err := unsealed(row.Name, row.Value)
		if err != nil {
			return err
		}
		if len(places) == 0 {
			continue
		}
		_, err = q.SaveSetting(ctx, admindb.SaveSettingParams{Name: row.Name, Value: left, UpdatedAt: now.UnixMilli(), Expected: row.Version})
		if err != nil {
			return err
		}
	}
	return nil
}

// unsealed returns a stored document without its sealed secrets, and the sorted list of their
// places.
func unsealed(name, stored string) (places []string, left string, err error) {
	if stored == "" {
		return nil, "", nil
	}
	var doc any
	if err := json.Unmarshal([]byte(stored), &doc); err != nil {
		return nil, "", fmt.Errorf("settings %s: %w", name, err)
	}
	var empty func(v any, place string) any
	empty = func(v any, place string) any {
		switch v := v.(type) {
		case map[string]any:
			for key, child := range v {
				v[key] = empty(child, place+"."+key)
			}
		case []any:
			for i, child := range v {
				v[i] = empty(child, place+"["+nameOf(i, child)+"]")
			}
		case string:
			before, secret, after, inside := password(v)
			switch {
			case seal.Sealed(v):
				places = append(places, place)
				return ""
			case inside && seal.Sealed(secret):
				places = append(places, place)
				return before + after
			}
		}
		return v
	}
	raw, err := json.Marshal(empty(doc, name))
	slices.Sort(places)
	return places, string(raw), err
}
