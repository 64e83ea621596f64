// Package basictool offers models the tools that need nothing but their input:
// the calculator and the calendar that the built-in engine uses too.
package basictool

import "github.com/wenqu-ai/wenqu/internal/answer"

// Tools are all of them.
func Tools() []answer.Tool { return []answer.Tool{Calculator(), Calendar()} }
