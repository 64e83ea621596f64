import * as Radix from '@radix-ui/react-tabs'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

export const Tabs = Radix.Root
export const TabPanel = Radix.Content

export function TabList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn('flex gap-1 border-b border-line', className)} {...props} />
}

export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'hit -mb-px border-b-2 border-transparent px-3 py-2 text-ink-2 hover:text-ink data-[state=active]:border-qing data-[state=active]:text-ink',
        className,
      )}
      {...props}
    />
  )
}
