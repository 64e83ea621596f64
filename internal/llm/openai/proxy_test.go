package openai

import (
	"errors"
	"net/http"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/guard"
	"github.com/wenqu-ai/wenqu/internal/llm"
)

// A proxy with the metadata address of a cloud is always refused, even if the operator has
// configured it.
func TestProxiesPassTheGuard(t *testing.T) {
	t.Parallel()
	for _, proxy := range []string{"http://169.254.169.254", "http://[fd00:ec2::254]:80", "http://[::ffff:169.254.169.254]"} {
		for _, local := range []bool{false, true} {
			client, err := newClient(llm.Provider{ID: "a", BaseURL: "http://model.example/v1", Proxy: proxy, Local: local})
			if err != nil {
				t.Fatal(err)
			}
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://model.example/v1", nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := client.Do(req)
			if err == nil {
				res.Body.Close()
			}
			if !errors.Is(err, guard.ErrAddress) {
				t.Errorf("%s, local %v: %v", proxy, local, err)
			}
		}
	}
}
