package httpapi

import "net/http"

// apiPolicy is the content security policy of everything but pages: nothing in
// an answer of the API is ever run or shown as a document.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// secure sets the headers that keep a browser from doing more than it should.
func secure(h http.Header, api, https bool, pagePolicy string) {
	policy := pagePolicy
	if api {
		policy = apiPolicy
	}
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY") // for browsers that do not know frame-ancestors
	h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if https {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}
