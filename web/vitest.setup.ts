import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { activateLocale } from '@/i18n'

await activateLocale('zh-CN')
afterEach(cleanup)
