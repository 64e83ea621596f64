package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// LeaveBody gives an account up.
type LeaveBody struct {
	UserID string `json:"userId" doc:"one's own"`
}

// LeaveData says when it ends.
type LeaveData struct {
	LeavesTime int64 `json:"leavesTime" doc:"unix seconds; until then a login can take it up again"`
}

// SafeBody is a proof of who asks.
type SafeBody struct {
	SafeVerifyCode string       `json:"safeVerifyCode,omitempty" doc:"from safeVerify/detail; absent in detail: begin a proof"`
	Type           IdentityType `json:"type,omitempty" doc:"one of ways; absent: phone"`
	Code           string       `json:"code,omitempty"`
	State          string       `json:"state,omitempty"`
}

// SafeData is a proof that is asked for.
type SafeData struct {
	SafeVerifyCode string   `json:"safeVerifyCode"`
	ExpiresTime    int64    `json:"expiresTime" doc:"unix seconds"`
	Phone          string   `json:"phone" doc:"masked; getverificationcode with purpose safe sends a code there"`
	Ways           []string `json:"ways" doc:"what is a proof: phone, wx, qq, oneid; empty: log out and in again"`
	Proven         bool     `json:"proven" doc:"none is needed now"`
}

// ProofAnswer is a session with a new token.
type ProofAnswer struct {
	Code  int    `json:"code" doc:"0"`
	Token string `json:"token" doc:"the session's new token; empty for a page"`
}

func (s *Service) safeRoutes(r *httpapi.Router) {
	httpapi.Route(r, own("POST", "/api/unregister", "Give one's account up; it is deleted after a grace"),
		func(ctx context.Context, in *body[LeaveBody]) (*body[Reply[LeaveData]], error) {
			at, err := s.Leave(ctx, asker(ctx), in.Body.UserID)
			if err == nil {
				httpapi.SignOut(ctx)
			}
			return reply(LeaveData{seconds(at)}, err)
		})
	httpapi.Route(r, own("POST", "/api/v5/accountLogic/safeVerify/detail", "Begin a proof of who asks, or look at one"),
		func(ctx context.Context, in *body[SafeBody]) (*body[Reply[SafeData]], error) {
			p, err := s.NewSafe(ctx, asker(ctx), in.Body.SafeVerifyCode)
			return reply(SafeData{p.Code, seconds(p.ExpiresAt), p.Phone, p.Ways, p.Proven}, err)
		})
	httpapi.Route(r, own("POST", "/api/v5/accountLogic/safeVerify/doVerify", "Prove who asks"),
		func(ctx context.Context, in *body[SafeBody]) (*body[ProofAnswer], error) {
			b := in.Body
			who, err := s.Prove(ctx, b.SafeVerifyCode, Binding{Type: b.Type, Code: b.Code, State: b.State, Holder: holder(ctx), Who: asker(ctx), From: client(ctx)})
			if err != nil {
				return nil, err
			}
			httpapi.SignIn(ctx, Asker(who))
			out := ProofAnswer{Token: who.Token}
			if httpapi.AskerOf(ctx).Page {
				out.Token = ""
			}
			return &body[ProofAnswer]{out}, nil
		})
}

// DocsBody is a call about online documents.
type DocsBody struct {
	Code           string `json:"code,omitempty"`
	State          string `json:"state,omitempty" doc:"as it came back beside the code; absent: the one of this browser's last address"`
	RedirectURI    string `json:"redirect_uri,omitempty"`
	ConversationID string `json:"conversationId,omitempty"`
	Index          int    `json:"index,omitempty"`
	RepeatIndex    int    `json:"repeatIndex,omitempty"`
	FileID         string `json:"fileId,omitempty"`
}

// DocsData is how somebody stands with the documents service.
type DocsData struct {
	Status   int    `json:"status" doc:"0 unbound, 1 bound, 2 expired, 3 WeChat must be bound first"`
	Name     string `json:"name"`
	BindTime int64  `json:"bindTime" doc:"unix seconds"`
}

// DocsFileData is a document.
type DocsFileData struct {
	FileID string `json:"fileId"`
	Title  string `json:"title"`
	URL    string `json:"url"`
}

func (s *Service) docsRoutes(r *httpapi.Router) {
	const at = "/api/user/docs/account/"
	httpapi.Route(r, own("POST", at+"detail", "Say how one stands with the documents service"),
		func(ctx context.Context, _ *empty) (*body[Reply[DocsData]], error) {
			d, err := s.DocsDetail(ctx, asker(ctx).ID)
			return reply(DocsData{d.Status, d.Name, seconds(d.Bound)}, err)
		})
	httpapi.Route(r, own("POST", at+"address", "Say where to allow the binding"),
		func(ctx context.Context, in *body[DocsBody]) (*body[Reply[PageAddress]], error) {
			a, state, err := s.DocsAddress(ctx, asker(ctx), in.Body.RedirectURI, makeHolder(ctx), client(ctx))
			if err == nil {
				httpapi.SetCookie(ctx, cookieDocs, state, ticketAges[ticketOAuth])
			}
			return reply(PageAddress{a}, err)
		})
	httpapi.Route(r, own("POST", at+"bind", "Bind an account of the documents service"),
		func(ctx context.Context, in *body[DocsBody]) (*body[Finished], error) {
			b := in.Body
			err := s.BindDocs(ctx, DocsReturn{
				Code: b.Code, State: first(b.State, httpapi.Cookie(ctx, cookieDocs)), Redirect: b.RedirectURI, Who: asker(ctx), Holder: holder(ctx),
			})
			if err == nil {
				httpapi.SetCookie(ctx, cookieDocs, "", forget)
			}
			return done(err)
		})
	httpapi.Route(r, own("POST", at+"unbind", "Unbind it"),
		func(ctx context.Context, _ *empty) (*body[Finished], error) {
			return done(s.UnbindDocs(ctx, asker(ctx).ID))
		})
	httpapi.Route(r, own("POST", at+"edit", "Write an answer into a new online document"),
		func(ctx context.Context, in *body[DocsBody]) (*body[Reply[DocsFileData]], error) {
			b := in.Body
			if b.ConversationID == "" || b.Index < 1 || b.RepeatIndex < 0 {
				return nil, errs.New(errs.BadRequest).With("detail", "conversationId, index, repeatIndex")
			}
			f, err := s.EditInDocs(ctx, asker(ctx).ID, b.ConversationID, b.Index, b.RepeatIndex)
			return reply(DocsFileData{f.ID, f.Title, f.URL}, err)
		})
	httpapi.Route(r, own("POST", at+"file", "Look at an online document"),
		func(ctx context.Context, in *body[DocsBody]) (*body[Reply[DocsFileData]], error) {
			f, err := s.DocsFile(ctx, asker(ctx).ID, in.Body.FileID)
			return reply(DocsFileData{f.ID, f.Title, f.URL}, err)
		})
}
