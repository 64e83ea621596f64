// Command wenqu is the server, together with the commands of its operator.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/wenqu-ai/wenqu/internal/app"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/telemetry"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// version is set by the linker. If it is empty, the version in the build information is used. If the
// build information has no version either, the version is "devel".
var version = ""

const usage = `wenqu — 问渠

  wenqu serve    [--addr 127.0.0.1:8080] [--data DIR]   启动服务            start the server
  wenqu doctor                                          检查设置            show and check all settings
  wenqu migrate                                         升级数据库结构      bring the database to this version
  wenqu backup   [FILE]                                 备份 SQLite 数据库（不含上传的文件 files/） copy the SQLite database, without people's files
  wenqu admin                                           首位管理员的链接    print the link of the first administrator
  wenqu admin forget-secrets [--yes]                    密钥丢失后忘记加密的内容，让服务能启动 after a lost secret.key: forget what it sealed, so that the server starts
  wenqu admin reset-factor ACCOUNT                      关闭一个账号的两步验证（账号 ID 或手机号） switch the two-step login of an account off (its id or number)
  wenqu health   [URL]                                  服务是否就绪        ask whether a running server is ready
  wenqu version                                         版本                print the version

Every setting is also a flag: wenqu serve --help lists them.
`

// changes alter the options of answers. The list is empty except in a build for browser tests.
var changes []app.Change

type command struct {
	hidden bool                      // the usage text does not list the command; `make gen` calls it
	flags  func(flags *flag.FlagSet) // adds the flags of this command; nil: no flags
	run    func(ctx context.Context, c *app.Config, broken error, args []string) error
}

var commands = map[string]command{
	"serve":   {run: serve},
	"doctor":  {run: doctor},
	"migrate": {run: migrate},
	"backup":  {run: backup},
	"admin":   {run: adminLink},

	"admin forget-secrets": {run: forgetSecrets, flags: func(f *flag.FlagSet) {
		f.BoolVar(&confirmed, "yes", false, "不再询问 do not ask")
	}},

	"admin reset-factor": {run: resetFactor},

	"health":   {run: health},
	"version":  {run: printVersion},
	"openapi":  {hidden: true, run: openapi},
	"settings": {hidden: true, run: settings},

	"permissions": {hidden: true, run: permissions},
}

func main() {
	worker.Main(app.Tasks()) // in a worker process, this call does not return
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "wenqu: "+telemetry.Redact(err.Error()))
		os.Exit(1)
	}
}

func run(args []string) error {
	name := "help"
	if len(args) > 0 {
		name = args[0]
	}
	rest := args[min(1, len(args)):]
	if len(rest) > 0 {
		if _, longer := commands[name+" "+rest[0]]; longer {
			name, rest = name+" "+rest[0], rest[1:]
		}
	}
	cmd, ok := commands[name]
	if !ok {
		fmt.Print(usage)
		if name == "help" || name == "-h" || name == "--help" {
			return nil
		}
		return fmt.Errorf("there is no command %q", name)
	}
	flags, given := app.Flags("wenqu " + name)
	if cmd.flags != nil {
		cmd.flags(flags)
	}
	if err := flags.Parse(rest); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	c, broken := app.LoadConfig(app.Inputs{Environ: os.Environ(), Flags: given()})
	if broken != nil && (c == nil || name != "doctor") {
		return broken
	}
	slog.SetDefault(telemetry.NewLogger(os.Stderr, c.LogLevel, httpapi.TraceID))
	return cmd.run(context.Background(), c, broken, flags.Args())
}

func serve(ctx context.Context, c *app.Config, _ error, _ []string) error {
	// The first signal shuts the server down in an orderly way. The second signal ends the process at
	// once, because it is no longer caught.
	ctx, again := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer again()
	context.AfterFunc(ctx, again)

	l, taken, err := app.Listen(ctx, c)
	if err != nil {
		return err
	}
	for _, line := range c.Warnings() {
		slog.Warn(line)
	}
	a, err := app.New(ctx, c, buildVersion(), changes...)
	if err != nil {
		return errors.Join(err, l.Close())
	}
	base := "http://" + app.Friendly(l.Addr().String())
	fmt.Println(firstLine(buildVersion(), taken, base))
	if link, err := a.AdminLink(ctx, base); err != nil {
		slog.Warn("no link for the first administrator", "err", err)
	} else if link != "" {
		fmt.Println(adminText + link)
	}
	return errors.Join(a.Serve(ctx, l), a.Close())
}

// firstLine is the first line of the output: the version, the default port if another program has
// taken it, and the address of the server.
func firstLine(version, taken, base string) string {
	note := ""
	if taken != "" {
		note = fmt.Sprintf("（%[1]s 端口已被占用 · port %[1]s is taken）", taken)
	}
	return fmt.Sprintf("问渠 Wenqu %s%s  →  %s", version, note, base)
}

// adminText is printed before the link for the first administrator.
const adminText = "还没有管理员。15 分钟内打开这个链接的人成为管理员（只能用一次）\n" +
	"There is no administrator yet. Whoever opens this link within 15 minutes becomes one (it works once):\n"

