import { I18nProvider } from '@lingui/react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { usePrefs } from '@/lib/prefs'
import { toast } from '@/ui/toast'
import { drafts } from '../state/draft'
import { Composer, sends } from './composer'
import { LONG_TEXT } from './use-paste'

vi.mock('@/ui/toast')

function mount(part: Partial<Parameters<typeof Composer>[0]> = {}) {
  const onSend = vi.fn()
  const onStop = vi.fn()
  const onRecall = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <Composer
        draftId="test"
        placeholder=""
        running={false}
        onSend={onSend}
        onStop={onStop}
        onRecall={onRecall}
        {...part}
      />
    </I18nProvider>,
  )
  return { box: screen.getByRole<HTMLTextAreaElement>('textbox'), onSend, onStop, onRecall }
}

beforeEach(() => {
  drafts.set('test', '')
  usePrefs.setState({ sendKey: 'enter' })
})

it.each([true, false])('has a dashed edge in a temporary conversation: %s', (dashed) => {
  const { box } = mount({ dashed })
  expect(box.closest('.border-dashed') !== null).toBe(dashed)
})

describe('sending', () => {
  it('sends the trimmed text at Enter', () => {
    const { box, onSend } = mount()
    fireEvent.change(box, { target: { value: ' 你好 ' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledExactlyOnceWith('你好')
  })
  it.each(['', '  \n '])('sends nothing of %j', (value) => {
    const { box, onSend } = mount()
    fireEvent.change(box, { target: { value } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(onSend).not.toHaveBeenCalled()
  })
  it.each([
    ['isComposing', { isComposing: true }],
    ['keyCode 229', { keyCode: 229 }],
  ])('leaves an Enter of the input method alone by %s', (_, init) => {
    const { box, onSend } = mount()
    fireEvent.change(box, { target: { value: 'nihao' } })
    fireEvent.keyDown(box, { key: 'Enter', ...init })
    expect(onSend).not.toHaveBeenCalled()
  })
  it('leaves it alone in the order of Safari, where the composition ends first', () => {
    const { box, onSend } = mount()
    fireEvent.compositionStart(box)
    fireEvent.change(box, { target: { value: '你好' } })
    fireEvent.compositionEnd(box)
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, isComposing: false })
    expect(onSend).not.toHaveBeenCalled()
  })
  it('types on while an answer is made, and Enter does not send', () => {
    const { box, onSend } = mount({ running: true })
    fireEvent.change(box, { target: { value: '下一个' } })
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(box.value).toBe('下一个')
    expect(onSend).not.toHaveBeenCalled()
  })
  it('shows stop in the place of send', () => {
    const { onStop } = mount({ running: true })
    expect(screen.queryByRole('button', { name: '发送' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '停止生成' }))
    expect(onStop).toHaveBeenCalledOnce()
  })
})

describe('files', () => {
  const files = (part: object = {}) => ({ count: 1, blocked: '', placeholder: '总结这份文件', ...part })

  it('are a question without words', () => {
    const { box, onSend } = mount({ files: files() })
    expect(box.placeholder).toBe('总结这份文件')
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(onSend).toHaveBeenCalledExactlyOnceWith('')
  })

  it('are waited for, and the button says why', () => {
    const blocked = '文件还在上传，传完就能发送'
    const { box, onSend } = mount({ files: files({ blocked }) })
    fireEvent.change(box, { target: { value: '问' } })
    const button = screen.getByRole('button', { name: '发送' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-description')).toBe(blocked)
    fireEvent.click(button)
    fireEvent.keyDown(box, { key: 'Enter' })
    expect(onSend).not.toHaveBeenCalled()
    expect(toast).toHaveBeenCalledWith(blocked, { kind: 'warning' })
    expect(box.value).toBe('问')
  })

  it('come by paste, unless formatted text comes with them', () => {
    const onFiles = vi.fn()
    const { box } = mount({ onFiles })
    const picture = new File(['x'], '截图.png', { type: 'image/png' })
    const paste = (types: string[]) => fireEvent.paste(box, { clipboardData: { types, files: [picture] } })
    paste(['Files'])
    expect(onFiles).toHaveBeenCalledExactlyOnceWith([picture])
    paste(['text/plain', 'text/html', 'Files'])
    expect(onFiles).toHaveBeenCalledOnce()
  })

  it('stand above the text, which tells them whether it is empty', () => {
    const above = vi.fn(() => <p>附件</p>)
    const { box } = mount({ above })
    expect(screen.getByText('附件')).toBeTruthy()
    fireEvent.change(box, { target: { value: '字' } })
    expect(above.mock.calls.map((args: unknown[]) => args[0])).toEqual(expect.arrayContaining([true, false]))
  })
})

describe('↑', () => {
  it('in an empty box edits the last question', () => {
    const { box, onRecall } = mount()
    fireEvent.keyDown(box, { key: 'ArrowUp' })
    expect(onRecall).toHaveBeenCalledOnce()
  })
  it('in a text moves in the text', () => {
    const { box, onRecall } = mount()
    fireEvent.change(box, { target: { value: '文' } })
    fireEvent.keyDown(box, { key: 'ArrowUp' })
    expect(onRecall).not.toHaveBeenCalled()
  })
})

describe('sends', () => {
  const key = (part: object) => ({
    key: 'Enter',
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...part,
  })
  it.each([
    [{}, 'enter', false, true],
    [{ shiftKey: true }, 'enter', false, false],
    [{ ctrlKey: true }, 'enter', false, false],
    [{}, 'mod-enter', false, false],
    [{ ctrlKey: true }, 'mod-enter', false, true],
    [{ metaKey: true }, 'mod-enter', false, true],
    [{}, 'enter', true, false],
    [{ ctrlKey: true }, 'enter', true, true],
    [{ key: 'a' }, 'enter', false, false],
  ] as const)('%j with %s, touch %s → %s', (part, pref, touch, want) => {
    expect(sends(key(part), pref, touch)).toBe(want)
  })
})

describe('a long text that is pasted', () => {
  const long = '长'.repeat(LONG_TEXT + 1)
  const clip = (text: string) => ({
    clipboardData: { types: ['text/plain'], files: [], getData: () => text } as unknown as DataTransfer,
  })
  const file = () => {
    const undo = vi.fn()
    return { there: () => undo.mock.calls.length === 0, undo }
  }

  it('becomes a file, and one click makes it text again', async () => {
    const made = file()
    const onLongText = vi.fn(async () => made)
    const { box } = mount({ onLongText })
    fireEvent.change(box, { target: { value: '前后' } })
    box.setSelectionRange(1, 1)
    fireEvent.paste(box, clip(long))
    expect(onLongText).toHaveBeenCalledExactlyOnceWith(long)
    fireEvent.click(await screen.findByRole('button', { name: '改回文字' }))
    expect(made.undo).toHaveBeenCalledOnce()
    expect(drafts.get('test')).toBe(`前${long}后`)
    expect(screen.queryByRole('button', { name: '改回文字' })).toBeNull()
  })
  it.each([true, false])('takes the place of the selected text (room for a file: %s)', async (room) => {
    const { box } = mount({ onLongText: async () => (room ? file() : null) })
    fireEvent.change(box, { target: { value: '前旧后' } })
    box.setSelectionRange(1, 2)
    fireEvent.paste(box, clip(long))
    if (room) {
      const undo = await screen.findByRole('button', { name: '改回文字' })
      expect(drafts.get('test')).toBe('前后')
      fireEvent.click(undo)
    }
    await waitFor(() => expect(drafts.get('test')).toBe(`前${long}后`))
  })
  it('is text again at Ctrl+Z, until something else is typed', async () => {
    const made = file()
    const { box } = mount({ onLongText: async () => made })
    fireEvent.paste(box, clip(long))
    await screen.findByRole('button', { name: '改回文字' })
    fireEvent.change(box, { target: { value: '总结' } })
    fireEvent.keyDown(box, { key: 'z', ctrlKey: true })
    expect(made.undo).not.toHaveBeenCalled()
    fireEvent.change(box, { target: { value: '' } })
    fireEvent.keyDown(box, { key: 'z', metaKey: true })
    expect(drafts.get('test')).toBe(long)
  })
  it('stays text where it has no room as a file, and where none may be made', async () => {
    const { box } = mount({ onLongText: async () => null })
    fireEvent.paste(box, clip(long))
    await waitFor(() => expect(drafts.get('test')).toBe(long))
  })
  it('returns to its own draft, and leaves the caret of another conversation alone', async () => {
    let refuse: (reason: Error) => void = () => {}
    const onLongText = () => new Promise<null>((_, reject) => (refuse = reject))
    const page = (draftId: string) => (
      <I18nProvider i18n={i18n}>
        <Composer
          draftId={draftId}
          placeholder=""
          running={false}
          onLongText={onLongText}
          onSend={() => {}}
          onStop={() => {}}
        />
      </I18nProvider>
    )
    drafts.set('other', '别的问题')
    const { rerender } = render(page('test'))
    const box = screen.getByRole<HTMLTextAreaElement>('textbox')
    fireEvent.paste(box, clip(long))
    rerender(page('other'))
    box.setSelectionRange(1, 1)
    box.blur()
    refuse(new Error('no room'))
    await waitFor(() => expect(drafts.get('test')).toBe(long))
    await new Promise(requestAnimationFrame)
    expect(document.activeElement).not.toBe(box)
    expect([box.value, box.selectionStart]).toEqual(['别的问题', 1])
  })
  it('is left to the browser up to the limit', () => {
    const onLongText = vi.fn(async () => null)
    const { box } = mount({ onLongText })
    expect(fireEvent.paste(box, clip(long.slice(1)))).toBe(true)
    expect(onLongText).not.toHaveBeenCalled()
  })
})

describe('the blanks of a template', () => {
  it('are chosen one after another with Tab, and back with Shift+Tab', () => {
    const { box } = mount()
    fireEvent.change(box, { target: { value: '兹有____同志，因＿＿请假____天' } })
    box.setSelectionRange(0, 0)
    const chosen = (init: object) => {
      fireEvent.keyDown(box, { key: 'Tab', ...init })
      return [box.selectionStart, box.selectionEnd]
    }
    expect([chosen({}), chosen({}), chosen({}), chosen({})]).toEqual([
      [2, 6],
      [10, 12],
      [14, 18],
      [2, 6],
    ])
    expect(chosen({ shiftKey: true })).toEqual([14, 18])
    expect(chosen({ shiftKey: true })).toEqual([10, 12])
  })
  it('leave Tab alone where there are none', () => {
    const { box } = mount()
    fireEvent.change(box, { target: { value: '没有空' } })
    expect(fireEvent.keyDown(box, { key: 'Tab' })).toBe(true)
  })
})
