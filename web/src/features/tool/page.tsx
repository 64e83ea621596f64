import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Answer, errorText, get, post } from '@/api'
import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { Link } from '@/lib/router'
import { Button } from '@/ui/button'
import { Section, SectionRow } from '@/ui/section'
import { ErrorState, Skeleton } from '@/ui/state'
import { toast } from '@/ui/toast'

const KEY = ['tools']

type Consent = Answer<'/api/tool', 'get'>['data']['consents'][number]

/** /setting/tool: the available tools, and the user's stored consents. */
export function ToolPage() {
  const t = useT()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await get('/api/tool', { signal })).data,
  })
  const forget = useMutation({
    mutationFn: (c: Consent) =>
      post('/api/tool/consent/forget', { conversationId: c.conversationId, tool: c.tool }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
    onError: (err) => {
      const text = errorText(err)
      if (text) toast(text, { kind: 'error' })
    },
  })
  return (
    <PageFrame title={t('tool.title')} up="/setting">
      <p className="mb-4 px-1 text-ink-2 leading-[1.75]">{t('tool.intro')}</p>
      {query.isPending && <Skeleton className="mt-6" />}
      {query.isError && (
        <ErrorState
          title={t('tool.failed')}
          text={errorText(query.error) ?? undefined}
          action={{ label: t('ui.retry'), onClick: () => query.refetch() }}
        />
      )}
      {query.data && (
        <>
          <Section title={t('tool.list')}>
            {query.data.tools.map((tool) => (
              <SectionRow key={tool.name} label={tool.title} note={tool.text}>
                {!tool.allowed && <span className="text-[13px] text-ink-3">{t('tool.off')}</span>}
              </SectionRow>
            ))}
          </Section>
          <Section title={t('tool.consents')}>
            {query.data.consents.length === 0 && (
              <p className="px-4 py-3.5 text-ink-2 leading-[1.75]">{t('tool.noConsents')}</p>
            )}
            {query.data.consents.map((c) => (
              <SectionRow
                key={`${c.conversationId} ${c.tool}`}
                label={c.title}
                note={
                  <Link to={`/chat/-/${c.conversationId}`} className="underline">
                    {c.conversation || t('tool.untitled')}
                  </Link>
                }
              >
                <Button
                  size="sm"
                  disabled={forget.isPending}
                  aria-label={t('tool.takeBackOf', {
                    tool: c.title,
                    conversation: c.conversation || t('tool.untitled'),
                  })}
                  onClick={() => forget.mutate(c)}
                >
                  {t('tool.takeBack')}
                </Button>
              </SectionRow>
            ))}
          </Section>
        </>
      )}
    </PageFrame>
  )
}
