package app

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"

	"github.com/wenqu-ai/wenqu/internal/account"
	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// Config is everything that an operator decides. The table in settings.go says
// of each value where it is set, what it defaults to and what it must look
// like.
type Config struct {
	Addr        string // host:port to listen on
	Data        string // folder of the SQLite database, its backups, caches and people's files
	DatabaseURL string // postgres://…; empty: SQLite in Data
	FullSync    bool   // SQLite: survive power loss without losing the last moments
	MinFree     int64  // bytes of the disk; below, uploads and imports are refused

	ConversationBytes int64 // that one person's conversations may take; 0: no limit

	Drain      time.Duration
	FirstWait  time.Duration // to the first event of an answer; 0: 60 s
	NextWait   time.Duration // between two events of an answer; 0: 90 s
	AnswerTime time.Duration // of a whole answer; 0: 30 min
	LogLevel   slog.Level
	Content    string // folder whose files replace the built-in content

	PublicURL *url.URL       // where people find the server; nil: on loopback only
	Hosts     []string       // further names that it answers to
	Proxies   []netip.Prefix // whose X-Forwarded-For counts

	HSTS httpapi.HSTS

	Limits                 bool
	VisitorsPerHour        int // from one address
	QuestionsPerMinute     int // of one visitor
	UploadsPerMinute       int // requests of one visitor
	VisitorQuestionsPerDay int // of one visitor; of one address ten times as many
	AnswersPerAddress      int // that are made at a time
	FilesPerPerson         int // that are kept
	FilesMBPerPerson       int // megabytes of all of them
	Signing                bool
	ModerationModel        string // looks at answers: an id, or on for the default model; off: none does
	SecretKey              string // seals secrets that are stored; empty: a key file in Data
	MetricsToken           string

	Login account.Settings // how people log in

	BrandName    string
	BrandSlug    string
	BrandSlogan  string
	BrandMark    string
	BrandAccent  string
	DefaultAgent string

	// LLM says which models there are; LLMProblems, which settings of models
	// cannot be used.
	LLM         llm.Settings
	LLMProblems []llm.Problem

	// Sources says of every setting where its value comes from, by key.
	Sources map[string]Source
	// Unknown are the WENQU_ variables that mean nothing, sorted.
	Unknown []string

	values map[string]string // as they were written, by key
}

// Source is where a value comes from.
type Source string

// The sources, from the weakest to the strongest. An empty value counts as
// none at all.
const (
	FromDefault Source = "default"
	FromFile    Source = "file"
	FromEnv     Source = "env"
	FromFlag    Source = "flag"
)

// Inputs are what LoadConfig reads besides the file.
type Inputs struct {
	Environ []string          // as os.Environ
	Flags   map[string]string // by key; only those that were given
}

// LoadConfig puts together defaults, the file that WENQU_CONFIG or --config
// names, WENQU_ variables and flags; each overrides those before it. The error
// names every setting that cannot be used and says how to mend it.
func LoadConfig(in Inputs) (*Config, error) {
	c := &Config{Sources: map[string]Source{}, values: map[string]string{}}
	env := environ(in.Environ)
	set := func(key, value string, from Source) {
		if value = strings.TrimSpace(value); value != "" {
			c.values[key], c.Sources[key] = value, from
		}
	}
	for _, s := range settings {
		c.values[s.Key], c.Sources[s.Key] = s.Default, FromDefault
	}

	name := env["WENQU_CONFIG"]
	if in.Flags["config"] != "" {
		name = in.Flags["config"]
	}
	var failures []error
	var providers []llm.Provider
	if name != "" {
		k, err := readFile(name)
		if err != nil {
			return nil, err
		}
		for _, key := range k.Keys() {
			switch top, _, _ := strings.Cut(key, "."); {
			case top == "providers":
			case settingOf(key) == nil:
				failures = append(failures, fmt.Errorf("%s: there is no setting %q; wenqu doctor lists all", name, key))
			default:
				set(key, asVariable(k.Get(key)), FromFile)
			}
		}
		strict := &mapstructure.DecoderConfig{TagName: "koanf", WeaklyTypedInput: true, ErrorUnused: true}
		if err := k.UnmarshalWithConf("providers", &providers, koanf.UnmarshalConf{DecoderConfig: strict}); err != nil {
			failures = append(failures, fmt.Errorf("%s: providers: %w", name, err))
		}
	}
	for _, s := range settings {
		set(s.Key, env[s.Env()], FromEnv)
		set(s.Key, in.Flags[s.Key], FromFlag)
	}
	for _, s := range settings {
		if err := s.set(c, c.values[s.Key]); err != nil {
			failures = append(failures, fmt.Errorf("%s (from %s): %w", s.Env(), c.Sources[s.Key], err))
		}
	}
	c.Unknown = unknown(env)
	c.models(env, providers, name)
	return c, errors.Join(failures...)
}

