package main

import (
	"fmt"
	"time"
)

// whole counts the answers that came to their end with every token.
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

func (b *bench) targets() ([]*target, func(), error) {
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
	return []*target{direct(b.base), bare(relay), throughWenqu(server, fmt.Sprint(b.servers))}, stop, nil
}

// relay interleaves the three ways round by round, so that a drift of the
// machine touches all alike, and reports medians over the rounds.
func (b *bench) relay() error {
	const model, tokens, single, busy = "fast-64", 64, 200, 1500
	targets, stop, err := b.targets()
	if err != nil {
		return err
	}
	defer stop()
	type figures struct {
		p50, p99 []time.Duration
		rate     []float64
		cpu      []time.Duration
	}
	all := make([]figures, len(targets))
	for round := range b.rounds + 1 { // the first warms up and is not counted
		for i, t := range targets {
			var ttft []time.Duration
			answers := t.many(background(), single, 1, model)
			if n, err := whole(answers, tokens); n != single {
				return fmt.Errorf("%s: %d of %d answers whole: %w", t.name, n, single, err)
			}
			for _, a := range answers {
				ttft = append(ttft, a.ttft)
			}
			var before time.Duration
			if t.proc != nil {
				before = t.proc.cpu()
			}
			began := time.Now()
			answers = t.many(background(), busy, 32, model)
			took := time.Since(began)
			if n, err := whole(answers, tokens); n != busy {
				return fmt.Errorf("%s: %d of %d answers whole: %w", t.name, n, busy, err)
			}
			if round == 0 {
				continue
			}
			f := &all[i]
			f.p50 = append(f.p50, quantile(ttft, 0.5))
			f.p99 = append(f.p99, quantile(ttft, 0.99))
			f.rate = append(f.rate, busy/took.Seconds())
			if t.proc != nil {
				f.cpu = append(f.cpu, (t.proc.cpu()-before)/busy)
			}
		}
	}
	d := all[0]
	for i, t := range targets {
		f := all[i]
		fmt.Printf("%-11s first token p50 %s, p99 %s; %.0f streams/s at 32; processor %s a stream\n",
			t.name, ms(median(f.p50)), ms(median(f.p99)), median(f.rate), ms(median(f.cpu)))
	}
	added := func(f figures, q func(figures) []time.Duration) float64 {
		return float64(median(q(f)) - median(q(d)))
	}
	p50 := func(f figures) []time.Duration { return f.p50 }
	p99 := func(f figures) []time.Duration { return f.p99 }
	ratio("added time to first token, p50", added(all[2], p50), added(all[1], p50), 2, true)
	ratio("added time to first token, p99", added(all[2], p99), added(all[1], p99), 2, true)
	ratio("streams/s at 32 at a time", median(all[2].rate), median(all[1].rate), 0.6, false)
	ratio("processor time a stream", float64(median(all[2].cpu)), float64(median(all[1].cpu)), 2, true)
	return nil
}

// slow runs 2,000 answers at once through the bare relay and through Wenqu.
func (b *bench) slow() error {
	const model, tokens, width = "slow-64", 64, 2000
	targets, stop, err := b.targets()
	if err != nil {
		return err
	}
	defer stop()
	p99, peak := make([]time.Duration, len(targets)), make([]int64, len(targets))
	for i, t := range targets[1:] {
		halt := make(chan struct{})
		sampled := t.proc.peakResident(halt)
		answers := t.many(background(), width, width, model)
		close(halt)
		peak[i+1] = <-sampled
		var delays []time.Duration
		for _, a := range answers {
			delays = append(delays, a.delays...)
		}
		p99[i+1] = quantile(delays, 0.99)
		n, err := whole(answers, tokens)
		fmt.Printf("%-11s %d of %d whole; token on its way p50 %s, p99 %s; resident %d MB\n",
			t.name, n, width, ms(quantile(delays, 0.5)), ms(p99[i+1]), peak[i+1]>>20)
		if n != width {
			return fmt.Errorf("%s: %d of %d answers whole: %w", t.name, n, width, err)
		}
	}
	ratio("relay p99 at 2,000", float64(p99[2]), float64(p99[1]), 2, true)
	ratio("resident memory at 2,000", float64(peak[2]), float64(peak[1]), 1.5, true)
	return nil
}
