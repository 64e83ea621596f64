package llm

import (
	"net/url"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/guard"
)

// The variables with the address of a provider.
const (
	varURL    = "LLM_URL"
	varOpenAI = "OPENAI_BASE_URL"
)

// Settings are the settings of the registry.
type Settings struct {
	Providers    []Provider    // in order of preference; the first provider with a model gives the default model
	DefaultModel string        // a chatModelId or upstream id; empty or unknown: the first model of the list
	Probe        bool          // search for local servers while no provider is configured
	Loopback     bool          // Wenqu listens on loopback only, so local servers may be used without the operator's consent
	OwnAddrs     []string      // addresses (host:port) of Wenqu itself; they are never probed
	ProbeTargets []Target      // nil: Targets
	ProbeEvery   time.Duration // interval of the regular updates of the model lists, see Run; 0: 30 s
	ProbeTime    time.Duration // time limit for the answer of a local server to a probe; 0: 300 ms
}

// Problem is a setting that cannot be used. Its text states how to correct the setting.
// The text never contains the value, because the value may be a key.
type Problem struct {
	Variable string
	Text     errs.Text
}

// FromEnv reads the environment variables for models. An empty value counts as
// unset, so that a line in an .env file may be left blank. A value that cannot
// be used becomes a Problem; no provider is made from it.
//
//	LLM_URL          http(s)://KEY@host/v1; LLM_MODEL and LLM_PROXY belong to it
//	OPENAI_BASE_URL  with OPENAI_API_KEY and OPENAI_MODEL
//	DEEPSEEK_API_KEY and the other keys of Vendors, each implying its host
//	WENQU_MODEL      the default model
//	WENQU_PROBE      "off": do not look for local servers
func FromEnv(getenv func(string) string) (Settings, []Problem) {
	get := func(name string) string { return strings.TrimSpace(getenv(name)) }
	s := Settings{DefaultModel: get("WENQU_MODEL"), Probe: true}
	var problems []Problem
	add := func(p Provider, problem *Problem) {
		if problem != nil {
			problems = append(problems, *problem)
			return
		}
		s.Providers = append(s.Providers, p)
	}
	if v := get(varURL); v != "" {
		p, problem := fromURL(varURL, v)
		p.ID, p.Models, p.Proxy = "llm", rows(get("LLM_MODEL")), get("LLM_PROXY")
		if problem == nil && !proxyOK(p.Proxy) {
			problem = &Problem{"LLM_PROXY", proxyText}
		}
		add(p, problem)
	}
	base, key := get(varOpenAI), get("OPENAI_API_KEY")
	switch {
	case base != "":
		p, problem := fromURL(varOpenAI, base)
		p.ID, p.Models = "openai", rows(get("OPENAI_MODEL"))
		if key != "" {
			p.Key = Key(key)
		}
		add(p, problem)
	case key != "":
		problems = append(problems, Problem{"OPENAI_API_KEY", errs.Text{
			ZhCN: "设置了 OPENAI_API_KEY，但没有 OPENAI_BASE_URL。请加上 OPENAI_BASE_URL=https://api.openai.com/v1（或你的服务地址）。",
			ZhTW: "設定了 OPENAI_API_KEY，但沒有 OPENAI_BASE_URL。請加上 OPENAI_BASE_URL=https://api.openai.com/v1（或你的服務位址）。",
			En:   "OPENAI_API_KEY is set without OPENAI_BASE_URL. Add OPENAI_BASE_URL=https://api.openai.com/v1, or the address of your service.",
		}})
	}
	for _, v := range Vendors {
		if v.Env == "" {
			continue
		}
		key := get(v.Env)
		if key == "" {
			continue
		}
		if strings.ContainsAny(key, " \t\r\n\"'") || strings.Contains(key, "://") {
			problems = append(problems, Problem{v.Env, errs.Text{
				ZhCN: v.Env + " 应当只是密钥，不带引号、空格或网址。请写成 " + v.Line + "。",
				ZhTW: v.Env + " 應該只是金鑰，不帶引號、空格或網址。請寫成 " + v.Line + "。",
				En:   v.Env + " must be the bare key, without quotes, spaces or an address. Write " + v.Line + ".",
			}})
			continue
		}
		add(Provider{ID: v.ID, Name: v.Name, BaseURL: v.BaseURL, Key: Key(key), Source: v.Env}, nil)
	}
	switch v := strings.ToLower(get("WENQU_PROBE")); v {
	case "", "on", "true", "1":
	case "off", "false", "0":
		s.Probe = false
	default:
		problems = append(problems, Problem{"WENQU_PROBE", errs.Text{
			ZhCN: "WENQU_PROBE 只能是 on 或 off。", ZhTW: "WENQU_PROBE 只能是 on 或 off。", En: "WENQU_PROBE must be on or off.",
		}})
	}
	return s, problems
}

