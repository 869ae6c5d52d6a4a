import 'altcha/external';
import 'altcha/altcha.css';
import 'altcha/i18n/fr-fr';
import 'altcha/i18n/pt-pt';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());

const languages: Readonly<Record<string, string>> = { fr: 'fr-fr', pt: 'pt-pt' };

/** A widget that works by itself once its form is touched; `onSolved` gets the payload the server verifies. */
export function createAltchaWidget(url: string, locale: string, onSolved: (payload: string) => void): HTMLElement {
  const widget = document.createElement('altcha-widget');
  widget.setAttribute('challenge', url);
  widget.setAttribute('auto', 'onfocus');
  widget.setAttribute('language', languages[locale] ?? locale);
  widget.addEventListener('statechange', (event) => {
    const { detail } = event as CustomEvent<{ state: string; payload?: string | null }>;
    if (detail.state === 'verified' && detail.payload) onSolved(detail.payload);
  });
  return widget;
}
