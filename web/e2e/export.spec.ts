import { readFile } from 'node:fs/promises'
import { Chat, expect, test } from './wenqu'

const files = [
  ['Markdown', 'md', '# '],
  ['Word 文档', 'docx', 'PK'],
  ['PDF', 'pdf', '%PDF-'],
] as const

for (const [button, title] of [
  ['导出回答', '3 加 4 等于几'],
  ['导出对话', '3 加 4'],
] as const) {
  test(`${button}: three formats, by keyboard`, async ({ page, keyless }) => {
    const chat = new Chat(page)
    await chat.open(keyless)
    await chat.askWhole('3 加 4 等于几')
    for (const [format, extension, start] of files) {
      const trigger = page.getByRole('button', { name: button })
      await trigger.focus()
      await page.keyboard.press('Enter')
      const saving = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: format }).press('Enter')
      const file = await saving
      expect(file.suggestedFilename()).toContain(title)
      expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${extension}$`))
      const bytes = await readFile(await file.path())
      expect(bytes.toString('latin1').startsWith(start)).toBe(true)
      if (extension === 'md') expect(bytes.toString()).toContain('内容由 AI 生成')
      await expect(trigger).toBeFocused()
    }
  })
}
