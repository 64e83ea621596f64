package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wenqu-ai/wenqu/internal/errs"
)

// Bounds on the list of models of a provider.
const (
	listTimeout = 10 * time.Second
	maxList     = 4 << 20
	maxModels   = 1000
)

// listed is an entry in the model list of a server. It has the fields of all kinds
// of servers; each kind sends only some of them.
type listed struct {
	ID            string `json:"id"`
	Name          string `json:"name"`
	Model         string `json:"model"`
	OwnedBy       string `json:"owned_by"`
	Type          string `json:"type"`     // sent by LM Studio: llm, vlm, embeddings
	SubType       string `json:"sub_type"` // sent by SiliconFlow
	Digest        string `json:"digest"`   // sent by Ollama
	MaxModelLen   int    `json:"max_model_len"`
	ContextLength int    `json:"context_length"`
	Loaded        int    `json:"loaded_context_length"`
	MaxContext    int    `json:"max_context_length"`
	Publisher     string `json:"publisher"` // sent by LM Studio
	State         string `json:"state"`     // sent by LM Studio
	Meta          struct {
		Context int `json:"n_ctx"`
		Train   int `json:"n_ctx_train"`
	} `json:"meta"` // sent by llama.cpp
	Capabilities json.RawMessage `json:"capabilities"` // sent by Ollama and LM Studio: a list of names
}

// fetch reads one JSON document. Its errors never contain the key.
func fetch(ctx context.Context, hc *http.Client, method, url string, key Key, send, out any) (http.Header, error) {
	var body io.Reader
	if send != nil {
		b, err := json.Marshal(send)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return nil, errs.Wrap(errs.Network, errors.New("the address is not valid"))
	}
	req.Header.Set("Accept", "application/json")
	if send != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+string(key))
	}
	resp, err := hc.Do(req)
	if err != nil {
		if u := errors.Unwrap(err); u != nil {
			err = u // only the cause, because the outer error contains the address
		}
		return nil, errs.Wrap(errs.Network, fmt.Errorf("%s: %w", req.URL.Host, err))
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		code := errs.StreamFail
		switch resp.StatusCode {
		case http.StatusUnauthorized, http.StatusForbidden:
			code = errs.ModelKey
		case http.StatusPaymentRequired:
			code = errs.ModelBalance
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			code = errs.ModelBusy
		}
		return resp.Header, errs.Wrap(code, fmt.Errorf("%s: HTTP %d for the model list", req.URL.Host, resp.StatusCode))
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxList))
	if err != nil {
		return resp.Header, errs.Wrap(errs.Network, fmt.Errorf("%s: %w", req.URL.Host, err))
	}
	if err := json.Unmarshal(b, out); err != nil {
		return resp.Header, errs.Wrap(errs.StreamFail, fmt.Errorf("%s: the model list is not JSON", req.URL.Host))
	}
	return resp.Header, nil
}

// list asks a provider for its models, including models that cannot chat. The context size of a row
// is based on the size stated by the provider, or else on the model's family.
func list(ctx context.Context, hc *http.Client, p Provider, s *shown) ([]ModelRow, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	if QuirksOf(p).Dialect == DialectOllama {
		root := strings.TrimSuffix(p.BaseURL, "/v1")
		tags, err := tagsOf(ctx, hc, root, p.Key)
		if err != nil {
			return nil, err
		}
		return s.rowsOf(ctx, hc, root, p.Key, tags), nil
	}
	var l struct {
		Data []listed `json:"data"`
	}
	if _, err := fetch(ctx, hc, http.MethodGet, p.BaseURL+"/models", p.Key, nil, &l); err != nil {
		return nil, err
	}
	rows := modelRows(l.Data)
	if p.onThisNetwork() {
		limitGuesses(rows, l.Data)
		if slices.ContainsFunc(l.Data, func(e listed) bool { return e.OwnedBy == "llamacpp" }) {
			readProps(ctx, hc, strings.TrimSuffix(p.BaseURL, "/v1"), p.Key, rows)
		}
	}
	return rows, nil
}

// context is the context size of the entry as stated by the server, in tokens; 0: not stated. If LM
// Studio has not loaded the model, the size is at most lmStudioContext.
func (e listed) context() int {
	if e.State == "not-loaded" { // by default, LM Studio loads a model with a smaller context than the maximum
		return min(e.MaxContext, lmStudioContext)
	}
	return first(e.Loaded, e.MaxModelLen, e.ContextLength, e.Meta.Context, e.MaxContext)
}

// lmStudioContext is the default context size of LM Studio when it loads a model.
const lmStudioContext = 4096

// limitGuesses limits the guessed context sizes of a server on the operator's own network. A size is
// guessed from the model's family if the server does not state it. Most such servers load a model with
// much less context than the model supports, and cut longer requests silently.
func limitGuesses(rows []ModelRow, data []listed) {
	for i := range rows {
		stated := slices.ContainsFunc(data, func(e listed) bool { return e.ID == rows[i].ID && e.context() > 0 })
		if !stated {
			rows[i].Context = min(rows[i].Context, DefaultContext)
		}
	}
}

