import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSettled } from './settled'

const waiting: ((value: string) => void)[] = []
const later = () => new Promise<string>((done) => waiting.push(done))
const arrive = () => act(async () => waiting.shift()!('到了'))
const part = { load: later }

function Section() {
  useQuery({ queryKey: ['rows'], queryFn: later })
  return null
}

function Page() {
  const settled = useSettled(part)
  return (
    <>
      <p>{settled ? '好了' : '等待'}</p>
      <Section />
    </>
  )
}

it('is settled when the part is loaded and the query that it starts is answered', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  expect(waiting).toHaveLength(2)
  await arrive()
  expect(screen.getByText('等待')).toBeTruthy()
  await arrive()
  expect(await screen.findByText('好了')).toBeTruthy()
})
