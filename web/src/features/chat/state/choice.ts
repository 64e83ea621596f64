import { storage } from '@/lib/storage'

/** A model of the model list; sub-models have the same fields. */
export interface ModelItem {
  chatModelId: string
  modelName: string
  modelDesc?: string
  /** The provider's model id. */
  modelId?: string
  subModelList?: ModelItem[]
  chooseDefault?: boolean
  notSupportInputControl?: boolean
  supportFunctions?: string[]
  internetSearch?: { chooseDefault?: string; functionList?: SearchFunction[] }
  /** Whether the model is the built-in engine. */
  offline?: boolean
}

export interface SearchFunction {
  functionId: string
  functionName?: string
  notSupportInputControl?: boolean
}

/**
 * The name of a model in the list; empty if the list does not contain the model, or if its name is only its id.
 */
export function listedName(models: readonly ModelItem[], modelId: string): string {
  const all = models.flatMap((m) => [m, ...(m.subModelList ?? [])])
  const name = all.find((m) => m.modelId === modelId)?.modelName ?? ''
  return name === modelId ? '' : name
}

/**
 * The sub-models to choose from. If a model that can think has a single sub-model, the list is empty: the switch for
 * thinking chooses this sub-model.
 */
export function subModels(m: ModelItem): ModelItem[] {
  const subs = m.subModelList ?? []
  return subs.length === 1 && m.supportFunctions?.includes(THINK) ? [] : subs
}

/** The stored choice of the user. */
export interface Choice {
  modelId: string
  subModelId: string
  supportFunctions: string[]
}

export const THINK = 'supportDeepThink'
export const SEARCH = 'supportInternetSearch'
/** Function ids of search modes; every question has exactly one search mode. */
export const SEARCH_MODES = [
  'autoInternetSearch',
  'openInternetSearch',
  'closeInternetSearch',
  'autoKnowledgeSearch',
] as const
export type SearchMode = (typeof SEARCH_MODES)[number]

const isSearchMode = (id: string | undefined): id is SearchMode =>
  (SEARCH_MODES as readonly (string | undefined)[]).includes(id)

/**
 * The search modes to choose from for a model, in the order of the model's list. If a model supports search and lists
 * no such mode, it has the first three of SEARCH_MODES. A model with `notSupportInputControl` has no search mode.
 */
function searchModes(m: ModelItem | null): SearchMode[] {
  if (!m || m.notSupportInputControl) return []
  const list = (m.internetSearch?.functionList ?? [])
    .filter((f) => !f.notSupportInputControl)
    .map((f) => f.functionId)
    .filter(isSearchMode)
  return list.length === 0 && m.supportFunctions?.includes(SEARCH) ? [...SEARCH_MODES.slice(0, 3)] : list
}

/** A choice validated against the current models. */
export interface Resolved {
  /** Whether the user chose `model`; otherwise `model` is a default. */
  known: boolean
  model: ModelItem | null
  sub: ModelItem | null
  /** Whether each switch is available, and whether it is on. */
  canThink: boolean
  think: boolean
  canSearch: boolean
  /** The search mode: one of searchModes, or closeInternetSearch. */
  search: SearchMode
  searchModes: readonly SearchMode[]
  /** The names of the search modes, sent by the server in the user's language. */
  searchNames: Readonly<Record<string, string>>
}

/**
 * The model that will answer. If the user has chosen a sub-model, it is this sub-model. Otherwise, if thinking is on
 * and the model has exactly one sub-model, it is that sub-model. Otherwise it is the model itself.
 */
export function answering({
  model,
  sub,
  think,
}: Pick<Resolved, 'model' | 'sub' | 'think'>): ModelItem | null {
  const subs = model?.subModelList ?? []
  return sub ?? ((think && subs.length === 1 && subs[0]) || model)
}

/**
 * Validates a stored choice. A model that no longer exists is replaced by the default, and a missing
 * sub-model by its model. Switches not supported by the model are off and hidden.
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
    searchNames: Object.fromEntries(
      (active?.internetSearch?.functionList ?? []).map((f) => [f.functionId, f.functionName ?? '']),
    ),
  }
}

/** The choice in its stored and sent form. */
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

/** The fields of a question for the model, the switches and the search mode. */
export function askFields(r: Resolved) {
  const active = r.sub ?? r.model
  // If the user has chosen no model and thinking is off, no model is sent, so that the server uses its current
  // default. The default may have changed since the page was loaded.
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
