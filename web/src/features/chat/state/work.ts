import { i18n, type Locale, locales, type MessageId } from '@/i18n'
import type { Row } from './blocks'
import { kindOf } from './source-kinds'
import {
  type CardEvent,
  type Doc,
  type Item,
  type PartState,
  type StepCode,
  type StepEvent,
  stepCodes,
} from './types'

/** The code of a step whose args are its sentence in each language, in the order of `locales`. */
const SAID = 'said'

/** The texts of steps by code: the sentence of one step, and the summary of several steps. */
const steps: Record<Exclude<StepCode, typeof SAID>, { line: MessageId; sum?: MessageId }> = {
  read: { line: 'answer.step.read', sum: 'answer.work.read' },
  unread: { line: 'answer.step.unread' },
  library: { line: 'answer.step.library', sum: 'answer.work.find' },
  find: { line: 'answer.step.find', sum: 'answer.work.find' },
  search: { line: 'answer.step.search', sum: 'answer.work.search' },
  open: { line: 'answer.step.open', sum: 'answer.work.open' },
  left: { line: 'answer.step.left' },
  instead: { line: 'answer.step.instead' },
  web: { line: 'answer.step.web', sum: 'answer.work.web' },
  asof: { line: 'answer.step.asof' },
  unlinked: { line: 'answer.step.unlinked' },
  truncated: { line: 'answer.step.truncated' },
  none: { line: 'answer.step.none' },
  more: { line: 'answer.step.more' },
  garbled: { line: 'answer.step.garbled' },
  unheard: { line: 'answer.step.unheard' },
  unseen: { line: 'answer.step.unseen' },
  unlooked: { line: 'answer.step.unlooked' },
  toomany: { line: 'answer.step.toomany' },
  nottaken: { line: 'answer.step.nottaken' },
  notseen: { line: 'answer.step.notseen' },
}

/** Tools with a summary of their own, by name. */
const tools: Readonly<Record<string, MessageId>> = {
  read_file: 'answer.work.read',
  search_files: 'answer.work.find',
}

/**
 * Whether a part is shown as a small line above the answer: a memory stored from the answer's question.
 */
export const isNote = (it: Item): it is CardEvent => it.type === 'card' && it.kind === 'memory'

export type Say = (id: MessageId, values?: Record<string, unknown>) => string

/** The sentence of a step in the reader's language; for an unknown code or missing args, the sentence as sent. */
export function lineOf(step: StepEvent, t: Say): string {
  const code = codeOf(step)
  if (!code) return step.msg
  const names = stepCodes[code]
  const args = step.args ?? []
  if (args.length < names.length) return step.msg
  if (code === SAID) return args[locales.indexOf(i18n.locale as Locale)] || step.msg
  const values = Object.fromEntries(
    names.map((name, i) => [
      name,
      name === 'names' ? listed(args.slice(i), t) : counts.has(name) ? Number(args[i]) : args[i],
    ]),
  )
  return t(steps[code].line, values)
}

/** Args that are numbers and need plural forms. */
const counts: ReadonlySet<string> = new Set(['count', 'more'])

/** File names in a sentence. */
const listed = (names: string[], t: Say) =>
  names.map((name) => t('answer.step.name', { name })).join(t('answer.step.comma'))

function codeOf(step: StepEvent): StepCode | undefined {
  return step.code && Object.hasOwn(stepCodes, step.code) ? (step.code as StepCode) : undefined
}

export const titleOf = (row: Row, t: Say): string =>
  row.type === 'step' ? lineOf(row, t) : row.title || row.name

/** The state of a row. A step without an id is complete when it is sent. */
export function stateOf(row: Row): PartState {
  return row.state ?? 'done'
}

/** Whether a part has ended; an unknown state counts as running. */
export function isOver(state: PartState): boolean {
  return state === 'done' || state === 'failed' || state === 'declined'
}

/** Data for the summary of an answer, in addition to its steps and tools. */
export interface Origin {
  docs?: readonly Doc[]
  /** Whether there was thinking. `seconds`: its duration, if known. */
  thought?: boolean
  seconds?: number
}

/** The summary of an answer's work in one line, for example 已阅读 3 个文件 · 引用 4 处 · 思考 3 秒. */
export function sumOf(rows: readonly Row[], { docs = [], thought, seconds }: Origin, t: Say): string {
  const counts = new Map<MessageId, number>()
  const files = new Set<string>()
  let failed = 0
  for (const row of rows) {
    const part = row.type === 'step' && row.parent
    if (
      row.type === 'step' &&
      codeOf(row) === 'web' &&
      rows.some((r) => r.type === 'step' && r.parent === row.id)
    )
      continue
    if (stateOf(row) === 'failed' && !part) failed++
    if (stateOf(row) === 'failed' && part && sumId(row) === 'answer.work.open') continue
    const id = sumId(row)
    const same = id === 'answer.work.read' && row.type === 'step' ? row.args?.[0] : undefined
    if (same !== undefined && files.has(same)) continue
    if (same !== undefined) files.add(same)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const said = [...counts].map(([id, count]) => t(id, { count }))
  if (docs.length)
    said.push(
      counts.has('answer.work.read') ? t('answer.work.cited', { count: docs.length }) : sourcesOf(docs, t),
    )
  if (thought) said.push(seconds ? t('answer.work.thought', { seconds }) : t('answer.think.over'))
  if (failed) said.push(t('answer.work.failed', { count: failed }))
  return said.join(' · ')
}

/**
 * The number of sources as text; if all sources are files, also the number of places. All places in a file
 * count as one source.
 */
export function sourcesOf(docs: readonly Doc[], t: Say): string {
  const sources = new Set(docs.map((d) => d.docId || d.url || String(d.index))).size
  return docs.every((d) => kindOf(d)?.opens === 'file')
    ? t('answer.sources.places', { files: sources, count: docs.length })
    : t('answer.sources.strip', { count: sources })
}

function sumId(row: Row): MessageId {
  if (row.type === 'tool') return (Object.hasOwn(tools, row.name) && tools[row.name]) || 'answer.work.tools'
  const code = codeOf(row)
  return (code && code !== SAID && steps[code].sum) || 'answer.work.steps'
}

export interface Branch {
  row: Row
  inner: Branch[]
}

/**
 * Codes of steps about the whole answer, for example about something left out of the question. These steps
 * are shown above the text of the answer and never collapsed.
 */
const grounds: readonly string[] = [
  'asof',
  'unlinked',
  'left',
  'truncated',
  'toomany',
  'nottaken',
  'notseen',
  'unseen',
]

export const isGround = (it: Item): it is StepEvent => it.type === 'step' && grounds.includes(it.code ?? '')

/** Groups rows by parent. A row without a preceding parent is a root. */
export function branchesOf(rows: readonly Row[]): Branch[] {
  const top: Branch[] = []
  const known = new Map<string, Branch>()
  for (const row of rows) {
    const branch: Branch = { row, inner: [] }
    const parent = row.type === 'step' && row.parent ? known.get(row.parent) : undefined
    ;(parent ? parent.inner : top).push(branch)
    if (row.type === 'step' && row.id) known.set(row.id, branch)
  }
  return top
}
