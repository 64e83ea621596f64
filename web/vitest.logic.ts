// Prepares tests of logic, which have no page. They share a process, which saves starting one for each file. Each file
// still loads its own modules, so that none depends on what another one has left in them.
import { vi } from 'vitest'

vi.resetModules()
