import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { activateLocale, addCatalogue } from '@/i18n'

// A busy machine may need longer than a second to load a part of the page.
configure({ asyncUtilTimeout: 30_000 })
await activateLocale('zh-CN')
for (const name of ['account', 'admin', 'document', 'reading', 'viewer'] as const) await addCatalogue(name)
afterEach(cleanup)
