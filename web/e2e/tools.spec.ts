// Answers with tool calls. Readers in other tabs and on other servers see the steps while the steps run. After a crash,
// a call is repeated only if it was interrupted and its tool may be repeated.
import { Attachments, handbook } from './files'
import { Bench, Work } from './gates'
import { postgres } from './server'
import { expect, test } from './wenqu'

let bench: Bench
test.beforeEach(async () => {
  bench = await Bench.build()
})
test.afterEach(() => bench?.end())

const call = (name: string, input: object) => `[[tool ${name} ${JSON.stringify(input)}]]`

test('a model reads 200 pages in five steps, and cites them', async ({ page, browser }) => {
  const { gates } = bench
  const server = await bench.serve()
  const chat = new Work(page)
  const files = new Attachments(page)
  await chat.open(server)
  await files.choose(await handbook(browser, 200))
  await files.read()
  await expect(files.list).toContainText('200 页')
  for (const name of ['model', 'read_file', 'search_files']) await gates.shut(name)
  const steps: [string, object][] = [
    ['read_file', { file: '手册.pdf', from: 1, to: 3 }],
    ['read_file', { file: '手册.pdf', from: 60, to: 62 }],
    ['read_file', { file: '手册.pdf', from: 120, to: 122 }],
    ['search_files', { query: '第 150 号设备由谁保管' }],
    ['read_file', { file: '手册.pdf', from: 198, to: 200 }],
  ]
  await chat.ask(`${steps.map(([name, input]) => call(name, input)).join('')}设备怎么保管？`)
  for (const [i, [name]] of steps.entries()) {
    const ended = Array<'已完成'>(i + 1).fill('已完成') // the earlier calls, and the step before them
    await gates.pass('model')
    await chat.are(...ended, '进行中')
    if (i === 2) {
      await page.reload()
      await chat.are(...ended, '进行中')
      const second = await chat.beside(server)
      await second.are(...ended, '进行中')
      await gates.pass(name)
      await second.are(...ended, '已完成')
      await second.page.close()
    } else {
      await gates.pass(name)
    }
    await chat.are(...ended, '已完成')
  }
  await gates.open('model')
  await chat.whole()
  await expect(chat.last).toContainText('第 198 号设备由第 198 车间保管')
  await expect(chat.last.locator('p', { hasText: '外星人' })).toHaveCount(1) // the last sentence of the answer is displayed
  await expect(chat.last.locator('p', { hasText: '外星人' }).locator('.cite')).toHaveCount(0)
  expect(await gates.log('read_file')).toHaveLength(4)
  expect(await gates.log('search_files')).toHaveLength(1)
  const said = await chat.last.textContent()
  await page.reload()
  await chat.whole()
  await expect.poll(() => chat.last.textContent()).toBe(said)
  await chat.last.locator('.cite').first().click()
  const beside = page.getByRole('complementary', { name: '手册.pdf' })
  await expect(beside.getByRole('textbox', { name: /页码/ })).toHaveValue('198')
})

test('a second server process shows the same step, and takes the decision', async ({ page }) => {
  const [database, url] = await postgres()
  const two = await Bench.build({ WENQU_DATABASE_URL: url })
  try {
    const { gates } = two
    const first = await two.serve()
    const second = await two.serve()
    const chat = new Work(page)
    await chat.open(first)
    await gates.shut('calculator')
    await chat.ask(
      `${call('calculator', { expression: '237*18' })}${call('send_mail', { to: '王五' })}算好发给他`,
    )
    await chat.are('进行中')
    const other = await chat.beside(second)
    await other.are('进行中')
    await gates.open('calculator')
    await other.are('已完成', '等你同意')
    await chat.are('已完成', '等你同意')
    await other.allow.click()
    await other.whole()
    await chat.whole()
    expect(await gates.log('send_mail')).toHaveLength(1)
    expect(await gates.log('calculator')).toHaveLength(1)
  } finally {
    await two.end()
    await database.terminate()
  }
})

test('kill -9 between two steps: what was done is not done again', async ({ page }) => {
  const { gates } = bench
  let server = await bench.serve()
  const chat = new Work(page)
  await chat.open(server)
  await gates.shut('model')
  await chat.ask(`${call('add_point', { to: '甲队' })}${call('add_point', { to: '乙队' })}记分`)
  await gates.pass('model')
  await chat.are('已完成')
  await expect.poll(() => gates.log('model')).toHaveLength(2)
  server = await bench.crash(server, () => gates.open('model'))
  await page.reload()
  await chat.are('已完成')
  await chat.resume.click()
  await expect(chat.last).toContainText('查过了')
  await chat.whole()
  expect(await gates.log('add_point')).toEqual(['{"to":"甲队"}', '{"to":"乙队"}'])
})

test('kill -9 inside a step: only what may be repeated is called again', async ({ page }) => {
  const { gates } = bench
  let server = await bench.serve()
  const chat = new Work(page)
  await chat.open(server)
  await gates.shut('calculator')
  await gates.shut('add_point')
  await chat.ask(`${call('calculator', { expression: '6*7' })}+${call('add_point', { to: '甲队' })}算和记分`)
  await chat.are('进行中', '进行中')
  server = await bench.crash(server, async () => {
    await gates.open('calculator')
    await gates.open('add_point')
  })
  await page.reload()
  await chat.are('未完成', '未完成')
  await chat.resume.click()
  await expect(chat.last).toContainText('查过了')
  await chat.whole()
  await page.reload()
  await chat.are('已完成', '未完成')
  expect(await gates.log('calculator')).toHaveLength(2)
  expect(await gates.log('add_point')).toHaveLength(1)
})
