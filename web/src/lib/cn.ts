import { type ClassValue, clsx } from 'clsx'

/**
 * Joins class names. Nothing is merged: what a component lets its caller
 * replace, it states with the `soft:` variant (src/ui/ui.css), which any plain
 * class beats.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes)
}
