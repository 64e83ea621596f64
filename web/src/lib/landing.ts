import * as v from 'valibot'

/** Longest landing text that is taken, in characters; the rest of a longer one is cut off. */
export const LANDING_PROMPT_MAX = 8000

const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((s) => s.trim().slice(0, max)),
  )
const id = v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/))

/**
 * Every landing parameter that the page reads, each with its rule. A parameter
 * that breaks its rule is as if absent. Later parts of the product add a row.
 */
const rows = {
  /** What is shown, and asked unless realPrompt is there. */
  prompt: text(LANDING_PROMPT_MAX),
  /** What is really asked while prompt is shown. */
  realPrompt: text(LANDING_PROMPT_MAX),
  modelId: id,
  searchType: v.picklist(['auto', 'manual', 'knowledge', 'close']),
  /** Where the person comes from, e.g. wxnews, wechatpay, tennews, WeixinAskAi. */
  from: id,
  agentId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  version: v.pipe(v.string(), v.regex(/^[\w.+-]{1,32}$/)),
} as const

export type Landing = { [K in keyof typeof rows]?: v.InferOutput<(typeof rows)[K]> }

/** Reads the landing parameters of a parsed query. It never fails: bad values are dropped. */
export function parseLanding(search: Record<string, unknown>): Landing {
  const landing: Record<string, string> = {}
  for (const [name, rule] of Object.entries(rows)) {
    const read = v.safeParse(rule, search[name])
    if (read.success && read.output !== '') landing[name] = read.output
  }
  return landing as Landing
}
