import 'altcha/external';
import stylesheet from 'altcha/altcha.css?url';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { formatLocale } from '../../lib/format-locale.ts';

/** Loaded with the widget; an import would add it to every page that may show one. */
const link = document.createElement('link');
link.rel = 'stylesheet';
link.href = stylesheet;
/** Without its styles the widget has a different height. */
const dressed = new Promise((resolve) => {
  link.onload = resolve;
  link.onerror = resolve;
});
document.head.append(link);

globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());

/** The widget's own translations, one small file per language, named `de` or `fr-fr`. */
const translations = import.meta.glob('/node_modules/altcha/dist/i18n/{??,??-??}.js');

/** Loads the widget's texts for the page's language. @returns the widget's name for that language */
async function loadTranslation(locale: string): Promise<string> {
  const names = [formatLocale(locale).toLowerCase(), locale];
  for (const name of names) {
    const load = translations[`/node_modules/altcha/dist/i18n/${name}.js`];
    if (!load) continue;
    await load();
    return name;
  }
  return locale;
}

type AltchaOptions = {
  readonly url: string;
  readonly locale: string;
  readonly start: 'onfocus' | 'onload' | 'off';
  readonly onSolved: (payload: string) => void;
};

/** A proof-of-work widget; `onSolved` receives the payload for the server, or an empty string once it expires. */
export async function createAltchaWidget({ url, locale, start, onSolved }: AltchaOptions): Promise<HTMLElement> {
  await dressed;
  const widget = document.createElement('altcha-widget');
  widget.setAttribute('challenge', url);
  widget.setAttribute('auto', start);
  widget.setAttribute('language', await loadTranslation(locale));
  widget.addEventListener('statechange', (event) => {
    const { detail } = event as CustomEvent<{ state: string; payload?: string | null }>;
    if (detail.state === 'verified' && detail.payload) onSolved(detail.payload);
    if (detail.state === 'expired') onSolved('');
  });
  return widget;
}
