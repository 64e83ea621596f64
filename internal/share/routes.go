package share

import (
	"context"
	"net/http"
	"strconv"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
)

// Owned is a share, as shown to its owner. Times are Unix milliseconds.
type Owned struct {
	ShareID        string   `json:"shareId"`
	URL            string   `json:"url"`
	Token          string   `json:"token" doc:"what an app turns into a card when it is pasted"`
	Kind           Kind     `json:"kind" enum:"snapshot"`
	ConversationID string   `json:"conversationId"`
	Title          string   `json:"title"`
	Summary        string   `json:"summary"`
	HasPassword    bool     `json:"hasPassword"`
	ExpiresAt      int64    `json:"expiresAt" doc:"0: never"`
	HideThinking   bool     `json:"hideThinking"`
	Files          FileRule `json:"files" enum:"hidden,names,content"`
	Listed         bool     `json:"listed" doc:"search engines may list it"`
	Ended          bool     `json:"ended"`
	TakenDown      bool     `json:"takenDown" doc:"by an administrator"`
	Rounds         int      `json:"rounds"`
	Views          int64    `json:"views"`
	Likes          int64    `json:"likes"`
	CreatedAt      int64    `json:"createdAt"`
	UpdatedAt      int64    `json:"updatedAt"`
}

// Token is the text that represents a share in the clipboard. An app turns the pasted text
// into a card.
func Token(shareID string) string { return "<|share:" + shareID + "|>" }

func (s *Service) view(ctx context.Context, sh Share) Owned {
	return Owned{
		ShareID: sh.ID, URL: httpapi.AskerOf(ctx).Base + "/s/" + sh.ID, Token: Token(sh.ID), Kind: sh.Kind, ConversationID: sh.CID, Title: sh.Title,
		Summary: sh.Summary, HasPassword: sh.Password != "", ExpiresAt: sh.ExpiresAt, HideThinking: sh.HidesThinking, Files: sh.Files, Listed: sh.Listed,
		Ended: sh.Ended(s.Now()), TakenDown: sh.DownAt > 0, Rounds: sh.Rounds, Views: sh.Views, Likes: sh.Likes, CreatedAt: sh.CreatedAt, UpdatedAt: sh.UpdatedAt,
	}
}

type (
	createIn struct {
		Body struct {
			ShareOf
			ConversationID string   `json:"conversationId,omitempty"`
			CID            string   `json:"cid,omitempty" doc:"another name of conversationId"`
			Indexes        []int    `json:"indexes,omitempty" maxItems:"1000" doc:"answers, or their questions; absent: the whole chosen branch"`
			Title          string   `json:"title,omitempty"`
			Password       string   `json:"password,omitempty"`
			ExpiresAt      int64    `json:"expiresAt,omitempty" doc:"Unix milliseconds; 0: never"`
			HideThinking   bool     `json:"hideThinking,omitempty"`
			Files          FileRule `json:"files,omitempty" doc:"hidden, names or content; absent: names"`
			Listed         bool     `json:"listed,omitempty"`
		}
	}
	createOut struct {
		Body struct {
			Code    int    `json:"code" doc:"0"`
			ShareID string `json:"shareId"`
			URL     string `json:"url"`
			Data    Owned  `json:"data"`
			Left    int    `json:"left" doc:"chosen questions that are not in it, because they may not be shown"`
		}
	}
	listIn struct {
		Body struct {
			ShareOf
			ConversationID string `json:"conversationId,omitempty" doc:"shares of this conversation alone"`
			Offset         int    `json:"offset,omitempty"`
			Limit          int    `json:"limit,omitempty" doc:"1 to 100; absent: 50"`
		}
	}
	ownShares struct {
		Shares []Owned `json:"shares"`
		Total  int     `json:"total"`
	}
	editIn struct {
		Body struct {
			ShareOf
			ShareID   string  `json:"shareId"`
			Title     *string `json:"title,omitempty"`
			Password  *string `json:"password,omitempty" doc:"empty: none any more; absent: it stays"`
			ExpiresAt *int64  `json:"expiresAt,omitempty" doc:"0: never; absent: it stays"`
			Listed    *bool   `json:"listed,omitempty"`
		}
	}
	deleteIn struct {
		Body struct {
			ShareOf
			ShareID        string   `json:"shareId,omitempty"`
			ShareIDs       []string `json:"shareIds,omitempty" maxItems:"500"`
			ConversationID string   `json:"conversationId,omitempty" doc:"all shares of this conversation"`
		}
	}
	named struct {
		Body struct {
			ShareOf
			ShareID string `json:"shareId"`
		}
	}
	tokenOut struct {
		Token string `json:"token"`
		Text  string `json:"text" doc:"the title with the token, to be pasted"`
	}
)

// Routes registers the operations and the pages of shares.
func (s *Service) Routes(r *httpapi.Router) {
	s.ownerRoutes(r)
	s.readerRoutes(r)
	s.pictureRoutes(r)
	s.adminRoutes(r)
	s.pageRoutes(r)
}

func op(path, summary string) httpapi.Op {
	return httpapi.Op{Method: http.MethodPost, Path: path, Summary: summary, Domain: "share", Owner: httpapi.Mine}
}

// own returns an operation on the asker's own shares, or on a project's shares. Every editor of the
// project can share its conversations, and manage the shares made by other editors.
func own(path, summary string) httpapi.Op {
	return op(path, summary).Naming(httpapi.Unknown).Acting(httpapi.Editor)
}

// ShareOf states whose shares an operation is about. httpapi reads and checks the project before the operation runs.
type ShareOf struct { //nolint:revive // the type name is also the name of the schema
	ProjectID string `json:"project_id,omitempty" doc:"a project in which the asker is an editor; absent: the asker's own"`
}

