package llm

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// codeModel matches the names of models for programming.
var codeModel = text.NewPattern(`cod(e|er|ex|estral)\b|devstral|starcoder`)

// longContext is the context size from which a model is described as good for
// long texts, in tokens.
const longContext = 100_000

// purpose describes in one line what a model is good for.
func purpose(m ModelInfo) errs.Text {
	does := errs.Text{ZhCN: "日常问答，答得快", ZhTW: "日常問答，答得快", En: "Everyday questions, quick"}
	switch {
	case codeModel.MatchString(strings.ToLower(m.Upstream)):
		does = errs.Text{ZhCN: "写代码、读代码", ZhTW: "寫程式、讀程式", En: "Writing and reading code"}
	case m.Thinking == ThinkAlways:
		does = errs.Text{ZhCN: "先想后答，适合推理、数学和难题", ZhTW: "先想後答，適合推理、數學和難題", En: "Thinks first: reasoning, mathematics, hard questions"}
	case m.Thinking == ThinkSwitch:
		does = errs.Text{ZhCN: "日常问答，需要时深度思考", ZhTW: "日常問答，需要時深度思考", En: "Everyday questions, with deep thinking on demand"}
	}
	also := func(is bool, zhCN, zhTW, en string) {
		if is {
			does = errs.Text{ZhCN: does.ZhCN + "，" + zhCN, ZhTW: does.ZhTW + "，" + zhTW, En: does.En + ", " + en}
		}
	}
	also(m.Vision, "能看图", "能看圖", "sees pictures")
	also(m.Context >= longContext, "能读长文", "能讀長文", "reads long texts")
	return does
}
