import { eventually } from '../support/eventually.ts';
import type { Person } from './accounts/account-fixtures.ts';

/** What a browser's driver must be able to do. Clicks and fills wait until their target is on screen and enabled. */
export type Engine = {
  goto(url: string): Promise<void>;
  /** Runs a function in the page, which sees nothing outside itself but its argument. */
  evaluate<Argument, Result>(inPage: (argument: Argument) => Result, argument: Argument): Promise<Result>;
  /** Clicks the first element that a selector finds; with a text, the first that has this text. */
  click(selector: string, text?: string): Promise<void>;
  /** Types into a field, or selects a list's value. */
  fill(selector: string, value: string): Promise<void>;
};

/** A person at a browser of any engine: fields are found by name and buttons by their text. */
export type Visitor = {
  visit(path: string): Promise<void>;
  press(button: string): Promise<void>;
  /** Clicks the first link to a path, or with a text. */
  follow(pathOrText: string): Promise<void>;
  fill(name: string, value: string): Promise<void>;
  tick(name: string): Promise<void>;
  /** Waits until the screen shows this text. @returns what the pattern finds */
  see(text: string | RegExp): Promise<string>;
  /** Waits until this text is nowhere on the page. */
  missText(text: string): Promise<void>;
  /** Waits until the page is this screen, in this language. */
  arriveAt(pattern: string, language?: string): Promise<void>;
  /** Waits until the page is another payment's than the given one. @returns its address */
  arriveAtPayment(before?: string): Promise<string>;
  goBack(): Promise<void>;
  signIn(person: Pick<Person, 'token'>): Promise<void>;
  /** Widths of one text: as the page draws it and in our typeface alone, first regular and then bold. */
  measureTypeface(): Promise<readonly number[]>;
};

/** Tries until something is found. A page that is just being replaced answers with an error, which counts as not yet. */
export async function until<Found>(what: string, find: () => Promise<Found | null | false | ''>): Promise<Found> {
  return eventually(what, async () => {
    const found = await find();
    if (found === null || found === false || found === '') throw new Error('not found');
    return found;
  });
}

const textOf = ({ source, flags }: { source: string; flags: string }) =>
  new RegExp(source, flags).exec(document.body?.innerText ?? '')?.[0] ?? '';
const screenOf = () => [document.querySelector('main')?.dataset.route, document.documentElement.lang] as const;

function measureTypeface() {
  const { fontFamily } = getComputedStyle(document.body);
  const [own = ''] = fontFamily.split(',');
  const measure = (family: string, weight: number) => {
    const span = document.createElement('span');
    span.style.cssText = `position: absolute; white-space: nowrap; font: ${weight} 100px ${family}`;
    span.textContent = 'Wide margins, quiet harbors';
    document.body.append(span);
    const { width } = span.getBoundingClientRect();
    span.remove();
    return width;
  };
  if (measure(`${own}, monospace`, 400) === measure('monospace', 400)) return null;
  return [400, 600].flatMap((weight) => [measure(fontFamily, weight), measure(own, weight)]);
}

export function createVisitor(engine: Engine, origin: string): Visitor {
  const { goto, evaluate, click, fill } = engine;
  const field = (name: string) => `main :is(input, select)[name="${name}"]`;
  return {
    measureTypeface: () => until('our typeface', () => evaluate(measureTypeface, null)),
    press: (button) => click('button', button),
    visit: (path) => goto(new URL(path, origin).href),
    follow: (target) => (target.startsWith('/') ? click(`a[href="${target}"]`) : click('a', target)),
    fill: (name, value) => fill(field(name), value),
    tick: (name) => click(field(name)),
    see(text) {
      const { source, flags } = typeof text === 'string' ? { source: RegExp.escape(text), flags: '' } : text;
      return until(`the text ${text}`, () => evaluate(textOf, { source, flags }));
    },
    async missText(text) {
      const isMissing = (wanted: string) => document.body !== null && !document.body.innerText.includes(wanted);
      await until(`the text ${text} to disappear`, () => evaluate(isMissing, text));
    },
    async arriveAt(pattern, language) {
      await until(`the screen ${pattern}`, async () => {
        const [route, lang] = await evaluate(screenOf, undefined);
        return route === pattern && (language === undefined || lang === language);
      });
    },
    arriveAtPayment: (before) =>
      until('the payment page', async () => {
        const url = await evaluate(() => location.href, undefined);
        return url.includes('/api/dev/pay/') && url !== before && url;
      }),
    goBack: () => evaluate(() => history.back(), undefined),
    async signIn({ token }) {
      await goto(new URL('/robots.txt', origin).href);
      await evaluate((value) => {
        localStorage.setItem('token', value);
        localStorage.setItem('token_expiry', String(Date.now() + 700 * 60_000));
        localStorage.setItem('activityTime', String(Date.now()));
      }, token);
    },
  };
}