// models adds the model providers of variables and file.
func (c *Config) models(env map[string]string, rows []llm.Provider, file string) {
	c.LLM, c.LLMProblems = llm.FromEnv(func(name string) string {
		if s := settingOf(strings.ToLower(strings.TrimPrefix(name, prefix))); s != nil && strings.HasPrefix(name, prefix) {
			return c.values[s.Key] // may come from file or flag as well
		}
		return env[name]
	})
	for _, row := range rows {
		p, problems := llm.Check(row)
		c.LLMProblems = append(c.LLMProblems, problems...)
		if len(problems) == 0 {
			p.Source = file
			c.LLM.Providers = append(c.LLM.Providers, p)
		}
	}
	c.LLM.Loopback = c.LoopbackOnly()
	c.LLM.OwnAddrs = []string{c.Addr}
}

// LoopbackOnly reports whether only this machine can reach the server.
func (c *Config) LoopbackOnly() bool {
	host, _, _ := cutPort(c.Addr)
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// problemText puts what is wrong with a model's setting into locale.
func problemText(p llm.Problem, locale string) string {
	return p.Variable + ": " + p.Text.In(locale)
}

func readFile(name string) (*koanf.Koanf, error) {
	k := koanf.New(".")
	if err := k.Load(file.Provider(name), yaml.Parser()); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("WENQU_CONFIG: there is no file %s", name)
		}
		return nil, fmt.Errorf("WENQU_CONFIG: %s: %w", name, err)
	}
	return k, nil
}

// asVariable writes a value of the file as a variable would have it: lists with
// commas between their elements.
func asVariable(v any) string {
	if list, ok := v.([]any); ok {
		parts := make([]string, len(list))
		for i, e := range list {
			parts[i] = fmt.Sprint(e)
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}

func environ(list []string) map[string]string {
	env := make(map[string]string, len(list))
	for _, line := range list {
		name, value, _ := strings.Cut(line, "=")
		env[name] = strings.TrimSpace(value)
	}
	return env
}

// elsewhere are variables of ours that are no settings of the server.
var elsewhere = []string{"WENQU_CONFIG", "WENQU_API", "WENQU_MOCK", "WENQU_TEST_PG", "WENQU_BIN"}

func unknown(env map[string]string) []string {
	var out []string
	for name := range env {
		if strings.HasPrefix(name, prefix) && settingOf(strings.ToLower(strings.TrimPrefix(name, prefix))) == nil && !slices.Contains(elsewhere, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Flags gives the flags that every command takes: --config and one for each
// setting. given tells which of them were used, after parsing.
func Flags(command string) (set *flag.FlagSet, given func() map[string]string) {
	set = flag.NewFlagSet(command, flag.ContinueOnError)
	set.String("config", "", "配置文件 YAML file with settings (WENQU_CONFIG)")
	keys := map[string]string{"config": "config"}
	for _, s := range settings {
		set.String(s.Flag(), "", s.Help("zh-CN")+" "+s.Help("en")+" ("+s.Env()+")")
		keys[s.Flag()] = s.Key
	}
	return set, func() map[string]string {
		used := map[string]string{}
		set.Visit(func(f *flag.Flag) {
			if key, ok := keys[f.Name]; ok { // a command may have flags of its own
				used[key] = f.Value.String()
			}
		})
		return used
	}
}

// Database are the options that open the configured database.
func (c *Config) Database() db.Options {
	return db.Options{URL: c.DatabaseURL, Dir: c.Data, FullSync: c.FullSync}
}

// Warnings are what an operator should know of but nothing stops at.
func (c *Config) Warnings() []string {
	var out []string
	for _, name := range c.Unknown {
		out = append(out, name+": there is no such setting; wenqu doctor lists all")
	}
	for _, p := range c.LLMProblems {
		out = append(out, problemText(p, "en"))
	}
	if !c.LoopbackOnly() && c.PublicURL == nil && len(c.Hosts) == 0 {
		out = append(out, "listening on "+c.Addr+", but only http://localhost is answered: set WENQU_PUBLIC_URL or WENQU_HOSTS")
	}
	return out
}
