package offline

import (
	"sync"

	"github.com/wenqu-ai/wenqu/internal/llm/offline/dates"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/formatting"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/numbers"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/skill"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/texts"
	"github.com/wenqu-ai/wenqu/internal/llm/offline/writing"
)

// skills is the router's table: the first skill that understands the question answers it.
// Skills that work on a given text come first, because the text may look like a question.
// Help comes last.
var skills = sync.OnceValue(func() []skill.Skill {
	return []skill.Skill{
		formatting.Format,
		texts.Regex,
		texts.Diff,
		texts.Encode,
		texts.Hash,
		texts.Script,
		texts.Pinyin,
		texts.Count,
		texts.Lines,
		writing.Template,
		numbers.Radix,
		numbers.Numeral,
		numbers.Random,
		dates.Holiday,
		dates.Lunar,
		dates.Date,
		dates.Clock,
		numbers.Money,
		numbers.Unit,
		numbers.Calculator,
		helpSkill,
	}
})
