package accounttest

import (
	"encoding/json"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/id"
)

// docFile is a document of the documents service.
type docFile struct{ owner, Title, Markdown string }

// retToken is the documents service's code for an expired token.
const retToken = 400006

// EndTokens makes the access tokens of all services expire.
func (w *World) EndTokens() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.tokens)
}

// Document reads a document that was written to the documents service.
func (w *World) Document(fileID string) (title, markdown string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f := w.files[fileID]
	return f.Title, f.Markdown
}

func (w *World) docs() {
	w.mux.HandleFunc("GET "+DocsPath+"/oauth/v2/authorize", w.login("client_id"))
	w.mux.HandleFunc("GET "+DocsPath+"/oauth/v2/token", func(rw http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		g, ok := w.redeem(q.Get("code"))
		if !ok || q.Get("client_id") != AppID || q.Get("client_secret") != AppSecret || g.redirect != q.Get("redirect_uri") {
			writeJSON(rw, typeJSON, http.StatusOK, map[string]string{"error": "invalid_grant"})
			return
		}
		writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"access_token": w.token(g.person), "expires_in": 3600, "user_id": "d-" + g.person, "nick": "文档 " + g.person})
	})
	w.mux.HandleFunc("POST "+DocsPath+"/openapi/drive/v2/files", func(rw http.ResponseWriter, r *http.Request) {
		person, ok := w.bearer(r.Header.Get("Access-Token"))
		if !ok || r.Header.Get("Open-Id") != "d-"+person {
			writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"ret": retToken, "msg": "token"})
			return
		}
		var f docFile
		if json.NewDecoder(r.Body).Decode(&f) != nil {
			http.Error(rw, "no JSON", http.StatusBadRequest)
			return
		}
		f.owner = person
		fileID := id.Random(12)
		w.mu.Lock()
		w.files[fileID] = f
		w.mu.Unlock()
		w.sayFile(rw, fileID, f)
	})
	w.mux.HandleFunc("GET "+DocsPath+"/openapi/drive/v2/files/{id}", func(rw http.ResponseWriter, r *http.Request) {
		person, ok := w.bearer(r.Header.Get("Access-Token"))
		w.mu.Lock()
		f := w.files[r.PathValue("id")]
		w.mu.Unlock()
		switch {
		case !ok:
			writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"ret": retToken, "msg": "token"})
		case f.owner != person:
			writeJSON(rw, typeJSON, http.StatusOK, map[string]any{"ret": 404, "msg": "no such file"})
		default:
			w.sayFile(rw, r.PathValue("id"), f)
		}
	})
}

func (w *World) sayFile(rw http.ResponseWriter, fileID string, f docFile) {
	writeJSON(rw, typeJSON, http.StatusOK, map[string]any{
		"ret": 0, "data": map[string]string{"ID": fileID, "title": f.Title, "url": w.base + DocsPath + "/doc/" + fileID},
	})
}
