// Prepares tests of logic, which have no page. The test files share a process, because starting a process for each file
// would take longer. Each file still loads its own modules, so that no file depends on another file's module state.
import { vi } from 'vitest'

vi.resetModules()
