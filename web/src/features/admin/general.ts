type Localised = Record<string, string>

/** The fields of general.json in the form. The form keeps all other fields unchanged. */
export interface GeneralDoc {
  documentConfig: { singleFileMaxSize: number }
  maxConvRound: number
  guidance: Localised
  greetings: { fromHour: number; text: Localised }[]
  appBaseConfig: { enableTempConv: boolean; tempConvNotice: Localised }
  [other: string]: unknown
}

export function write(doc: GeneralDoc): string {
  return JSON.stringify(doc, null, 2)
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/**
 * The parsed document; null if the text is not JSON or lacks a required field. The server validates the values.
 */
export function read(text: string): GeneralDoc | null {
  try {
    const doc = JSON.parse(text) as Partial<GeneralDoc> | null
    const whole =
      doc?.documentConfig &&
      isObject(doc.appBaseConfig?.tempConvNotice) &&
      isObject(doc.guidance) &&
      Array.isArray(doc.greetings) &&
      doc.greetings.every((g) => isObject(g?.text)) &&
      doc.maxConvRound
    return whole ? (doc as GeneralDoc) : null
  } catch {
    return null
  }
}
