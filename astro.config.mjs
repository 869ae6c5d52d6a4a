import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { satteri } from '@astrojs/markdown-satteri';
import react from '@astrojs/react';
import sitemap from '@astrojs/sitemap';
import { defineConfig, fontProviders } from 'astro/config';
import astroI18next from 'astro-i18next';
import { compress } from './src/build/compress.ts';
import { devShells } from './src/build/dev-shells.ts';
import { minifiedInline } from './src/build/minify-inline.ts';
import { ogImages } from './src/build/og-images.ts';
import { onPageRendered } from './src/build/on-page-rendered.ts';
import { redirects } from './src/build/redirects.ts';
import { contentSecurityPolicy, findApiRoot } from './src/build/security.ts';
import { dateItem, isListed } from './src/build/sitemap.ts';
import { stampCatalog } from './src/build/stamp-catalog.ts';
import { getCatalog } from './src/content/catalog.ts';
import { defaultLocale, locales } from './src/i18n/locales.ts';

const { site } = getCatalog();
const environment = process.env.PUBLIC_ENVIRONMENT;
const apiRoot = findApiRoot(site, environment);
if (apiRoot) process.env.PUBLIC_API_ROOT = apiRoot;
/** What heads inline from files: the order of the style layers, and the scripts before the first paint. */
const hashOf = (file) => `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`;
/** A module's class; the default name also has the line of each, which makes pages longer. */
const nameClass = (name, file) =>
  `_${name}_${createHash('sha256').update(relative(process.cwd(), file).replaceAll('\\', '/')).digest('hex').slice(0, 5)}`;
/** A stylesheet's layer follows from its folder: what a screen says comes after what a component of src/ui says itself. */
const layerByFolder = {
  postcssPlugin: 'layer-by-folder',
  Once(root, { AtRule }) {
    const [, folder] =
      /\/src\/(ui|app|components|layouts|pages)\//.exec(root.source.input.file?.replaceAll('\\', '/')) ?? [];
    // Astro hands the styles of its components over twice.
    if (!folder || root.first?.name === 'layer') return;
    const { nodes } = root;
    root.removeAll();
    root.append(new AtRule({ name: 'layer', params: folder === 'ui' ? 'ui' : 'components', nodes }));
  },
};
/** The files that load a module because they import it themselves or through others: islands, and parts loaded on demand. */
function findLoaders(id, context, seen = new Set()) {
  seen.add(id);
  const { importers } = context.getModuleInfo(id);
  if (importers.length === 0) return [id];
  return importers.flatMap((each) => (seen.has(each) ? [] : findLoaders(each, context, seen)));
}
const isOfficePart = (loader) => /\/src\/app\/(firm|office|[a-z]+\/office)\//.test(loader);
/** Loaded by so many files that nearly every screen needs it. */
const minSharedLoaders = 14;
/**
 * On HTTP/1.1 a phone fetches six scripts at a time, so forty small ones cost more round trips than bytes: what most
 * islands share is one script, with what the account, the office, payouts and purchases share. What else the account or
 * the office shares is apart, so that no other screen loads charts and lists that it doesn't show.
 */
