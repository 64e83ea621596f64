import { useMemo } from 'react'
import { loadPages as loadAgents } from '@/features/agent'
import { loadPage as loadFavorites } from '@/features/favorite'
import { loadPage as loadMemory } from '@/features/memory'
import { loadChat as loadProjectChat, loadPages as loadProjects } from '@/features/project'
import { loadFromApp, loadList, loadPoster } from '@/features/share'
import { loadShell, Shell } from '@/features/shell'
import { loadAgent, loadClockIn, loadShareImage, loadStore } from '@/features/store'
import { withCatalogue } from '@/i18n'
import { boot } from '@/lib/boot'
import { parseLanding } from '@/lib/landing'
import { page } from '@/lib/part'
import { lazyRoute, loadHere, navigate, type Route, Router, useParams, useSearch } from '@/lib/router'
import { ErrorPage, NotFoundPage } from './error-pages'

const ChatPage = page(() => import('@/features/chat').then((m) => ({ default: m.ChatPage })))

/**
 * Home and chat share one component, so that the composer is not remounted at the first question.
 */
function Chat({ study = false }: { study?: boolean }) {
  const { agentId, chatId } = useParams()
  const query = useSearch()
  const landing = useMemo(() => parseLanding(query), [query])
  return (
    <ChatPage
      agentId={agentId ?? landing.agentId ?? boot.defaultAgentId}
      chatId={chatId}
      at={query.at}
      landing={landing}
      study={study}
    />
  )
}

/** Like Chat, for questions that start research. */
const Studies = () => <Chat study />

const chat = (path: string, Page = Chat) => ({ path, Page, load: ChatPage.load })

const library = (path: string) =>
  lazyRoute(
    path,
    'default',
    withCatalogue('document', () => import('@/features/document').then((m) => m.loadLibrary())),
  )

const account = (path: string, page: Extract<keyof typeof import('@/features/account'), `${string}Page`>) =>
  lazyRoute(
    path,
    page,
    withCatalogue('account', () => import('@/features/account')),
  )

const picture = (path: string, page: Extract<keyof typeof import('@/features/picture'), `${string}Page`>) =>
  lazyRoute(
    path,
    page,
    withCatalogue('picture', () => import('@/features/picture')),
  )

const agent = (path: string, page: keyof Awaited<ReturnType<typeof loadAgents>>) =>
  lazyRoute(
    path,
    page,
    withCatalogue('agent', () => loadAgents()),
  )

const reading = (path: string, page: keyof typeof import('@/features/reading')) =>
  lazyRoute(
    path,
    page,
    withCatalogue(
      'reading',
      withCatalogue('viewer', () => import('@/features/reading')),
    ),
  )

const fromApp = (path: string) =>
  lazyRoute(
    path,
    'FromAppPage',
    withCatalogue('share', () => loadFromApp()),
  )

