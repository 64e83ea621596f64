import { type ReactNode, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useT } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Progress } from '@/ui/state'
import { toast } from '@/ui/toast'
import type { Viewer } from '../viewer'

/** Printing, with a dialog that shows its progress and can cancel it. */
export function usePrint(viewer: Viewer): { print?: () => void; dialog: ReactNode } {
  const t = useT()
  const start = useStore(viewer.store, (s) => s.extras.print)
  const [state, setState] = useState<{ ready: number; total: number } | null>(null)
  const stop = useRef<AbortController>(undefined)
  const print = async () => {
    if (!start || state) return
    const abort = new AbortController()
    stop.current = abort
    setState({ ready: 0, total: 0 })
    try {
      await start((ready, total) => {
        // When all pages are rendered, this dialog closes, and the browser shows its own print dialog.
        setState(ready === total ? null : { ready, total })
      }, abort.signal)
    } catch {
      if (!abort.signal.aborted) void toast(t('viewer.printFailed'), { kind: 'error' })
    } finally {
      setState(null)
    }
  }
  const cancel = () => {
    stop.current?.abort()
    setState(null)
  }
  const dialog = state && (
    <Dialog
      open
      onOpenChange={cancel}
      title={t('viewer.printing')}
      footer={
        <Button kind="ghost" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
      }
    >
      <Progress value={state.total ? state.ready / state.total : undefined} label={t('viewer.printing')} />
      {state.total > 0 && (
        <p className="mt-2 text-[13px] text-ink-3 tabular-nums">
          {t('viewer.printReady', { ready: state.ready, total: state.total })}
        </p>
      )}
    </Dialog>
  )
  return { print: start && (() => void print()), dialog }
}
