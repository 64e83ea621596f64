package mcp

import (
	"context"
	"net/http"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// ConnectorFields are the settings of a server.
type ConnectorFields struct {
	ID      string            `json:"id" doc:"empty: a new one"`
	Name    string            `json:"name" doc:"empty: its host or its program"`
	Kind    Kind              `json:"kind" doc:"http, sse or stdio; empty: http"`
	URL     string            `json:"url" doc:"begins with https://; http:// only where local"`
	Command []string          `json:"command" doc:"of stdio: the program and its arguments"`
	Headers map[string]string `json:"headers" doc:"sent with every request; what stands as •••••••• is kept"`
	Env     map[string]string `json:"env" doc:"of stdio: its whole environment; what stands as •••••••• is kept"`
	Local   bool              `json:"local" doc:"its host and port may be private; administrators only"`
	Active  bool              `json:"active"`
}

// ConnectorView is a server with its state.
type ConnectorView struct {
	ConnectorFields
	Shared   bool            `json:"shared" doc:"an administrator defined it for everybody"`
	Off      bool            `json:"off" doc:"of a shared one: the asker does not want it"`
	State    string          `json:"state" doc:"empty: never tried; ok, login or failed"`
	Reason   string          `json:"reason" doc:"why it failed, in the asker's language; else empty"`
	Info     string          `json:"info" doc:"what the server calls itself"`
	Signed   bool            `json:"signed" doc:"the asker has logged in at it"`
	ListedAt int64           `json:"listedAt" doc:"unix ms; 0: never"`
	Tools    []ConnectorTool `json:"tools"`
}

// ConnectorTool is a tool of a server. Its texts come from the server.
type ConnectorTool struct {
	Name        string `json:"name"`
	CallName    string `json:"callName" doc:"as agents and models name it"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Fields      string `json:"fields" doc:"what it asks for, a field a line"`
	ReadOnly    bool   `json:"readOnly" doc:"what the server claims"`
	Active      bool   `json:"active"`
	Consent     string `json:"consent" doc:"never, once or every"`
	Version     string `json:"version"`
	Changed     bool   `json:"changed" doc:"it is another tool than the asker consented to"`
	Before      string `json:"before" doc:"its description as it was consented to"`
	FieldsWere  string `json:"fieldsWere" doc:"its fields as they were consented to"`
}

type (
	nothing struct{ Body struct{} }
	named   struct {
		Body struct {
			ID string `json:"id"`
		}
	}
	fieldsIn struct{ Body ConnectorFields }
	done     struct {
		Body struct {
			Code int    `json:"code" doc:"0"`
			ID   string `json:"id"`
		}
	}
	listOut struct {
		Body struct {
			Code    int             `json:"code" doc:"0"`
			Servers []ConnectorView `json:"servers"`
			Stdio   bool            `json:"stdio" doc:"administrators may define programs of this machine"`
		}
	}
	pasteIn struct {
		Body struct {
			Text string `json:"text" doc:"an address, or JSON with mcpServers"`
		}
	}
	pasteOut struct {
		Body struct {
			Code    int               `json:"code" doc:"0"`
			Servers []ConnectorFields `json:"servers" doc:"to be saved one by one; empty: nothing could be read"`
		}
	}
	toolIn struct {
		Body struct {
			ID      string `json:"id" doc:"of the server"`
			Tool    string `json:"tool" doc:"its name"`
			Version string `json:"version" doc:"which the asker has seen"`
			Active  bool   `json:"active"`
			Consent string `json:"consent" doc:"never, once or every; empty: what the kind of tool implies"`
		}
	}
	hereIn struct {
		Body struct {
			CID     string `json:"conversationId" minLength:"1" maxLength:"128"`
			AgentID string `json:"agentId,omitempty" maxLength:"128" doc:"absent: the plain assistant"`
		}
	}
	hereOut struct {
		Body struct {
			Code    int             `json:"code" doc:"0"`
			Servers []ConnectorHere `json:"servers"`
		}
	}
	asideIn struct {
		Body struct {
			CID     string `json:"conversationId" minLength:"1" maxLength:"128" doc:"it need not exist yet"`
			AgentID string `json:"agentId,omitempty" maxLength:"128" doc:"absent: the plain assistant; else false of aside adds the server to the agent for the asker, and true takes it out"`
			ID      string `json:"id" doc:"of the server"`
			Aside   bool   `json:"aside"`
		}
	}
	useIn struct {
		Body struct {
			ID  string `json:"id"`
			Off bool   `json:"off"`
		}
	}
	loginIn struct {
		Body struct {
			ID     string `json:"id"`
			Origin string `json:"origin" doc:"of the asker's page"`
		}
	}
	loginOut struct {
		Body struct {
			Code int    `json:"code" doc:"0"`
			URL  string `json:"url" doc:"where the asker logs in"`
		}
	}
	callbackIn struct {
		State string `query:"state"`
		Code  string `query:"code"`
		Iss   string `query:"iss"`
		Error string `query:"error"`
	}
	namesOut struct {
		Body struct {
			Code  int             `json:"code" doc:"0"`
			Tools []ConnectorName `json:"tools"`
		}
	}
)

// ConnectorHere is a server in one conversation.
type ConnectorHere struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Tools int    `json:"tools" doc:"that are switched on"`
	Aside bool   `json:"aside" doc:"the conversation's answers do not use it"`
}

// ConnectorName is a tool of a connector, for choosing the tools of an agent. Name is the function
// name made by callName; agents list the tool under this name.
type ConnectorName struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Server string `json:"server" doc:"its name"`
}

// donePage is the page shown after a login at another server.
const donePage = "/setting/connector"

// CallbackPath is the redirect path of logins at other servers.
const CallbackPath = "/api/mcp/callback"

// Routes registers the HTTP operations.
func (s *Service) Routes(r *httpapi.Router) {
	s.ownRoutes(r)
	s.loginRoutes(r)
	s.adminRoutes(r)
}

func (s *Service) ownRoutes(r *httpapi.Router) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: "/api/mcp/" + path, Summary: summary, Domain: "mcp", Owner: httpapi.LogIn}
	}
	aside := func(o httpapi.Op) httpapi.Op { o.Aside = true; return o }
	httpapi.Route(r, op("list", "The asker's connectors and those for everybody, with their state and tools"), func(ctx context.Context, _ *nothing) (*listOut, error) {
		return s.list(ctx, httpapi.From(ctx).ID)
	})
	httpapi.Route(r, op("names", "The tools of connectors that the asker's answers may use"), func(ctx context.Context, _ *nothing) (*namesOut, error) {
		all, err := s.Names(ctx, httpapi.From(ctx).ID)
		out := &namesOut{}
		out.Body.Tools = []ConnectorName{}
		for _, n := range all {
			out.Body.Tools = append(out.Body.Tools, ConnectorName(n))
		}
		return out, err
	})
	httpapi.Route(r, op("paste", "Read an address or a configuration with servers, without storing it"), func(_ context.Context, in *pasteIn) (*pasteOut, error) {
		out := &pasteOut{}
		out.Body.Servers = []ConnectorFields{}
		all, _ := Pasted(in.Body.Text)
		for _, f := range all {
			out.Body.Servers = append(out.Body.Servers, ConnectorFields(f))
		}
		return out, nil
	})
	httpapi.Route(r, op("save", "Add or change a connector of the asker").Naming(httpapi.Unknown), func(ctx context.Context, in *fieldsIn) (*done, error) {
		return s.saved(ctx, httpapi.From(ctx).ID, in.Body)
	})
	httpapi.Route(r, op("delete", "Delete a connector of the asker").Naming(httpapi.Unknown), func(ctx context.Context, in *named) (*done, error) {
		return doneWith(in.Body.ID, s.Delete(ctx, httpapi.From(ctx).ID, in.Body.ID))
	})
	httpapi.Route(r, aside(op("test", "Connect to a connector now and read its tools anew; the list then says what came of it")).Naming(httpapi.Unknown), func(ctx context.Context, in *named) (*done, error) {
		return doneWith(in.Body.ID, s.Test(ctx, httpapi.From(ctx).ID, in.Body.ID))
	})
	httpapi.Route(r, op("use", "Turn a connector for everybody on or off for the asker").Naming(httpapi.Unknown), func(ctx context.Context, in *useIn) (*done, error) {
		return doneWith(in.Body.ID, s.Use(ctx, httpapi.From(ctx).ID, in.Body.ID, in.Body.Off))
	})
	httpapi.Route(r, op("here", "The connectors that the answers of a conversation can use").Naming(httpapi.Unknown), func(ctx context.Context, in *hereIn) (*hereOut, error) {
		all, err := s.Here(ctx, httpapi.From(ctx).ID, in.Body.CID, in.Body.AgentID)
		out := &hereOut{}
		out.Body.Servers = []ConnectorHere{}
		for _, h := range all {
			out.Body.Servers = append(out.Body.Servers, ConnectorHere(h))
		}
		return out, err
	})
	httpapi.Route(r, op("aside", "Say whether the answers of a conversation use a connector").Naming(httpapi.Unknown), func(ctx context.Context, in *asideIn) (*done, error) {
		return doneWith(in.Body.ID, s.PutAside(ctx, httpapi.From(ctx).ID, in.Body.CID, in.Body.AgentID, in.Body.ID, in.Body.Aside))
	})
	httpapi.Route(r, op("tool", "Turn a tool on or off, and say when the asker is asked before it is called").Naming(httpapi.Unknown), func(ctx context.Context, in *toolIn) (*done, error) {
		b := in.Body
		return doneWith(b.ID, s.Decide(ctx, httpapi.From(ctx).ID, b.ID, b.Tool, b.Version, b.Consent, !b.Active))
	})
}

func (s *Service) loginRoutes(r *httpapi.Router) {
	op := func(method, path, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/api/mcp/" + path, Summary: summary, Domain: "mcp", Owner: httpapi.LogIn}
	}
	begin := op(http.MethodPost, "login", "Begin to log in at a server")
	begin.Aside = true
	httpapi.Route(r, begin.Naming(httpapi.Unknown), func(ctx context.Context, in *loginIn) (*loginOut, error) {
		out := &loginOut{}
		var err error
		out.Body.URL, err = s.BeginLogin(ctx, httpapi.From(ctx).ID, in.Body.ID, in.Body.Origin)
		return out, shown(err, httpapi.Locale(ctx))
	})
	httpapi.Route(r, op(http.MethodPost, "logout", "Forget the asker's login at a server").Naming(httpapi.Unknown), func(ctx context.Context, in *named) (*done, error) {
		return doneWith(in.Body.ID, s.SignOut(ctx, httpapi.From(ctx).ID, in.Body.ID))
	})
	httpapi.Raw(r, op(http.MethodGet, "callback", "Where a login at a server returns to; it leads on to a page"), "text/html; charset=utf-8",
		func(ctx context.Context, in *callbackIn, w httpapi.ResponseWriter) error {
			id, err := "", error(fail(LoginFailed, nil))
			if in.Error == "" {
				id, err = s.CompleteLogin(ctx, httpapi.From(ctx).ID, in.State, in.Code, in.Iss)
			}
			to := donePage + "?signed=" + url.QueryEscape(id)
			if err != nil {
				s.Log.InfoContext(ctx, "a login at an MCP server did not succeed", "error", err)
				to = donePage + "?signed=failed"
			}
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusSeeOther)
			return nil
		})
}

func (s *Service) adminRoutes(r *httpapi.Router) {
	op := func(path, summary string) httpapi.Op {
		return httpapi.Op{Method: http.MethodPost, Path: "/api/admin/mcp/" + path, Summary: summary, Domain: "mcp", Owner: httpapi.Admin}
	}
	httpapi.Route(r, op("list", "The connectors for everybody, with their state and tools"), func(ctx context.Context, _ *nothing) (*listOut, error) {
		return s.list(ctx, Everybody)
	})
	httpapi.Route(r, op("save", "Add or change a connector for everybody"), func(ctx context.Context, in *fieldsIn) (*done, error) {
		return s.saved(ctx, Everybody, in.Body)
	})
	httpapi.Route(r, op("delete", "Delete a connector for everybody"), func(ctx context.Context, in *named) (*done, error) {
		return doneWith(in.Body.ID, s.Delete(ctx, Everybody, in.Body.ID))
	})
	httpapi.Route(r, op("test", "Connect to a connector for everybody now, and read its tools anew"), func(ctx context.Context, in *named) (*done, error) {
		return doneWith(in.Body.ID, s.Test(ctx, Everybody, in.Body.ID))
	})
}

func doneWith(id string, err error) (*done, error) {
	out := &done{}
	out.Body.ID = id
	return out, err
}

func (s *Service) saved(ctx context.Context, owner string, f ConnectorFields) (*done, error) {
	id, err := s.Save(ctx, owner, Fields(f))
	return doneWith(id, shown(err, httpapi.Locale(ctx)))
}

func (s *Service) list(ctx context.Context, owner string) (*listOut, error) {
	all, err := s.Standings(ctx, owner)
	if err != nil {
		return nil, err
	}
	out := &listOut{}
	out.Body.Stdio = s.Stdio
	out.Body.Servers = []ConnectorView{}
	for _, v := range all {
		if v.old(s.Now()) {
			s.relist(v.At, listedFor)
		}
		out.Body.Servers = append(out.Body.Servers, s.shownTo(ctx, v, owner, httpapi.Locale(ctx)))
	}
	return out, nil
}

// shownTo converts a server for a user. If the server is not the user's own, its address, command,
// headers and variables are left out. For the user's own server, only the values of headers and
// variables are hidden.
func (s *Service) shownTo(ctx context.Context, v Standing, owner, locale string) ConnectorView {
	out := ConnectorView{
		ConnectorFields: ConnectorFields{
			ID: v.Server.ID, Name: v.Server.Name, Kind: Kind(v.Server.Kind), Active: v.Server.Active,
			Command: []string{}, Headers: map[string]string{}, Env: map[string]string{},
		},
		Shared: v.Server.OwnerID != owner, Off: v.Off, State: v.State.State, Reason: Reason(v.State.Reason).Say(locale), Info: v.State.Info,
		Signed: v.Signed, ListedAt: v.State.ListedAt, Tools: []ConnectorTool{},
	}
	if !out.Shared {
		out.URL, out.Local, out.Command = v.Server.Url, v.Server.Local, commandOf(v.Server)
		if kept, err := s.secretsOf(ctx, s.reads(), v.Server); err == nil {
			out.Headers, out.Env = hidden(kept.Headers), hidden(kept.Env)
		}
	}
	for _, u := range v.Tools {
		out.Tools = append(out.Tools, ConnectorTool{
			Name: u.Name, CallName: u.CallName, Title: u.Title, Description: u.Description, Fields: fields(u.Parameters), ReadOnly: u.ReadOnly,
			Active: !u.Off, Consent: string(u.Consent), Version: u.Version, Changed: u.Changed, Before: u.Before, FieldsWere: u.Asked,
		})
	}
	return out
}

func hidden(secrets map[string]string) map[string]string {
	out := map[string]string{}
	for name := range secrets {
		out[name] = Kept
	}
	return out
}
