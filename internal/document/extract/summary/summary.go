// Package summary extracts a summary, key points, keywords and a mind map from a file without a
// model. The results are quotes from the file, except the title at the root of a mind map. The
// package does no I/O, and the same content always has the same result.
package summary

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// Weights and limits for the scores of sentences. A bonus is added to a sentence's rank. A malus
// (penalty) is subtracted.
const (
	relevance     = 0.7 // weight of a sentence's score; its similarity to the chosen sentences is subtracted with the weight 1 - relevance
	bonusFirst    = 0.1 // bonus for the first sentence of a section
	bonusPlain    = 0.1 // bonus for a sentence with words that mark a summary
	malusShort    = 0.15
	malusQuestion = 0.3
	malusNote     = 0.2
	shortSentence = 12 // characters; a shorter sentence scores less
	longSentence  = 160
	tooAlike      = 0.75
	overQuota     = 0.25
)

// sumsUp matches words that mark a summary.
var sumsUp = text.NewPattern(`(?i)综上|总之|总的来说|总体而言|总体来看|由此可见|结论|本文(提出|认为|研究|介绍)|研究(表明|发现|结果)|结果(表明|显示)|调查(显示|发现)|` +
	`主要(原因|问题|目标|任务|内容|结论|包括|贡献)|关键(在于|是)|核心(是|在于)|目的(是|在于)|旨在|意味着|最重要|根本(原因|上)|綜上|總之|結論|研究(顯示|發現)|` +
	`\b(in (summary|conclusion|short)|overall|therefore|we (show|propose|find|found|conclude|present)|results? (show|indicate|suggest)s?|the (main|key|aim|goal|purpose)|importantly)\b`)

// Content is a file whose sentences have been scored, for callers that need several
// extracts of it. It is not safe for concurrent use.
type Content struct {
	units  []parsed.Unit
	all    []candidate
	scores []float64 // score of each candidate
}

// Of scores the sentences of a file.
func Of(units []parsed.Unit) *Content {
	c := &Content{units: units}
	c.all, c.scores = scored(units)
	return c
}

// Summary returns the summary of the file; see the function of that name.
func (c *Content) Summary(n int) []Sentence {
	chosen := choose(c.all, c.scores, min(n, (len(c.all)+1)/2))
	slices.Sort(chosen)
	return sentences(c.all, chosen)
}

// Summary returns at most n sentences that are important and differ from each other, in the order of
// the file. It returns at most half of all sentences, rounded up.
func Summary(units []parsed.Unit, n int) []Sentence { return Of(units).Summary(n) }

// scored returns the candidates of a file with their scores.
func scored(units []parsed.Unit) ([]candidate, []float64) {
	all, vocabulary := weigh(read(units))
	scores := rank(all, vocabulary)
	for i, c := range all {
		if c.first {
			scores[i] += bonusFirst
		}
		if sumsUp.MatchString(c.Text) {
			scores[i] += bonusPlain
		}
		switch length := utf8.RuneCountInString(c.Text); {
		case length < shortSentence:
			scores[i] -= malusShort
		case length > longSentence:
			scores[i] -= malusShort * math.Min(1, float64(length-longSentence)/longSentence)
		}
		if strings.HasSuffix(c.Text, "？") || strings.HasSuffix(c.Text, "?") {
			scores[i] -= malusQuestion
		}
		if c.kind == parsed.Note {
			scores[i] -= malusNote
		}
	}
	return all, scores
}

// choose selects at most n candidates one by one. Each time it takes the candidate with the best
// combination of a high score and a low similarity to the sentences chosen before (MMR). A section
// that has reached its quota needs better scores for further sentences. Of equal candidates the
// first in the file is taken. A candidate whose similarity to a chosen one is above tooAlike is never
// taken.
func choose(all []candidate, scores []float64, n int) []int {
	quota := quotas(all, n)
	had := map[int]int{}
	near := make([]float64, len(all)) // similarity of each candidate to the most similar chosen one
	taken := make([]bool, len(all))
	var chosen []int
	for len(chosen) < n {
		best, value := -1, math.Inf(-1)
		for i := range all {
			if taken[i] || near[i] > tooAlike {
				continue
			}
			v := relevance*scores[i] - (1-relevance)*near[i]
			if had[all[i].section] >= quota[all[i].section] {
				v -= overQuota
			}
			if v > value {
				best, value = i, v
			}
		}
		if best < 0 {
			break
		}
		taken[best] = true
		had[all[best].section]++
		chosen = append(chosen, best)
		for i := range all {
			if !taken[i] {
				near[i] = max(near[i], alike(all[i], all[best]))
			}
		}
	}
	return chosen
}

// quotas returns how many of n sentences each section may have before it needs better scores. The
// number is proportional to the square root of the section's length, so that long sections do not
// get all sentences. It is at least one.
func quotas(all []candidate, n int) map[int]int {
	sizes := map[int]float64{}
	for _, c := range all {
		sizes[c.section]++
	}
	total := 0.0
	sections := make([]int, 0, len(sizes))
	for s := range sizes {
		sections = append(sections, s)
	}
	slices.Sort(sections) // sorted, because sums of floating-point numbers depend on the order
	for _, s := range sections {
		total += math.Sqrt(sizes[s])
	}
	out := map[int]int{}
	for _, s := range sections {
		out[s] = max(1, int(math.Ceil(float64(n)*math.Sqrt(sizes[s])/total)))
	}
	return out
}

func sentences(all []candidate, chosen []int) []Sentence {
	out := make([]Sentence, len(chosen))
	for i, c := range chosen {
		out[i] = all[c].Sentence
	}
	return out
}
