import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { AdminProvider, AdminTrial, AdminVendor } from '@/api'
import { useT } from '@/i18n'
import { Link } from '@/lib/router'
import { Button } from '@/ui/button'
import { Input } from '@/ui/field'
import { useAct, useLook, useSection } from '../calls'
import { blank, freeName, idFor, isPrivate, type ProviderDoc, type ProviderRow, takenIds } from '../provider'
import { Field, Loaded } from './list'
import { TrialResult } from './trial-result'
import { VendorTiles } from './vendor-tiles'

/**
 * Connects a model in one step: the user chooses a vendor and enters a key, an address or both. The entered values are
 * tested before they are saved.
 */
export default function Connect() {
  const state = useLook('/api/admin/provider/list', {})
  const section = useSection<ProviderDoc>('providers')
  const [vendor, setVendor] = useState<AdminVendor | null>(null)
  const inUse = state.data?.inUse ?? []
  const vendors = state.data?.vendors ?? []
  const connected = vendors.filter((v) => v.baseUrl && inUse.some((p) => p.baseUrl === v.baseUrl))
  return (
    <Loaded query={state}>
      <Loaded query={section.query}>
        <VendorTiles
          vendors={vendors}
          chosen={vendor?.id}
          connected={connected.map((v) => v.id)}
          onChoose={setVendor}
        />
        {vendor && (
          <VendorForm
            key={vendor.id}
            vendor={vendor}
            doc={section.value ?? { providers: [], defaultModel: '' }}
            inUse={inUse}
            onSave={section.save}
          />
        )}
      </Loaded>
    </Loaded>
  )
}

interface FormProps {
  vendor: AdminVendor
  doc: ProviderDoc
  /** The providers in use, including those configured by variables. */
  inUse: readonly AdminProvider[]
  onSave: (doc: ProviderDoc) => Promise<void>
}

function VendorForm({ vendor, doc, inUse, onSave }: FormProps) {
  const t = useT()
  const client = useQueryClient()
  const [address, setAddress] = useState(vendor.baseUrl)
  const [key, setKey] = useState('')
  const [result, setResult] = useState<AdminTrial | null>(null)
  const [done, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const test = useAct('/api/admin/provider/test')
  const asksAddress = vendor.local || !vendor.baseUrl
  const needsKey = !asksAddress
  const ready = address !== '' && (key !== '' || !needsKey)

  const enable = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    setResult(null)
    try {
      const { id, next } = withVendor(doc, vendor, address, key, inUse)
      const trial = await test.mutateAsync({ id, value: next })
      setResult(trial)
      if (!trial.ok) return
      await onSave(next)
      setDone(true)
      await Promise.all(
        ['models', 'capabilities'].map((name) => client.invalidateQueries({ queryKey: [name] })),
      )
    } catch {
      // useAct and useSection have already shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(e) => void enable(e)}
      aria-label={vendor.name}
      className="mt-3 space-y-4 rounded-md border border-line bg-surface p-4"
    >
      {asksAddress && (
        <Field
          label={t('admin.provider.url')}
          note={isPrivate(address) ? t('admin.connect.private') : t('admin.provider.urlNote')}
        >
          <Input
            autoFocus
            value={address}
            inputMode="url"
            placeholder="https://api.example.com/v1"
            onChange={(e) => setAddress(e.target.value.trim())}
          />
        </Field>
      )}
      <Field label={needsKey ? t('admin.provider.key') : t('admin.connect.keyOptional')}>
        <Input
          autoFocus={!asksAddress}
          type="password"
          autoComplete="off"
          value={key}
          onChange={(e) => setKey(e.target.value.trim())}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button kind="primary" type="submit" disabled={!ready || busy}>
          {busy ? t('admin.provider.testing') : t('admin.connect.enable')}
        </Button>
        {vendor.keyUrl && (
          <a
            href={vendor.keyUrl}
            target="_blank"
            rel="noreferrer noopener"
            className="hit inline-flex items-center gap-1.5 text-[13px] text-qing-ink underline decoration-from-font underline-offset-4"
          >
            {t('admin.connect.getKey', { name: vendor.name })}
            <ExternalLink size={14} strokeWidth={1.5} />
          </a>
        )}
        {done && (
          <Link to="/" className="hit text-qing-ink underline decoration-from-font underline-offset-4">
            {t('admin.connect.ask')}
          </Link>
        )}
      </div>
      <div aria-live="polite">{result && <TrialResult result={result} />}</div>
      <p className="text-[12.5px] text-ink-3">{t('admin.connect.sealed')}</p>
    </form>
  )
}

/**
 * Returns the settings with an enabled row for `address`: the existing row, or else a new row for the vendor. If `key`
 * is empty, an existing row keeps its key.
 */
function withVendor(
  doc: ProviderDoc,
  vendor: AdminVendor,
  address: string,
  key: string,
  inUse: readonly AdminProvider[],
): { id: string; next: ProviderDoc } {
  const at = doc.providers.findIndex((p) => p.baseUrl === address)
  const old = doc.providers[at]
  const name = vendor.baseUrl ? freeName(vendor.name, doc, inUse) : ''
  const id =
    old?.id ?? idFor({ name: vendor.baseUrl ? vendor.id : '', baseUrl: address }, takenIds(doc, inUse))
  const row: ProviderRow = {
    ...(old ?? { ...blank, id, name, baseUrl: address, local: isPrivate(address) }),
    disabled: false,
  }
  if (key || !old) row.key = key
  const providers = old ? doc.providers.map((p, i) => (i === at ? row : p)) : [...doc.providers, row]
  return { id, next: { ...doc, providers } }
}
