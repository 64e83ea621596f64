package gather

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/wenqu-ai/wenqu/internal/answer"
	"github.com/wenqu-ai/wenqu/internal/errs"
	"github.com/wenqu-ai/wenqu/internal/stream"
)

const (
	readingWait = 5 * time.Minute  // maximum wait for all files together
	aliveEvery  = 15 * time.Second // interval of the calls to Alive during the wait for a file
)

// read waits for the documents and sorts the files by treatment. Files beyond maxFiles, documents that
// cannot be read, and audio and video are left out. They are reported, except audio and video of
// earlier questions.
func (w *work) read(ctx context.Context, files []answer.Attachment) error {
	ctx, cancel := context.WithTimeoutCause(ctx, readingWait, errs.New(errs.DocumentWaiting))
	defer cancel()
	if len(files) == 0 && !wholeLibrary(w.t) {
		return nil
	}
	if len(files) == 0 {
		return w.step(stream.Step{ID: "files-library", State: stream.PartDone, Msg: w.words.library, Code: stepLibrary})
	}
	if len(files) > maxFiles {
		if err := w.leftOut(stepTooMany, w.words.tooMany, maxFiles, files[maxFiles:]); err != nil {
			return err
		}
		files = files[:maxFiles]
	}
	documents := 0
	for _, f := range files {
		if treatments[f.Type] == readText {
			documents++
		}
	}
	begun := 0
	for _, f := range files {
		var err error
		switch treatments[f.Type] {
		case readText:
			err = w.readDocument(ctx, f, begun, documents)
			begun++
		case lookAt:
			w.pictures = append(w.pictures, f)
		case leaveOut:
			if w.own(f) {
				err = w.missOf(stepUnheard, w.words.audioSkipped, f)
			}
		}
		if err != nil {
			return err
		}
	}
	if documents > maxNamed {
		return w.end(moreStep, stream.PartDone)
	}
	return nil
}

// moreStep is the id of the step for all documents without a step of their own.
const moreStep = "files-more"

// readDocument waits until document i (from 0) of n is parsed, and reports a failure.
func (w *work) readDocument(ctx context.Context, f answer.Attachment, i, n int) error {
	step := stream.Step{ID: moreStep, State: stream.PartRunning}
	switch {
	case i < maxNamed:
		step.ID = "file-" + strconv.Itoa(i+1)
		step.Msg, step.Code, step.Args = fmt.Sprintf(w.words.reading, named(f)), stepRead, []string{named(f)}
	case i == maxNamed:
		step.Msg, step.Code, step.Args = fmt.Sprintf(w.words.more, n-i), stepMore, []string{strconv.Itoa(n - i)}
	}
	if step.Msg != "" {
		if err := w.step(step); err != nil {
			return err
		}
	}
	owner := w.t.Owner()
	err := w.await(ctx, owner, f)
	if now := w.t.Owner(); errs.Is(err, errs.NotFound) && now != owner {
		err = w.await(ctx, now, f)
	}
	end := func(state stream.PartState) error {
		if step.ID == moreStep {
			return nil
		}
		return w.end(step.ID, state)
	}
	if err == nil {
		w.documents = append(w.documents, f)
		if err := end(stream.PartDone); err != nil {
			return err
		}
		return w.reportGarbled(ctx, f)
	}
	if errors.Is(err, errWaiting) {
		if cause := context.Cause(ctx); !errs.Is(cause, errs.DocumentWaiting) {
			return cause // the wait was not ended by readingWait, but by the end of the run
		}
		err = errs.New(errs.DocumentWaiting)
	}
	failure := errs.From(err)
	if failure.Code == errs.NotFound {
		failure = errs.New(errs.AttachmentGone).With("name", named(f))
	}
	if cause := errors.Unwrap(failure); cause != nil {
		w.log.InfoContext(ctx, "a file of a question could not be read", "code", failure.Code, "err", cause)
	}
	if err := end(stream.PartFailed); err != nil {
		return err
	}
	why := stream.TranslatedStep(w.t.Locale, func(locale string) string {
		return wordsIn(locale).why(named(f), failure.Message(locale))
	})
	why.Parent = step.ID
	return w.missed(why)
}

// reportGarbled reports pages of a document that could not be decoded, because the answer might
// be on one of them.
func (w *work) reportGarbled(ctx context.Context, f answer.Attachment) error {
	pages, err := w.library.Garbled(ctx, w.t.Owner(), f.ID)
	if err != nil || pages == "" {
		return nil //nolint:nilerr // the answer goes on without the report; a file deleted in the meantime counts as empty
	}
	return w.missed(stream.Step{Msg: fmt.Sprintf(w.words.garbled, named(f), pages), Code: stepGarbled, Args: []string{named(f), pages}})
}

// errWaiting means that the context ended during the wait for a file.
var errWaiting = errors.New("gather: the wait for a file is over")

// await waits for one file and shows the progress.
func (w *work) await(ctx context.Context, owner string, f answer.Attachment) error {
	ready := make(chan error, 1)
	moved := make(chan float64, 1)
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		ready <- w.library.Ready(waiting, owner, f.ID, func(done float64) {
			select {
			case <-moved: // remove an older value that was not received; the next select sends the new value
			default:
			}
			select {
			case moved <- done:
			default:
			}
		})
	}()
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	progress := stream.Progress{Value: -1, Desc: fmt.Sprintf(w.words.reading, named(f))}
	for {
		select {
		case err := <-ready:
			if ctx.Err() != nil {
				return errWaiting
			}
			if progress.Value >= 0 {
				progress.Value = 1
				if err := w.out.Emit(progress); err != nil {
					return err
				}
			}
			return err
		case done := <-moved:
			if done = min(max(done, 0), 1); done < progress.Value+0.01 && progress.Value >= 0 {
				continue
			}
			progress.Value = done
			if err := w.out.Emit(progress); err != nil {
				return err
			}
		case <-alive.C:
			w.out.Alive()
		case <-ctx.Done():
			return errWaiting
		}
	}
}
