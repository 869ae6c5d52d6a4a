import { defaultLocale } from '#i18n/locales.ts';
import { splitFrontMatter } from './split-front-matter.ts';
import type { Tree } from './work-tree.ts';

/** What the public reads before it buys. Guides are about other firms' programs, and articles about trading. */
const folders = ['faq', 'thor-faq', 'legal', 'agreements', 'pages'] as const;
const strings = ['programs', 'home'] as const;

const variable = /\{\{[^{}]*\}\}/g;
const link = /\]\([^()]*\)/g;
/** Digits that are part of a name, a reference or a date's month, such as `50K`, `S&P 500` or `section 2`. */
const names =
  /(?:S&P |Nasdaq-|[Aa]rt\. |sections? |[Rr]eason |Badges |NinjaTrader |CFR )[\d.]+(?:, \d| or \d)*|\b\d*[A-Za-z][\w-]*\d[\w-]*|\b\d+(?:K|[A-Z])\b|\b1099-NEC\b/g;
const absolute =
  /\b(?:never|always|only|at once|immediately|instantly)\b|\bwithin (?:an?|one|two|three|minutes|seconds|hours)\b/i;
/** What readers are advised to do is nothing that the program does. */
const advice =
  /^(?:\*\*)?(?:Ask|Choose|Compare|Count|Decide|Don’t|Give|If you want|Keep|Load|Look|Never|Request|Say|Sign|Size|Start|Take|Trade|Treat|Use|Write)\b/;

/** An English sentence that states a figure or “never”, “always”, “only” or “at once”, and the text it is in. */
export type Claim = { readonly text: string; readonly sentence: string };

/** How a claim's text is called in content/proofs.yaml, and its file. */
export const claimFile = (text: string): string =>
  text.startsWith('strings/')
    ? `public/locales/${defaultLocale}/${text.slice('strings/'.length)}.json`
    : `content/${text.replace('/', `/${defaultLocale}/`)}.md`;

/** Every claim of the public texts. Figures that are template variables are as right as the catalog. */
export function listClaims(tree: Tree): Claim[] {
  const texts = folders.flatMap((folder) =>
    tree
      .list(`content/${folder}`)
      .filter((file) => file.startsWith(`${defaultLocale}/`) && file.endsWith('.md'))
      .map((file) => `${folder}/${file.slice(defaultLocale.length + 1, -'.md'.length)}`),
  );
  return [...texts, ...strings.map((name) => `strings/${name}`)].flatMap((text) =>
    sentencesOf(tree.read(claimFile(text)), text.startsWith('strings/'))
      .filter(isClaim)
      .map((sentence) => ({ text, sentence })),
  );
}

function sentencesOf(source: string, isJson: boolean): string[] {
  const values = [...source.matchAll(/": "(.*)",?$/gm)].map(([, value = '']) => value);
  const lines = isJson ? values : (splitFrontMatter(source)?.body ?? source).split('\n');
  return lines
    .map((line) => line.trim().replace(/^(?:[-*]|\d+\.) /, ''))
    .filter((line) => line !== '' && !line.startsWith('#') && !/^[|: -]+$/.test(line))
    .flatMap((line) => line.split(/(?<=[.!?]["”)*]*)\s+(?=[A-Z“*[{])/));
}

function isClaim(sentence: string): boolean {
  const bare = sentence.replace(link, ']').replace(variable, '');
  return !advice.test(sentence) && (/\d/.test(bare.replace(names, '')) || absolute.test(bare));
}
