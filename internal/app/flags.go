package app

import (
	"flag"

	"github.com/wenqu-ai/wenqu/internal/db"
)

// Flags gives the flags that every command takes: --config and one for each
// setting. given tells which of them were used, after parsing.
func Flags(command string) (set *flag.FlagSet, given func() map[string]string) {
	set = flag.NewFlagSet(command, flag.ContinueOnError)
	set.String("config", "", "配置文件 YAML file with settings (WENQU_CONFIG)")
	keys := map[string]string{"config": "config"}
	for _, s := range settings {
		set.String(s.Flag(), "", s.Zh+" "+s.En+" ("+s.Env()+")")
		keys[s.Flag()] = s.Key
	}
	return set, func() map[string]string {
		used := map[string]string{}
		set.Visit(func(f *flag.Flag) { used[keys[f.Name]] = f.Value.String() })
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
