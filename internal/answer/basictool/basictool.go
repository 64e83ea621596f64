// Package basictool provides tools that need only their arguments and the time and language of the
// turn: the calculator and the calendar.
package basictool

import "github.com/wenqu-ai/wenqu/internal/answer"

// Tools returns all tools of the package.
func Tools() []answer.Tool { return []answer.Tool{Calculator(), Calendar()} }