func adminLink(ctx context.Context, c *app.Config, _ error, _ []string) error {
	link, err := app.NewAdminLink(ctx, c)
	if err != nil {
		return err
	}
	if link == "" {
		return errors.New("there is an administrator already: they can make others administrators")
	}
	fmt.Println(adminText + link)
	return nil
}

// resetFactor switches off the second factor of an account, for example of an administrator who has
// lost the authenticator app and the recovery codes.
func resetFactor(ctx context.Context, c *app.Config, _ error, args []string) error {
	if len(args) != 1 {
		return errors.New("name one account: wenqu admin reset-factor ACCOUNT, by its id or phone number")
	}
	id, err := app.ResetFactor(ctx, c, args[0])
	if err == nil {
		fmt.Printf("%s: 两步验证已关闭 · two-step login is off\n", id)
	}
	return err
}

// confirmed is the value of the flag --yes.
var confirmed bool

// forgetSecrets deletes the secrets sealed with a lost key. Without the flag --yes, it first asks for
// confirmation on the terminal.
func forgetSecrets(ctx context.Context, c *app.Config, _ error, _ []string) error {
	return app.ForgetSecrets(ctx, c, os.Stdout, locale(), func() bool {
		if confirmed {
			return true
		}
		fmt.Print("输入 forget 确认 · type forget to go on: ")
		var word string
		_, err := fmt.Scanln(&word)
		return err == nil && word == "forget"
	})
}

func doctor(ctx context.Context, c *app.Config, broken error, _ []string) error {
	return app.Doctor(ctx, os.Stdout, c, broken, buildVersion(), locale())
}

func migrate(ctx context.Context, c *app.Config, _ error, _ []string) error {
	d, err := db.Open(ctx, c.Database())
	if err != nil {
		return err
	}
	st, err := d.Status(ctx)
	if err == nil {
		fmt.Printf("%s: schema version %d\n", d.Dialect(), st.Version)
	}
	return errors.Join(err, d.Close())
}

// backup copies the SQLite database to the file named in `args`, or to a new file in the folder
// backup of the data folder. With PostgreSQL, it fails. It also fails if the data folder has no
// database: connecting would create an empty database, and the copy of an empty database would look
// like a backup.
func backup(ctx context.Context, c *app.Config, _ error, args []string) error {
	if c.DatabaseURL == "" {
		if _, err := os.Stat(filepath.Join(c.Data, db.FileName)); err != nil {
			return fmt.Errorf("no database to back up; is --data right? %w", err)
		}
	}
	to := filepath.Join(c.Data, "backup", "wenqu-"+time.Now().Format("20060102-150405")+".db")
	if len(args) > 0 {
		to = args[0]
	} else if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	d, err := db.Connect(ctx, c.Database())
	if err != nil {
		return err
	}
	err = d.Backup(ctx, to)
	if err == nil {
		fmt.Println(to)
		if dir := c.FilesDir(); app.HasFiles(dir) {
			fmt.Fprintf(os.Stderr, "用户上传的文件不在其中，请把 %[1]s 也复制走（备份数据库之后再复制；文件从不改写，rsync 即可）。\nPeople's files are not in it: copy %[1]s as well, after this (they are never rewritten, so rsync will do).\n", dir)
		}
	}
	return errors.Join(err, d.Close())
}

// health asks a server whether it is ready. The first argument is the server's address; without an
// argument, the configured address is used. health is a command because the container image contains
// no other program that can send a request.
func health(ctx context.Context, c *app.Config, _ error, args []string) error {
	base := "http://" + dialable(c.Addr)
	if len(args) > 0 {
		base = strings.TrimSuffix(args[0], "/")
	}
	return askHealth(ctx, base)
}

func printVersion(context.Context, *app.Config, error, []string) error {
	fmt.Println(buildVersion())
	return nil
}

func openapi(ctx context.Context, _ *app.Config, _ error, args []string) error {
	return write(args, func(w io.Writer) error { return app.WriteOpenAPI(ctx, w) })
}

func settings(_ context.Context, _ *app.Config, _ error, args []string) error {
	return write(args, app.WriteSettings)
}

func permissions(ctx context.Context, _ *app.Config, _ error, args []string) error {
	return write(args, func(w io.Writer) error { return app.WritePermissions(ctx, w) })
}

// write writes the output of f to the file named by the first argument, or to standard output when
// there is no argument.
func write(args []string, f func(io.Writer) error) error {
	if len(args) == 0 {
		return f(os.Stdout)
	}
	var b strings.Builder
	if err := f(&b); err != nil {
		return err
	}
	return os.WriteFile(args[0], []byte(b.String()), 0o644)
}

func buildVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

// locale returns the language of the terminal: English if the environment states it, otherwise
// Chinese.
func locale() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			if strings.HasPrefix(v, "en") {
				return "en"
			}
			return "zh-CN"
		}
	}
	return "zh-CN"
}
