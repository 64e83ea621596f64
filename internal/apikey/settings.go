package apikey

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/setting"
)

// Section is the name of the settings section.
const Section = "apikeys"

// MaxKeys is the upper limit of the keys per user, whatever the settings are.
const MaxKeys = 20

// RoleLimits are the limits of the users with a role; 0 means no limit, except for Keys, where
// it means no keys.
type RoleLimits struct {
	Keys              int `json:"keys"`
	RequestsPerMinute int `json:"requestsPerMinute"` // requests per minute with one key
	TokensPerDay      int `json:"tokensPerDay"`      // per key
}

// Settings are the administrator's settings of keys.
type Settings struct {
	On    bool       `json:"on"`
	User  RoleLimits `json:"user"`
	Admin RoleLimits `json:"admin"`
}

// defaults returns the initial settings of a server.
func defaults() Settings {
	return Settings{
		On:    true,
		User:  RoleLimits{Keys: MaxKeys, RequestsPerMinute: 60, TokensPerDay: 2_000_000},
		Admin: RoleLimits{Keys: MaxKeys, RequestsPerMinute: 600},
	}
}

func (s Settings) of(admin bool) RoleLimits {
	if admin {
		return s.Admin
	}
	return s.User
}

// check refuses values out of range.
func (s Settings) check() error {
	for _, row := range rows() {
		if row.number == nil {
			continue
		}
		if n := *row.number(&s); n < 0 || n > row.Max {
			return setting.Bad(setting.Wrong(setting.OutOfRange, row.Key).Under(row.group, row.label).With("min", 0).With("max", row.Max))
		}
	}
	return nil
}

// row is one field of the settings; `number` is nil for the switch.
type row struct {
	setting.Field
	label, help, group errs.Text
	number             func(*Settings) *int
}

func rows() []row {
	var (
		own   = errs.Text{ZhCN: "个人密钥", ZhTW: "個人金鑰", En: "Personal keys"}
		user  = errs.Text{ZhCN: "个人密钥：登录用户", ZhTW: "個人金鑰：登入使用者", En: "Personal keys of users"}
		admin = errs.Text{ZhCN: "个人密钥：管理员", ZhTW: "個人金鑰：管理員", En: "Personal keys of administrators"}
		keys  = errs.Text{ZhCN: "每人的密钥", ZhTW: "每人的金鑰", En: "Keys of one person"}
		rate  = errs.Text{ZhCN: "每把密钥每分钟的请求", ZhTW: "每把金鑰每分鐘的請求", En: "Requests a minute of one key"}
		spend = errs.Text{ZhCN: "每把密钥每天的 token", ZhTW: "每把金鑰每天的 token", En: "Tokens a day of one key"}
		none  = errs.Text{ZhCN: "0：不能使用", ZhTW: "0：不能使用", En: "0: none may be made or used"}
		open  = errs.Text{ZhCN: "0：不限", ZhTW: "0：不限", En: "0: no limit"}
	)
	number := func(key string, most int, group, label, help errs.Text, of func(*Settings) *int) row {
		return row{setting.Field{Key: key, Kind: setting.Number, Max: most, Unit: 1}, label, help, group, of}
	}
	return []row{
		{
			Field: setting.Field{Key: "on", Kind: setting.Switch},
			group: own,
			label: errs.Text{ZhCN: "允许个人密钥", ZhTW: "允許個人金鑰", En: "Allow personal keys"},
			help:  errs.Text{ZhCN: "关闭后，所有密钥立即停用，重新打开后恢复", ZhTW: "關閉後，所有金鑰立即停用，重新開啟後恢復", En: "Off: all keys stop at once, and work again when it is on"},
		},
		number("user.keys", MaxKeys, user, keys, none, func(s *Settings) *int { return &s.User.Keys }),
		number("user.requestsPerMinute", 1_000_000, user, rate, open, func(s *Settings) *int { return &s.User.RequestsPerMinute }),
		number("user.tokensPerDay", maxLimit, user, spend, open, func(s *Settings) *int { return &s.User.TokensPerDay }),
		number("admin.keys", MaxKeys, admin, keys, none, func(s *Settings) *int { return &s.Admin.Keys }),
		number("admin.requestsPerMinute", 1_000_000, admin, rate, open, func(s *Settings) *int { return &s.Admin.RequestsPerMinute }),
		number("admin.tokensPerDay", maxLimit, admin, spend, open, func(s *Settings) *int { return &s.Admin.TokensPerDay }),
	}
}

// fields describes the settings for the administration page.
func fields(locale string) []setting.Field {
	was := defaults()
	out := make([]setting.Field, 0, len(rows()))
	for _, r := range rows() {
		f := r.Field
		f.Label, f.Help, f.Group = r.label.In(locale), r.help.In(locale), r.group.In(locale)
		if r.number != nil {
			f.Default = fmt.Sprint(*r.number(&was))
		} else {
			f.Default = fmt.Sprint(was.On)
		}
		out = append(out, f)
	}
	return out
}

// Sections describes the settings as a section of the administration.
func (s *Service) Sections() []setting.Section {
	return []setting.Section{{
		Name: Section,
		Check: func(raw json.RawMessage) (json.RawMessage, error) {
			v, err := parse(raw)
			if err != nil {
				return nil, err
			}
			return json.Marshal(v)
		},
		Apply: func(_ context.Context, raw json.RawMessage) error {
			v := defaults()
			if raw != nil {
				var err error
				if v, err = parse(raw); err != nil {
					return err
				}
			}
			s.settings.Store(&v)
			return nil
		},
		Default: func() any { return defaults() },
		Fields:  fields,
	}}
}

// parse decodes settings strictly; absent fields get their defaults.
func parse(raw json.RawMessage) (Settings, error) {
	v := defaults()
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, setting.Bad(err)
	}
	return v, v.check()
}
