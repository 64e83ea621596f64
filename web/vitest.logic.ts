// Prepares tests of logic, which have no page. The test files share a process, because starting one for each file would
// take longer. Each file still loads its own modules, so that no file depends on what another file left in a module.
import { vi } from 'vitest'

vi.resetModules()
