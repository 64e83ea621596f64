// Command serve simulates the external services of accounts for browser tests: a message gateway,
// WeChat, QQ connect, an OpenID Connect provider and a documents service. It prints the server's
// environment variables for these services: their addresses and credentials.
//
//	GET  /sms?phone=%2B8613800138000   the newest message to a number
//	POST /as?name=bob                  sets who logs in at the providers from now on
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"time"

	"github.com/wenqu-ai/wenqu/internal/account/accounttest"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8091", "address and port to listen on")
	flag.Parse()
	base := "http://" + *addr
	for _, line := range [][2]string{
		{"WENQU_SMS_URL", base + accounttest.SMSPath}, {"WENQU_SMS_KEY", accounttest.SMSKey},
		{"WENQU_WX_APP", accounttest.AppID}, {"WENQU_WX_SECRET", accounttest.AppSecret},
		{"WENQU_WX_PUBLIC_APP", accounttest.AppID}, {"WENQU_WX_PUBLIC_SECRET", accounttest.AppSecret},
		{"WENQU_WX_MINI_APP", accounttest.AppID}, {"WENQU_WX_MINI_SECRET", accounttest.AppSecret},
		{"WENQU_WX_OPEN_URL", base + accounttest.WeChatPath}, {"WENQU_WX_API_URL", base + accounttest.WeChatPath},
		{"WENQU_QQ_APP", accounttest.AppID}, {"WENQU_QQ_SECRET", accounttest.AppSecret}, {"WENQU_QQ_URL", base + accounttest.QQPath},
		{"WENQU_ONEID_ISSUER", base + accounttest.OIDCPath}, {"WENQU_ONEID_APP", accounttest.AppID}, {"WENQU_ONEID_SECRET", accounttest.AppSecret},
		{"WENQU_DOCS_URL", base + accounttest.DocsPath}, {"WENQU_DOCS_APP", accounttest.AppID}, {"WENQU_DOCS_SECRET", accounttest.AppSecret},
	} {
		fmt.Printf("%s=%s\n", line[0], line[1])
	}
	server := &http.Server{Addr: *addr, Handler: accounttest.New(base), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
