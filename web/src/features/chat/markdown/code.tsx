import { Check, Copy, WrapText } from 'lucide-react'
import { type ComponentProps, isValidElement, type ReactNode, Suspense, use, useState } from 'react'
import { useT } from '@/i18n'
import { cn } from '@/lib/cn'
import { lazy } from '@/lib/lazy'
import { IconButton } from '@/ui/button'
import { useCopy } from '@/ui/copy'
import { Growing } from './context'

const Highlighted = lazy(() => import('./highlight'))
const Diagram = lazy(() => import('./diagram'))
const Formula = lazy(() => import('./formula'))

/** Maximum length of highlighted code, in characters: highlighting longer code takes too long. */
const MAX_COLOURED = 60_000

/** Inline code, or an inline or display formula. For a display formula, Pre adds the surrounding box. */
export function Code({
  className,
  children,
  node: _,
  ...props
}: ComponentProps<'code'> & { node?: unknown }) {
  if (className?.includes('language-math')) {
    const tex = textOf(children)
    return (
      <Suspense fallback={<code className="tex">{tex}</code>}>
        <Formula tex={tex} display={className.includes('math-display')} />
      </Suspense>
    )
  }
  return (
    <code className={className} {...props}>
      {children}
    </code>
  )
}

/** A code block with its toolbar, a diagram, or a display formula. */
export function Pre({ children }: { children?: ReactNode }) {
  const growing = use(Growing)
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre>{children}</pre>
  const { className = '', children: body } = children.props
  if (className.includes('language-math')) return <div className="formula">{children}</div>
  const language = /language-([\p{L}\p{N}_+#.-]+)/u.exec(className)?.[1] ?? ''
  const code = textOf(body).replace(/\n$/, '')
  if (language === 'mermaid' && !growing) {
    const source = <CodeBlock language={language} code={code} />
    return (
      <Suspense fallback={source}>
        <Diagram source={code} fallback={source} />
      </Suspense>
    )
  }
  return <CodeBlock language={language} code={code} growing={growing} />
}

function CodeBlock({
  language,
  code,
  growing = false,
}: {
  language: string
  code: string
  growing?: boolean
}) {
  const t = useT()
  const [wrap, setWrap] = useState(false)
  const [copied, copy] = useCopy()
  return (
    <figure className="code">
      <figcaption>
        <span className="min-w-0 flex-1 truncate">{language || t('chat.code.plain')}</span>
        <IconButton
          size="sm"
          label={t('chat.code.wrap')}
          aria-pressed={wrap}
          className={cn('max-md:size-11', wrap && 'text-qing-ink')}
          onClick={() => setWrap(!wrap)}
        >
          <WrapText strokeWidth={1.5} />
        </IconButton>
        <IconButton
          size="sm"
          label={copied ? t('chat.copied') : t('chat.code.copy')}
          className="max-md:size-11"
          onClick={() => void copy({ text: code })}
        >
          {copied ? <Check strokeWidth={1.5} /> : <Copy strokeWidth={1.5} />}
        </IconButton>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard. */}
      <pre tabIndex={0} className={cn(wrap && 'wrap')}>
        {growing || !language || code.length > MAX_COLOURED ? (
          <code>{code}</code>
        ) : (
          <Suspense fallback={<code>{code}</code>}>
            <Highlighted language={language} code={code} />
          </Suspense>
        )}
      </pre>
    </figure>
  )
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return node.map(textOf).join('')
  return ''
}
