import { readdirSync } from 'node:fs';

const folder = 'public/locales';
/** Spanish has two strings and no pages: the translator knows it, the routes do not. */
const languages = readdirSync(folder).sort();
const namespaces = readdirSync(`${folder}/en`).map((file) => file.replace(/\.json$/, ''));

export default {
  defaultLocale: 'en',
  locales: languages,
  namespaces,
  defaultNamespace: 'common',
  load: ['server'],
  i18nextServer: {
    preload: languages,
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
  },
};
