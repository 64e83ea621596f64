import { useEffect } from 'react'
import { Body } from './parts/answer'
import SourcePanel from './parts/sources'
import type { WireSpeech } from './state/calls'
import { messageOf } from './state/history'
import { hideSources, useSources } from './state/sources'

/** An answer that is shown outside of its conversation, as it was kept. */
export default function KeptAnswer({ speech }: { speech: WireSpeech }) {
  useEffect(() => hideSources, [])
  return (
    <article>
      <Body message={messageOf(speech)} />
    </article>
  )
}

/** What is beside such an answer: its sources, or a place in a file. */
export function KeptSources() {
  const beside = useSources((s) => s.shown ?? s.place)
  return beside && <SourcePanel />
}
