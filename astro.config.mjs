import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import astroI18next from 'astro-i18next';
import { precompress } from './src/build/precompress.ts';
import { redirects } from './src/build/redirects.ts';
import { contentSecurityPolicy } from './src/build/security.ts';
import { isListed } from './src/build/sitemap.ts';
import { getCatalog } from './src/content/catalog.ts';

const { site } = getCatalog();
const bootScript = readFileSync('src/layouts/boot.js', 'utf8');
const apiPort = process.env.API_PORT ?? '8001';

export default defineConfig({
  site: site.url,
  output: 'static',
  trailingSlash: 'ignore',
  build: { format: 'file', inlineStylesheets: 'auto' },
  integrations: [
    react(),
    astroI18next({ configPath: 'src/i18n/astro-i18next.config.ts' }),
    sitemap({ filter: isListed }),
    redirects(),
    precompress(),
  ],
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Instrument Sans',
      cssVariable: '--font-sans',
      fallbacks: ['system-ui', 'sans-serif'],
      options: {
        variants: [
          {
            src: ['@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'],
            weight: '400 700',
            style: 'normal',
          },
        ],
      },
    },
  ],
  markdown: { syntaxHighlight: false, smartypants: false },
  security: {
    csp: contentSecurityPolicy({
      site,
      environment: process.env.PUBLIC_ENVIRONMENT,
      scriptHashes: [`sha256-${createHash('sha256').update(bootScript).digest('base64')}`],
    }),
  },
  vite: { server: { proxy: { '/api': `http://localhost:${apiPort}` } } },
});
