import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { mockApi } from './dev/mock.ts'
import { formulaFonts, listPackages, listPreloads, pdfFiles, reachedFrom } from './scripts/plugins.ts'
import modules from './src/app/modules.gen.json' with { type: 'json' }

const api = process.env.WENQU_API ?? 'http://127.0.0.1:8080'

const source = (path: string) => new URL(`./src/${path}`, import.meta.url).pathname

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    lingui({ failOnMissing: true }),
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      manifest: {
        name: '问渠',
        short_name: '问渠',
        description: '问渠那得清如许，为有源头活水来',
        lang: 'zh-CN',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#fafaf7',
        theme_color: '#fafaf7',
        icons: [
          { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        // Pages come from the network, because the server writes boot data into index.html. If the network
        // fails, the service worker responds with the copy of index.html fetched at its installation, so that
        // drafts stay readable. With a `directoryIndex`, "/" would get this copy even while the network
        // works.
        directoryIndex: null,
        globPatterns: ['index.html', 'assets/{index,main}-*.{js,css}', '*.svg'],
        navigateFallback: null,
        navigateFallbackDenylist: [/^\/api/],
        runtimeCaching: [
          {
            urlPattern: ({ request, url }) => request.mode === 'navigate' && !url.pathname.startsWith('/api'),
            handler: 'NetworkOnly',
            options: { precacheFallback: { fallbackURL: '/index.html' } },
          },
          {
            // The content of a file with a hash in its name never changes.
            urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
            handler: 'CacheFirst',
            options: { cacheName: 'assets', expiration: { maxEntries: 200 } },
          },
        ],
      },
    }),
    process.env.WENQU_MOCK ? mockApi() : null,
    listPackages(),
    listPreloads(modules),
    formulaFonts(),
    pdfFiles(),
  ],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox128'],
    sourcemap: false,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY, // scripts/size.mjs checks the sizes
    rolldownOptions: {
      input: { index: 'index.html', share: 'src/share/main.ts' },
      output: {
        // The server writes the page of a share and refers to these two files by fixed names.
        entryFileNames: (chunk) => (chunk.name === 'share' ? 'share.js' : 'assets/[name]-[hash].js'),
        assetFileNames: (asset) =>
          asset.names.includes('share.css') ? 'share.css' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          // Modules shared by several pages are put into common chunks. Otherwise each of these modules would
          // be a chunk of its own, and often a request for only 0.2 KB.
          groups: [
            {
              debugName: 'shared',
              name: reachedFrom('shared', [source('app/main.tsx'), source('features/chat/index.ts')]),
              priority: 2,
              minShareCount: 2,
              test: /\/src\/(ui|lib|api|i18n\/index)|\/(lucide-react|clsx|@tanstack)\//,
            },
            // Modules shared by several parts of an answer also get a common chunk. It is loaded with the first
            // answer.
            {
              debugName: 'marks',
              name: reachedFrom('marks', [source('features/chat/markdown/markdown.tsx')]),
              priority: 1.5,
              minShareCount: 2,
              test: /\/src\/lib\/|\/lucide-react\//,
            },
            // The chunk `parts` has the icons and helpers that later pages share. It has no modules of ui/,
            // because a module of ui/ may import a library that only one page needs.
            { name: 'parts', priority: 1, minShareCount: 2, test: /\/src\/lib\/|\/lucide-react\// },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: process.env.WENQU_MOCK ? undefined : { '/api': api } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          include: ['src/**/*.test.ts'],
          setupFiles: ['./vitest.logic.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'page',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['./vitest.timers.ts', './vitest.page.ts'],
        },
      },
    ],
    restoreMocks: true,
    // Long enough for a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
