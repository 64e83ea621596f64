import { beforeEach, describe, expect, it } from 'vitest'
import {
  answering,
  askFields,
  listedName,
  type ModelItem,
  resolve,
  SEARCH,
  saveChoice,
  savedChoice,
  THINK,
  toChoice,
} from './choice'

const plain: ModelItem = { chatModelId: 'hunyuan', modelName: '混元', supportFunctions: [] }
const deep: ModelItem = {
  chatModelId: 'deep_seek',
  modelName: 'DeepSeek',
  chooseDefault: true,
  supportFunctions: [THINK, SEARCH],
  internetSearch: {
    chooseDefault: 'autoInternetSearch',
    functionList: [
      { functionId: 'autoInternetSearch' },
      { functionId: 'closeInternetSearch' },
      { functionId: 'autoKnowledgeSearch' },
    ],
  },
  subModelList: [{ chatModelId: 'deep_seek_v3', modelName: 'V3', supportFunctions: [SEARCH] }],
}
const models = [plain, deep]

describe('resolve', () => {
  it('takes the default model when nothing is remembered', () => {
    const r = resolve(models, null)
    expect([r.model, r.sub, r.think, r.search]).toEqual([deep, null, false, 'autoInternetSearch'])
  })
  it('takes the first one when none is the default', () => {
    expect(resolve([plain], null).model).toBe(plain)
  })
  it('has nothing to offer without models', () => {
    expect(resolve([], null)).toMatchObject({ model: null, canThink: false, canSearch: false })
  })
  it('falls back when the remembered model is gone, and drops its switches', () => {
    const r = resolve(models, {
      modelId: 'gone',
      subModelId: 'x',
      supportFunctions: [THINK, 'closeInternetSearch'],
    })
    expect([r.model, r.think, r.search]).toEqual([deep, false, 'autoInternetSearch'])
  })
  it('falls back to the model when the sub-model is gone', () => {
    const r = resolve(models, { modelId: 'deep_seek', subModelId: 'gone', supportFunctions: [THINK] })
    expect([r.model, r.sub, r.think]).toEqual([deep, null, true])
  })
  it('offers only the switches of what is chosen', () => {
    const r = resolve(models, { modelId: 'deep_seek', subModelId: 'deep_seek_v3', supportFunctions: [THINK] })
    expect([r.sub?.chatModelId, r.canThink, r.think, r.canSearch]).toEqual([
      'deep_seek_v3',
      false,
      false,
      true,
    ])
    expect(
      resolve(models, { modelId: 'hunyuan', subModelId: '', supportFunctions: [THINK, SEARCH] }),
    ).toMatchObject({
      canThink: false,
      canSearch: false,
      think: false,
      search: 'closeInternetSearch',
    })
  })
  it('remembers that the search was switched off', () => {
    for (const search of ['closeInternetSearch', 'autoKnowledgeSearch'] as const) {
      const saved = toChoice({ ...resolve(models, null), search })
      expect(resolve(models, saved).search).toBe(search)
    }
  })
  it('offers no way to search where the model says that there is nothing to choose', () => {
    const bound = { ...deep, notSupportInputControl: true }
    expect(resolve([bound], null)).toMatchObject({ canSearch: false, search: 'closeInternetSearch' })
    const list = [{ functionId: 'openInternetSearch', notSupportInputControl: true }, { functionId: 'new' }]
    expect(
      resolve(
        [{ ...plain, internetSearch: { chooseDefault: 'openInternetSearch', functionList: list } }],
        null,
      ),
    ).toMatchObject({ canSearch: false, search: 'closeInternetSearch' })
  })
  it('calls the search modes what the server calls them', () => {
    const functionList = [{ functionId: 'autoInternetSearch', functionName: '自动' }]
    const r = resolve(
      [{ ...plain, internetSearch: { chooseDefault: 'autoInternetSearch', functionList } }],
      null,
    )
    expect([r.searchModes, r.searchNames]).toEqual([['autoInternetSearch'], { autoInternetSearch: '自动' }])
  })
  it('gives the same again from what it is remembered as', () => {
    for (const saved of [
      { modelId: 'deep_seek', subModelId: '', supportFunctions: [THINK, 'autoInternetSearch'] },
      { modelId: 'deep_seek', subModelId: 'deep_seek_v3', supportFunctions: ['closeInternetSearch'] },
      { modelId: 'hunyuan', subModelId: '', supportFunctions: [] },
    ]) {
      expect(toChoice(resolve(models, saved))).toEqual(saved)
    }
  })
})

describe('askFields', () => {
  it('names the sub-model and one search mode', () => {
    const f = askFields(
      resolve(models, { modelId: 'deep_seek', subModelId: 'deep_seek_v3', supportFunctions: [] }),
    )
    expect(f.chatModelId).toBe('deep_seek_v3')
    expect(f.supportFunctions).toEqual(['openAutoSearchSwitch', 'closeInternetSearch'])
    expect(JSON.parse(f.chatModelExtInfo)).toMatchObject({ modelId: 'deep_seek', subModelId: 'deep_seek_v3' })
  })
  it('names no model that was not chosen, so that the default of the moment answers', () => {
    for (const saved of [null, { modelId: 'gone', subModelId: '', supportFunctions: [] }]) {
      const f = askFields(resolve(models, saved))
      expect(f.chatModelId).toBe('')
      expect(JSON.parse(f.chatModelExtInfo)).toMatchObject({ modelId: '', subModelId: '' })
    }
  })
  it('says nothing of a search that the model does not have', () => {
    expect(askFields(resolve([plain], null)).supportFunctions).toEqual([])
  })
})

describe('savedChoice', () => {
  beforeEach(() => localStorage.clear())
  it('reads back what was saved', () => {
    const c = { modelId: 'a', subModelId: 'b', supportFunctions: [THINK] }
    saveChoice(c)
    expect(savedChoice()).toEqual(c)
  })
  it.each(['', 'x', '[]', '{"modelId":1}', 'null'])('takes %j for nothing', (text) => {
    localStorage.setItem('wenqu.model', text)
    expect(savedChoice()).toBeNull()
  })
})

it('names one thing in the header and below the answer', () => {
  const chat = { chatModelId: 'deep_seek_v3', modelName: 'deepseek-chat', modelId: 'deepseek-chat' }
  const reasoner = { chatModelId: 'deep_seek', modelName: 'deepseek-reasoner', modelId: 'deepseek-reasoner' }
  const model = { ...chat, subModelList: [reasoner], supportFunctions: [THINK] }
  expect(answering({ model, sub: null, think: false })).toBe(model)
  expect(answering({ model, sub: null, think: true })?.modelName).toBe('deepseek-reasoner')
  expect(answering({ model, sub: reasoner, think: false })).toBe(reasoner)
  expect(listedName([model], 'deepseek-reasoner')).toBe('')
  expect(listedName([{ ...plain, modelId: 'hy3' }, model], 'hy3')).toBe('混元')
  expect(listedName([model], 'gone')).toBe('')
})