// readProps asks the llama.cpp server at base for the context size of one of its slots, and stores
// it in all rows. A conversation can use the context of one slot only.
func readProps(ctx context.Context, hc *http.Client, base string, key Key, rows []ModelRow) {
	var props struct {
		Context  int `json:"n_ctx"`
		Settings struct {
			Context int `json:"n_ctx"`
		} `json:"default_generation_settings"`
	}
	_, _ = fetch(ctx, hc, http.MethodGet, base+"/props", key, nil, &props)
	n := first(props.Settings.Context, props.Context)
	for i := range rows {
		if n > 0 {
			rows[i].Context = n
		}
	}
}

// modelRows makes at most maxModels rows from the entries of a list. It skips duplicates, and ids
// that are empty or too long.
func modelRows(data []listed) []ModelRow {
	seen := map[string]bool{}
	var out []ModelRow
	for _, e := range data {
		if e.ID == "" || seen[e.ID] || len(out) >= maxModels || len(e.ID) > 200 {
			continue
		}
		seen[e.ID] = true
		m := ModelRow{ID: e.ID, Context: e.context()}
		switch {
		case e.Type == "embeddings" || e.Type == "embedding" || e.SubType == "embedding":
			m.Kind = KindEmbedding
		case e.SubType == "reranker":
			m.Kind = KindRerank
		case strings.Contains(e.SubType, "image"):
			m.Kind = KindImage
		case strings.Contains(e.SubType, "video"):
			m.Kind = KindVideo
		case strings.HasPrefix(e.SubType, "speech"):
			m.Kind = KindASR
		case e.Type == "vlm":
			m.Kind, m.Vision = KindChat, true
		case e.Type == "llm" || e.SubType == "chat":
			m.Kind = KindChat
		}
		out = append(out, m.complete())
	}
	return out
}

func first(n ...int) int {
	for _, v := range n {
		if v > 0 {
			return v
		}
	}
	return 0
}

// ollamaContext is the largest context size in Wenqu's requests to Ollama. Ollama's own default
// cuts long prompts silently, and the full context of a model may need too much memory.
const ollamaContext = 16_384

// maxShow bounds how many models of one Ollama server are queried one by one.
const maxShow = 32

// tagsOf reads /api/tags, the models of the Ollama server at root.
func tagsOf(ctx context.Context, hc *http.Client, root string, key Key) ([]listed, error) {
	var tags struct {
		Models []listed `json:"models"`
	}
	_, err := fetch(ctx, hc, http.MethodGet, root+"/api/tags", key, nil, &tags)
	return tags.Models, err
}

// shown is a cache of the rows that were made from /api/show of Ollama servers. An update of the list
// then calls /api/show only for new and changed models.
type shown struct {
	mu   sync.Mutex
	rows map[[3]string]ModelRow // by address of the server, id and digest of the model
}

// maxShown bounds the number of rows that are kept.
const maxShown = 1000

// rowsOf makes rows of the first maxShow models in tags; it leaves out further models. It reads
// /api/show for the models whose rows are not kept.
func (s *shown) rowsOf(ctx context.Context, hc *http.Client, root string, key Key, tags []listed) []ModelRow {
	var out []ModelRow
	for i, e := range tags {
		id := e.Model
		if id == "" {
			id = e.Name
		}
		if id == "" || i >= maxShow {
			continue
		}
		at := [3]string{root, id, e.Digest}
		s.mu.Lock()
		row, kept := s.rows[at]
		s.mu.Unlock()
		if !kept {
			var err error
			row, err = showOllama(ctx, hc, root, key, id, e)
			if err == nil && e.Digest != "" {
				s.keep(at, row)
			}
		}
		out = append(out, row)
	}
	return out
}

func (s *shown) keep(at [3]string, row ModelRow) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.rows == nil || len(s.rows) >= maxShown {
		s.rows = map[[3]string]ModelRow{}
	}
	s.rows[at] = row
}

// showOllama reads /api/show of a model. If the call fails, the row is made from the entry `e`
// alone.
func showOllama(ctx context.Context, hc *http.Client, root string, key Key, id string, e listed) (ModelRow, error) {
	var show struct {
		Capabilities json.RawMessage            `json:"capabilities"`
		Info         map[string]json.RawMessage `json:"model_info"`
	}
	_, err := fetch(ctx, hc, http.MethodPost, root+"/api/show", key, map[string]string{"model": id}, &show)
	can := names(e.Capabilities)
	if can == nil {
		can = names(show.Capabilities)
	}
	m := ModelRow{ID: id}
	for k, v := range show.Info {
		if n := 0; strings.HasSuffix(k, ".context_length") && json.Unmarshal(v, &n) == nil && n > 0 {
			m.Context = min(n, ollamaContext)
		}
	}
	if can != nil {
		m.Thinking = ThinkNever
		if can["thinking"] {
			m.Thinking = ThinkSwitch
		}
		m.Vision, m.Tools, m.Kind, m.abilities = can["vision"], can["tools"], KindChat, true
		if !can["completion"] {
			m.Kind = KindEmbedding
		}
	}
	m = m.complete()
	m.Context = min(m.Context, ollamaContext)
	return m, err
}

// names reads raw as a list of names; nil if raw is not a list of strings.
func names(raw json.RawMessage) map[string]bool {
	var l []string
	if json.Unmarshal(raw, &l) != nil || l == nil {
		return nil
	}
	out := map[string]bool{}
	for _, n := range l {
		out[n] = true
	}
	return out
}
