import { useEffect, useState } from 'react'

/** A debounced copy of `value`, updated when `value` has not changed for `ms` milliseconds. */
export function useLate<T>(value: T, ms = 300): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return late
}
