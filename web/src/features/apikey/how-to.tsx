import { useState } from 'react'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { copyText } from '@/ui/copy'
import { Segmented } from '@/ui/segmented'
import { snippet, type Way, ways } from './snippet'

const names: Record<Way, string> = { curl: 'curl', python: 'Python', javascript: 'JavaScript', mcp: 'MCP' }

/** How a program calls the API: examples to copy. */
export function HowTo({ apiKey, model }: { apiKey: string; model: string }) {
  const t = useT()
  const [way, setWay] = useState<Way>('curl')
  const text = snippet(way, location.origin, apiKey, model, t('apikey.question'))
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t('apikey.way')}
          value={way}
          onChange={setWay}
          options={ways.map((value) => ({ value, label: names[value] }))}
        />
        <Button size="sm" className="ml-auto" onClick={() => void copyText(text, t)}>
          {t('apikey.copy')}
        </Button>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="mt-3 overflow-x-auto rounded-md bg-paper-2 p-3 font-mono text-[13px] leading-[1.75]"
      >
        {text}
      </pre>
    </div>
  )
}
