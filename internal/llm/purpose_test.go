package llm

import "testing"

func TestPurpose(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]ModelInfo{
		"日常问答，答得快":          {Upstream: "qwen2.5", Thinking: ThinkNever},
		"日常问答，答得快，能看图，能读长文": {Upstream: "gpt-4o", Thinking: ThinkNever, Vision: true, Context: 128_000},
		"日常问答，需要时深度思考":      {Upstream: "deepseek-chat", Thinking: ThinkSwitch},
		"先想后答，适合推理、数学和难题":   {Upstream: "deepseek-reasoner", Thinking: ThinkAlways},
		"写代码、读代码，能读长文":      {Upstream: "Qwen/Qwen3-Coder-30B", Thinking: ThinkNever, Context: 262_144},
	} {
		p := purpose(m)
		if p.ZhCN != want || p.ZhTW == "" || p.En == "" {
			t.Errorf("%s: %+v", m.Upstream, p)
		}
	}
}
