import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boot } from '@/lib/boot'
import { FakeServer, file } from '../testing/server'
import { FILE_MAX, IMAGE_MAX, type Limits, limits, MAX_FILES, refusal, sift } from './checks'
import { accept, extensions, isDocument, kindOf } from './kinds'

const standard: Limits = { fileMax: FILE_MAX, single: false }
const none = { files: 0, documents: 0 }

describe('kinds', () => {
  it.each([
    'bat c cpp cs css go h hpp html ini java js json log lua md php pl py rb rs sh sql swift tex toml vue xml yaml yml'.split(
      ' ',
    ),
    ['pdf', 'doc', 'docx', 'txt', 'ppt', 'pptx', 'xls', 'xlsx'],
  ])('know every extension that files are sent with', (...names) => {
    for (const name of names) expect(kindOf(`a.${name}`), name).not.toBe('file')
  })

  it('name no extension twice', () => {
    const all = Object.values(extensions).flatMap((list) => list.split(' '))
    expect(all.filter((ext, i) => all.indexOf(ext) !== i)).toEqual([])
  })

  it.each([
    ['合同.PDF', '', 'pdf'],
    ['a.tar.gz', 'application/gzip', 'file'],
    ['setup.exe', 'application/x-msdownload', 'file'],
    ['Makefile', '', 'file'],
    ['Makefile', 'text/x-makefile', 'txt'],
    ['照片', 'image/heic', 'image'],
    ['录音.m4a', 'audio/mp4', 'audio'],
    ['计划.smartcanvas', '', 'cloud'],
    ['.env', '', 'code'],
    ['报告.docx ', '', 'file'],
  ])('%j (%s) is %s', (name, mime, want) => expect(kindOf(name, mime)).toBe(want))

  it('are documents unless they are seen or heard', () => {
    expect(['pdf', 'code', 'excel'].every((k) => isDocument(k as 'pdf'))).toBe(true)
    expect(['image', 'audio', 'video'].some((k) => isDocument(k as 'image'))).toBe(false)
  })

  it('offer no online documents in the chooser', () => {
    expect(accept.file).toContain('.docx')
    expect(accept.file).not.toContain('smartcanvas')
  })
})

describe('refusal', () => {
  it.each([
    [file('a.pdf', FILE_MAX), null],
    [file('a.pdf', FILE_MAX + 1), '文件大小超过100\u00a0MB，请调整后重试'],
    [file('a.png', IMAGE_MAX), null],
    [file('a.png', IMAGE_MAX + 1), '文件大小超过30\u00a0MB，请调整后重试'],
    [file('a.pdf', 0), '文件是空的，没有内容可读'],
    [file('a.exe', 1), '暂不支持这种文件，请转成 PDF、Word 或文本后上传'],
    [file('a.mind', 0), '请先绑定文档账号'],
  ] as const)('of $0.name, $0.size bytes, is $1', (f, want) => expect(refusal(f, standard, none)).toBe(want))

  it.each(['a.txt', 'a.png'])('of %s follows a configured size below both limits', (name) => {
    const small = { ...standard, fileMax: 1024 }
    expect(refusal(file(name, 1025), small, none)).toBe('文件大小超过1\u00a0KB，请调整后重试')
    expect(refusal(file(name, 1024), small, none)).toBeNull()
  })

  it('lets no larger image through where other files may be larger', () => {
    const large = { ...standard, fileMax: 2 * FILE_MAX }
    expect(refusal(file('a.pdf', FILE_MAX + 1), large, none)).toBeNull()
    expect(refusal(file('a.png', IMAGE_MAX + 1), large, none)).not.toBeNull()
  })

  it('lets one document through where the container takes one', () => {
    const single = { ...standard, single: true }
    const { taken, refused } = sift([file('a.pdf'), file('b.png'), file('c.docx')], single, none)
    expect(taken.map((f) => f.name)).toEqual(['a.pdf', 'b.png'])
    expect(refused).toEqual(['c.docx：单次仅可上传一个文档，多文档请分别上传'])
    expect(refusal(file('a.pdf'), single, { files: 1, documents: 1 })).toBe(
      '单次仅可上传一个文档，多文档请分别上传',
    )
  })

  it('names the files where there are several, each reason once', () => {
    const { taken, refused } = sift([file('a.exe'), file('b.dll'), file('c.txt', 0)], standard, none)
    expect(taken).toEqual([])
    expect(refused).toEqual([
      'a.exe、b.dll：暂不支持这种文件，请转成 PDF、Word 或文本后上传',
      'c.txt：文件是空的，没有内容可读',
    ])
  })

  it('stops at the most files of a question', () => {
    const many = Array.from({ length: MAX_FILES + 2 }, (_, i) => file(`${i}.txt`))
    const { taken, refused } = sift(many, standard, none)
    expect(taken).toHaveLength(MAX_FILES)
    expect(refused[0]).toContain(`一次最多 ${MAX_FILES} 个文件`)
  })
})

describe('limits', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.unstubAllGlobals())

  it('come from the configuration and the container', async () => {
    const server = new FakeServer()
    server.answers['/api/info/general'] = () => ({ documentConfig: { singleFileMaxSize: 5 } })
    const fresh = await import('./checks')
    boot.container.oneDocument = true
    expect((await fresh.limits()).fileMax).toBe(5)
    boot.container.oneDocument = false
    await fresh.limits()
    expect(server.asked('/api/info/general')).toHaveLength(1)
  })

  it('are the standard ones while the configuration cannot be had, and ask again', async () => {
    const server = new FakeServer()
    server.answers['/api/info/general'] = () => 503
    const fresh = await import('./checks')
    expect(await fresh.limits()).toEqual(standard)
    await fresh.limits()
    expect(server.asked('/api/info/general')).toHaveLength(2)
  })
})

it('limits of this module are those of the page', async () => {
  new FakeServer()
  expect((await limits()).single).toBe(false)
  vi.unstubAllGlobals()
})
