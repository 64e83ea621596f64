package httpapi

import (
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

const (
	get  = http.MethodGet
	post = http.MethodPost
	put  = http.MethodPut
	both = "" // GET and POST, if the method used by clients is unknown
)

// Later is a call of older clients (docs/protocol.md, sections 3 to 8) that is not
// built yet. The server answers it with status 501, a code and a sentence, never with
// the page. Whoever builds the call must remove its row: the program panics at the
// start if a path is both registered and listed here.
type Later struct {
	Method string // empty: GET and POST
	Path   string
	Domain string // the folder for the code of the call
	Owner  OwnerRule
}

// Methods lists the HTTP methods of the row.
func (l Later) Methods() []string {
	if l.Method == both {
		return []string{get, post}
	}
	return []string{l.Method}
}

// LaterPaths lists all calls that are not built yet.
var LaterPaths = []Later{
	// Logins for events.
	{post, "/api/qingyunian/login", "event", None},
	{post, "/api/open/cauth/login", "event", None},

	// Images.
	{post, "/api/image/clarity", "image", Mine},
	{post, "/api/image/style", "image", Mine},
	{post, "/api/image/outpainting", "image", Mine},
	{post, "/api/image/elimination", "image", Mine},
	{post, "/api/image/removewatermark", "image", Mine},
	{post, "/api/image/assets/get", "image", Mine},
	{post, "/api/image/assets/delete", "image", Mine},
	{post, "/api/image/edit/asset/save", "image", Mine},
	{post, "/api/image/edit/asset/list", "image", Mine},
	{post, "/api/image/edit/asset/delete", "image", Mine},
	{post, "/api/image/inspiration/search", "image", None},
	{both, "/api/prettyimg/{rest...}", "image", Mine},
	{post, "/api/v1/config/aigc/get-image-proportion", "image", None},

	// Writing.
	{both, "/api/v5/canvas/{rest...}", "writing", Mine},
}

func (r *Router) refuseLater() {
	for _, l := range LaterPaths {
		for _, m := range l.Methods() {
			r.later[m+" "+l.Path] = true
			r.mux.HandleFunc(m+" "+l.Path, func(w http.ResponseWriter, req *http.Request) {
				WriteError(w, req, errs.New(errs.NotYet))
			})
		}
	}
}
