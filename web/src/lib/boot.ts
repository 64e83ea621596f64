import * as v from 'valibot'
import { Flags, Slots } from './slots'

/**
 * What the server writes into index.html before it is sent, so that nothing
 * flashes: the brand, the resolved container and the language. Every field has
 * a neutral default, because the offline page opens without it.
 */
const Boot = v.object({
  brand: v.optional(
    v.object({
      name: v.optional(v.string(), '问渠'),
      /** Short name in addresses. */
      slug: v.optional(v.string(), 'wenqu'),
      slogan: v.optional(v.string(), '问渠那得清如许，为有源头活水来'),
      /** Address of an own mark; absent means the drawn one. */
      mark: v.optional(v.string(), ''),
      /** A CSS colour that replaces the accent; contrast is the operator's care. */
      accent: v.optional(v.string(), ''),
    }),
    {},
  ),
  locale: v.optional(v.string(), ''),
  container: v.optional(
    v.object({
      id: v.optional(v.string(), 'web'),
      /** The value of the channel header. */
      channel: v.optional(v.string(), ''),
      sendsLandingPrompt: v.optional(v.boolean(), false),
      titleMax: v.optional(v.number(), 64),
      /** Embedded in another app: one document a question. */
      oneDocument: v.optional(v.boolean(), false),
      slots: v.optional(Slots, {}),
      flags: v.optional(Flags, {}),
    }),
    {},
  ),
  /** Version of the server. */
  version: v.optional(v.string(), ''),
  signing: v.optional(v.nullable(v.object({ key: v.string() })), null),
  defaultAgentId: v.optional(v.string(), 'naQivTmsDa'),
  /** Features that are built and switched on; a missing one is off. */
  features: v.optional(v.record(v.string(), v.boolean()), {}),
})

export type Boot = v.InferOutput<typeof Boot>

/** Reads boot data; whatever is missing or malformed becomes its default. */
export function parseBoot(text: string): Boot {
  let data: unknown = {}
  try {
    data = JSON.parse(text)
  } catch {
    // An empty slot: the development server and the offline page.
  }
  const whole = v.safeParse(Boot, data)
  return whole.success ? whole.output : v.parse(Boot, {})
}

/** The boot data of this page. */
export const boot: Boot = parseBoot(globalThis.document?.getElementById('boot')?.textContent ?? '')
