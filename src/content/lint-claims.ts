import { defaultLocale } from '#i18n/locales.ts';
import { splitFrontMatter } from './split-front-matter.ts';
import { listTextNames, type Tree, textFile } from './work-tree.ts';

/** What the public reads before it buys. Guides are about other firms' programs, and articles about trading. */
const folders = ['faq', 'thor-faq', 'legal', 'agreements', 'pages'] as const;
const strings = ['programs', 'home'] as const;

const variable = /\{\{[^{}]*\}\}/g;
const link = /\]\([^()]*\)/g;
/** Numbers of a name or a reference; what has letters too, such as `50K` or `W-9`, is none of our figures anyway. */
const named = /(?:S&P|[Ss]ections?|[Rr]eason|Badges|NinjaTrader|CFR|[Aa]rt\.) \d[\d.]*(?:, \d)*(?: or \d)?/g;
const figure = /^["“(+]?\$?\d[^a-z]*$/i;
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
    : textFile(text, defaultLocale);

/** Every claim of the public texts. Figures that are template variables are as right as the catalog. */
export function listClaims(tree: Tree): Claim[] {
  return [...listTextNames(tree, folders), ...strings.map((name) => `strings/${name}`)].flatMap((text) =>
    sentencesOf(tree.read(claimFile(text)), text.startsWith('strings/'))
      .filter(isClaim)
      .map((sentence) => ({ text, sentence })),
  );
}

function sentencesOf(source: string, isJson: boolean): string[] {
  const lines = isJson ? stringsOf(source) : (splitFrontMatter(source)?.body ?? source).split('\n');
  return lines
    .map((line) => line.trim().replace(/^(?:[-*]|\d+\.) /, ''))
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.replace(/([.!?]["”)*]{0,3}) (?=[A-Z“*[{])/g, '$1\n').split('\n'));
}

function stringsOf(source: string): readonly string[] {
  const found: string[] = [];
  JSON.parse(source || '{}', (_, value: unknown) => (typeof value === 'string' ? found.push(value) : value));
  return found;
}

function isClaim(sentence: string): boolean {
  const bare = sentence.replace(link, ']').replace(variable, '').replace(named, '');
  return !advice.test(sentence) && (absolute.test(bare) || bare.split(/[\s|*[\]]/).some((word) => figure.test(word)));
}
