package share

import (
	"bytes"
	"context"
	"io"
	"net/http"

	"github.com/wenqu-ai/wenqu/internal/httpapi"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

// ReadTicket identifies a share in a request of a reader.
type ReadTicket struct {
	ShareID  string `json:"shareId"`
	Password string `json:"password,omitempty"`
	Pass     string `json:"pass,omitempty" doc:"what an earlier call gave for the password"`
}

func (t ReadTicket) ticket(ctx context.Context) Ticket {
	return Ticket{ID: t.ShareID, Pass: t.Pass, Password: t.Password, Network: network(ctx)}
}

type (
	ticketIn struct{ Body ReadTicket }
	likeIn   struct {
		Body struct {
			ReadTicket
			Like *bool `json:"like,omitempty" doc:"false takes it back; absent: true"`
		}
	}
	likes struct {
		Likes int64 `json:"likes"`
		Liked bool  `json:"liked"`
	}
	reportIn struct {
		Body struct {
			ReadTicket
			Reason string `json:"reason" enum:"illegal,private,harmful,rights,other"`
			Text   string `json:"text,omitempty" doc:"500 characters at most"`
		}
	}
	exportIn struct {
		Body struct {
			ReadTicket
			Format       string   `json:"format" enum:"md,docx,pdf"`
			OffsetOfHour *float64 `json:"offsetOfHour,omitempty"`
		}
	}
	copied struct {
		ConversationID string `json:"conversationId"`
		ID             string `json:"id"`
	}
)

// Opened is a share, as sent to readers.
type Opened struct {
	ShareID   string          `json:"shareId"`
	Title     string          `json:"title"`
	CreatedAt int64           `json:"createdAt" doc:"Unix milliseconds"`
	ExpiresAt int64           `json:"expiresAt" doc:"Unix milliseconds; 0: never"`
	Views     int64           `json:"views"`
	Likes     int64           `json:"likes"`
	Liked     bool            `json:"liked" doc:"by the asker"`
	Pass      string          `json:"pass" doc:"to be sent with later calls; empty where no password is asked for"`
	Convs     []SharedMessage `json:"convs" doc:"oldest first"`
}

// SharedMessage is a question or an answer of a share.
type SharedMessage struct {
	Index   int           `json:"index" doc:"from 1"`
	Speaker string        `json:"speaker" enum:"human,ai"`
	Prompt  string        `json:"displayPrompt,omitempty" doc:"of a question"`
	Files   []SharedFile  `json:"files,omitempty"`
	Content []stream.Item `json:"content,omitempty" doc:"of an answer: the items of a stored message"`
	Model   string        `json:"chatModelId,omitempty"`
	State   stream.State  `json:"state,omitempty"`
}

// SharedFile is a file of a question.
type SharedFile struct {
	FileName string `json:"fileName"`
	Type     string `json:"type"`
	Size     int64  `json:"size,omitempty"`
}

func (s *Service) readerRoutes(r *httpapi.Router) {
	anybody := func(method, path, summary string) httpapi.Op {
		o := op(path, summary).Naming(httpapi.Bearer)
		o.Method, o.Owner = method, httpapi.None
		return o
	}
	detail := func(ctx context.Context, t Ticket) (*httpapi.JSON[httpapi.Reply[Opened]], error) {
		d, err := s.detail(ctx, t)
		return httpapi.Data(d, err)
	}
	httpapi.Route(r, anybody(http.MethodPost, "/api/v5/share/detail", "What a share shows"), func(ctx context.Context, in *ticketIn) (*httpapi.JSON[httpapi.Reply[Opened]], error) {
		return detail(ctx, in.Body.ticket(ctx))
	})
	type drawn struct {
		Title string `json:"title"`
		HTML  string `json:"html" doc:"safe HTML of our own elements"`
		Pass  string `json:"pass"`
	}
	httpapi.Route(r, anybody(http.MethodPost, "/api/share/body", "What a share shows, as HTML"), func(ctx context.Context, in *ticketIn) (*httpapi.JSON[httpapi.Reply[drawn]], error) {
		sh, pass, err := s.Enter(ctx, in.Body.ticket(ctx))
		if err != nil {
			return nil, err
		}
		b, err := s.Body(ctx, sh, httpapi.Locale(ctx))
		return httpapi.Data(drawn{sh.Title, string(b), pass}, err)
	})
	type query struct {
		ShareID string `query:"shareId"`
		Pass    string `query:"pass"`
	}
	httpapi.Route(r, anybody(http.MethodGet, "/api/v5/share/detail", "What a share shows"), func(ctx context.Context, in *query) (*httpapi.JSON[httpapi.Reply[Opened]], error) {
		return detail(ctx, Ticket{ID: in.ShareID, Pass: in.Pass, Network: network(ctx)})
	})
	for _, under := range []string{"/api/share", "/api/conversations/v2/share"} {
		httpapi.Route(r, op(under+"/like", "Like a share, or take it back").Naming(httpapi.Bearer), s.like)
		httpapi.Route(r, anybody(http.MethodPost, under+"/getLikes", "How many like a share, and whether the asker does"), func(ctx context.Context, in *ticketIn) (*httpapi.JSON[httpapi.Reply[likes]], error) {
			sh, _, err := s.Enter(ctx, in.Body.ticket(ctx))
			if err != nil {
				return nil, err
			}
			liked, err := s.Liked(ctx, httpapi.From(ctx).ID, sh.ID)
			return httpapi.Data(likes{sh.Likes, liked}, err)
		})
		again := op(under+"/newsConv", "Continue a share as a conversation of the asker's own").Naming(httpapi.Bearer)
		again.Aside = true
		httpapi.Route(r, again, s.newConversation)
	}
	report := op("/api/share/report", "Tell the administrator of a share").Naming(httpapi.Bearer)
	report.Aside = true
	httpapi.Route(r, report, func(ctx context.Context, in *reportIn) (*httpapi.JSON[httpapi.Finished], error) {
		sh, _, err := s.Enter(ctx, in.Body.ticket(ctx))
		if err != nil {
			return nil, err
		}
		return httpapi.Finish(s.Report(ctx, httpapi.From(ctx).ID, sh, in.Body.Reason, in.Body.Text))
	})
	write := anybody(http.MethodPost, "/api/share/export", "A share as a Markdown, Word or PDF file")
	write.Aside = true
	httpapi.Raw(r, write, "application/octet-stream", s.export)
}

func (s *Service) detail(ctx context.Context, t Ticket) (Opened, error) {
	sh, pass, err := s.Enter(ctx, t)
	if err != nil {
		return Opened{}, err
	}
	shown, err := s.Shown(ctx, sh)
	if err != nil {
		return Opened{}, err
	}
	liked, err := s.Liked(ctx, httpapi.From(ctx).ID, sh.ID)
	d := Opened{
		ShareID: sh.ID, Title: sh.Title, CreatedAt: sh.CreatedAt, ExpiresAt: sh.ExpiresAt, Views: sh.Views, Likes: sh.Likes, Liked: liked, Pass: pass, Convs: []SharedMessage{},
	}
	for i, r := range shown.Rounds {
		q := SharedMessage{Index: 2*i + 1, Speaker: "human", Prompt: r.Question}
		for _, f := range r.Files {
			q.Files = append(q.Files, SharedFile{f.Name, f.Type, f.Size})
		}
		d.Convs = append(d.Convs, q, SharedMessage{Index: 2*i + 2, Speaker: "ai", Content: r.Answer.Content, Model: r.Model, State: r.Answer.State})
	}
	return d, err
}

func (s *Service) like(ctx context.Context, in *likeIn) (*httpapi.JSON[httpapi.Reply[likes]], error) {
	sh, _, err := s.Enter(ctx, in.Body.ticket(ctx))
	if err != nil {
		return nil, err
	}
	like := in.Body.Like == nil || *in.Body.Like
	n, err := s.Like(ctx, httpapi.From(ctx).ID, sh, like)
	return httpapi.Data(likes{n, like}, err)
}

func (s *Service) newConversation(ctx context.Context, in *ticketIn) (*httpapi.JSON[httpapi.Reply[copied]], error) {
	sh, _, err := s.Enter(ctx, in.Body.ticket(ctx))
	if err != nil {
		return nil, err
	}
	cid, err := s.Copy(ctx, httpapi.From(ctx).ID, sh)
	return httpapi.Data(copied{cid, cid}, err)
}

func (s *Service) export(ctx context.Context, in *exportIn, w httpapi.ResponseWriter) error {
	sh, _, err := s.Enter(ctx, in.Body.ticket(ctx))
	if err != nil {
		return err
	}
	shown, err := s.Shown(ctx, sh)
	if err != nil {
		return err
	}
	f, err := s.Write(ctx, Paper{Title: sh.Title, Rounds: shown.Rounds, Format: in.Body.Format, Locale: httpapi.Locale(ctx), Zone: httpapi.Zone(in.Body.OffsetOfHour)})
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", f.ContentType)
	h.Set("Content-Disposition", httpapi.Attachment(f.Name))
	h.Set("Content-Length", length(f.Data))
	_, _ = w.Write(f.Data) // the client may have closed the connection
	return nil
}

func newReader(b []byte) io.ReadSeeker { return bytes.NewReader(b) }
