import { useMemo } from 'react'
import { create } from 'zustand'
import { type SearchSource, useModels, useSearchSource } from '../queries'
import { updateModel } from './calls'
import { askFields, type Choice, type Resolved, resolve, saveChoice, savedChoice, toChoice } from './choice'
import { chatOf } from './store'

const useSaved = create<{ choice: Choice | null }>()(() => ({ choice: savedChoice() }))

export interface ModelChoice extends Resolved {
  models: ReturnType<typeof useModels>['models']
  loading: boolean
  /** Whether a search source is set up, and the setting that would. */
  searchSource: SearchSource
  /** Whether the chosen model is the built-in engine. */
  offline: boolean
  choose: (modelId: string, subModelId: string) => void
  set: (part: Partial<Pick<Resolved, 'think' | 'search'>>) => void
  fields: () => Record<string, unknown>
  /** The fields of a question to another model, as far as that can what is switched on. */
  fieldsOf: (modelId: string, subModelId: string) => Record<string, unknown>
}

/** The person's choice of model, fitted to what there is, and the ways to change it. */
export function useChoice(agentId: string, cid: string): ModelChoice {
  const { models, isPending } = useModels(agentId)
  const saved = useSaved((s) => s.choice)
  const resolved = useMemo(() => resolve(models, saved), [models, saved])
  const searchSource = useSearchSource()
  const keep = (choice: Choice) => {
    useSaved.setState({ choice })
    saveChoice(choice)
    // The list remembers it for this conversation too; a refusal changes nothing here.
    if (chatOf(cid)?.turns.length) updateModel(cid, choice).catch(() => {})
  }
  const other = (modelId: string, subModelId: string) =>
    resolve(models, { modelId, subModelId, supportFunctions: toChoice(resolved).supportFunctions })
  const effective = searchSource.on ? resolved : { ...resolved, search: false }
  return {
    ...effective,
    models,
    loading: isPending,
    searchSource,
    offline: resolved.model?.offline === true,
    choose: (modelId, subModelId) => keep(toChoice(other(modelId, subModelId))),
    set: (part) => keep(toChoice({ ...resolved, ...part })),
    fields: () => askFields(effective),
    fieldsOf: (modelId, subModelId) => {
      const chosen = other(modelId, subModelId)
      return askFields(searchSource.on ? chosen : { ...chosen, search: false })
    },
  }
}

/** Whether an upstream id is the built-in engine's. */
export function isOffline(modelId: string | undefined): boolean {
  return modelId === 'offline'
}
