package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/wenqu-ai/wenqu/internal/config"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/quota"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
)

// Doctor prints every setting with its value and source. For each capability of models, it prints
// what serves the capability. If nothing serves it, Doctor prints the settings that would provide
// it. Doctor also prints, for example, the state of the database. Secrets are masked. Doctor
// changes nothing. `broken` is the error of LoadConfig, or nil. A returned error means that the
// operator has to act; it determines the exit status.
func Doctor(ctx context.Context, w io.Writer, c *Config, broken error, version, locale string) error {
	say := in(locale)
	fmt.Fprintf(w, "wenqu %s\n\n%s\n", version, say("设置（变量、来源、值）：", "設定（變數、來源、值）：", "Settings (variable, source, value):"))
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, s := range settings {
		fmt.Fprintf(tab, "  %s\t%s\t%s\t%s\n", s.Env(), c.Sources[s.Key], s.show(c.values[s.Key]), s.Help(locale))
	}
	if err := tab.Flush(); err != nil {
		return err
	}

	var wrong []string
	if broken != nil {
		wrong = append(wrong, strings.Split(broken.Error(), "\n")...)
	}
	for _, name := range c.Unknown {
		wrong = append(wrong, name+": "+say("没有这个设置，是不是写错了？", "沒有這個設定，是不是寫錯了？", "there is no such setting; is it misspelt?"))
	}
	for _, p := range slices.Concat(c.LLMProblems, c.SearchProblems) {
		wrong = append(wrong, problemText(p, locale))
	}

	unreached, err := printProviders(ctx, w, c, locale)
	if err != nil {
		return err
	}
	wrong = append(wrong, unreached...)
	if err := printSearch(ctx, w, c, locale); err != nil {
		return err
	}

	fmt.Fprintf(w, "\n%s\n", say("内容规则：", "內容規則：", "Content rules:"))
	if rules, err := moderationState(c.Content, say); err != nil {
		wrong = append(wrong, say("内容规则：", "內容規則：", "content rules: ")+err.Error())
	} else {
		fmt.Fprintf(w, "  %s\n", rules)
	}

	fmt.Fprintf(w, "\n%s\n", say("数据库：", "資料庫：", "Database:"))
	state, err := databaseState(ctx, c, say)
	if err != nil {
		wrong = append(wrong, say("数据库：", "資料庫：", "database: ")+telemetry.Redact(err.Error()))
	} else {
		fmt.Fprintf(w, "  %s\n", state)
	}

	fmt.Fprintf(w, "\n%s\n", say("用户上传的文件：", "使用者上傳的檔案：", "People's files:"))
	if state, err := filesState(ctx, c, say); err != nil {
		wrong = append(wrong, say("用户上传的文件：", "使用者上傳的檔案：", "people's files: ")+err.Error())
	} else {
		fmt.Fprintf(w, "  %s\n", state)
	}

	fmt.Fprintf(w, "\n%s\n", say("病毒扫描：", "病毒掃描：", "Virus scanner:"))
	if state, err := scannerState(ctx, c, say); err != nil {
		wrong = append(wrong, say("病毒扫描：", "病毒掃描：", "virus scanner: ")+err.Error())
	} else {
		fmt.Fprintf(w, "  %s\n", state)
	}

	fmt.Fprintf(w, "\n%s\n", say("磁盘：", "磁碟：", "Disk:"))
	if state, ok := diskState(c, say); ok {
		fmt.Fprintf(w, "  %s\n", state)
	} else {
		wrong = append(wrong, say("磁盘：", "磁碟：", "disk: ")+state)
	}

	if len(wrong) == 0 {
		fmt.Fprintf(w, "\n%s\n", say("没有发现问题。", "沒有發現問題。", "No problems found."))
		return nil
	}
	fmt.Fprintf(w, "\n%s\n", say("需要处理：", "需要處理：", "To be mended:"))
	for _, line := range wrong {
		fmt.Fprintf(w, "  - %s\n", telemetry.Redact(line))
	}
	return errors.New(say("有设置需要处理", "有設定需要處理", "some settings need attention"))
}

// show returns a value for display. It masks secrets and text that looks like a secret, such as the
// user name and password in an address.
func (s *configRow) show(v string) string {
	switch {
	case v == "":
		return "-"
	case s.Secret:
		return "***"
	default:
		return telemetry.Redact(v)
	}
}

