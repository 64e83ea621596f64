import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'

const sendConsent = vi.fn()
const reload = vi.fn()
vi.mock('./calls', () => ({ sendConsent }))
vi.mock('./engine', () => ({ reload }))

const { consent } = await import('./acts')

describe('consent', () => {
  beforeEach(() => {
    sendConsent.mockReset()
    reload.mockReset()
  })

  it('leaves an answer alone that is being made and waits', async () => {
    sendConsent.mockResolvedValue({ resumed: false })
    await consent('c', '2.0.1.0', true, true)
    expect(sendConsent).toHaveBeenCalledWith('c', '2.0.1.0', true, true)
    expect(reload).not.toHaveBeenCalled()
  })

  it('attaches to an answer that goes on after a restart', async () => {
    sendConsent.mockResolvedValue({ resumed: true })
    await consent('c', '2.0.1.0', false, false)
    expect(reload).toHaveBeenCalledWith('c')
  })

  it('reads again what was answered elsewhere, and throws what was not taken', async () => {
    const refused = (status: number) => Object.assign(Object.create(ApiError.prototype), { status })
    sendConsent.mockRejectedValueOnce(refused(409))
    await consent('c', 'p', true, false)
    expect(reload).toHaveBeenCalledTimes(1)
    sendConsent.mockRejectedValueOnce(refused(404))
    await expect(consent('c', 'p', true, false)).rejects.toMatchObject({ status: 404 })
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
