package app

import (
	"context"
	"time"

	"github.com/wenqu-ai/wenqu/internal/chat"
	"github.com/wenqu-ai/wenqu/internal/document/parse"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/export"
	"github.com/wenqu-ai/wenqu/internal/export/card"
	"github.com/wenqu-ai/wenqu/internal/tool/newfile"
	"github.com/wenqu-ai/wenqu/internal/tool/sandbox"
	"github.com/wenqu-ai/wenqu/internal/webpage"
	"github.com/wenqu-ai/wenqu/internal/worker"
)

// exportTime is the time limit for writing one file.
const exportTime = 30 * time.Second

// exportTask is the worker task that writes exported files.
const exportTask = "export"

// cardTask is the worker task that draws the preview pictures of shares.
const cardTask = "card"

// Tasks returns the tasks of worker processes, except parsing.
func Tasks() worker.Tasks {
	return worker.Tasks{exportTask: export.Task, cardTask: card.Task, webpage.TaskName: webpage.Task, makeTask: newfile.Task, programTask: sandbox.Task}
}

// exportElsewhere writes a file in a worker process. A text that needs too much memory or time
// then fails without harm to the server.
func (s *services) exportElsewhere(ctx context.Context, body []byte) ([]byte, error) {
	data, err := s.writers.Call(ctx, exportTask, body)
	if _, ended := parse.CodeOf(err); ended {
		return nil, errs.Wrap(errs.ExportSlow, err)
	}
	return data, err
}

// transcripts uses package chat to implement the conversation interface of package export.
type transcripts struct{ chats *chat.Service }

func (t transcripts) Transcript(ctx context.Context, ownerID, cid string, at export.Place, limit int) (export.Transcript, error) {
	k := chat.Key{OwnerID: ownerID, CID: cid}
	var transcript chat.Transcript
	var err error
	if at.Index > 0 {
		transcript, err = t.chats.AnswerTranscript(ctx, k, at.Index, at.RepeatIndex, limit)
	} else {
		transcript, err = t.chats.Transcript(ctx, k, limit)
	}
	if err != nil {
		return export.Transcript{}, err
	}
	out := export.Transcript{Title: transcript.Title, Rounds: make([]export.Round, len(transcript.Rounds))}
	for i, r := range transcript.Rounds {
		out.Rounds[i] = export.Round{Question: r.Question, Files: r.Files, QuestionHidden: r.QuestionHidden, Answer: r.Answer, ModelID: r.ModelID}
	}
	return out, nil
}
