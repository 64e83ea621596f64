import * as v from 'valibot'
import { Flags, Slots } from './slots'

/**
 * The server writes this data into index.html, so that the page is right when it is first rendered. Examples are the
 * brand and the container. Every field has a neutral default, because the development server writes no boot data.
 */
const Boot = v.object({
  brand: v.optional(
    v.object({
      name: v.optional(v.string(), '问渠'),
      /** Short name for use in addresses. */
      slug: v.optional(v.string(), 'wenqu'),
      slogan: v.optional(v.string(), '问渠那得清如许，为有源头活水来'),
      /** Address of a custom logo; empty: the built-in logo. */
      mark: v.optional(v.string(), ''),
      /** A CSS colour that replaces the accent; the operator is responsible for its contrast. */
      accent: v.optional(v.string(), ''),
    }),
    {},
  ),
  container: v.optional(
    v.object({
      id: v.optional(v.string(), 'web'),
      /** The value of the channel header. */
      channel: v.optional(v.string(), ''),
      sendsLandingPrompt: v.optional(v.boolean(), false),
      titleMax: v.optional(v.number(), 64),
      /** Whether a question may have only one document. */
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
  /** Whether each feature, such as document, is enabled. A feature that is missing here is disabled. */
  features: v.optional(v.record(v.string(), v.boolean()), {}),
})

export type Boot = v.InferOutput<typeof Boot>

/**
 * Parses the boot data. A missing value gets its default; if a value is malformed, all values get their
 * defaults.
 */
export function parseBoot(text: string): Boot {
  let data: unknown = {}
  try {
    data = JSON.parse(text)
  } catch {
    // There is no boot data on the development server.
  }
  const whole = v.safeParse(Boot, data)
  return whole.success ? whole.output : v.parse(Boot, {})
}

/** The boot data of this page. */
export const boot: Boot = parseBoot(globalThis.document?.getElementById('boot')?.textContent ?? '')
