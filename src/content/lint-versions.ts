import { createHash } from 'node:crypto';
import { parse, stringify } from 'yaml';
import { defaultLocale, locales } from '#i18n/locales.ts';
import type { TemplateVariables } from './template-variables.ts';
import { readVersion, readVersionedText } from './versioned-text.ts';
import { type LintFinding, listTextNames, type Tree, textFile, toErrors } from './work-tree.ts';

/** What each version of a text that people accept says: its wording by language, and its figures. */
export const agreedTextsFile = 'content/agreed-texts.yaml';

const heading = `# What each version of a text that people accept says: a digest of its wording, and the values of its figures, because
# a consent stores the version. \`npm run content -- --record\` writes raised and new versions; recorded ones stay as they are.

`;

type AgreedText = {
  readonly version: string;
  readonly wording: Readonly<Record<string, string>>;
  readonly figures: Readonly<Record<string, string>>;
};
type AgreedTexts = Readonly<Record<string, AgreedText>>;

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** A value as a person can compare it; of tables, a digest. */
const shorten = (value = '') => (value.includes('\n') || value.length > 80 ? digest(value) : value);

function readFigures(text: string, variables: TemplateVariables): AgreedText['figures'] {
  const names = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
  return Object.fromEntries(names.toSorted().map((name) => [name, shorten(variables.get(name))]));
}

/** Every text that people accept as it stands now, by a name such as `legal/terms`. */
function readTexts(tree: Tree, variables: TemplateVariables): AgreedTexts {
  const names = listTextNames(tree, ['legal', 'agreements']);
  const read = (name: string): AgreedText => {
    const files = locales.map((locale) => [locale, tree.read(textFile(name, locale))] as const);
    const written = files.filter(([, text]) => text !== '');
    return {
      version: readVersionedText(tree.read(textFile(name, defaultLocale))).version,
      wording: Object.fromEntries(written.map(([locale, text]) => [locale, digest(readVersionedText(text).wording)])),
      figures: readFigures(written.map(([, text]) => text).join('\n'), variables),
    };
  };
  return Object.fromEntries(names.toSorted().map((name) => [name, read(name)]));
}

const readAgreed = (tree: Tree): AgreedTexts => parse(tree.read(agreedTextsFile)) ?? {};

export function recordVersions(tree: Tree, variables: TemplateVariables): string {
  const agreed = readAgreed(tree);
  const texts = Object.entries(readTexts(tree, variables)).map(([name, text]) => {
    const recorded = agreed[name];
    return [name, recorded?.version === text.version ? recorded : text];
  });
  return heading + stringify(Object.fromEntries(texts), { lineWidth: 0 });
}

function compare(name: string, now: AgreedText, recorded: AgreedText | undefined): readonly string[] {
  const remedy = 'raise the version and set its date in every language';
  if (recorded?.version !== now.version)
    return [`${agreedTextsFile} doesn’t have ${name} ${now.version}: run npm run content -- --record`];
  const worded = Object.entries(now.wording)
    .filter(([locale, wording]) => (recorded.wording[locale] ?? wording) !== wording)
    .map(([locale]) => `${textFile(name, locale)}: the wording changed under version ${now.version}: ${remedy}`);
  const figures = Object.entries(now.figures)
    .filter(([figure, value]) => (recorded.figures[figure] ?? value) !== value)
    .map(([figure, value]) => `{{${figure}}} was ${recorded.figures[figure]} and is ${value}`);
  if (figures.length === 0) return worded;
  const file = textFile(name, defaultLocale);
  return [...worded, `${file}: under version ${now.version}, ${figures.join(', ')}: ${remedy}`];
}

/**
 * Finds texts that people accept whose wording or figures changed under the same version, and translations whose version
 * or date isn't the English one.
 * @param variables the figures in English
 */
export function lintVersions(tree: Tree, variables: TemplateVariables): LintFinding[] {
  const agreed = readAgreed(tree);
  const errors = Object.entries(readTexts(tree, variables)).flatMap(([name, now]) => {
    const english = readVersion(tree.read(textFile(name, defaultLocale)));
    const others = Object.keys(now.wording).flatMap((locale) => {
      const own = readVersion(tree.read(textFile(name, locale)));
      if (own === english) return [];
      return [
        `${textFile(name, locale)}: version and date are ${own}, in English ${english}: give both languages the same`,
      ];
    });
    return [...others, ...compare(name, now, agreed[name])];
  });
  return toErrors(errors);
}
