import * as v from 'valibot'

/** Maximum length of a text in the address, in UTF-16 units; a longer text is cut. */
export const LANDING_PROMPT_MAX = 8000

const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((s) => s.trim().slice(0, max)),
  )
const id = v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/))

/**
 * The landing parameters with their rules. A parameter that violates its rule counts as absent. The page does not use
 * `from` and `version`. One more parameter, `askAi`, is read in nav-store.ts.
 */
const rows = {
  /** The text that is put into the composer or, if the container has sendsLandingPrompt, asked at once. */
  prompt: text(LANDING_PROMPT_MAX),
  /** The question that is asked instead of `prompt` if the user has not changed the text. */
  realPrompt: text(LANDING_PROMPT_MAX),
  modelId: id,
  searchType: v.picklist(['auto', 'manual', 'knowledge', 'close']),
  /** The origin of the visit, such as wxnews, wechatpay, tennews, WeixinAskAi. */
  from: id,
  agentId: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  version: v.pipe(v.string(), v.regex(/^[\w.+-]{1,32}$/)),
} as const

export type Landing = { [K in keyof typeof rows]?: v.InferOutput<(typeof rows)[K]> }

/** Parses the landing parameters of a query. It never fails: invalid values are dropped. */
export function parseLanding(search: Record<string, unknown>): Landing {
  const landing: Record<string, string> = {}
  for (const [name, rule] of Object.entries(rows)) {
    const read = v.safeParse(rule, search[name])
    if (read.success && read.output !== '') landing[name] = read.output
  }
  return landing as Landing
}
