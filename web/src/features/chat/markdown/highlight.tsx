import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { common, createLowlight } from 'lowlight'
import { memo, useMemo } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

const lowlight = createLowlight(common)

/** Highlighted code; code in a less common language stays plain. */
export default memo(function Highlighted({ language, code }: { language: string; code: string }) {
  const body = useMemo(
    () =>
      lowlight.registered(language)
        ? toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs })
        : code,
    [language, code],
  )
  return <code>{body}</code>
})
