package llm

import "testing"

func TestFamilies(t *testing.T) {
	t.Parallel()
	tests := []struct {
		id       string
		kind     Kind
		thinking Thinking
		context  int
		spec     string // expected well-known id for the default mode of the model
	}{
		{"deepseek-chat", KindChat, ThinkNever, 65_536, "deep_seek_v3"},
		{"deepseek-reasoner", KindChat, ThinkAlways, 65_536, "deep_seek"},
		{"deepseek-v4-pro", KindChat, ThinkSwitch, 262_144, ""},
		{"deepseek-v3-250324", KindChat, ThinkNever, 65_536, "deep_seek_v3"},
		{"deepseek-v3.2", KindChat, ThinkSwitch, 131_072, "deep_seek_v3"},
		{"Pro/deepseek-ai/DeepSeek-R1", KindChat, ThinkAlways, 65_536, "deep_seek"},
		{"deepseek-r1:7b", KindChat, ThinkAlways, 65_536, ""},
		{"deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", KindChat, ThinkAlways, 65_536, ""},
		{"hy3", KindChat, ThinkSwitch, 131_072, "hunyuan"},
		{"hunyuan-t1-latest", KindChat, ThinkAlways, 32_768, "hunyuan_t1"},
		{"hunyuan-embedding", KindEmbedding, ThinkNever, DefaultContext, ""},
		{"gpt-oss:20b", KindChat, ThinkAlways, 131_072, "gpt_oss"},
		{"gpt-4o-mini", KindChat, ThinkNever, 128_000, ""},
		{"gpt-4o-transcribe", KindASR, ThinkNever, DefaultContext, ""},
		{"gpt-4o-mini-tts", KindTTS, ThinkNever, DefaultContext, ""},
		{"gpt-image-1", KindImage, ThinkNever, DefaultContext, ""},
		{"Qwen/Qwen3-32B", KindChat, ThinkSwitch, 32_768, ""},
		{"qwen3-235b-a22b-thinking-2507", KindChat, ThinkAlways, 131_072, ""},
		{"qwen3-30b-a3b-instruct-2507", KindChat, ThinkNever, 131_072, ""},
		{"Qwen/Qwen3-Embedding-8B", KindEmbedding, ThinkNever, DefaultContext, ""},
		{"Qwen/Qwen3-Reranker-8B", KindRerank, ThinkNever, DefaultContext, ""},
		{"qwen-image-edit", KindImage, ThinkNever, DefaultContext, ""},
		{"qwen-mt-plus", KindOther, ThinkNever, DefaultContext, ""},
		{"qwen-plus", KindChat, ThinkSwitch, 131_072, ""},
		{"wan2.5-t2v", KindVideo, ThinkNever, DefaultContext, ""},
		{"glm-4.6", KindChat, ThinkSwitch, 131_072, ""},
		{"glm-4-flash", KindChat, ThinkNever, 131_072, ""},
		{"cogview-4", KindImage, ThinkNever, DefaultContext, ""},
		{"kimi-k2.6", KindChat, ThinkSwitch, 262_144, ""},
		{"kimi-k3", KindChat, ThinkAlways, 262_144, ""},
		{"doubao-seed-1-6-250615", KindChat, ThinkSwitch, 262_144, ""},
		{"doubao-embedding-large-text", KindEmbedding, ThinkNever, DefaultContext, ""},
		{"doubao-seedream-4-0", KindImage, ThinkNever, DefaultContext, ""},
		{"MiniMax-M2", KindChat, ThinkAlways, 196_608, ""},
		{"BAAI/bge-m3", KindEmbedding, ThinkNever, DefaultContext, ""},
		{"FunAudioLLM/SenseVoiceSmall", KindASR, ThinkNever, DefaultContext, ""},
		{"FunAudioLLM/CosyVoice2-0.5B", KindTTS, ThinkNever, DefaultContext, ""},
		{"Kwai-Kolors/Kolors", KindImage, ThinkNever, DefaultContext, ""},
		{"omni-moderation-latest", KindOther, ThinkNever, DefaultContext, ""},
		{"llama3.2:3b", KindChat, ThinkNever, 131_072, ""},
		{"a-model-of-tomorrow", KindChat, ThinkNever, DefaultContext, ""},
	}
	for _, tt := range tests {
		m := ModelRow{ID: tt.id}.complete()
		if m.Kind != tt.kind || m.Thinking != tt.thinking || m.Context != tt.context {
			t.Errorf("%s: %s %s %d, want %s %s %d", tt.id, m.Kind, m.Thinking, m.Context, tt.kind, tt.thinking, tt.context)
		}
		if got := specID(tt.id, m.Thinking == ThinkAlways); tt.kind == KindChat && got != tt.spec {
			t.Errorf("%s: spec id %q, want %q", tt.id, got, tt.spec)
		}
	}
}

// An Ollama on its usual port at a private address is called by its own protocol. Only this
// protocol lets the client choose the context size.
func TestOllamaByItsPort(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]Dialect{
		"http://127.0.0.1:11434/v1": DialectOllama, "http://192.168.1.5:11434/v1": DialectOllama,
		"http://127.0.0.1:8000/v1": DialectChat, "https://ollama.example:11434/v1": DialectChat,
	} {
		if got := QuirksOf(Provider{BaseURL: url}).Dialect; got != want {
			t.Errorf("%s: %q", url, got)
		}
	}
}

func TestQuirksGoToKnownHostsOnly(t *testing.T) {
	t.Parallel()
	tests := []struct {
		base string
		want ThinkParam
	}{
		{"https://api.deepseek.com/v1", ThinkParamType},
		{"https://api.deepseek.com:443/v1", ThinkParamType},
		{"https://ark.cn-beijing.volces.com/api/v3", ThinkParamType},
		{"https://dashscope.aliyuncs.com/compatible-mode/v1", ThinkParamEnable},
		{"https://api.deepseek.com.evil.example/v1", ThinkParamNone},
		{"https://evilapi.deepseek.com.example/v1", ThinkParamNone},
		{"https://myapi.deepseek.com/v1", ThinkParamNone},
		{"http://127.0.0.1:8000/v1", ThinkParamNone},
		{"://", ThinkParamNone},
	}
	for _, tt := range tests {
		if got := QuirksOf(Provider{BaseURL: tt.base}).Thinking; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.base, got, tt.want)
		}
	}
	own := Quirks{Thinking: ThinkParamTemplate}
	if got := QuirksOf(Provider{BaseURL: "https://api.deepseek.com/v1", Quirks: &own}); got != own {
		t.Errorf("a row's own quirks: %+v", got)
	}
	for _, v := range Vendors {
		if v.Env == "" {
			continue
		}
		if QuirksOf(Provider{BaseURL: v.BaseURL}) == (Quirks{}) {
			t.Errorf("%s: its host is not known", v.ID)
		}
	}
}
