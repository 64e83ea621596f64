import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useNavigate,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Shell } from '@/features/shell'
import { withCatalogue } from '@/i18n'
import { boot } from '@/lib/boot'
import { parseLanding } from '@/lib/landing'
import { ErrorPage, NotFoundPage, RootErrorPage } from './error-pages'

const ChatPage = lazy(() => import('@/features/chat').then((m) => ({ default: m.ChatPage })))

function Root() {
  const navigate = useNavigate()
  return (
    <Shell
      onNewChat={async () => {
        await navigate({ to: '/' })
        document.querySelector<HTMLElement>('#main textarea')?.focus()
      }}
    >
      <Outlet />
    </Shell>
  )
}

const root = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: RootErrorPage,
})

/** Home and chat share one component, so that the first question keeps its composer. */
function Chat() {
  const { agentId, chatId } = useParams({ strict: false })
  const landing = useSearch({ strict: false })
  return (
    <Suspense>
      <ChatPage
        agentId={agentId ?? landing.agentId ?? boot.defaultAgentId}
        chatId={chatId}
        landing={landing}
      />
    </Suspense>
  )
}

const chat = createRoute({
  getParentRoute: () => root,
  id: 'talk',
  component: Chat,
  validateSearch: parseLanding,
})

const library = lazyRouteComponent(
  withCatalogue('document', () => import('@/features/document')),
  'LibraryPage',
)

const account = (path: string, page: Extract<keyof typeof import('@/features/account'), `${string}Page`>) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      withCatalogue('account', () => import('@/features/account')),
      page,
    ),
  })

const reading = (path: string, page: keyof typeof import('@/features/reading')) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(
      withCatalogue(
        'reading',
        withCatalogue('viewer', () => import('@/features/reading')),
      ),
      page,
    ),
  })

/** Every page of the app. A page of a later part is one more row. */
const routes = root.addChildren([
  chat.addChildren([
    createRoute({ getParentRoute: () => chat, path: '/' }),
    createRoute({ getParentRoute: () => chat, path: '/chat/{-$agentId}/{-$chatId}' }),
    createRoute({ getParentRoute: () => chat, path: '/document-analysis' }),
  ]),
  createRoute({
    getParentRoute: () => root,
    path: '/history',
    component: lazyRouteComponent(() => import('@/features/history'), 'HistoryPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setting',
    component: lazyRouteComponent(
      withCatalogue('transfer', () => import('@/features/setting')),
      'SettingPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/setting/model',
    component: lazyRouteComponent(() => import('@/features/model'), 'ModelPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tool/file-viewer',
    component: lazyRouteComponent(
      withCatalogue('viewer', () => import('@/features/viewer')),
      'FileViewerPage',
    ),
  }),
  createRoute({ getParentRoute: () => root, path: '/mine', component: library }),
  createRoute({ getParentRoute: () => root, path: `/${boot.brand.slug}-docs`, component: library }),
  createRoute({
    getParentRoute: () => root,
    path: '/admin/{-$tab}',
    component: lazyRouteComponent(
      withCatalogue('admin', () => import('@/features/admin')),
      'AdminPage',
    ),
  }),
  account('/setting/account', 'AccountPage'),
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
])

/** Query values are plain text: the router's own reading would turn "2026" into a number. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const text = query.toString()
  return text && `?${text}`
}

export const router = createRouter({
  routeTree: routes,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A page that fails is replaced alone; the sidebar stays.
  defaultErrorComponent: ErrorPage,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
