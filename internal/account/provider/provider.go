// Package provider contains what the clients of login providers have in common: the
// beginning and the end of a login, and lenient readers for answers that differ from
// the providers' documentation.
package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Begin contains the values from which a client makes the address of a login page.
type Begin struct {
	State     string // is sent back together with the code
	Challenge string // PKCE, S256; for providers that support it
	Nonce     string // for providers with ID tokens
	Redirect  string // where the provider sends the browser
	InApp     bool   // the page runs in the provider's own app
	Hint      string // form of the login page: h5 or pc
}

// Return contains what a provider sends back, and what the server stored when the login began.
type Return struct {
	Code     string
	Verifier string // PKCE
	Nonce    string
	Redirect string // Redirect of the Begin of this login
	InApp    bool
}

// Person is a person as a provider identifies them.
type Person struct {
	Subject string   // the provider's permanent id of the person
	Also    []string // other ids by which the person may be known here
	Name    string   // may be empty
}

// Error is an error returned by a provider, or found by its client in the settings or in the
// provider's answer.
type Error struct {
	Provider string
	Code     string
	Text     string
}

// Error returns the text for the log.
func (e *Error) Error() string {
	return fmt.Sprintf("%s refused: %s %s", e.Provider, e.Code, e.Text)
}

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 1 << 20

// Get reads an answer as text, whatever its content type. The error of a failed request does not
// contain the address, because the address contains secrets.
func Get(ctx context.Context, client *http.Client, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the provider's address cannot be used")
	}
	return Do(client, req)
}

// Do sends a request and reads the answer. An answer of more than maxAnswer bytes is an error. A
// status other than 2xx is an error too, and Do returns the answer with it.
func Do(client *http.Client, req *http.Request) ([]byte, error) {
	res, err := client.Do(req) //nolint:gosec // the operator has set the provider's address, and the client follows no redirects
	if err != nil {
		if e, ok := errors.AsType[*url.Error](err); ok {
			err = e.Err // the inner error does not contain the address
		}
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxAnswer {
		return nil, errors.New("the provider's answer is too long")
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return body, fmt.Errorf("the provider answered %d", res.StatusCode)
	}
	return body, nil
}

// ReadJSON reads JSON, also inside JSONP: callback( … );
func ReadJSON(body []byte, v any) error {
	body = bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")))
	if i := bytes.IndexByte(body, '('); i > 0 && body[0] != '{' && body[0] != '[' {
		j := bytes.LastIndexByte(body, ')')
		if j < i {
			return errors.New("the provider's answer is cut off")
		}
		body = body[i+1 : j]
	}
	if err := json.Unmarshal(bytes.TrimSpace(body), v); err != nil {
		return fmt.Errorf("the provider's answer is no JSON: %w", err)
	}
	return nil
}

// ReadFields reads an answer in JSON, JSONP or form encoding into strings.
func ReadFields(body []byte) (map[string]string, error) {
	text := strings.TrimSpace(strings.TrimPrefix(string(body), "\xef\xbb\xbf"))
	if text != "" && !strings.ContainsAny(text[:1], "{[") && !strings.Contains(text, "(") {
		form, err := url.ParseQuery(text)
		if err != nil {
			return nil, fmt.Errorf("the provider's answer is no form: %w", err)
		}
		out := make(map[string]string, len(form))
		for k := range form {
			out[k] = form.Get(k)
		}
		return out, nil
	}
	var raw map[string]any
	if err := ReadJSON(body, &raw); err != nil {
		return nil, err
	}
	out := make(map[string]string, len(raw))
	for k, v := range raw {
		switch v := v.(type) {
		case string:
			out[k] = v
		case float64, bool:
			out[k] = fmt.Sprint(v)
		}
	}
	return out, nil
}

// Address appends parameters to an address.
func Address(base string, params url.Values) string {
	join := "?"
	if strings.Contains(base, "?") {
		join = "&"
	}
	return base + join + params.Encode()
}
