// Results of tools in an answer: charts, files, output of programs.
import { readFile } from 'node:fs/promises'
import { Bench, Work } from './gates'
import { accessible } from './people'
import { expect, test } from './wenqu'

let bench: Bench
test.beforeEach(async () => {
  bench = await Bench.build()
})
test.afterEach(() => bench?.end())

const call = (name: string, input: object) => `[[tool ${name} ${JSON.stringify(input)}]]`
const chart = {
  kind: 'bar',
  title: '各季度收入',
  unit: '万元',
  labels: ['一季度', '二季度', '三季度', '四季度'],
  series: [
    { name: '线上', values: [12000, 18500, 16200, 24100] },
    { name: '线下', values: [9000, 8400, null, 7100] },
  ],
}

test('a chart, a file and a program stay in the answer', async ({ page }) => {
  const server = await bench.serve()
  const chat = new Work(page)
  await chat.open(server)
  await chat.ask(
    `${call('draw_chart', chart)}${call('make_file', {
      format: 'csv',
      name: '收入',
      rows: [
        ['季度', '收入'],
        ['一季度', 12000],
        ['=1+1', 5],
      ],
    })}${call('run_program', { title: '求和', code: 'print("算"); [12000, 18500].reduce((a, b) => a + b)' })} 画图、做成文件、算一算`,
  )
  // Drawing a chart needs no consent. Creating the file and running the program each need a consent.
  await chat.allow.click()
  await expect(chat.last.getByRole('link', { name: /^收入.csv/ })).toBeVisible()
  await chat.allow.click()
  await chat.whole()
  const drawn = chat.last.getByRole('img', { name: /各季度收入，柱状图/ })
  await expect(drawn.locator('path')).toHaveCount(7)
  await drawn.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(chat.last.getByText('二季度, 线上 18,500 万元, 线下 8,400 万元')).toBeAttached()
  await accessible(page)

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await chat.last.getByRole('button', { name: '另存' }).click()
      await page.getByRole('menuitem', { name: '图片（PNG）' }).click()
    })(),
  ])
  expect(saved.suggestedFilename()).toBe('各季度收入.png')
  expect((await readFile((await saved.path())!)).subarray(1, 4).toString()).toBe('PNG')

  await page.reload() // the reloaded answer shows the same results
  await expect(drawn).toBeVisible()
  await chat.last.getByRole('button', { name: '看表格' }).click()
  await expect(chat.last.getByRole('row', { name: '三季度 16,200 –' })).toBeVisible()

  await chat.last.getByRole('button', { name: /^求和/ }).click()
  await expect(chat.last.getByText('算\n30500')).toBeVisible()

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    chat.last.getByRole('button', { name: '下载 收入.csv' }).click(),
  ])
  expect((await readFile((await file.path())!)).toString()).toBe(
    "\uFEFF季度,收入\r\n一季度,12000\r\n'=1+1,5\r\n",
  )
  await chat.last.getByRole('link', { name: /^收入.csv/ }).click()
  await expect(page.getByText('一季度').first()).toBeVisible()

  await page.goto(`${server.url}/setting/tool`)
  await expect(page.getByText('生成文件').first()).toBeVisible()
  await page.getByRole('button', { name: /^收回.*生成文件/ }).click()
  await expect(page.getByRole('button', { name: /^收回.*生成文件/ })).toHaveCount(0)
})
