package account

import (
	"context"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// LeaveBody asks for the deletion of an account.
type LeaveBody struct {
	UserID string `json:"userId" doc:"one's own"`
}

// LeaveData states when the account will be deleted.
type LeaveData struct {
	LeavesTime int64 `json:"leavesTime" doc:"unix seconds; until then a login can take it up again"`
}

// SafeBody is a proof of the asker's identity.
type SafeBody struct {
	SafeVerifyCode string       `json:"safeVerifyCode,omitempty" doc:"from safeVerify/detail; absent in detail: begin a proof"`
	Type           IdentityType `json:"type,omitempty" doc:"one of ways; absent: phone"`
	Code           string       `json:"code,omitempty"`
	State          string       `json:"state,omitempty"`
}

// SafeData states which proof is needed.
type SafeData struct {
	SafeVerifyCode string   `json:"safeVerifyCode"`
	ExpiresTime    int64    `json:"expiresTime" doc:"unix seconds"`
	Phone          string   `json:"phone" doc:"masked; getverificationcode with purpose safe sends a code there"`
	Ways           []string `json:"ways" doc:"what is a proof: phone, wx, qq, oneid, or factor for a code of the second factor; empty: log out and in again"`
	Proven         bool     `json:"proven" doc:"none is needed now"`
}

// ProofAnswer is the session with its new token.
type ProofAnswer struct {
	Code  int    `json:"code" doc:"0"`
	Token string `json:"token" doc:"the session's new token; empty for a page"`
}

func (s *Service) safeRoutes(r *httpapi.Router) {
	httpapi.Route(r, own("POST", "/api/unregister", "Give one's account up; it is deleted after a grace").Naming(httpapi.NotOwn),
		func(ctx context.Context, in *body[LeaveBody]) (*body[Reply[LeaveData]], error) {
			who := asker(ctx)
			at, err := s.Leave(ctx, who, in.Body.UserID)
			if err == nil {
				s.note(ctx, security.Left, who.ID, client(ctx).Addr, "")
				httpapi.SignOut(ctx)
			}
			return httpapi.Data(LeaveData{seconds(at)}, err)
		})
	httpapi.Route(r, setup("POST", "/api/v5/accountLogic/safeVerify/detail", "Begin a proof of who asks, or look at one").Naming(httpapi.Over),
		func(ctx context.Context, in *body[SafeBody]) (*body[Reply[SafeData]], error) {
			p, err := s.NewSafe(ctx, asker(ctx), in.Body.SafeVerifyCode)
			return httpapi.Data(SafeData{p.Code, seconds(p.ExpiresAt), p.Phone, p.Ways, p.Proven}, err)
		})
	httpapi.Route(r, setup("POST", "/api/v5/accountLogic/safeVerify/doVerify", "Prove who asks").Naming(httpapi.Over),
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
			return &body[ProofAnswer]{Body: out}, nil
		})
}
