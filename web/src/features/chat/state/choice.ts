import { storage } from '@/lib/storage'

/** One model as the model list gives it; sub-models have the same shape. */
export interface ModelItem {
  chatModelId: string
  modelName: string
  modelDesc?: string
  /** The real upstream id. */
  modelId?: string
  subModelList?: ModelItem[]
  chooseDefault?: boolean
  notSupportInputControl?: boolean
  supportFunctions?: string[]
  internetSearch?: { chooseDefault?: string; functionList?: SearchFunction[] }
  /** Answers without a language model. */
  offline?: boolean
}

export interface SearchFunction {
  functionId: string
  functionName?: string
  notSupportInputControl?: boolean
}

/** What a model is called in the list, where it is called otherwise than its provider calls it. */
export function listedName(models: readonly ModelItem[], modelId: string): string {
  const all = models.flatMap((m) => [m, ...(m.subModelList ?? [])])
  const name = all.find((m) => m.modelId === modelId)?.modelName ?? ''
  return name === modelId ? '' : name
}

/** The sub-models to choose from; a single thinking mode is what the switch in the composer is for. */
export function subModels(m: ModelItem): ModelItem[] {
  const subs = m.subModelList ?? []
  return subs.length === 1 && m.supportFunctions?.includes(THINK) ? [] : subs
}

/** What is remembered of the person's choice. */
export interface Choice {
  modelId: string
  subModelId: string
  supportFunctions: string[]
}

export const THINK = 'supportDeepThink'
export const SEARCH = 'supportInternetSearch'
/** Function ids that say how a question searches; exactly one goes with a question. */
export const SEARCH_MODES = [
  'autoInternetSearch',
  'openInternetSearch',
  'closeInternetSearch',
  'autoKnowledgeSearch',
] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

const isSearchMode = (id: string | undefined): id is SearchMode =>
  (SEARCH_MODES as readonly (string | undefined)[]).includes(id)

/** The ways to search that a model offers, in the order of its list. */
function searchModes(m: ModelItem | null): SearchMode[] {
  if (!m || m.notSupportInputControl) return []
  const list = (m.internetSearch?.functionList ?? [])
    .filter((f) => !f.notSupportInputControl)
    .map((f) => f.functionId)
    .filter(isSearchMode)
  return list.length === 0 && m.supportFunctions?.includes(SEARCH) ? [...SEARCH_MODES.slice(0, 3)] : list
}

/** A choice made whole against the models of now. */
export interface Resolved {
  /** The person chose this model; else it is the default, whatever that is when the question arrives. */
  known: boolean
  model: ModelItem | null
  sub: ModelItem | null
  /** Whether each switch is offered, and whether it is on. */
  canThink: boolean
  think: boolean
  canSearch: boolean
  /** How it searches, of the modes that are offered. */
  search: SearchMode
  searchModes: readonly SearchMode[]
}

/** The model that will answer: of one whose thinking is another model that one, while thinking is on. */
export function answering({
  model,
  sub,
  think,
}: Pick<Resolved, 'model' | 'sub' | 'think'>): ModelItem | null {
  const subs = model?.subModelList ?? []
  return sub ?? ((think && subs.length === 1 && subs[0]) || model)
}

/**
 * Fits a remembered choice to the models that there are: a model that is gone
 * falls back to the default one, a sub-model that is gone to its model, and a
 * switch that the chosen model does not have is off and not offered.
 */
export function resolve(models: readonly ModelItem[], saved: Choice | null): Resolved {
  const model =
    models.find((m) => m.chatModelId === saved?.modelId) ??
    models.find((m) => m.chooseDefault) ??
    models[0] ??
    null
  const known = model !== null && model.chatModelId === saved?.modelId
  const sub = (known && model.subModelList?.find((s) => s.chatModelId === saved.subModelId)) || null
  const active = sub ?? model
  const has = (id: string) => active?.supportFunctions?.includes(id) ?? false
  const modes = searchModes(active)
  const canThink = has(THINK)
  const on = (id: string) => known && saved.supportFunctions.includes(id)
  const wanted = [
    known ? saved.supportFunctions.find(isSearchMode) : '',
    active?.internetSearch?.chooseDefault,
  ]
  return {
    known,
    model,
    sub,
    canThink,
    think: canThink && on(THINK),
    canSearch: modes.length > 0,
    search: modes.find((m) => m === wanted[0]) ?? modes.find((m) => m === wanted[1]) ?? 'closeInternetSearch',
    searchModes: modes,
  }
}

/** The choice as it is remembered and sent. */
export function toChoice(r: Resolved): Choice {
  const functions: string[] = []
  if (r.canThink && r.think) functions.push(THINK)
  if (r.canSearch) functions.push(r.search)
  return {
    modelId: r.model?.chatModelId ?? '',
    subModelId: r.sub?.chatModelId ?? '',
    supportFunctions: functions,
  }
}

export function savedChoice(): Choice | null {
  try {
    const c: unknown = JSON.parse(storage.get('model') ?? 'null')
    if (c === null || typeof c !== 'object') return null
    const { modelId, subModelId, supportFunctions } = c as Partial<Choice>
    if (typeof modelId !== 'string') return null
    return {
      modelId,
      subModelId: typeof subModelId === 'string' ? subModelId : '',
      supportFunctions: Array.isArray(supportFunctions)
        ? supportFunctions.filter((f) => typeof f === 'string')
        : [],
    }
  } catch {
    return null
  }
}

export function saveChoice(choice: Choice): void {
  storage.set('model', JSON.stringify(choice))
}

/** The fields of a question that say what is to answer it and how. */
export function askFields(r: Resolved) {
  const active = r.sub ?? r.model
  // A page may be older than the default: only what was chosen is named.
  const named = r.known || r.think
  const mode = r.search
  return {
    chatModelId: (named && active?.chatModelId) || '',
    chatModelExtInfo: JSON.stringify({
      modelId: (named && r.model?.chatModelId) || '',
      subModelId: r.sub?.chatModelId ?? '',
      supportFunctions: { internetSearch: mode, deepThink: r.think },
      internetSearch: mode,
    }),
    supportFunctions: [...(r.canSearch ? ['openAutoSearchSwitch', mode] : []), ...(r.think ? [THINK] : [])],
  }
}