func (s *Service) ownerRoutes(r *httpapi.Router) {
	for _, path := range []string{"/api/conversations/share", "/api/conversations/v2/share"} {
		share := own(path, "Share messages of a conversation")
		share.Aside = true
		httpapi.Route(r, share, s.create)
	}
	httpapi.Route(r, own("/api/share/list", "The asker's shares, or those of a project, the newest first").Naming(httpapi.Nothing), func(ctx context.Context, in *listIn) (*httpapi.JSON[httpapi.Reply[ownShares]], error) {
		all, total, err := s.List(ctx, httpapi.From(ctx).ID, in.Body.ConversationID, in.Body.Offset, in.Body.Limit)
		out := ownShares{Shares: []Owned{}, Total: total}
		for _, sh := range all {
			out.Shares = append(out.Shares, s.view(ctx, sh))
		}
		return httpapi.Data(out, err)
	})
	edit := own("/api/share/update", "Change a share's title, password, end, or whether search engines may list it")
	edit.Aside = true // limits the rate of calls, because hashing a password is expensive
	httpapi.Route(r, edit, func(ctx context.Context, in *editIn) (*httpapi.JSON[httpapi.Reply[Owned]], error) {
		b := in.Body
		sh, err := s.Edit(ctx, httpapi.From(ctx).ID, b.ShareID, Change{b.Title, b.Password, b.ExpiresAt, b.Listed, httpapi.TraceID(ctx)})
		return httpapi.Data(s.view(ctx, sh), err)
	})
	for _, path := range []string{"/api/share/delete", "/api/conversations/v2/share/delete"} {
		httpapi.Route(r, own(path, "Revoke shares at once"), s.revoke)
	}
	httpapi.Route(r, own("/api/share/generatetoken", "The text by which an app turns a share into a card"),
		func(ctx context.Context, in *named) (*httpapi.JSON[httpapi.Reply[tokenOut]], error) {
			sh, err := s.Own(ctx, httpapi.From(ctx).ID, in.Body.ShareID)
			return httpapi.Data(tokenOut{Token(sh.ID), sh.Title + "\n" + httpapi.AskerOf(ctx).Base + "/s/" + sh.ID + "\n" + Token(sh.ID)}, err)
		})
}

func (s *Service) create(ctx context.Context, in *createIn) (*createOut, error) {
	b := in.Body
	if b.ConversationID == "" {
		b.ConversationID = b.CID
	}
	made, err := s.Create(ctx, Wanted{
		OwnerID: httpapi.From(ctx).ID, CID: b.ConversationID, Indexes: b.Indexes, Title: b.Title, HidesThinking: b.HideThinking, Files: b.Files,
		Terms: Terms{b.Password, b.ExpiresAt, b.Listed}, Locale: httpapi.Locale(ctx), TraceID: httpapi.TraceID(ctx),
	})
	if err != nil {
		return nil, err
	}
	out := &createOut{}
	out.Body.Data, out.Body.Left = s.view(ctx, made.Share), made.Left
	out.Body.ShareID, out.Body.URL = out.Body.Data.ShareID, out.Body.Data.URL
	return out, nil
}

func (s *Service) revoke(ctx context.Context, in *deleteIn) (*httpapi.JSON[httpapi.Finished], error) {
	owner, b := httpapi.From(ctx).ID, in.Body
	if b.ConversationID != "" {
		n, err := s.RevokeOf(ctx, owner, b.ConversationID)
		if err == nil && n == 0 {
			err = notFound()
		}
		return httpapi.Finish(err)
	}
	ids := b.ShareIDs
	if b.ShareID != "" {
		ids = append(ids, b.ShareID)
	}
	if len(ids) == 0 {
		return httpapi.Finish(notFound())
	}
	return httpapi.Finish(s.Revoke(ctx, owner, ids...))
}

type pictureIn struct {
	Body struct {
		Image []byte `json:"image" doc:"PNG or JPEG, 6 MB at most"`
	}
}

// maxPictureBody allows 8 MiB for maxPicture bytes in base64, and 1 MiB for the rest of the body.
const maxPictureBody = 9 << 20

func (s *Service) pictureRoutes(r *httpapi.Router) {
	keep := op("/api/aigc/v1/screenshot", "Keep a picture that the client has drawn for a day, and give its address")
	keep.Upload, keep.MaxBody = true, maxPictureBody
	httpapi.Route(r, keep, func(ctx context.Context, in *pictureIn) (*httpapi.JSON[httpapi.Reply[httpapi.PageAddress]], error) {
		kept, err := s.KeepPicture(ctx, httpapi.From(ctx).ID, in.Body.Image)
		return httpapi.Data(httpapi.PageAddress{URL: httpapi.AskerOf(ctx).Base + "/api/share/picture/" + kept}, err)
	})
	see := httpapi.Op{Method: http.MethodGet, Path: "/api/share/picture/{id}", Summary: "A picture that a client has drawn", Domain: "share", Owner: httpapi.None}
	type input struct {
		ID string `path:"id"`
	}
	httpapi.Raw(r, see.Naming(httpapi.Bearer), "image/png", func(ctx context.Context, in *input, w httpapi.ResponseWriter) error {
		mime, data, err := s.KeptPicture(ctx, in.ID)
		if err != nil {
			return err
		}
		httpapi.ServeFile(ctx, w, httpapi.File{Name: "poster." + mime[len("image/"):], Type: mime, Tag: in.ID, Content: newReader(data)})
		return nil
	})
}

func network(ctx context.Context) string { return httpapi.Network(httpapi.AskerOf(ctx).Addr) }

func length(b []byte) string { return strconv.Itoa(len(b)) }
