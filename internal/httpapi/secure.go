package httpapi

import "net/http"

// apiPolicy is the content security policy of answers of the API, unless an operation sets
// another policy. If an answer is opened as a document, it runs no scripts, loads nothing,
// and is shown in no frame.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// HSTS states for which host names browsers use only HTTPS after a first visit over
// HTTPS.
type HSTS string

// The values. The empty value means HSTSHost.
const (
	HSTSOff        HSTS = "off"
	HSTSHost       HSTS = "on"         // for the host name of the server
	HSTSSubdomains HSTS = "subdomains" // for all subdomains, too
)

var hstsHeaders = map[HSTS]string{
	"":             "max-age=31536000",
	HSTSHost:       "max-age=31536000",
	HSTSSubdomains: "max-age=31536000; includeSubDomains",
}

// secure sets headers that restrict what a browser may do with the answer.
func secure(h http.Header, api, https bool, hsts HSTS, pagePolicy string) {
	policy := pagePolicy
	if api {
		policy = apiPolicy
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not support frame-ancestors
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if https && hsts != HSTSOff {
		h.Set("Strict-Transport-Security", hstsHeaders[hsts])
	}
}
