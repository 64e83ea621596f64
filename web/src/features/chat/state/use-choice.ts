import { useMemo } from 'react'
import { create } from 'zustand'
import { type SearchSource, useModels, useSearchSource } from '../queries'
import { updateModel } from './calls'
import {
  answering,
  askFields,
  type Choice,
  type Resolved,
  resolve,
  type SearchMode,
  saveChoice,
  savedChoice,
  toChoice,
} from './choice'
import { chatOf } from './store'

const useSaved = create<{ choice: Choice | null }>()(() => ({ choice: savedChoice() }))

/** The search modes from page addresses, by conversation id. The user may change the mode later. */
const useLanded = create<Record<string, SearchMode>>()(() => ({}))

/** The chat mode of AI search. */
const AI_SEARCH = '300'

export interface ModelChoice extends Resolved {
  models: ReturnType<typeof useModels>['models']
  loading: boolean
  /** `on`: the web can be searched, by a source of the server or by the provider. `setting`: a setting that would
   * configure a source. */
  searchSource: SearchSource
  /** Whether the chosen model is the built-in engine. */
  offline: boolean
  choose: (modelId: string, subModelId: string) => void
  set: (part: Partial<Pick<Resolved, 'think' | 'search'>>) => void
  /** Sets the search mode of this conversation only; the stored choice does not change. */
  land: (search: SearchMode) => void
  fields: () => Record<string, unknown>
  /** The fields of a question to another model. A current switch applies if the other model supports it. */
  fieldsOf: (modelId: string, subModelId: string) => Record<string, unknown>
}

/** The user's choice of model, validated against the current models, and functions to change it. */
export function useChoice(agentId: string, cid: string): ModelChoice {
  const { models, isPending } = useModels(agentId)
  const saved = useSaved((s) => s.choice)
  const landed = useLanded((s) => s[cid])
  const resolved = useMemo(() => {
    const r = resolve(models, saved)
    return landed && r.searchModes.includes(landed) ? { ...r, search: landed } : r
  }, [models, saved, landed])
  const source = useSearchSource()
  // A provider may search by itself, without a search source of the server.
  const own = answering(resolved)?.supportFunctions?.includes('supportInternetSearch')
  const searchSource = own ? { ...source, on: true } : source
  const keep = (choice: Choice) => {
    useSaved.setState({ choice })
    saveChoice(choice)
    // The server also stores the choice for this conversation. If that fails, the choice still applies on this page.
    if (chatOf(cid)?.turns.length) updateModel(cid, choice).catch(() => {})
  }
  const other = (modelId: string, subModelId: string) =>
    resolve(models, { modelId, subModelId, supportFunctions: toChoice(resolved).supportFunctions })
  const mode = landed && landed !== 'closeInternetSearch' ? { chatType: AI_SEARCH } : {}
  return {
    ...resolved,
    models,
    loading: isPending,
    searchSource,
    offline: resolved.model?.offline === true,
    choose: (modelId, subModelId) => keep(toChoice(other(modelId, subModelId))),
    set: (part) => {
      if (part.search && landed) useLanded.setState({ [cid]: part.search })
      else keep(toChoice({ ...resolved, ...part }))
    },
    land: (search) => useLanded.setState({ [cid]: search }),
    fields: () => ({ ...askFields(resolved), ...mode }),
    fieldsOf: (modelId, subModelId) => ({ ...askFields(other(modelId, subModelId)), ...mode }),
  }
}

/** Whether `modelId` is the id of the built-in engine. */
export function isOffline(modelId: string | undefined): boolean {
  return modelId === 'offline'
}
