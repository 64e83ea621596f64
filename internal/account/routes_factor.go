package account

import (
	"cmp"
	"context"
	"net/url"

	"github.com/wenqu-ai/wenqu/internal/account/factor"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/security"
)

// FactorData is the state of the asker's second factor.
type FactorData struct {
	On        bool  `json:"on"`
	SinceTime int64 `json:"sinceTime" doc:"unix seconds; 0: it is off"`
	Recovery  int   `json:"recovery" doc:"recovery codes that are left"`
	Required  bool  `json:"required" doc:"the asker must have one, as an administrator"`
}

// FactorSetup is a second factor that has to be confirmed.
type FactorSetup struct {
	Secret string `json:"secret" doc:"in base32, for typing"`
	URL    string `json:"url" doc:"what the QR code says: otpauth://totp/…"`
}

// FactorBody is a code of the second factor.
type FactorBody struct {
	Code string `json:"code" doc:"six digits of the app, or a recovery code"`
}

// FactorCodes are the recovery codes of an account. They cannot be read again.
type FactorCodes struct {
	Codes []string `json:"codes" doc:"each works once"`
}

// setup describes an operation for logged-in users. It also accepts administrators who still have to set
// up their second factor. Most other operations refuse them until then.
func setup(method, path, summary string) httpapi.Op {
	op := own(method, path, summary)
	op.BeforeFactor = true
	return op
}

func (s *Service) factorRoutes(r *httpapi.Router) {
	httpapi.Route(r, setup("GET", "/api/account/factor", "Say whether one's logins need a second factor"),
		func(ctx context.Context, _ *nothing) (*body[Reply[FactorData]], error) {
			who := asker(ctx)
			f, err := s.Factor.Of(ctx, who.ID)
			required := who.Role == Admin && s.Settings().AdminFactor
			return httpapi.Data(FactorData{On: f.On, SinceTime: seconds(f.Since), Recovery: f.Recovery, Required: required}, err)
		})
	httpapi.Route(r, setup("POST", "/api/account/factor/begin", "Make the secret of a second factor; it counts once it is confirmed"),
		func(ctx context.Context, _ *empty) (*body[Reply[FactorSetup]], error) {
			setup, err := s.beginFactor(ctx, asker(ctx), client(ctx))
			return httpapi.Data(FactorSetup{Secret: setup.Secret, URL: setup.Address}, err)
		})
	httpapi.Route(r, setup("POST", "/api/account/factor/confirm", "Switch the second factor on by a code of the app; all other logins end"),
		func(ctx context.Context, in *body[FactorBody]) (*body[Reply[FactorCodes]], error) {
			codes, err := s.confirmFactor(ctx, asker(ctx), client(ctx), in.Body.Code)
			return httpapi.Data(FactorCodes{codes}, err)
		})
	httpapi.Route(r, setup("POST", "/api/account/factor/recovery", "Make new recovery codes, by a code"),
		func(ctx context.Context, in *body[FactorBody]) (*body[Reply[FactorCodes]], error) {
			who, from := asker(ctx), client(ctx)
			used, codes, err := s.Factor.Renew(ctx, who.ID, from.Network, in.Body.Code)
			s.noteFactor(ctx, security.RecoveryRenewed, who, from, used, err)
			return httpapi.Data(FactorCodes{codes}, err)
		})
	httpapi.Route(r, setup("POST", "/api/account/factor/remove", "Switch the second factor off, by a code"),
		func(ctx context.Context, in *body[FactorBody]) (*body[Finished], error) {
			who, from := asker(ctx), client(ctx)
			used, err := s.Factor.Remove(ctx, who.ID, from.Network, in.Body.Code)
			s.noteFactor(ctx, security.FactorOff, who, from, used, err)
			s.known.DropOwner(who.ID)
			return httpapi.Finish(err)
		})
}

// beginFactor creates the secret of a second factor. The user must have proven their identity
// recently (see mayBegin), so that a stolen session alone is not enough to lock the owner out.
func (s *Service) beginFactor(ctx context.Context, who Who, from Client) (factor.Setup, error) {
	if err := s.mayBegin(ctx, who); err != nil {
		return factor.Setup{}, err
	}
	u, err := s.User(ctx, who.ID)
	if err != nil {
		return factor.Setup{}, err
	}
	issuer := "问渠"
	if base, err := url.Parse(from.Base); err == nil {
		issuer += " " + base.Hostname()
	}
	return s.Factor.Begin(ctx, who.ID, issuer, cmp.Or(u.Name, who.ID))
}

// confirmFactor switches the second factor on. It ends all other sessions of the user, because
// they began without the factor.
func (s *Service) confirmFactor(ctx context.Context, who Who, from Client, code string) ([]string, error) {
	if err := s.mayBegin(ctx, who); err != nil {
		return nil, err
	}
	codes, err := s.Factor.Confirm(ctx, who.ID, from.Network, code)
	s.noteFactor(ctx, security.FactorOn, who, from, "", err)
	if err == nil {
		_, err = s.EndOthers(ctx, who.ID, who.Session)
	}
	return codes, err
}

// noteFactor records a change of a user's second factor in the security log. `used` is the kind of
// code that allowed the change; empty when the factor is switched on. noteFactor also records an
// attempt that failed because of a wrong code or too many tries. Other failures are not recorded.
func (s *Service) noteFactor(ctx context.Context, did security.Kind, who Who, from Client, used factor.Used, err error) {
	switch {
	case errs.Is(err, errs.WrongFactor) || errs.Is(err, errs.LoginTries):
		s.Security.Note(ctx, security.Event{
			Kind: security.FactorFailed, AccountID: who.ID, Addr: from.Addr, Detail: string(did), Code: string(errs.From(err).Code),
		})
	case err == nil:
		if used == factor.ByRecovery {
			s.note(ctx, security.RecoveryUsed, who.ID, from.Addr, string(did))
		}
		s.note(ctx, did, who.ID, from.Addr, string(used))
	}
}
