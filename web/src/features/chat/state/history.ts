import type { Detail, WireMessage, WireSpeech } from './calls'
import type { Answer, AskedFile, Conversation, Turn, Version } from './model'
import { eventOf, kinds, type Message, newMessage, reduce, states } from './types'

export interface Page {
  head: Pick<Conversation, 'title' | 'temporary' | 'hasMore' | 'hasNewer'>
  turns: Turn[]
  /** Whether the shown version of the page's last answer is running. */
  running: boolean
}

/**
 * Converts a detail response to turns, oldest first. History and streaming use the same fold, so
 * they show the same answer.
 */
export function foldDetail(detail: Detail): Page {
  const turns: Turn[] = []
  const messages = [...(detail.convs ?? [])].sort((a, b) => a.index - b.index)
  for (const m of messages) {
    if (m.speaker === 'human') turns.push(turnOf(m))
    else {
      const turn = turns.at(-1)
      if (turn && turn.question.index === m.index - 1) turn.answer = answerOf(m)
    }
  }
  const last = turns.at(-1)
  return {
    head: {
      title: detail.sessionTitle || detail.title || '',
      temporary: detail.isTemporary === true,
      hasMore: detail.hasMore === true,
      hasNewer: detail.hasNewer === true,
    },
    turns,
    running: last?.answer.versions[last.answer.selected]?.message.state === 'running',
  }
}

function turnOf(m: WireMessage): Turn {
  const siblings = m.branches?.length ? [...m.branches].sort((a, b) => a - b) : [m.index]
  return {
    key: `q${m.index}`,
    question: {
      index: m.index,
      text: askedOf(m),
      files: filesOf(m),
      hidden: m.speechesV2?.[0]?.hidden === true,
      ...(m.authorName && { author: m.authorName }),
      siblings,
    },
    answer: {
      index: m.index + 1,
      versions: [lostVersion()],
      selected: 0,
    },
  }
}

// Returns the text of a question to show: the display text, unless a client has cut it. If the prompt begins
// with the display text (without "…" at its end), the whole prompt is returned.
function askedOf(m: WireMessage): string {
  const shown = m.displayPrompt ?? ''
  const begin = shown.replace(/(?:…|\.\.\.)$/, '')
  return (m.prompt?.startsWith(begin) ? m.prompt : shown) || m.speech || ''
}

function filesOf(m: WireMessage): AskedFile[] {
  const events = (m.speechesV2?.[0]?.content ?? []).map(eventOf)
  return events.flatMap((e) => (e && 'fileName' in e ? [e] : []))
}

function answerOf(m: WireMessage): Answer {
  const versions = (m.speechesV2 ?? []).map(versionOf).sort((a, b) => a.repeatIndex - b.repeatIndex)
  if (!versions.length) versions.push(lostVersion())
  const selected = versions.findIndex((v) => v.repeatIndex === m.repeatIndex)
  return { index: m.index, versions, selected: selected < 0 ? versions.length - 1 : selected }
}

/** A placeholder for an answer missing on the server. */
function lostVersion(): Version {
  return { repeatIndex: 0, message: { ...newMessage(), state: 'interrupt' }, feedback: null }
}

function versionOf(s: WireSpeech): Version {
  return {
    repeatIndex: s.speechIndex ?? 0,
    message: messageOf(s),
    feedback: s.feedback ?? null,
    blanks: s.blanks,
  }
}

/**
 * Restores a stored message: its parts are folded like live events; the other fields are copied.
 */
export function messageOf(s: WireSpeech): Message {
  const { kind, content } = (s.parts ?? s.content ?? [])
    .flatMap((item) => eventOf(item) ?? [])
    .reduce(reduce, newMessage())
  return {
    kind: kinds.find((k) => k === s.kind) ?? kind,
    state: states.find((state) => state === s.state) ?? 'done',
    began: true,
    content,
    status: s.status,
    cutoff: s.cutoff,
    hidden: s.hidden,
    errorCode: s.errorCode,
    errorMsg: s.errorMsg,
    meta: s.meta,
  }
}
