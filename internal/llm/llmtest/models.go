package llmtest

import (
	"io"
	"net/http"
	"strings"
)

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, encode(v))
}

func (s *Server) models(w http.ResponseWriter) {
	data := []object{}
	for _, id := range s.opts.Models {
		m := object{"id": id, "object": "model", "created": 1763600000, "owned_by": s.opts.Owner}
		if s.opts.Owner == "vllm" {
			m["max_model_len"] = 40960
		}
		data = append(data, m)
	}
	reply(w, object{"object": "list", "data": data})
}

func (s *Server) tags(w http.ResponseWriter) {
	models := []object{}
	for _, id := range s.opts.Models {
		can := []string{"completion", "tools", "thinking"}
		if strings.Contains(id, "embed") {
			can = []string{"embedding"}
		}
		models = append(models, object{
			"name": id, "model": id, "digest": "sha256:0", "size": 1,
			"details": object{"format": "gguf", "family": "qwen3"}, "capabilities": can,
		})
	}
	reply(w, object{"models": models})
}

func (s *Server) show(w http.ResponseWriter) {
	reply(w, object{
		"details":      object{"family": "qwen3"},
		"capabilities": []string{"completion", "tools", "thinking"},
		"model_info":   object{"general.architecture": "qwen3", "qwen3.context_length": 40960},
	})
}