/** The routes of all pages of the app. */
export const routes: readonly Route[] = [
  chat('/'),
  chat('/chat/:agentId?/:chatId?'),
  chat('/document-analysis'),
  chat('/deepsearch-subpage/:agentId?/:chatId?', Studies),
  chat('/third-party/deep-search', Studies),
  lazyRoute(
    '/good-question',
    'GoodQuestionPage',
    withCatalogue('suggest', () => import('@/features/suggest')),
  ),
  picture('/image-search', 'ImageSearchPage'),
  picture('/image-search-result', 'ImageResultPage'),
  lazyRoute(
    '/favorites',
    'FavoritesPage',
    withCatalogue('favorite', () => loadFavorites()),
  ),
  lazyRoute(
    '/discovery',
    'StorePage',
    withCatalogue('store', () => loadStore()),
  ),
  lazyRoute(
    '/app-list',
    'StorePage',
    withCatalogue('store', () => loadStore()),
  ),
  lazyRoute(
    '/bot/app/agent',
    'AgentPage',
    withCatalogue('store', () => loadAgent()),
  ),
  lazyRoute(
    '/bot/shareToImage',
    'ShareImagePage',
    withCatalogue('store', () => loadShareImage()),
  ),
  lazyRoute(
    '/bot/app/clockIn/:agentId',
    'ClockInPage',
    withCatalogue('store', () => loadClockIn()),
  ),
  lazyRoute(
    '/project/join/:token',
    'JoinPage',
    withCatalogue('project', () => loadProjects()),
  ),
  lazyRoute(
    '/project/:projectId/chat/:chatId?',
    'ProjectChatPage',
    withCatalogue('project', () => loadProjectChat()),
  ),
  lazyRoute(
    '/project/:projectId?',
    'ProjectPage',
    withCatalogue('project', () => loadProjects()),
  ),
  agent('/app', 'ListPage'),
  agent('/app/edit/:agentId', 'EditPage'),
  lazyRoute('/history', 'HistoryPage', () => import('@/features/history')),
  lazyRoute(
    '/setting',
    'SettingPage',
    withCatalogue(
      'setting',
      withCatalogue(
        'apikey',
        withCatalogue('transfer', () => import('@/features/setting')),
      ),
    ),
  ),
  lazyRoute(
    '/setting/tool',
    'ToolPage',
    withCatalogue('tool', () => import('@/features/tool')),
  ),
  lazyRoute('/setting/memory', 'MemoryPage', withCatalogue('memory', loadMemory)),
  lazyRoute('/setting/model', 'ModelPage', () => import('@/features/model')),
  lazyRoute(
    '/setting/api',
    'OpenAPIPage',
    withCatalogue('apikey', () => import('@/features/apikey')),
  ),
  lazyRoute(
    '/setting/connector',
    'ConnectorPage',
    withCatalogue('mcp', () => import('@/features/mcp')),
  ),
  lazyRoute(
    '/tool/file-viewer',
    'FileViewerPage',
    withCatalogue('viewer', () => import('@/features/viewer')),
  ),
  lazyRoute(
    '/tool/web-viewer',
    'WebViewerPage',
    withCatalogue('viewer', () => import('@/features/viewer')),
  ),
  lazyRoute(
    '/share',
    'SharesPage',
    withCatalogue('share', () => loadList()),
  ),
  lazyRoute(
    '/poster',
    'PosterPage',
    withCatalogue('share', () => loadPoster()),
  ),
  fromApp('/shareFromApp'),
  fromApp('/app-share'),
  library('/mine'),
  library(`/${boot.brand.slug}-docs`),
  lazyRoute(
    '/admin/:tab?',
    'AdminPage',
    withCatalogue('admin', () => import('@/features/admin')),
  ),
  account('/setting/account', 'AccountPage'),
  account('/setting/factor', 'FactorPage'),
  account('/multi-device-manage', 'DevicesPage'),
  account('/message', 'MessagesPage'),
  account('/open/login', 'LoginPage'),
  account('/third-party/login', 'LoginPage'),
  account('/oauth', 'OAuthPage'),
  account('/open/scan', 'ScanPage'),
  account('/scan', 'ScanPage'),
  account('/app/appscan', 'ScanPage'),
  account('/pc-middle-login', 'MiddlePage'),
  account('/safe/restricted-access', 'RestrictedPage'),
  account('/parent-verify', 'ParentPage'),
  reading('/tool/deep-reading', 'ReadingListPage'),
  reading('/tool/deep-reading/detail', 'DeepReadingPage'),
  reading('/tool/deep-reading/share', 'SharedReadingPage'),
]

/**
 * Loads the code of the first page and of some parts of the shell. It does not wait for the shell. For the page it
 * waits a limited time, as loadHere does.
 */
export function loadFirst(): Promise<void> {
  loadShell()
  return loadHere(routes)
}

async function newChat(): Promise<void> {
  await navigate('/')
  document.querySelector<HTMLElement>('#main textarea')?.focus()
}

/** The page at the current address, in the common layout of all pages. */
export function Pages() {
  return (
    <Router
      routes={routes}
      frame={(page) => <Shell onNewChat={newChat}>{page}</Shell>}
      NotFound={NotFoundPage}
      Failed={ErrorPage}
    />
  )
}
