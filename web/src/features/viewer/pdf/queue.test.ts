import { expect, it, vi } from 'vitest'
import { RenderQueue } from './queue'

const job = (name: string, done: string[], priority: () => number = () => 0) => {
  let finish!: () => void
  const run = vi.fn(
    (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        finish = () => {
          done.push(name)
          resolve()
        }
        signal.addEventListener('abort', () => reject(new Error('stopped')))
      }),
  )
  return { priority, run, finish: () => finish() }
}

it('does the most urgent next, judged when it is its turn', async () => {
  const queue = new RenderQueue()
  const done: string[] = []
  let here = 1
  const jobs = [1, 2, 9].map((page) => job(`${page}`, done, () => Math.abs(page - here)))
  for (const j of jobs) queue.add(j)
  await vi.waitFor(() => expect(jobs[0]!.run).toHaveBeenCalled())
  here = 9 // the reader has jumped to page 9
  jobs[0]!.finish()
  await vi.waitFor(() => expect(jobs[2]!.run).toHaveBeenCalled())
  expect(jobs[1]!.run).not.toHaveBeenCalled()
  jobs[2]!.finish()
  await vi.waitFor(() => expect(jobs[1]!.run).toHaveBeenCalled())
  jobs[1]!.finish()
  await vi.waitFor(() => expect(done).toEqual(['1', '9', '2']))
})

it('gives up what is running when it is taken back, and goes on', async () => {
  const queue = new RenderQueue()
  const done: string[] = []
  const first = job('first', done)
  const second = job('second', done, () => 1)
  const cancel = queue.add(first)
  queue.add(second)
  await vi.waitFor(() => expect(first.run).toHaveBeenCalled())
  cancel()
  await vi.waitFor(() => expect(second.run).toHaveBeenCalled())
  second.finish()
  await vi.waitFor(() => expect(done).toEqual(['second']))
})

it('never begins what was taken back before its turn', async () => {
  const queue = new RenderQueue()
  const done: string[] = []
  const first = job('first', done)
  const second = job('second', done, () => 1)
  queue.add(first)
  const cancel = queue.add(second)
  await vi.waitFor(() => expect(first.run).toHaveBeenCalled())
  cancel()
  first.finish()
  await vi.waitFor(() => expect(done).toEqual(['first']))
  expect(second.run).not.toHaveBeenCalled()
})
