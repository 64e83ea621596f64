import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { boot, parseBoot } from './boot'
import { slot, useFlag } from './slot'
import { type FlagName, Flags, type SlotName, Slots } from './slots'

interface Row {
  id: string
  slots: Record<string, { visible: boolean; props?: object }>
  flags: Record<string, boolean>
}

const rows = JSON.parse(readFileSync('../content/containers.json', 'utf8')) as Row[]
const names = Object.keys(Slots.entries) as SlotName[]
const flags = Object.keys(Flags.entries) as FlagName[]

describe.each(rows)('container $id', (row) => {
  const { container } = parseBoot(JSON.stringify({ container: row }))

  it('states the slots and flags that the page knows, and no others', () => {
    expect(Object.keys(row.slots).sort()).toEqual([...names].sort())
    expect(Object.keys(row.flags).sort()).toEqual([...flags].sort())
  })

  it.each(names)('slot %s reaches the page as it is stated', (name) => {
    expect(container.slots[name].visible).toBe(row.slots[name]!.visible)
    expect(container.slots[name].props).toMatchObject(row.slots[name]!.props ?? {})
  })

  it.each(flags)('flag %s reaches the page as it is stated', (name) => {
    expect(container.flags[name]).toBe(row.flags[name])
  })
})

describe('without boot data', () => {
  it.each(names)('slot %s is there', (name) => expect(parseBoot('').container.slots[name].visible).toBe(true))
})

/** The slots of features that are not built yet. When a feature is built, its slot is removed here. */
const unbuilt: SlotName[] = ['documentBinding', 'downloadBar', 'meetingBinding']

describe('the source of the page', () => {
  const asked = new Set(
    readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => readFileSync(`src/${file}`, 'utf8'))
      .flatMap((text) => [...text.matchAll(/\b(?:useSlot|slot)\('(\w+)'\)/g)].map((m) => m[1]!)),
  )

  it('asks every slot of a feature that is built, and no other', () => {
    expect([...asked].sort()).toEqual(names.filter((name) => !unbuilt.includes(name)).sort())
  })
})

describe('what a component is told', () => {
  const before = boot.container
  afterEach(() => {
    boot.container = before
  })

  it('is what the container says', () => {
    boot.container = parseBoot(JSON.stringify({ container: rows.find((r) => r.id === 'video') })).container
    expect(slot('logout').visible).toBe(false)
    expect(slot('navigation').props.width).toBe(285)
    expect(useFlag('meCreateAgentEntry')).toBe(false)
  })
})
