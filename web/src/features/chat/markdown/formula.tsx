import katex from 'katex'
import 'katex/dist/katex.min.css'
import { memo, useLayoutEffect, useRef } from 'react'
import { useT } from '@/i18n'

/**
 * A formula. KaTeX creates the DOM elements, so no HTML is parsed. With trust off, KaTeX refuses \href and
 * \includegraphics. An invalid formula is shown as its TeX source.
 */
export default memo(function Formula({ tex, display }: { tex: string; display: boolean }) {
  const t = useT()
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
  if (!display) return <span ref={box} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <span ref={box} className="formula" tabIndex={0} role="group" aria-label={t('chat.formula')} />
  )
})
