// Package basictool provides tools that use nothing but their arguments: the calculator and the
// calendar. The built-in engine uses them as well.
package basictool

import "github.com/wenqu-ai/wenqu/internal/answer"

// Tools returns all tools of the package.
func Tools() []answer.Tool { return []answer.Tool{Calculator(), Calendar()} }
