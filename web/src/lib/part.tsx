import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  use,
  useLayoutEffect,
  useState,
} from 'react'
import { persistent } from './lazy'

// biome-ignore lint/suspicious/noExplicitAny: as React's own lazy has it; the props of any component.
type Anything = ComponentType<any>

/** A component in its own chunk. */
export type Part<T extends Anything = ComponentType> = ((props: ComponentProps<T>) => ReactNode) & {
  /** Loads the chunk, once; after a failure, the next call loads it again. */
  load: () => Promise<unknown>
}

type Load<T> = () => Promise<{ default: T }>

function chunk<T>(get: Load<T>) {
  let loading: Promise<T> | undefined
  const own = {
    ready: undefined as T | undefined,
    load: () => {
      loading ??= persistent(get).then(
        (m) => {
          own.ready = m.default
          // React's `use` reads these fields of a promise. With them, it returns the value at once; without
          // them, it would suspend first, although the chunk is loaded.
          Object.assign(loading!, { status: 'fulfilled', value: m.default })
          return m.default
        },
        (error) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
  return own
}

/**
 * A part of a page in its own chunk. Until the chunk is loaded, `waiting` is rendered in its place. React's
 * lazy is not used, because it suspends: after the page has shown the fallback of any Suspense, React waits
 * up to 300 ms before it shows other suspended parts.
 */
export function part<T extends Anything>(
  load: Load<T>,
  waiting: (props: ComponentProps<T>) => ReactNode = () => null,
): Part<T> {
  const own = chunk(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each chunk, at module level.
  function Own(props: ComponentProps<T>) {
    const [Ready, set] = useState(() => own.ready)
    useLayoutEffect(() => {
      own.load().then(
        (loaded) => set(() => loaded),
        (error) =>
          set(() => {
            throw error // thrown while rendering, so that the error boundary catches it
          }),
      )
    }, [])
    return Ready ? <Ready {...props} /> : waiting(props)
  }
  return Object.assign(Own, { load: own.load })
}

/**
 * Like part, but it suspends while its chunk is loading. A navigation waits for the chunk and keeps the previous page.
 * The chunk of the first page should be loaded before the page is rendered.
 */
export function page<T extends Anything>(load: Load<T>): Part<T> {
  const own = chunk(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each chunk, at module level.
  function Own(props: ComponentProps<T>) {
    const Ready = use(own.load())
    return <Ready {...props} />
  }
  return Object.assign(Own, { load: own.load })
}
