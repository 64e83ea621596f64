import { I18nProvider } from '@lingui/react'
import { fireEvent, screen, render as show } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeAll, expect, it, vi } from 'vitest'
import { activateLocale, addCatalogue, i18n } from '@/i18n'
import ChartCard from './chart-card'
import FileCard from './file-card'
import ProgramCard from './program-card'

beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  await activateLocale('zh-CN')
  await addCatalogue('tool')
})

const render = (card: ReactElement) =>
  show(card, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> })

it('shows a chart as a table', () => {
  render(
    <ChartCard
      card={{ title: '收入', data: { kind: 'bar', labels: ['甲'], series: [{ values: [1200] }] } }}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: '看表格' }))
  expect(screen.getByRole('row', { name: '甲 1,200' })).toBeTruthy()
})

it('says what a chart cannot be drawn of', () => {
  render(<ChartCard card={{ data: { kind: 'bar' } }} />)
  expect(screen.getByText('图表数据不完整，无法绘制')).toBeTruthy()
})

it('opens and downloads a file by its id alone', () => {
  const { rerender } = render(
    <FileCard card={{ data: { id: 'd-1', name: '总结.docx', size: 2048, type: 'doc' } }} />,
  )
  expect(screen.getByRole('link', { name: /总结.docx/ }).getAttribute('href')).toBe(
    '/tool/file-viewer?id=d-1',
  )
  expect(screen.getByRole('button', { name: '下载 总结.docx' })).toBeTruthy()
  rerender(
    <FileCard card={{ data: { id: 'javascript:alert(1)', name: 'x', size: 1 }, fallback: '总结.docx' }} />,
  )
  expect(screen.queryByRole('link')).toBeNull()
})

it('folds a program, and says at once how it failed', () => {
  render(
    <ProgramCard
      card={{
        data: { title: '求和', code: '1 +', error: 'SyntaxError: 缺少\n第 1 行', output: '算\n', ms: 23 },
      }}
    />,
  )
  expect(screen.getByText('SyntaxError: 缺少')).toBeTruthy()
  expect(screen.queryByText('1 +')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /求和/ }))
  expect(screen.getByText('1 +')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '复制' })).toHaveLength(3)
})
