package summary

import (
	"slices"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// pointCues match words that mark a sentence as important, because it states a figure, a duty, a
// result, a definition or a conclusion. A sentence gets the weight of each row once, even if it matches the
// row several times.
var pointCues = []struct {
	pattern *text.Pattern
	weight  float64
}{
	{text.NewPattern(`(?i)\d[\d,.]*\s*(%|％|‰|万|亿|元|美元|倍|人|天|日|年|个月|小时|分钟|公里|米|吨|公斤|kg|km|million|billion|percent|days?|years?|hours?|usd)|[$¥￥€£]\s*\d`), 0.25},
	{text.NewPattern(`(?i)应当|应该|必须|不得|须|禁止|有权|有义务|负责|不应|應當|應該|必須|\b(shall|must|required?|prohibited|entitled|may not)\b`), 0.2},
	{text.NewPattern(`(?i)表明|显示|发现|证明|结果|提高|降低|增长|下降|达到|超过|减少|顯示|發現|增長|達到|超過|減少|\b(shows?|found|increased?|decreased?|improved?|reduced?|reached)\b`), 0.15},
	{text.NewPattern(`(?i)是指|指的是|定义为|称为|所谓|定義為|稱為|\b(is defined as|refers to|means)\b`), 0.15},
	{sumsUp, 0.2},
}

// KeyPoints returns at most n sentences, and at most half of all sentences (rounded up), the most
// important one first. Sentences that match pointCues are preferred.
func KeyPoints(units []parsed.Unit, n int) []Sentence { return Of(units).KeyPoints(n) }

// KeyPoints returns the key points of the file; see the function of that name.
func (c *Content) KeyPoints(n int) []Sentence {
	all, scores := c.all, slices.Clone(c.scores)
	for i, c := range all {
		for _, cue := range pointCues {
			if cue.pattern.MatchString(c.Text) {
				scores[i] += cue.weight
			}
		}
		if c.kind == parsed.List {
			scores[i] += 0.05
		}
	}
	chosen := choose(all, scores, min(n, (len(all)+1)/2))
	slices.SortStableFunc(chosen, func(a, b int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return a - b
	})
	return sentences(all, chosen)
}
