type Localised = Record<string, string>

/** The part of general.json that has fields of its own in the administration; the rest travels along. */
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

/** The document of a text, or null when it is none. The server checks the rest. */
export function read(text: string): GeneralDoc | null {
  try {
    const doc = JSON.parse(text) as Partial<GeneralDoc> | null
    const whole =
      doc?.documentConfig &&
      doc.appBaseConfig &&
      doc.guidance &&
      Array.isArray(doc.greetings) &&
      doc.maxConvRound
    return whole ? (doc as GeneralDoc) : null
  } catch {
    return null
  }
}
