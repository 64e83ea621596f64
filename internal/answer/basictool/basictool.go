// Package basictool provides tools that need nothing but their arguments: the calculator and
// the calendar, which the built-in engine uses as well.
package basictool

import "github.com/wenqu-ai/wenqu/internal/answer"

// Tools returns all tools of the package.
func Tools() []answer.Tool { return []answer.Tool{Calculator(), Calendar()} }