func databaseState(ctx context.Context, c *Config, say sayer) (string, error) {
	name := "PostgreSQL"
	if c.DatabaseURL == "" {
		name = filepath.Join(c.Data, db.FileName)
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return name + say("（还没有，首次启动时建立）", "（還沒有，首次啟動時建立）", " (not there yet; the first start makes it)"), nil
		}
	}
	d, err := db.Connect(ctx, c.Database())
	if err != nil {
		return "", err
	}
	defer d.Close()
	st, err := d.Status(ctx)
	if err != nil {
		return "", err
	}
	if st.Version > st.Target {
		return "", db.ErrNewer
	}
	return fmt.Sprintf(say("%s，结构版本 %d / %d", "%s，結構版本 %d / %d", "%s, schema version %d / %d"), name, st.Version, st.Target), nil
}

// WriteSettings writes docs/configuration.md: the table of settings, and sections about models,
// limits and content.
func WriteSettings(w io.Writer) error {
	_, err := fmt.Fprint(w, `# 设置 · Settings

每项设置可以写成变量、命令行参数（`+"`--public-url`"+`）或配置文件里的一行（`+"`public_url:`"+`，文件由 `+"`WENQU_CONFIG`"+` 或 `+"`--config`"+` 指定）。后者覆盖前者的顺序：默认值、文件、变量、参数。空值等于没有设置。`+"`wenqu doctor`"+` 显示每项的值和来源。

*Each setting is a variable, a flag (`+"`--public-url`"+`) or a line of the file (`+"`public_url:`"+`) that `+"`WENQU_CONFIG`"+` or `+"`--config`"+` names. Flags win over variables, variables over the file, the file over defaults; an empty value counts as unset. `+"`wenqu doctor`"+` shows every value and where it comes from.*

| 变量 Variable | 默认 Default | 说明 | Meaning |
|---|---|---|---|
`)
	if err != nil {
		return err
	}
	for _, s := range settings {
		if _, err := fmt.Fprintf(w, "| `%s` | %s | %s | %s |\n", s.Env(), code(s.Default), s.Help("zh-CN"), s.Help("en")); err != nil {
			return err
		}
	}
	if err := writeModelSettings(w); err != nil {
		return err
	}
	if err := writeScalars(w); err != nil {
		return err
	}
	return writeContentSettings(w)
}

// writeScalars writes the section about the limits that administrators can set.
func writeScalars(w io.Writer) error {
	_, err := fmt.Fprint(w, `
## 管理页的限额 · Limits of the administration

在管理页保存后马上生效，代替上面的变量；0 表示不限，`+"`WENQU_LIMITS=off`"+` 时都不起作用。

*Saved in the administration, they count at once in place of the variables; 0 is no limit, and none counts with `+"`WENQU_LIMITS=off`"+`.*

| 设置 Setting | 默认 Default | 说明 | Meaning |
|---|---|---|---|
`)
	if err != nil {
		return err
	}
	c, err := LoadConfig(Inputs{})
	if err != nil {
		return err
	}
	for _, row := range quota.Rows(c.quotas()) {
		if _, err := fmt.Fprintf(w, "| `%s` | %d | %s：%s | %s: %s |\n", row.Path, row.Default(), row.Group.ZhCN, row.Label.ZhCN, row.Group.En, row.Label.En); err != nil {
			return err
		}
	}
	return nil
}

// writeContentSettings writes the section about the general information, which is part of the
// content folder.
func writeContentSettings(w io.Writer) error {
	_, err := fmt.Fprint(w, `
## 页面内容 · Content

把 `+"`content/`"+` 里的文件复制到自己的文件夹，改好后用 `+"`WENQU_CONTENT`"+` 指给问渠；同名文件代替内置的。写错的字段会在启动时点名。

*Copy a file of `+"`content/`"+` into a folder of your own, change it, and name the folder in `+"`WENQU_CONTENT`"+`: it replaces the built-in one. A field that is wrong is named at start.*

`+"`GET /api/info/general`"+`:

| Field | Set in | Use |
|---|---|---|
`)
	if err != nil {
		return err
	}
	for _, f := range config.Fields {
		if _, err := fmt.Fprintf(w, "| `%s` | `%s` | %s |\n", f.Name, f.Set, f.Page); err != nil {
			return err
		}
	}
	return nil
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}
