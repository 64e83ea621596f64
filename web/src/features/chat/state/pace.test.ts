import { expect, it } from 'vitest'
import { type Clock, HIDDEN_GAP, Pacer } from './pace'

/** A clock advanced by the test, with 16 ms per frame. */
class FakeClock implements Clock {
  time = 1000
  isHidden = false
  queue: { at: number; run: () => void }[] = []
  now = () => this.time
  hidden = () => this.isHidden
  frame = (run: () => void) => this.later(run, 16 - (this.time % 16) || 16)
  later = (run: () => void, ms: number) => void this.queue.push({ at: this.time + ms, run })

  async pass(ms: number) {
    const end = this.time + ms
    for (;;) {
      this.queue.sort((a, b) => a.at - b.at)
      const next = this.queue[0]
      if (!next || next.at > end) break
      this.queue.shift()
      this.time = Math.max(this.time, next.at)
      next.run()
      await Promise.resolve()
    }
    this.time = Math.max(this.time, end)
  }
}

it('commits once a frame, however often it is touched', async () => {
  const clock = new FakeClock()
  let commits = 0
  const pacer = new Pacer(() => commits++, clock)
  for (let i = 0; i < 160; i++) {
    pacer.touch()
    await clock.pass(1)
  }
  expect(commits).toBeGreaterThanOrEqual(8)
  expect(commits).toBeLessThanOrEqual(10)
})

it('waits three times as long as the last rendering took', async () => {
  const clock = new FakeClock()
  const at: number[] = []
  const pacer = new Pacer(() => {
    at.push(clock.time)
    clock.time += 40
  }, clock)
  for (let i = 0; i < 1000; i++) {
    pacer.touch()
    await clock.pass(1)
  }
  const gaps = at.slice(1).map((t, i) => t - at[i]! - 40)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3 * 40 - 8)
})

it('flushes at once, and only what is new', () => {
  const clock = new FakeClock()
  let commits = 0
  const pacer = new Pacer(() => commits++, clock)
  pacer.flush()
  pacer.touch()
  pacer.flush()
  pacer.flush()
  expect(commits).toBe(1)
})

it('goes on slowly while the page is hidden', async () => {
  const clock = new FakeClock()
  clock.isHidden = true
  let commits = 0
  const pacer = new Pacer(() => commits++, clock)
  for (let i = 0; i < 10; i++) {
    pacer.touch()
    await clock.pass(HIDDEN_GAP / 5)
  }
  expect(commits).toBe(2)
})
