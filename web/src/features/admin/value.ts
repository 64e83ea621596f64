export type Value = number | boolean | string

/** The settings of a section of the administration, as a JSON object. */
export type Doc = { [key: string]: unknown }

/** The value at a path such as `questionsPerDay.visitor`; undefined if there is none. */
export function valueAt(doc: Doc, path: string): Value | undefined {
  let at: unknown = doc
  for (const key of path.split('.')) at = (at as Doc | undefined)?.[key]
  return typeof at === 'number' || typeof at === 'boolean' || typeof at === 'string' ? at : undefined
}

/** A copy of a document with the value at a path replaced. */
export function withValue<T extends Doc>(doc: T, path: string, value: Value): T {
  const [key, ...rest] = path.split('.') as [string, ...string[]]
  if (rest.length === 0) return { ...doc, [key]: value }
  return { ...doc, [key]: withValue((doc[key] ?? {}) as Doc, rest.join('.'), value) }
}
