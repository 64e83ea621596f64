package modellist

import (
	"github.com/wenqu-ai/wenqu/internal/chat/request"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// searchFunctions are the ways to search, in the order and with the names of the menu of the page's
// search switch.
var searchFunctions = []struct {
	id   string
	name errs.Text
}{
	{request.AutoSearch, errs.Text{ZhCN: "自动", ZhTW: "自動", En: "Automatic"}},
	{request.OpenSearch, errs.Text{ZhCN: "联网搜索", ZhTW: "連網搜尋", En: "Web search"}},
	{request.CloseSearch, errs.Text{ZhCN: "不联网", ZhTW: "不連網", En: "No web search"}},
	{request.KnowledgeSearch, errs.Text{ZhCN: "我的资料", ZhTW: "我的資料", En: "My files"}},
}

// seekStates maps the values of appBaseConfig.internetSeekState to function ids.
var seekStates = map[string]string{"on": request.OpenSearch, "off": request.CloseSearch}

// controlled reports whether the asker can turn web search on or off for a model. It is false if the
// provider searches by itself and a request cannot tell it whether to search.
func controlled(m llm.ModelInfo) bool { return m.Search != llm.SearchItself || m.SearchAsked }

func (s *Service) searches() bool { return s.Searches != nil && s.Searches() }

// search describes how the web and the asker's own data can be searched before the model
// answers. If `controlled` returns false for the model, the asker cannot choose.
func (s *Service) search(m llm.ModelInfo, locale string) internetSearch {
	out := internetSearch{FunctionList: []searchFunction{}}
	for _, f := range searchFunctions {
		out.FunctionList = append(out.FunctionList, searchFunction{
			FunctionID: f.id, FunctionName: f.name.In(locale), NotSupportInputControl: !controlled(m),
		})
	}
	switch {
	case !controlled(m) || m.Search != llm.SearchItself && !s.searches():
		out.ChooseDefault = request.CloseSearch
	default:
		out.ChooseDefault = request.AutoSearch
		if s.SeekState != nil && seekStates[s.SeekState()] != "" {
			out.ChooseDefault = seekStates[s.SeekState()]
		}
	}
	return out
}
