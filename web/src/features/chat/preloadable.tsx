import { type ComponentType, lazy, useState } from 'react'

/**
 * A component in a chunk of its own that shows at once where the chunk is
 * already there: React's lazy alone would show its fallback first, and React
 * holds a fallback for 300 ms.
 */
export function preloadable<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let ready: ComponentType<P> | undefined
  let pending: Promise<{ default: ComponentType<P> }> | undefined
  const preload = () => {
    pending ??= load().then((module) => {
      ready = module.default
      return module
    })
    return pending
  }
  const Later = lazy(preload)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each chunk, at module level.
  function Part(props: P) {
    // A mounted part keeps what it began with: another type would mount it anew.
    const [Chosen] = useState<ComponentType<P>>(() => ready ?? Later)
    return <Chosen {...props} />
  }
  return { Part, preload }
}
