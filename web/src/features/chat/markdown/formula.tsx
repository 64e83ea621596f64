import katex from 'katex'
import 'katex/dist/katex.min.css'
import { memo, useLayoutEffect, useRef } from 'react'

/**
 * A formula. KaTeX builds its elements itself, so no HTML is parsed; with trust
 * off, \href and \includegraphics are refused. A formula that it cannot read is
 * shown as it was written.
 */
export default memo(function Formula({ tex, display }: { tex: string; display: boolean }) {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const el = box.current!
    try {
      katex.render(tex, el, {
        displayMode: display,
        throwOnError: true,
        strict: false,
        trust: false,
        maxSize: 20,
        maxExpand: 500,
      })
    } catch {
      const source = document.createElement('code')
      source.className = 'tex'
      source.textContent = tex
      el.replaceChildren(source)
    }
  }, [tex, display])
  return <span ref={box} className={display ? 'formula' : undefined} />
})
