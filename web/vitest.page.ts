import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { activateLocale, addCatalogue } from '@/i18n'

// On a busy machine, loading a part of the page may take longer than the default of one second.
configure({ asyncUtilTimeout: 30_000 })
await activateLocale('zh-CN')
for (const name of ['account', 'admin', 'answer', 'document', 'reading', 'viewer'] as const)
  await addCatalogue(name)
afterEach(cleanup)
