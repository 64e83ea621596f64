import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

const button = cva(
  'hit inline-flex shrink-0 select-none items-center justify-center gap-2 soft:rounded-sm font-medium transition-colors duration-[var(--fast)] disabled:opacity-45 [&_svg]:size-[18px] [&_svg]:shrink-0',
  {
    variants: {
      kind: {
        primary: 'bg-qing text-on-qing hover:bg-qing-hover',
        secondary: 'border border-line bg-surface text-ink hover:bg-hover',
        ghost: 'text-ink-2 hover:bg-hover hover:text-ink',
        danger: 'bg-seal-soft text-seal hover:bg-[color-mix(in_oklch,var(--seal)_16%,var(--seal-soft))]',
        link: 'text-qing-ink underline decoration-from-font underline-offset-4',
      },
      size: { sm: 'h-8 px-3 text-[13px]', md: 'h-9 px-4', lg: 'h-11 rounded-md px-5', inline: '' },
    },
    defaultVariants: { kind: 'secondary', size: 'md' },
  },
)

export type ButtonProps = ComponentProps<'button'> & VariantProps<typeof button>

/** A button with a text. The main action of a page is `primary`. */
export function Button({ kind, size, className, type = 'button', ...props }: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(button({ kind, size: size ?? (kind === 'link' ? 'inline' : 'md') }), className)}
      {...props}
    />
  )
}

const iconButton = cva(
  'hit inline-grid shrink-0 place-items-center soft:text-ink-2 transition-colors duration-[var(--fast)] soft:hover:bg-hover soft:hover:text-ink soft:disabled:opacity-45 aria-expanded:bg-hover [&_svg]:shrink-0',
  {
    variants: {
      size: {
        sm: 'size-7 soft:rounded-[6px] [&_svg]:size-4',
        md: 'size-8 soft:rounded-sm [&_svg]:size-[17px]',
        lg: 'size-9 soft:rounded-sm [&_svg]:size-[18px]',
      },
      kind: {
        ghost: '',
        primary: 'rounded-full bg-qing text-on-qing hover:bg-qing-hover hover:text-on-qing',
      },
    },
    defaultVariants: { size: 'lg', kind: 'ghost' },
  },
)

export type IconButtonProps = ComponentProps<'button'> &
  VariantProps<typeof iconButton> & {
    /** The accessible name, and the tooltip that appears after 300 ms. */
    label: string
    /** A shortcut shown in the tooltip. */
    keys?: string
  }

/** A button with an icon only; its label is its name and its tooltip. */
export function IconButton({
  label,
  keys,
  size,
  kind,
  className,
  type = 'button',
  ...props
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={label}
      data-tip-keys={keys}
      className={cn(iconButton({ size, kind }), className)}
      {...props}
    />
  )
}
