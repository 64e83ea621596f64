//go:build unix

package app_test

import (
	"net/http"
	"testing"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
)

// A secret from the variables is sent only to the address from the variables. An administrator who
// changes the address must enter the secret.
func TestSecretsOfVariablesStayWithTheirAddress(t *testing.T) {
	t.Parallel()
	world, env := outside(t)
	env = append(env, "WENQU_WX_APP="+accounttest.AppID, "WENQU_WX_SECRET="+accounttest.AppSecret,
		"WENQU_ONEID_ISSUER="+world.Issuer(), "WENQU_ONEID_APP="+accounttest.AppID, "WENQU_ONEID_SECRET="+accounttest.AppSecret)
	url, _ := start(t, t.TempDir(), env...)
	admin := promote(t, url, login(t, world, url, person{}, "+8613800138000"))
	for value, want := range map[string]int{
		`{"sms_url":"https://evil.example/sms"}`:                                         http.StatusBadRequest,
		`{"sms_tencent_url":"https://evil.example/sms"}`:                                 http.StatusBadRequest,
		`{"wx_api_url":"https://evil.example"}`:                                          http.StatusBadRequest,
		`{"oneid_issuer":"https://evil.example"}`:                                        http.StatusBadRequest,
		`{"wx_api_url":"https://evil.example","wx_public_secret":"another"}`:             http.StatusBadRequest,
		`{"oneid_issuer":"` + world.Issuer() + `"}`:                                      http.StatusOK,
		`{"qq_url":"https://qq.example"}`:                                                http.StatusOK, // no QQ secret is configured
		`{"wx_api_url":"https://weixin.example","wx_secret":"entered with the address"}`: http.StatusOK,
	} {
		_, now := admin.call(t, url, "/api/admin/settings/get", `{"name":"login"}`)
		status, out := admin.call(t, url, "/api/admin/settings/save", with(t, `{"name":"login","value":`+value+`}`, map[string]any{"version": now["version"]}))
		if status != want || want != http.StatusOK && out["code"] != 20092.0 {
			t.Errorf("%s: %d %v", value, status, out)
		}
	}
}
