import {
  Component,
  type ComponentProps,
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  Suspense,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cn } from './cn'
import { page } from './part'

/** One page of the app. */
export interface Route {
  /**
   * Segments of the address. ":name" matches any one segment. At the end, ":name?" also matches if the segment is
   * missing.
   */
  path: string
  Page: ComponentType
  /** Loads the code of the page before it is shown. */
  load?: () => Promise<unknown>
}

export type Params = Readonly<Record<string, string | undefined>>

interface Place {
  /** The path as in the address bar, percent-encoded. */
  path: string
  search: string
}

const here = (): Place => ({ path: location.pathname, search: location.search })

const watchers = new Set<() => void>()
let arrivals: (() => void)[] = []

function arrive(): void {
  const done = arrivals
  arrivals = []
  for (const tell of done) tell()
}

/**
 * Shows another page of the app. Resolves when the page is rendered, or at once without a Router. An address of another
 * site shows the home page: only visible links may leave the app.
 */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): Promise<void> {
  const url = new URL(to, location.href)
  const target = url.origin === location.origin ? url.pathname + url.search + url.hash : '/'
  if (replace) history.replaceState(history.state, '', target)
  else history.pushState(WITHIN, '', target)
  if (watchers.size === 0) return Promise.resolve()
  const arrived = new Promise<void>((done) => arrivals.push(done))
  for (const look of watchers) look()
  return arrived
}

/** Marks a history entry that has a page of the app before it. */
const WITHIN = 'within'

/** Shows the previous page if it is a page of the app; if not, shows `otherwise`. */
export function goBack(otherwise: string): void {
  if (history.state === WITHIN) history.back()
  else void navigate(otherwise, { replace: true })
}

/** The parameters in a path, or null if the path does not match the pattern. */
export function matchPath(pattern: string, path: string): Params | null {
  const wanted = pattern.split('/').filter(Boolean)
  const given = path.split('/').filter(Boolean)
  if (given.length > wanted.length) return null
  const params: Record<string, string> = {}
  for (const [i, segment] of wanted.entries()) {
    const value = given[i]
    const [, name, optional] = /^:(\w+)(\?)?$/.exec(segment) ?? []
    if (value === undefined) {
      if (!optional) return null
    } else if (name) params[name] = decoded(value)
    else if (decoded(value) !== segment) return null
  }
  return params
}

/** The decoded text of a segment; invalid encoding is returned unchanged. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function find(routes: readonly Route[], path: string): { route: Route | null; params: Params } {
  for (const route of routes) {
    const params = matchPath(route.path, path)
    if (params) return { route, params }
  }
  return { route: null, params: {} }
}

interface Shown extends Place {
  params: Params
  routes: readonly Route[]
}

const ShownPlace = createContext<Shown | null>(null)

/** The location of the rendered page; without a Router, the location in the address bar. */
function useShown(): Shown {
  return useContext(ShownPlace) ?? { ...here(), params: {}, routes: [] }
}

/** The path of the rendered page. */
export const usePath = (): string => useShown().path

/** The parameters in the path of the rendered page. */
export const useParams = (): Params => useShown().params

/** The query of the rendered page. If a name occurs twice, the last value counts. */
export function useSearch(): Params {
  const { search } = useShown()
  return useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search])
}

export interface RouterProps {
  routes: readonly Route[]
  /** The layout that stays while pages change. */
  frame: (page: ReactNode) => ReactNode
  NotFound: ComponentType
  /** Rendered in place of a page that failed, or in place of everything if the frame failed. */
  Failed: ComponentType<FailedProps>
}

export interface FailedProps {
  error: unknown
  retry: () => void
}

/** How long the first rendering waits for the code of the page at most, in ms. */
const LONGEST_BLANK = 2000

/**
 * Loads the code of the page at the current address. If the page were rendered before its code is loaded, it would
 * appear up to 300 ms late (see `part`). On a slow or lost connection, the function resolves before the code is loaded,
 * so that at least the frame appears.
 */
export async function loadHere(routes: readonly Route[]): Promise<void> {
  const code = find(routes, here().path).route?.load?.()
  await Promise.race([
    code?.catch(() => {}), // the page is then rendered in its error state
    new Promise((resolve) => setTimeout(resolve, LONGEST_BLANK)),
  ])
}

