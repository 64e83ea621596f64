package retrieve_test

import (
	"hash/crc32"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/db/dbtest"
	"github.com/wenqu-ai/wenqu/internal/document/retrieve"
)

// weighedQuestion is the evidence for the best candidate of a question.
type weighedQuestion struct {
	evidence []float64
	there    bool // at least one passage answers the question
	right    bool // the candidate is in a passage that answers the question
	fold     uint32
}

const folds = 6

// TestTrainRefusal, run with WENQU_EVAL=train, computes and prints the weights of the evidence.
// It uses all questions outside of the folder november, which is not used for tuning. First it
// prints the results of a cross-validation: questions are put into groups, and each group is
// judged with weights computed from the other groups.
func TestTrainRefusal(t *testing.T) {
	if os.Getenv("WENQU_EVAL") != "train" {
		t.Skip("computes weights with WENQU_EVAL=train")
	}
	var all []weighedQuestion
	for _, part := range evalParts {
		if part.unseen {
			continue
		}
		set := readEval(t, part.dir)
		x := evalIndex(t, set, dbtest.OpenSQLite(t), retrieve.Options{})
		for i, q := range set.questions(t, part.file) {
			e, best, err := x.Evidence(t.Context(), retrieve.Query{Owner: set.dir, Documents: q.documents, Text: q.text})
			if err != nil {
				t.Fatal(err)
			}
			if e == nil {
				continue
			}
			about := strings.Join(q.documents, " ")
			switch {
			case about == "" && len(q.passages) > 0:
				about = set.passages[q.passages[0]].document
			case about == "":
				about = q.text[:min(3+i%3, len(q.text))]
			}
			all = append(all, weighedQuestion{
				evidence: e, there: len(q.passages) > 0, right: set.rank([]retrieve.Passage{best}, q) == 1,
				fold: crc32.ChecksumIEEE([]byte(part.dir+about)) % folds,
			})
		}
	}
	sums := make([]float64, len(all))
	for fold := range uint32(folds) {
		weights := regression(slices.DeleteFunc(slices.Clone(all), func(q weighedQuestion) bool { return q.fold == fold }))
		for i, q := range all {
			if q.fold == fold {
				sums[i] = dot(weights, q.evidence)
			}
		}
	}
	weights := regression(all)
	for _, at := range []float64{-1, -0.5, 0, 0.5, 0.8, 1.1, 1.4, 1.7} {
		var refused, answerable, absent, kept float64
		for i, q := range all {
			switch {
			case q.there && sums[i] < at:
				refused++
				fallthrough
			case q.there:
				answerable++
			case sums[i] < at:
				absent++
				fallthrough
			default:
				kept++
			}
		}
		t.Logf("from %4.1f on: wrongly refused %.3f, the absent refused %.3f", at, refused/answerable, absent/kept)
	}
	t.Logf("in use  %.2f", retrieve.EvidenceWeights)
	t.Logf("weights %.2f", weights)
}

// regression fits a logistic regression by Newton's method, with a penalty on large weights. An
// answerable question is left out if its best candidate is in a wrong passage.
func regression(all []weighedQuestion) []float64 {
	n := len(all[0].evidence)
	weights := make([]float64, n)
	for range 25 {
		rows := make([][]float64, n) // each row of the Hessian, followed by its entry of the gradient
		for i := range rows {
			rows[i] = make([]float64, n+1)
			penalty := 1.0
			if i == 0 {
				penalty = 1e-3
			}
			rows[i][i], rows[i][n] = penalty, penalty*weights[i]
		}
		for _, q := range all {
			if q.there && !q.right {
				continue
			}
			target, count := 1.0, 1.0
			if !q.there {
				target, count = 0, 2
			}
			p := 1 / (1 + math.Exp(-dot(weights, q.evidence)))
			for i, a := range q.evidence {
				rows[i][n] += count * (p - target) * a
				for j, b := range q.evidence {
					rows[i][j] += count * p * (1 - p) * a * b
				}
			}
		}
		for i, step := range solve(rows) {
			weights[i] -= step
		}
	}
	return weights
}

// solve solves linear equations. A row has the coefficients of one equation and then its right side. The
// matrix of the coefficients must be positive definite.
func solve(rows [][]float64) []float64 {
	n := len(rows)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := rows[j][i] / rows[i][i]
			for k := i; k <= n; k++ {
				rows[j][k] -= f * rows[i][k]
			}
		}
	}
	out := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		out[i] = rows[i][n]
		for j := i + 1; j < n; j++ {
			out[i] -= rows[i][j] * out[j]
		}
		out[i] /= rows[i][i]
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
