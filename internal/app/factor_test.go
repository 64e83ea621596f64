//go:build unix

package app_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/app"
)

// If a second factor is required, most calls by an administrator without a second factor are
// refused. Calls that set up the second factor are allowed. The reset command can run while the
// server runs. It switches the second factor off. It fails if the number is unknown or the factor
// is already off.
func TestSecondFactorOfAdministrators(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	url, _ := start(t, t.TempDir(), append(env, "WENQU_LIMITS=off", "WENQU_ADMIN_FACTOR=on")...)
	const phone = "+8613800138000"
	admin := promote(t, url, login(t, world, url, person{}, phone))
	for _, path := range []string{"/api/admin/user/list", "/api/user/agent/conversation/list", "/api/chat/conversation-1"} {
		if status, body := admin.call(t, url, path, `{"prompt":"问"}`); status != http.StatusForbidden {
			t.Errorf("%s: %d %v", path, status, body)
		}
	}
	_, begun := admin.call(t, url, "/api/account/factor/begin", `{}`)
	data, _ := begun["data"].(map[string]any)
	secret, _ := data["secret"].(string)
	status, body := admin.call(t, url, "/api/account/factor/confirm", `{"code":"`+factor.Code(secret, time.Now())+`"}`)
	if status != http.StatusOK {
		t.Fatalf("%d %v", status, body)
	}
	if status, body := admin.call(t, url, "/api/admin/user/list", `{}`); status != http.StatusOK {
		t.Errorf("with the second factor: %d %v", status, body)
	}
	c, _ := configs.Load(url)
	if _, err := app.ResetFactor(t.Context(), c.(*app.Config), "+8613900139000"); err == nil {
		t.Error("a number that nobody has was reset")
	}
	if id, err := app.ResetFactor(t.Context(), c.(*app.Config), phone); err != nil || id != admin.id {
		t.Fatalf("%s %v", id, err)
	}
	if _, err := app.ResetFactor(t.Context(), c.(*app.Config), phone); err == nil {
		t.Error("what is off was reset")
	}
	if status, body := admin.call(t, url, "/api/account/factor/remove", `{"code":"000000"}`); status != http.StatusNotFound {
		t.Errorf("after the reset: %d %v", status, body)
	}
}
