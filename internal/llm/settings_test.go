package llm_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/wenqu-ai/wenqu/internal/llm"
	"github.com/wenqu-ai/wenqu/internal/zh"
)

func TestFromEnv(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		env      string
		want     []string // id, address and key
		problems string
		probe    bool
	}{
		{"nothing", "", nil, "", true},
		{"blank counts as unset", "LLM_URL= OPENAI_BASE_URL= DEEPSEEK_API_KEY=", nil, "", true},
		{"one variable", "LLM_URL=https://sk-abc@api.example.com/v1", []string{"llm https://api.example.com/v1 sk-abc"}, "", true},
		{"no path", "LLM_URL=http://127.0.0.1:9000", []string{"llm http://127.0.0.1:9000/v1 "}, "", true},
		{"the whole endpoint", "LLM_URL=https://k@h/api/v3/chat/completions/", []string{"llm https://h/api/v3 k"}, "", true},
		{"an escaped key", "LLM_URL=https://a%2Fb@h", []string{"llm https://h/v1 a/b"}, "", true},
		{"a key as password", "LLM_URL=https://:pw@h", []string{"llm https://h/v1 pw"}, "", true},
		{"aliases", "OPENAI_BASE_URL=https://h/v1 OPENAI_API_KEY=k", []string{"openai https://h/v1 k"}, "", true},
		{"a key without an address", "OPENAI_API_KEY=k", nil, "OPENAI_API_KEY", true},
		{"vendors in order", "MOONSHOT_API_KEY=m DEEPSEEK_API_KEY=d LLM_URL=https://h", []string{"llm https://h/v1 ", "deepseek https://api.deepseek.com/v1 d", "moonshot https://api.moonshot.cn/v1 m"}, "", true},
		{"no scheme", "LLM_URL=sk-secret@host/v1", nil, "LLM_URL", true},
		{"another scheme", "LLM_URL=ftp://sk-secret@host", nil, "LLM_URL", true},
		{"user and password", "LLM_URL=https://sk-secret:sk-secret@host", nil, "LLM_URL", true},
		{"not an address", "LLM_URL=https://sk-secret@[::1", nil, "LLM_URL", true},
		{"a quoted key", `DEEPSEEK_API_KEY="sk-secret"`, nil, "DEEPSEEK_API_KEY", true},
		{"a bad proxy", "LLM_URL=https://h LLM_PROXY=7890", nil, "LLM_PROXY", true},
		{"probe off", "WENQU_PROBE=off", nil, "", false},
		{"probe nonsense", "WENQU_PROBE=maybe", nil, "WENQU_PROBE", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env := map[string]string{}
			for _, kv := range strings.Fields(tt.env) {
				k, v, _ := strings.Cut(kv, "=")
				env[k] = v
			}
			s, problems := llm.FromEnv(func(k string) string { return env[k] })
			var got []string
			for _, p := range s.Providers {
				got = append(got, p.ID+" "+p.BaseURL+" "+string(p.Key))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Fatal(diff)
			}
			var named []string
			for _, p := range problems {
				named = append(named, p.Variable)
				for _, text := range []string{p.Text.ZhCN, p.Text.ZhTW, p.Text.En} {
					if text == "" || strings.Contains(text, "secret") {
						t.Errorf("text %q", text)
					}
				}
			}
			if strings.Join(named, " ") != tt.problems || s.Probe != tt.probe {
				t.Fatalf("problems %v, probe %v", named, s.Probe)
			}
			if said := fmt.Sprintf("%v %+v %#v", s, s, s); strings.Contains(said, "sk-abc") {
				t.Fatal("the key prints itself: " + said)
			}
		})
	}
}

func TestEveryVendorImpliesItsHost(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, v := range llm.Vendors {
		if v.Env == "" {
			continue
		}
		s, problems := llm.FromEnv(func(k string) string {
			if k == v.Env {
				return "key-1"
			}
			return ""
		})
		if len(problems) > 0 || len(s.Providers) != 1 || s.Providers[0].BaseURL != v.BaseURL || s.Providers[0].Local {
			t.Errorf("%s: %+v %v", v.ID, s.Providers, problems)
		}
		if !strings.HasPrefix(v.Line, v.Env+"=") || len(v.Gives) == 0 || len(v.Models) == 0 || seen[v.ID] {
			t.Errorf("%+v", v)
		}
		seen[v.ID] = true
		r := registry(s)
		if c := r.Default(); c.Info.Builtin || c.Info.Provider != v.ID {
			t.Errorf("%s: default %+v", v.ID, c.Info)
		}
		if _, problems := llm.Check(llm.Provider{ID: v.ID, Key: "k"}); problems != nil {
			t.Errorf("%s as a row: %v", v.ID, problems)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, p := range []llm.Provider{
		{}, {ID: "x"}, {ID: "x", BaseURL: "nonsense"}, {ID: "x", BaseURL: "https://h", Proxy: "::"},
	} {
		if _, problems := llm.Check(p); len(problems) != 1 || problems[0].Text.ZhTW == "" {
			t.Errorf("%+v: %v", p, problems)
		}
	}
	p, problems := llm.Check(llm.Provider{ID: "x", BaseURL: "http://key@192.168.1.9:8000/"})
	if len(problems) > 0 || p.BaseURL != "http://192.168.1.9:8000/v1" || p.Key != "key" || !p.Local || p.Name != "192.168.1.9" {
		t.Errorf("%+v %v", p, problems)
	}
}

// A vendor's English name contains no Chinese characters. A vendor's name in traditional
// Chinese contains no simplified characters.
func TestVendorLabels(t *testing.T) {
	t.Parallel()
	for _, v := range llm.Vendors {
		if en := v.Label("en"); strings.ContainsFunc(en, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%s in English: %s", v.ID, en)
		}
		if name := v.Label("zh-TW"); zh.ToTraditional(name) != name {
			t.Errorf("%s in traditional Chinese: %s", v.ID, name)
		}
		if v.Label("zh-CN") != v.Name {
			t.Errorf("%s: %s", v.ID, v.Label("zh-CN"))
		}
	}
}

// Vendors contains every vendor that needs a tile on the page 「接入模型」.
func TestVendors(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, v := range llm.Vendors {
		ids = append(ids, v.ID)
	}
	for _, want := range []string{"deepseek", "tokenhub", "dashscope", "ark", "moonshot", "zhipu", "siliconflow", "ollama", "other"} {
		if !slices.Contains(ids, want) {
			t.Errorf("%s is not among %v", want, ids)
		}
	}
}