var proxyText = errs.Text{
	ZhCN: "代理地址不对，应当像 http://127.0.0.1:7890 或 socks5://127.0.0.1:1080，或写 direct 表示不用代理。",
	ZhTW: "代理位址不對，應該像 http://127.0.0.1:7890 或 socks5://127.0.0.1:1080，或寫 direct 表示不用代理。",
	En:   "The proxy address is not valid. Write it like http://127.0.0.1:7890 or socks5://127.0.0.1:1080, or write direct for none.",
}

func proxyOK(v string) bool {
	if v == "" || v == "direct" {
		return true
	}
	u, err := url.Parse(v)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "socks5")
}

// fromURL reads an address that may contain a key as user info. It marks the provider as local,
// because the operator sets the variables. Check ignores this mark.
func fromURL(variable, value string) (Provider, *Problem) {
	bad := &Problem{variable, errs.Text{
		ZhCN: variable + " 不是可用的地址，应当像 https://密钥@主机/v1；密钥里的特殊字符要写成 %XX。",
		ZhTW: variable + " 不是可用的位址，應該像 https://金鑰@主機/v1；金鑰裡的特殊字元要寫成 %XX。",
		En:   variable + " is not a usable address. Write it like https://KEY@host/v1, with special characters of the key as %XX.",
	}}
	u, err := url.Parse(value)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" {
		return Provider{}, bad
	}
	p := Provider{Local: true, Source: variable}
	if u.User != nil {
		p.Key = Key(u.User.Username())
		if pass, ok := u.User.Password(); ok {
			if p.Key != "" && pass != "" {
				return Provider{}, bad
			}
			p.Key += Key(pass)
		}
		u.User = nil
	}
	p.BaseURL = baseURL(u)
	p.Name = u.Hostname()
	for _, v := range Vendors {
		if v.BaseURL == p.BaseURL {
			p.Name = v.Name
		}
	}
	return p, nil
}

// baseURL normalises an address. It removes /chat/completions and slashes at the end. If
// there is then no path, it adds /v1.
func baseURL(u *url.URL) string {
	path := strings.TrimRight(u.Path, "/")
	path = strings.TrimRight(strings.TrimSuffix(path, "/chat/completions"), "/")
	if path == "" {
		path = "/v1"
	}
	u.Path = path
	return u.String()
}

// rows makes model rows from a list such as "a, b".
func rows(list string) []ModelRow {
	var out []ModelRow
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			out = append(out, ModelRow{ID: id})
		}
	}
	return out
}

// Check normalises a provider from the configuration file or the administration, or
// returns its problems.
func Check(p Provider) (Provider, []Problem) {
	name := "providers." + p.ID
	if p.ID == "" {
		return p, []Problem{{"providers", errs.Text{
			ZhCN: "每个模型服务都要有 id。", ZhTW: "每個模型服務都要有 id。", En: "Every provider needs an id.",
		}}}
	}
	if p.BaseURL == "" {
		for _, v := range Vendors {
			if v.ID == p.ID {
				p.BaseURL = v.BaseURL
			}
		}
	}
	read, problem := fromURL(name+".base_url", p.BaseURL)
	if problem != nil {
		return p, []Problem{*problem}
	}
	if !proxyOK(p.Proxy) {
		return p, []Problem{{name + ".proxy", proxyText}}
	}
	p.BaseURL = read.BaseURL
	if p.Key == "" {
		p.Key = read.Key
	}
	if p.Name == "" {
		p.Name = read.Name
	}
	if guard.Private(p.Host()) {
		p.Local = true
	}
	return p, nil
}
