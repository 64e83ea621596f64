import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { activateLocale } from '@/i18n'

// A busy machine may need longer than a second to load a part of the page.
configure({ asyncUtilTimeout: 4000 })
await activateLocale('zh-CN')
afterEach(cleanup)
