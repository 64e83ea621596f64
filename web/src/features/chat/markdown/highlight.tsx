import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { common, createLowlight } from 'lowlight'
import { memo, useMemo } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

const lowlight = createLowlight(common)

/** Code in colours; a language that is not among the common ones stays plain. */
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
