import { type ComponentType, useState } from 'react'
import { lazy } from '@/lib/lazy'

/**
 * A component in its own chunk that is rendered immediately if the chunk is loaded: React's lazy
 * would show its fallback first, for at least 300 ms.
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
    // The type must not change after mounting, or the part would be mounted again.
    const [Chosen] = useState<ComponentType<P>>(() => ready ?? Later)
    return <Chosen {...props} />
  }
  return { Part, preload }
}
