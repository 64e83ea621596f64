import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names without merging them. Styles that a caller may override use the `soft:` variant (src/ui/ui.css),
 * which any plain class overrides.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
