package app

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/netip"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"

	"github.com/wenqu-ai/wenqu/internal/db"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/websearch"
)

// Source states where a value comes from.
type Source string

// The sources, from the lowest to the highest precedence. An empty value counts as not set.
const (
	FromDefault Source = "default"
	FromFile    Source = "file"
	FromEnv     Source = "env"
	FromFlag    Source = "flag"
)

// Inputs are the inputs of LoadConfig other than the configuration file.
type Inputs struct {
	Environ []string          // the environment variables, in the form of os.Environ
	Flags   map[string]string // values of the flags that were used, by key
}

// LoadConfig combines the defaults, the file named by WENQU_CONFIG or --config, the WENQU_ variables
// and the flags, in rising order of precedence. If the file cannot be read, the Config is nil.
// Otherwise the error lists every unusable setting with a way to correct it. It also contains the failure
// if the list of providers in the file cannot be decoded. Other faulty settings of models, and those of search
// sources, are not in the error, but in LLMProblems and SearchProblems.
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
	c.search(env)
	return c, errors.Join(failures...)
}

// models parses the model providers defined by the variables and the file.
func (c *Config) models(env map[string]string, rows []llm.Provider, file string) {
	c.LLM, c.LLMProblems = llm.FromEnv(func(name string) string {
		if s := settingOf(strings.ToLower(strings.TrimPrefix(name, prefix))); s != nil && strings.HasPrefix(name, prefix) {
			return c.values[s.Key] // the value may also come from the file or from a flag
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

// search parses the variable that sets a search source.
func (c *Config) search(env map[string]string) {
	value := env[websearch.EnvName]
	if value == "" {
		return
	}
	s, problem := websearch.FromURL(value)
	if problem != (errs.Text{}) {
		c.SearchProblems = append(c.SearchProblems, llm.Problem{Variable: websearch.EnvName, Text: problem})
		return
	}
	c.Search = append(c.Search, s)
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

// problemText describes a faulty setting of models or search sources in the language of locale.
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

// asVariable returns a value of the file in the form of a variable: lists are joined by commas.
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

// elsewhere lists the known variables with our prefix that have no row in the table `settings`.
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

// Flags returns a flag set with the common flags of all commands: --config and one flag for each
// setting. After parsing, the function `given` returns the values of the used flags by key.
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
			if key, ok := keys[f.Name]; ok { // ok is false for a flag of the command itself
				used[key] = f.Value.String()
			}
		})
		return used
	}
}

// Database returns the options for opening the configured database.
func (c *Config) Database() db.Options {
	return db.Options{URL: c.DatabaseURL, Dir: c.Data, FullSync: c.FullSync}
}

// Warnings returns problems that an operator should know about, although the server can start
// with them.
func (c *Config) Warnings() []string {
	var out []string
	for _, name := range c.Unknown {
		out = append(out, name+": there is no such setting; wenqu doctor lists all")
	}
	for _, p := range slices.Concat(c.LLMProblems, c.SearchProblems) {
		out = append(out, problemText(p, "en"))
	}
	if !c.LoopbackOnly() && c.PublicURL == nil && len(c.Hosts) == 0 {
		out = append(out, "listening on "+c.Addr+", but only http://localhost is answered: set WENQU_PUBLIC_URL or WENQU_HOSTS")
	}
	return out
}
