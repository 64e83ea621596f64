import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { useSearch } from '@/lib/router'
import { Connectors } from './connectors'

/** /setting/connector: the connectors with tools for this user's answers. */
export function ConnectorPage() {
  const t = useT()
  const { signed } = useSearch()
  return (
    <PageFrame title={t('mcp.title')}>
      {signed && (
        <p role="status" className="mb-4 rounded-md border border-line bg-surface px-4 py-3">
          {t(signed === 'failed' ? 'mcp.signFailed' : 'mcp.signDone')}
        </p>
      )}
      <Connectors />
    </PageFrame>
  )
}
