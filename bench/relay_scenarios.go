package main

import (
	"fmt"
	"time"
)

// whole counts the answers that arrived complete, with every token. `first` describes the first
// incomplete answer.
func whole(answers []answerSeen, tokens int) (n int, first error) {
	for _, a := range answers {
		switch {
		case a.err == nil && a.done && a.tokens == tokens:
			n++
		case first == nil && a.err != nil:
			first = a.err
		case first == nil:
			first = fmt.Errorf("%d of %d tokens, done %v", a.tokens, tokens, a.done)
		}
	}
	return n, first
}

// ways starts the bare relay and Wenqu. It returns the targets (direct calls, the relay, and Wenqu
// with continued and with new conversations) and a function that stops both servers.
func (b *bench) ways() ([]*target, func(), error) {
	relay, err := b.bareRelay()
	if err != nil {
		return nil, nil, err
	}
	server, _, _, err := b.server("")
	if err != nil {
		relay.kill()
		return nil, nil, err
	}
	stop := func() { relay.kill(); server.kill() }
	return []*target{direct(b.base), bare(relay), continued(server), anew(server, b.base)}, stop, nil
}

// relayed contains the measurements of one target, one per round. `answer` is the average processor
// time of a stream until [DONE] has reached its reader. `later` is the average processor time of a
// stream after [DONE]. `title` is the part of `later` until the titles of all conversations are made.
// `answer` and `later` are empty for direct calls. Only new conversations have `title`.
type relayed struct {
	p50, p99             []time.Duration
	rate                 []float64
	answer, later, title []time.Duration
}

// relay measures every target once per round, so that changes of the machine's speed affect all
// targets equally, and reports medians over the rounds.
//
// After [DONE], Wenqu still has work for the answer. It updates the search index, which a busy server may
// postpone. For a new conversation, it also makes the title. No measurement may contain this work for
// the answers of another measurement. So a measurement, together with its unmeasured questions (see
// warm), begins and ends only when the server is idle.
//
// The goal for the processor time includes the title, but not the index. So the time until [DONE] is
// compared with the goal. For new conversations, the time from [DONE] until all titles are made is
// added. In rare rounds, indexing begins before all titles are made; the median leaves such rounds out.
func (b *bench) relay() error {
	ways, stop, err := b.ways()
	if err != nil {
		return err
	}
	defer stop()
	all := make([]relayed, len(ways))
	for round := range b.rounds + 1 {
		for i, t := range ways {
			if round == 0 { // a warm-up that does not count
				err = (&relayed{}).measure(t)
			} else {
				err = all[i].measure(t)
			}
			if err != nil {
				return err
			}
		}
	}
	for i, t := range ways {
		f := all[i]
		fmt.Printf("%-16s first token p50 %s, p99 %s; %.0f streams/s at 32; processor %s a stream until [DONE], %s later\n",
			t.name, ms(median(f.p50)), ms(median(f.p99)), median(f.rate), ms(median(f.answer)), ms(median(f.later)))
	}
	near, relay := all[0], all[1]
	added := func(f, to []time.Duration) float64 { return float64(median(f) - median(to)) }
	for i, name := range []string{"going on", "anew, with title"} {
		f := all[2+i]
		title := time.Duration(0)
		if len(f.title) > 0 {
			title = median(f.title)
		}
		b.most("added time to first token, p50, "+name, ratio(added(f.p50, near.p50), added(relay.p50, near.p50)), 1.8, "×")
		b.most("added time to first token, p99, "+name, ratio(added(f.p99, near.p99), added(relay.p99, near.p99)), 2, "×")
		b.least("streams/s at 32 at a time, "+name, median(f.rate)/median(relay.rate), 0.65, "×")
		b.most("processor time a stream, "+name, float64(median(f.answer)+title)/float64(median(relay.answer)), 1.5, "×")
		fmt.Printf("  of it until [DONE] %.2f×, title %.2f×; with all later work, the index of the search included, %.2f×\n",
			float64(median(f.answer))/float64(median(relay.answer)), float64(title)/float64(median(relay.answer)),
			float64(median(f.answer)+median(f.later))/float64(median(relay.answer)))
	}
	return nil
}

