import { useEffect } from 'react'
import { Body } from './parts/answer'
import SourcePanel from './parts/sources'
import type { WireSpeech } from './state/calls'
import { messageOf } from './state/history'
import { hideSources, useSources } from './state/sources'

/** A stored answer, shown outside of its conversation. */
export default function KeptAnswer({ speech }: { speech: WireSpeech }) {
  useEffect(() => hideSources, [])
  return (
    <article>
      <Body message={messageOf(speech)} />
    </article>
  )
}

/** The panel beside a stored answer: its sources, or a place in a file. */
export function KeptSources() {
  const beside = useSources((s) => s.shown ?? s.place)
  return beside && <SourcePanel />
}
