package llm

import (
	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Capability is one row in the table of capabilities. It states what provides the
// capability, or which settings would provide it.
type Capability struct {
	ID       CapabilityID
	Name     errs.Text
	State    CapabilityState
	Provider string   // name of the provider that was found
	Upstream string   // the provider's id of the model; empty if no model provides the capability
	Set      []string // environment variables as NAME=value, of which one is sufficient; empty when State is StateReady
	Later    bool     // no part of this version uses the capability; lists show it apart
}

// CapabilityState states what provides a capability.
type CapabilityState string

// The states.
const (
	StateReady   CapabilityState = "ready"   // a provider has it
	StateBuiltin CapabilityState = "builtin" // the built-in engine does a part of it
	StateMissing CapabilityState = "missing"
)

// URLLine is an example of an environment variable that connects an OpenAI-compatible server.
const URLLine = "LLM_URL=https://KEY@host/v1"

// SearchLine is an example of an environment variable that connects a source of web search.
const SearchLine = "SEARCH_URL=searxng+http://127.0.0.1:8888"

// SetSearchSource sets the function that returns the name of the search source, or an
// empty text if there is no source.
func (r *Registry) SetSearchSource(of func() string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.searcher = of
}

// capabilities is the table of capabilities. For each capability, it states which kind of model has
// the capability, and whether the built-in engine can replace the model. Search needs a search
// source and no model.
var capabilities = []struct {
	id      CapabilityID
	name    errs.Text
	kind    Kind
	fits    func(ModelInfo) bool // a further condition for models of KindChat
	builtin bool
	later   bool // see Capability.Later; it is false for embeddings because the API for programs serves them
}{
	{CapChat, errs.Text{ZhCN: "对话", ZhTW: "對話", En: "Chat"}, KindChat, func(ModelInfo) bool { return true }, true, false},
	{CapThinking, errs.Text{ZhCN: "深度思考", ZhTW: "深度思考", En: "Deep thinking"}, KindChat, func(m ModelInfo) bool { return m.Thinking != ThinkNever }, false, false},
	{CapVision, errs.Text{ZhCN: "看图", ZhTW: "看圖", En: "Vision"}, KindChat, func(m ModelInfo) bool { return m.Vision }, true, false},
	{CapTools, errs.Text{ZhCN: "调用工具", ZhTW: "呼叫工具", En: "Tools"}, KindChat, func(m ModelInfo) bool { return m.Tools }, false, false},
	{CapSearch, errs.Text{ZhCN: "联网搜索", ZhTW: "連網搜尋", En: "Web search"}, "", nil, false, false},
	{CapEmbeddings, errs.Text{ZhCN: "文本向量", ZhTW: "文字向量", En: "Embeddings"}, KindEmbedding, nil, false, false},
	{CapRerank, errs.Text{ZhCN: "重排序", ZhTW: "重新排序", En: "Reranking"}, KindRerank, nil, false, true},
	{CapImage, errs.Text{ZhCN: "图像生成", ZhTW: "圖像生成", En: "Images"}, KindImage, nil, false, true},
	{CapTTS, errs.Text{ZhCN: "语音朗读", ZhTW: "語音朗讀", En: "Speech"}, KindTTS, nil, false, true},
	{CapASR, errs.Text{ZhCN: "语音输入", ZhTW: "語音輸入", En: "Dictation"}, KindASR, nil, false, true},
}

// Capabilities returns the table with the providers that are available now.
func (r *Registry) Capabilities() []Capability {
	r.mu.Lock()
	slots, searcher := r.slots, r.searcher
	names := map[string]string{}
	for _, s := range slots {
		names[s.provider.ID] = s.provider.Name
	}
	r.mu.Unlock()
	var out []Capability
	for _, c := range capabilities {
		row := Capability{ID: c.id, Name: c.name, State: StateMissing, Later: c.later}
		if c.kind == KindChat {
			for _, m := range r.Models() {
				if !m.Builtin && c.fits(m) {
					row.State, row.Provider, row.Upstream = StateReady, names[m.Provider], m.Upstream
					break
				}
			}
		} else {
			for _, s := range slots {
				for _, m := range s.rows {
					if row.State == StateMissing && c.kind != "" && m.Kind == c.kind {
						row.State, row.Provider, row.Upstream = StateReady, s.provider.Name, m.ID
					}
				}
			}
		}
		if c.id == CapSearch && searcher != nil {
			if row.Provider = searcher(); row.Provider != "" {
				row.State = StateReady
			}
		}
		if row.State == StateMissing {
			row.Set = linesFor(c.id)
			if c.builtin {
				row.State = StateBuiltin
			}
		}
		out = append(out, row)
	}
	return out
}

// linesFor lists settings in the form VARIABLE=value; any one of them provides the
// capability.
func linesFor(id CapabilityID) []string {
	var out []string
	if id == CapSearch {
		out = append(out, SearchLine)
	} else {
		out = append(out, URLLine)
	}
	for _, v := range Vendors {
		if v.Line == "" {
			continue
		}
		for _, g := range v.Gives {
			if g == id {
				out = append(out, v.Line)
			}
		}
	}
	return out
}
