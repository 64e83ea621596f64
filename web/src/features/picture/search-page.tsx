import { PageFrame } from '@/features/shell'
import { useT } from '@/i18n'
import { Link } from '@/lib/router'
import { resultsOf } from './calls'
import { SearchBox } from './search-box'

/** /image-search: the search box with examples. */
export function ImageSearchPage() {
  const t = useT()
  const ideas = t('picture.ideas').split('|')
  return (
    <PageFrame title={t('picture.title')}>
      <p className="mt-2 mb-4 text-ink-2 leading-[1.75]">{t('picture.intro')}</p>
      <SearchBox focused />
      <ul className="mt-5 flex flex-wrap gap-2" aria-label={t('picture.ideasLabel')}>
        {ideas.map((idea) => (
          <li key={idea}>
            <Link
              to={resultsOf(idea)}
              className="inline-flex min-h-9 items-center rounded-full border border-line bg-surface px-3.5 text-[13.5px] text-ink-2 transition-colors hover:bg-hover max-md:min-h-11"
            >
              {idea}
            </Link>
          </li>
        ))}
      </ul>
    </PageFrame>
  )
}
