import { expect, it } from 'vitest'
import { parseBoot } from './boot'

it.each(['', 'null', '[]', '{', '{"container":{"slots":{"navigation":{"props":{"width":"wide"}}}}}'])(
  'reads %j as neutral defaults',
  (text) => {
    const boot = parseBoot(text)
    expect(boot.brand.name).toBe('问渠')
    expect(boot.container).toMatchObject({
      id: 'web',
      slots: {
        navigation: { visible: true, props: { width: 260, mode: 'auto', open: true, trigger: true } },
      },
      sendsLandingPrompt: false,
      titleMax: 64,
    })
  },
)

it('fills what the server left out and keeps what it said', () => {
  const boot = parseBoot(
    '{"brand":{"name":"某某"},"container":{"id":"pc-client","slots":{"navigation":{"props":{"width":254}}}},"later":1}',
  )
  expect(boot.brand).toMatchObject({ name: '某某', slogan: '问渠那得清如许，为有源头活水来' })
  expect(boot.container.id).toBe('pc-client')
  expect(boot.container.slots.navigation).toMatchObject({
    visible: true,
    props: { width: 254, mode: 'auto' },
  })
  expect(boot.signing).toBeNull()
})
