import 'altcha/external';
import stylesheet from 'altcha/altcha.css?url';
import pbkdf2Worker from 'altcha/workers/pbkdf2?worker&url';
import { formatLocale } from '#lib/format-locale.ts';
import theme from '#styles/captcha.css?url';

/** Loaded with the widget; an import would add the styles to every page that may show one. */
function loadStyles(href: string): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
}

/** Without its styles the widget has a different height. */
const stylesLoaded = Promise.all([stylesheet, theme].map(loadStyles));

const widgetTypes = {
  createScriptURL(url: string): string {
    if (url !== pbkdf2Worker) throw new TypeError(`Not the captcha’s worker: ${url}`);
    return url;
  },
  createHTML(text: string): string {
    if (!/^[^<]*<a href="https:\/\/altcha\.org\/"[^<>]*>[^<]*<\/a>[^<]*$/.test(text))
      throw new TypeError(`Not a footer: ${text}`);
    return text;
  },
};
/** The Trusted Types policy for the widget: its worker's address, and its footer, which is a link. */
const policy = globalThis.trustedTypes?.createPolicy('altcha', widgetTypes) ?? widgetTypes;
const workerType = import.meta.env.DEV ? 'module' : 'classic';

globalThis.$altcha.algorithms.set(
  'PBKDF2/SHA-256',
  () => new Worker(policy.createScriptURL(pbkdf2Worker), { type: workerType }),
);

/** The widget's own translations: one small file per language, named `de` or `fr-fr`. */
const translations = import.meta.glob('/node_modules/altcha/dist/i18n/{??,??-??}.js');

/**
 * Loads the widget's texts for the page's language.
 * @returns the widget's code for that language
 */
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

/** The widget writes its footer as markup. */
function trustFooter(language: string): void {
  const { i18n } = globalThis.$altcha;
  const strings = i18n.get(language);
  if (strings?.['footer']) i18n.set(language, { ...strings, footer: policy.createHTML(String(strings['footer'])) });
}

type AltchaOptions = {
  readonly url: string;
  readonly locale: string;
  /** Asked once everything has loaded: the form may get its focus until then. */
  readonly start: () => 'onfocus' | 'onload' | 'off';
  readonly onSolved: (payload: string) => void;
  readonly onFailed: () => void;
};

/**
 * A proof-of-work widget; `onSolved` receives the payload for the server, or an empty string once the payload expires.
 */
export async function createAltchaWidget({ url, locale, start, onSolved, onFailed }: AltchaOptions) {
  await stylesLoaded;
  const widget = document.createElement('altcha-widget');
  widget.setAttribute('challenge', url);
  const language = await loadTranslation(locale);
  for (const each of ['en', language]) trustFooter(each);
  widget.setAttribute('language', language);
  const auto = start();
  widget.setAttribute('auto', auto);
  let state = 'unverified';
  widget.addEventListener('statechange', (event) => {
    const { detail } = event as CustomEvent<{ state: string; payload?: string | null }>;
    state = detail.state;
    if (detail.state === 'verified' && detail.payload) onSolved(detail.payload);
    if (detail.state === 'expired') onSolved('');
    if (detail.state === 'error') onFailed();
  });
  const solve = () => {
    // Once loaded it may still be about to start by itself.
    if (state !== 'verifying' && (auto !== 'onload' || state !== 'unverified')) void widget.verify();
  };
  return { element: widget, solve };
}
