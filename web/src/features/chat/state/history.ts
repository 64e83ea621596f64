import type { Detail, WireMessage, WireSpeech } from './calls'
import type { Answer, AskedFile, Conversation, Turn, Version } from './model'
import { eventOf, type Message, newMessage, reduce, type State } from './types'

const STATES: readonly string[] = ['running', 'done', 'sensitive', 'error', 'manualStop', 'interrupt']

export interface Page {
  head: Pick<Conversation, 'title' | 'temporary' | 'hasMore'>
  turns: Turn[]
  /** Whether the newest answer is still being made. */
  running: boolean
}

/** A detail answer as turns, oldest first. History shows what streaming showed, because both are the same fold. */
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
      text: m.prompt || m.displayPrompt || m.speech || '',
      files: filesOf(m),
      hidden: m.speechesV2?.[0]?.hidden === true,
      siblings,
    },
    answer: {
      index: m.index + 1,
      versions: [lostVersion()],
      selected: 0,
    },
  }
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

/** Stands for an answer that the server does not have. */
function lostVersion(): Version {
  return { repeatIndex: 0, message: { ...newMessage(), state: 'interrupt' }, feedback: null, runNumber: 0 }
}

function versionOf(s: WireSpeech): Version {
  let message = newMessage()
  for (const item of s.content ?? []) {
    const event = eventOf(item)
    if (event) message = reduce(message, event)
  }
  message = {
    ...message,
    kind: (s.kind as Message['kind']) || message.kind,
    state: (STATES.includes(s.state ?? '') ? s.state : 'done') as State,
    status: s.status ?? '',
    cutoff: s.cutoff ?? false,
    hidden: s.hidden ?? false,
    errorCode: s.errorCode ?? '',
    errorMsg: s.errorMsg ?? '',
    meta: {
      ...message.meta,
      chatModelId: s.chatModelId ?? '',
      modelId: s.modelId ?? '',
      hints: s.hints ?? [],
    } as Message['meta'],
  }
  return {
    repeatIndex: s.speechIndex ?? 0,
    message,
    feedback: s.feedback ?? null,
    runNumber: s.runNumber ?? 0,
  }
}
