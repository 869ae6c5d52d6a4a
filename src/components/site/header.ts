import { startSession } from '#app/shell/start-page.ts';
import { isCountable } from './is-countable.ts';

const page = document.documentElement;

function closeDrops(except?: Element | null): void {
  for (const drop of document.querySelectorAll<HTMLDetailsElement>('.drop[open]'))
    if (drop !== except) drop.open = false;
}

document.addEventListener('click', ({ target }) => {
  if (target instanceof Element) closeDrops(target.closest('.drop'));
});

document.addEventListener('keydown', ({ key }) => {
  const open = document.querySelector<HTMLDetailsElement>('.drop[open]');
  if (key !== 'Escape' || !open) return;
  open.open = false;
  open.querySelector('summary')?.focus();
});

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
  form.addEventListener('submit', (event) => {
    const term = String(new FormData(form).get('q')).trim();
    event.preventDefault();
    if (term) location.assign(`${form.action.replace(/\/?$/, '/')}${encodeURIComponent(term)}`);
  });
}

const searchDrop = document.querySelector<HTMLDetailsElement>('.drop.search');
searchDrop?.addEventListener('toggle', () => searchDrop.open && searchDrop.querySelector('input')?.focus());

function showTheme(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]')) {
    button.ariaPressed = String(button.dataset['themeChoice'] === (page.dataset['theme'] ?? 'system'));
  }
}

for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]')) {
  button.addEventListener('click', () => {
    const theme = button.dataset['themeChoice'] ?? 'system';
    if (theme === 'system') delete page.dataset['theme'];
    else page.dataset['theme'] = theme;
    // localStorage belongs to the session; preferences such as the theme go into a cookie.
    const seconds = theme === 'system' ? 0 : Number(button.dataset['keepDays']) * 86_400;
    document.cookie = `theme=${theme}; path=/; max-age=${seconds}; samesite=lax`;
    showTheme();
    closeDrops();
  });
}
showTheme();

// A shell is one file for all parameters, so the script reads them from the address. The built paths show which
// language has a prefix.
const prefixOf = (pathname: string, language: string) => (pathname.split('/')[1] === language ? `/${language}` : '');
const path = location.pathname.slice(prefixOf(location.pathname, page.lang).length) || '/';
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
  const start = prefixOf(link.pathname, link.lang);
  link.href = `${path === '/' && start ? start : start + path}${location.search}${location.hash}`;
}

// A visit that starts in the default language is offered the browser's own: pt-BR is Portuguese too. Nothing is stored.
const own = document.querySelector<HTMLAnchorElement>(`[data-language="${navigator.language.slice(0, 2)}"]`);
const isDefault = prefixOf(location.pathname, page.lang) === '';
if (own && isDefault && own.lang !== page.lang && !document.referrer.startsWith(location.origin)) {
  const look = { className: 'language-offer', textContent: own.dataset['offer'] ?? '' };
  document.querySelector('body > header')?.append(Object.assign(own.cloneNode(), look));
}

/**
 * Who loads a script that a page names in `data-script`: everyone, signed-in people, or visitors of an affiliate link.
 * `pressed` is set when the script's button is pressed; the script then immediately performs the button's action.
 */
const audiences: Readonly<Record<string, boolean>> = {
  all: true,
  signedIn: page.dataset['session'] === 'in',
  referred: new URLSearchParams(location.search).has('ref'),
};

const pageScripts = {
  createScriptURL(url: string): string {
    if (import.meta.env.PROD && !/^\/_astro\/[\w.-]+\.js\?*$/.test(url))
      throw new TypeError(`Not a script of ours: ${url}`);
    return url;
  },
};
/** Where Trusted Types are enforced, a script's address needs a policy. */
const scriptPolicy = globalThis.trustedTypes?.createPolicy('page-scripts', pageScripts) ?? pageScripts;

function load({ dataset }: HTMLElement, onFail: () => void): void {
  const src = scriptPolicy.createScriptURL(dataset['script'] ?? '');
  const onerror = () => {
    // A browser requests a module only once per address, even after a failure.
    dataset['script'] += '?';
    onFail();
  };
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src, onerror }));
}

/** Loads a script, once more if it got lost on the way. */
function loadTwice(element: HTMLElement): void {
  load(element, () => setTimeout(load, 1_000, element, () => undefined));
}

/** Loads a button's script on the first press. If that fails, the page says so and the next press retries. */
function loadOnPress(button: HTMLElement): void {
  const fail = () => {
    const element = button.closest<HTMLElement>('[data-failed]');
    const status = element?.querySelector('output');
    if (status) status.textContent = element?.dataset['failed'] ?? '';
    loadOnPress(button);
  };
  button.addEventListener('click', () => load(button, fail), { once: true });
}

/** What starts the islands is on the first of them; it comes when any of them nears the screen. */
function loadOnApproach(island: HTMLElement): void {
  const approach = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      approach.disconnect();
      loadTwice(island);
    },
    { rootMargin: '50%' },
  );
  // An island's element has no box of its own.
  for (const each of document.querySelectorAll('astro-island > *')) approach.observe(each);
}

let isStarted = false;

function startScripts(): void {
  if (isStarted) return;
  isStarted = true;
  startSession();
  for (const element of document.querySelectorAll<HTMLElement>('[data-script]')) {
    const audience = element.dataset['scriptFor'] ?? 'all';
    if (element.localName === 'astro-island') loadOnApproach(element);
    else if (audiences[audience]) loadTwice(element);
  }
}

for (const button of document.querySelectorAll<HTMLElement>('[data-script-for="pressed"]')) loadOnPress(button);

// Scripts that aren't urgent wait for the first paint, or, where the browser doesn't report it, for a moment.
new PerformanceObserver(startScripts).observe({ type: 'paint', buffered: true });
setTimeout(startScripts, 2_000);

window.addEventListener('storage', ({ key }) => {
  if (key !== 'token' && key !== null) return;
  if (localStorage.getItem('token')) page.dataset['session'] = 'in';
  else delete page.dataset['session'];
});

/** The part of the visits whose speed is reported, if the page says where to. */
const sampledPart = 0.02;
const vitals = '/report-vitals.js';
const { reportTo } = document.querySelector('main')?.dataset ?? {};
if (reportTo && isCountable && Math.random() < sampledPart) import(/* @vite-ignore */ vitals).catch(() => undefined);
