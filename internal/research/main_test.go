//go:build unix

package research_test

import (
	"testing"

	"github.com/wenqu-ai/wenqu/internal/domaintest"
)

func TestMain(m *testing.M) { domaintest.Main(m) }
