import { readdirSync } from 'node:fs';
import { defaultLocale } from './locales.ts';

const folder = 'public/locales';
/** Includes Spanish, which has two strings but no pages: i18next loads it, but no route uses it. */
const languages = readdirSync(folder).sort();
const namespaces = readdirSync(`${folder}/${defaultLocale}`).map((file) => file.replace(/\.json$/, ''));

export default {
  defaultLocale,
  locales: languages,
  namespaces,
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    preload: languages,
    // The default is percent-encoded, so that a folder with a space in its path would have no texts.
    backend: { loadPath: `${folder}/{{lng}}/{{ns}}.json` },
    fallbackLng: defaultLocale,
    interpolation: { escapeValue: false },
  },
};
