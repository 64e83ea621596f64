package tool

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// The tools of all connectors share one row in the administrator's settings. The name of the row is
// `connectors`. The names of the tools begin with connectorPrefix. A user decides about each of the
// tools separately.
const (
	connectors      = "connectors"
	connectorPrefix = "mcp_"
)

// connectorRow stands for all tools of connectors in a list of tools.
var connectorRow = answer.Tool{
	Spec:  llm.Tool{Name: connectors},
	Title: errs.Text{ZhCN: "连接器的工具", ZhTW: "連接器的工具", En: "Tools of connectors"},
	About: errs.Text{
		ZhCN: "使用自己或大家共用的连接器；每个工具是否询问，在「连接器」里设置。", ZhTW: "使用自己或大家共用的連接器；每個工具是否詢問，在「連接器」裡設定。",
		En: "Uses your connectors and those for everybody; when each of their tools asks is set under Connectors.",
	},
}

// rowOf returns the name of the settings row for a tool.
func rowOf(name string) string {
	if strings.HasPrefix(name, connectorPrefix) {
		return connectors
	}
	return name
}