// measure runs one round of a target: answers 32 at a time, then one by one. With 1,000 answers, the
// p99 is the tenth slowest. With 200, it would be the second slowest, which varies too much between runs.
func (f *relayed) measure(t *target) error {
	const single, busy, width = 1000, 768, 32
	titles := 0
	if t.titles != nil {
		var err error
		if titles, err = t.titles(); err != nil {
			return err
		}
	}
	if err := t.ready(busy, width); err != nil {
		return err
	}
	var used time.Duration
	if t.proc != nil {
		used = t.proc.cpu()
	}
	began := time.Now()
	if _, err := t.wholes(before(width), busy, width); err != nil {
		return err
	}
	f.rate = append(f.rate, busy/time.Since(began).Seconds())
	if t.proc != nil {
		done := t.proc.cpu()
		if t.titles != nil {
			if err := t.awaitTitles(titles + warm + busy); err != nil {
				return err
			}
			f.title = append(f.title, (t.proc.cpu()-done)/(busy+warm))
		}
		t.proc.settle(t.calm)
		f.answer = append(f.answer, (done-used)/busy)
		f.later = append(f.later, (t.proc.cpu()-done)/(busy+warm))
	}
	if err := t.ready(single, 1); err != nil {
		return err
	}
	answers, err := t.wholes(before(1), single, 1)
	if err != nil {
		return err
	}
	var ttft []time.Duration
	for _, a := range answers {
		ttft = append(ttft, a.ttft)
	}
	f.p50 = append(f.p50, quantile(ttft, 0.5))
	f.p99 = append(f.p99, quantile(ttft, 0.99))
	if t.proc != nil {
		t.proc.settle(t.calm)
	}
	return nil
}

// awaitTitles waits until the provider has made n titles, but at most a minute.
func (t *target) awaitTitles(n int) error {
	for began := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		made, err := t.titles()
		if err != nil || made >= n {
			return err
		}
		if time.Since(began) > time.Minute {
			return fmt.Errorf("%s: %d of %d titles made", t.name, made, n)
		}
	}
}

// warm is the number of unmeasured answers at the start of a measurement. They are not measured,
// because the first answers after an idle time are slower for every target.
const warm = 64

// ready prepares a target for `total` measured questions by `width` workers, and then asks the
// unmeasured questions (see warm).
func (t *target) ready(total, width int) error {
	if err := t.prepare(total+width*before(width), width); err != nil {
		return err
	}
	_, err := t.wholes(0, warm, width)
	return err
}

// before returns the turn number of each worker's first measured question. The turns before it are for the
// unmeasured questions (see warm): their average number per worker, rounded up to complete conversations.
func before(width int) int { return (warm/width + turns - 1) / turns * turns }

// wholes asks `total` questions, `width` at a time. The workers continue after their first `asked`
// questions. wholes fails if an answer is incomplete.
func (t *target) wholes(asked, total, width int) ([]answerSeen, error) {
	const model, tokens = "fast-64", 64
	answers := t.from(background(), asked, total, width, model)
	if n, err := whole(answers, tokens); n != total {
		return nil, fmt.Errorf("%s: %d of %d answers whole: %w", t.name, n, total, err)
	}
	return answers, nil
}

// slow runs 2,000 simultaneous answers through the bare relay and through Wenqu.
func (b *bench) slow() error {
	const model, tokens, width = "slow-64", 64, 2000
	ways, stop, err := b.ways()
	if err != nil {
		return err
	}
	defer stop()
	var p99 []time.Duration
	var peak []int64
	for _, t := range []*target{ways[1], ways[3]} {
		halt := make(chan struct{})
		sampled := t.proc.peakResident(halt)
		before := t.proc.cpu()
		answers := t.many(background(), width, width, model)
		used := t.proc.cpu() - before
		close(halt)
		peak = append(peak, <-sampled)
		var delays []time.Duration
		for _, a := range answers {
			delays = append(delays, a.delays...)
		}
		p99 = append(p99, quantile(delays, 0.99))
		n, err := whole(answers, tokens)
		fmt.Printf("%-16s %d of %d whole; token on its way p50 %s, p99 %s; processor %s a stream; resident %d MB\n",
			t.name, n, width, ms(quantile(delays, 0.5)), ms(quantile(delays, 0.99)), ms(used/width), peak[len(peak)-1]>>20)
		if n != width {
			return fmt.Errorf("%s: %d of %d answers whole: %w", t.name, n, width, err)
		}
	}
	b.least("whole answers of 2,000 slow ones", width, width, "")
	b.most("a token's way at 2,000 slow answers, p99", float64(p99[1])/float64(p99[0]), 1.2, "×")
	b.most("resident memory at 2,000 slow answers", float64(peak[1])/float64(peak[0]), 2, "×")
	return nil
}