function groupOf(id, context) {
  const all = findLoaders(id, context);
  // The office's kinds of records count as one.
  const record = '/src/app/firm/records';
  const loaders = new Set(all.map((each) => (each.includes(record) ? record : each)));
  const isOn = (...screens) => screens.some((screen) => all.some((each) => each.endsWith(`/src/app/${screen}.tsx`)));
  const isOnAccount = isOn('accounts/my-account', 'accounts/details-cards');
  const isOnDesk = isOn('risk/office/risk-screen');
  const isOnRecord = loaders.has(record);
  const isOnOverview = isOn('firm/office', 'office/overview');
  const isOnOffice = isOnOverview || isOn('firm/list-screen');
  const isOnPayouts = isOn('payouts/payouts');
  const isOnProfile = isOn('people/profile/profile');
  if (isOn('accounts/my-account') && isOnDesk && !(isOnRecord || isOnOffice || isOnPayouts || isOnProfile))
    return 'live';
  if (loaders.size >= minSharedLoaders || (isOnOffice && isOnPayouts)) return 'shared';
  if (isOnAccount && (isOnOffice || isOnPayouts || isOn('orders/checkout/checkout', 'billing/pending')))
    return 'shared';
  if (isOn('accounts/my-account')) {
    if (isOnDesk) return 'live';
    if (isOn('replay/fill-replay')) return isOnRecord ? 'chart' : 'chart-table';
    return !isOnRecord ? 'account' : isOn('accounts/details-cards') ? 'cases' : 'chart';
  }
  if (isOnAccount) return isOnProfile || isOn('affiliates/affiliate-dashboard') ? null : 'details';
  const isOffice = [...loaders].every(isOfficePart);
  if (!isOffice) return isOnOverview || (isOnRecord && isOnPayouts) ? 'office-common' : null;
  if (isOnOverview || (isOnDesk && isOnRecord)) return 'office';
  if (isOn('firm/list-screen')) return 'list';
  if (!isOn('firm/records/case-record')) return null;
  if (isOn('firm/records/order-record')) return 'record';
  return isOn('firm/records/payout-record') ? 'equity-card' : null;
}
const scriptGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/, priority: 3 },
  // Public pages' own scripts import it, and these are limited to 5 KB.
  { name: 'money', test: /\/src\/lib\/(money\/format|format-locale)/, priority: 2 },
  // What a module imports is on at least the same screens, so no two groups import each other.
  { name: groupOf, minShareCount: 2, includeDependenciesRecursively: false },
];
/** Groups without their modules' imports need entries that export more, and a rule does nothing until it is called. */
const groupedScripts = {
  name: 'grouped-scripts',
  options: (options) => ({ ...options, preserveEntrySignatures: options.preserveEntrySignatures && 'allow-extension' }),
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/(shared|lib)\// },
    // A call's summary and errors are for its reference.
    handler: (code, id) => ({
      code: id.includes('/contract')
        ? code.replace(/^\t* *(?:(?:summary|readScope|limit): ".*"|errors: \[[^\][]*\]),?$/gm, '')
        : code,
      ...{ map: null, moduleSideEffects: false },
    }),
  },
};
const api = `http://localhost:${process.env.API_PORT ?? '8001'}`;

export default defineConfig({
  site: site.url,
  output: 'static',
  trailingSlash: 'ignore',
  // A stylesheet of its own would cost the first paint a round trip, which on a phone is longer than its bytes.
  // While a page is written to the disk others are drawn; none of them changes the language that others read.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  integrations: [
    react(),
    astroI18next({ configPath: 'src/i18n/astro-i18next.config.ts' }),
    sitemap({
      filter: isListed,
      serialize: dateItem,
      i18n: { defaultLocale, locales: Object.fromEntries(locales.map((locale) => [locale, locale])) },
    }),
    redirects(),
    onPageRendered(),
    ogImages(),
    compress(),
    stampCatalog(),
  ],
  // The default effort takes eight times as long, for a picture a tenth lighter.
  image: { service: { entrypoint: 'astro/assets/services/sharp', config: { avif: { effort: 2 } } } },
  fonts: [
    {
      provider: fontProviders.local(),
      name: 'Instrument Sans',
      cssVariable: '--font-sans',
      // In base.css; Astro would only find Arial, and that without a bold face.
      fallbacks: ['fallback', 'mobile fallback', 'wide fallback']
        .map((name) => `Instrument Sans ${name}`)
        .concat('system-ui', 'sans-serif'),
      optimizedFallbacks: false,
      // The fallbacks have its widths and heights, so it takes their place as soon as it is there.
      display: 'swap',
      options: {
        variants: [
          {
            src: ['./src/assets/fonts/instrument-sans.woff2'],
            weight: '400 700',
            style: 'normal',
          },
        ],
      },
    },
  ],
  markdown: { syntaxHighlight: false, processor: satteri({ features: { smartPunctuation: false } }) },
  security: {
    csp: contentSecurityPolicy({
      site,
      environment,
      captcha: process.env.CAPTCHA_PROVIDER,
      scriptHashes: ['site/boot', 'site/early-calls', 'programs/running-promotion'].map((name) =>
        hashOf(`src/components/${name}.js`),
      ),
      styleHashes: [hashOf('src/styles/layers.css')],
    }),
  },
  experimental: { incrementalBuild: true },
  vite: {
    // A cache of its own for each program: `astro check` beside `npm run dev` would replace the scripts that pages load.
    cacheDir: `node_modules/.vite/${process.env.VITE_CACHE ?? 'build'}`,
    css: { modules: { generateScopedName: nameClass }, postcss: { plugins: [layerByFolder] } },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: scriptGroups } } } } } },
    plugins: [devShells(), groupedScripts, minifiedInline],
    server: { proxy: { '/api': api, '/dev/': api, '/.well-known/': api } },
  },
});
