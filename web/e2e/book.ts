// A book of fifty pages for deep reading: ten chapters of five sections. Every page contains a
// unique number, so that each answer can come only from one page.
import type { Browser } from '@playwright/test'
import type { Sent } from './files'

const chapters = [
  ['灌区概况', ['地理位置', '气候与水文', '土壤与作物', '沿革', '管理机构']],
  ['水源工程', ['水库', '拦河坝', '提水泵站', '机井', '水质监测']],
  ['渠道工程', ['总干渠', '东干渠', '西干渠', '支渠与斗渠', '渠道防渗']],
  ['建筑物', ['进水闸', '渡槽', '倒虹吸', '量水设施', '桥涵']],
  ['灌溉制度', ['冬小麦', '夏玉米', '水稻', '果园', '轮灌编组']],
  ['节水改造', ['总体规划', '管道输水', '喷灌', '滴灌', '改造投资']],
  ['调度运行', ['年度计划', '月度调度', '应急调度', '抗旱', '防汛']],
  ['水费与水权', ['水价', '计量收费', '水权分配', '水权交易', '补贴']],
  ['维修养护', ['日常巡查', '岁修', '大修', '设备更新', '安全鉴定']],
  ['评价与展望', ['用水效率', '增产效益', '生态影响', '存在问题', '今后打算']],
] as const

const numerals = '一二三四五六七八九十'

/** A sentence that occurs only on page n. */
export const fact = (n: number) => `本节记录的实测流量为每秒 ${(n * 0.7 + 3).toFixed(1)} 立方米`

function page(chapter: number, section: number): string {
  const [title, sections] = chapters[chapter]!
  const name = sections[section]!
  const n = chapter * 5 + section + 1
  const head = section === 0 ? `<h1>第${numerals[chapter]}章　${title}</h1>` : ''
  return `<section>${head}<h2>${chapter + 1}.${section + 1}　${name}</h2>
    <p>${name}是青溪灌区${title}的重要内容。${fact(n)}，比上一年增加 ${n + 2}%，主要因为上游来水偏丰。</p>
    <p>根据 ${1960 + n} 年的调查，${name}涉及 ${n * 3 + 4} 个村、${n * 120 + 800} 户农户，受益面积 ${n * 210 + 1500} 亩。
    管理单位应当在每年 ${(n % 12) + 1} 月底以前完成检查，发现问题及时上报灌区管理局。</p>
    <p>因此，${name}的工作以安全为先，兼顾节水与公平；凡涉及多个乡镇的事项，由灌区管理局统一协调，并向用水户公示结果。</p></section>`
}

/** The book as a PDF, printed by the browser. */
export async function studyBook(browser: Browser, name = '青溪灌区志.pdf'): Promise<Sent> {
  const printer = await browser.newPage()
  const pages = chapters.flatMap(([, sections], c) => sections.map((_, s) => page(c, s)))
  await printer.setContent(`<html lang="zh-CN"><title>青溪灌区志</title>
    <style>section{break-after:page}section:last-child{break-after:auto}body{font:17px/2 serif}</style>${pages.join('')}`)
  const buffer = await printer.pdf({ format: 'A4', outline: true, tagged: true })
  await printer.close()
  return { name, mimeType: 'application/pdf', buffer }
}