/** Renders the page of the address. The previous page stays until the code of the next page is loaded. */
export function Router({ routes, frame, NotFound, Failed }: RouterProps) {
  const [place, setPlace] = useState(here)
  const latest = useRef(place)
  // A layout effect, because it must run before effects of the page, which may navigate at once.
  useLayoutEffect(() => {
    const look = () => {
      const now = here()
      if (now.path === latest.current.path && now.search === latest.current.search) return arrive()
      latest.current = now
      startTransition(() => setPlace(now))
    }
    watchers.add(look)
    addEventListener('popstate', look)
    look() // a component may have navigated before this effect ran
    return () => {
      watchers.delete(look)
      removeEventListener('popstate', look)
      arrive()
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs after the new page is committed.
  useEffect(arrive, [place])
  const { route, params } = useMemo(() => find(routes, place.path), [routes, place.path])
  const shown = useMemo(() => ({ ...place, params, routes }), [place, params, routes])
  const Page = route?.Page ?? NotFound
  return (
    <ShownPlace value={shown}>
      <Boundary at={place.path} Failed={Failed}>
        {frame(
          <Boundary at={place.path} Failed={Failed}>
            <Suspense>
              <Page />
            </Suspense>
          </Boundary>,
        )}
      </Boundary>
    </ShownPlace>
  )
}

interface BoundaryProps {
  /** The current path. When the path changes, the error is reset. */
  at: string
  Failed: ComponentType<FailedProps>
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { at: string; failure: { error: unknown } | null }> {
  override state = { at: this.props.at, failure: null }
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }
  static getDerivedStateFromProps({ at }: BoundaryProps, state: { at: string }) {
    return at === state.at ? null : { at, failure: null }
  }
  override render() {
    const { failure } = this.state as { failure: { error: unknown } | null }
    const { Failed, children } = this.props
    if (!failure) return children
    return <Failed error={failure.error} retry={() => this.setState({ failure: null })} />
  }
}

/** A page with code that is loaded when the page is first needed; `name` is the page's export in the module. */
export function lazyRoute<K extends string>(
  path: string,
  name: K,
  load: () => Promise<Readonly<Record<K, ComponentType>>>,
): Route {
  const Page = page<ComponentType>(async () => ({ default: (await load())[name] }))
  return { path, Page, load: Page.load }
}

/** How long the pointer must rest on a link before its page is preloaded, in ms. */
const REST = 50

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address in the app: a path, and optionally a query. */
  to: string
  /** Class of the link while its page, or a page below it, is shown; the link is then marked as current. */
  activeClassName?: string
  /** Whether to replace the current history entry, as tabs do. */
  replace?: boolean
}

/** A link to a page of the app. The page's code is preloaded when a click is likely. */
export function Link({
  to,
  activeClassName,
  replace,
  className,
  onClick,
  onPointerEnter,
  onPointerLeave,
  onFocus,
  ...props
}: LinkProps) {
  const { path, routes } = useShown()
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const target = to.split(/[?#]/, 1)[0]!
  const active = activeClassName !== undefined && (path === target || path.startsWith(`${target}/`))
  const fetchPage = () => {
    find(routes, target)
      .route?.load?.()
      .catch(() => {}) // an error is shown when the user follows the link
  }
  return (
    <a
      href={to}
      className={cn(className, active && activeClassName)}
      aria-current={active ? 'page' : undefined}
      {...props}
      onClick={(e) => {
        onClick?.(e)
        if (!isOurs(e)) return
        e.preventDefault()
        void navigate(to, { replace })
      }}
      onPointerEnter={(e) => {
        onPointerEnter?.(e)
        rest.current = setTimeout(fetchPage, REST)
      }}
      onPointerLeave={(e) => {
        onPointerLeave?.(e)
        clearTimeout(rest.current)
      }}
      onFocus={(e) => {
        onFocus?.(e)
        fetchPage()
      }}
    />
  )
}

/** Whether the router handles a click on a link. False, for example, if the click opens a new tab or another site. */
function isOurs(e: MouseEvent<HTMLAnchorElement>): boolean {
  const { target, origin } = e.currentTarget
  return (
    !e.defaultPrevented &&
    e.button === 0 &&
    !(e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) &&
    (target === '' || target === '_self') &&
    !e.currentTarget.hasAttribute('download') &&
    origin === location.origin
  )
}
