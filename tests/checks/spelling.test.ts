import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

/** British spellings that we wrote, as parts of words and names: English here is American. */
const british = [
  ...['programme(?![dru])', 'catalogue', 'analogue', 'licence', 'defence', 'offence', 'pretence', 'judgement'],
  ...[
    '(?<!kn)acknowledgement',
    '(?:col|fav|behavi|hon|neighb|harb|endeav|flav|hum|lab|rum)our(?!ly)',
    'cent(?:re|red|ring)(?![a-z])',
  ],
  ...[
    '(?:cance|labe|trave|mode|signa|leve|tota|dia|fue|marsha)ll(?:ed|ing|ers?)(?![a-z])',
    '(?:enro|fulfi|insta)lment',
  ],
  ...[
    '(?:fulfi|enro|disti)ls?(?![a-z])',
    '(?:ski|wi)lful',
    '\\bcheques?\\b',
    '\\bgrey\\b',
    '\\bpractis(?:e|ed|es|ing)\\b',
  ],
  ...[
    '\\banalys(?:e|ed|er|ing)\\b',
    '\\b(?:to|after)wards\\b',
    '\\b(?:whilst|amongst|learnt|spelt|spoilt|maths|ageing|cosy)\\b',
  ],
  ...['\\bper cent\\b', '\\bartefact', '\\bsceptic'],
  '(?:real|recogn|organ|initial|serial|normal|total|anonym|penal|local|capital|summar|author|minim|maxim|custom|synchron|optim|priorit|categor|standard|general|special|final|visual|apolog|critic|stabil|neutral|random|token|character|digit|item|formal|equal|util|legal)is(?:e|ed|es|er|ing|ation|ations)(?![a-z])',
  // "25 November".
  '\\b\\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\\b',
];
const pattern = new RegExp(british.join('|'), 'gi');

/** Files that others wrote, that are published as they are, or that speak of the spelling itself. */
const notOurs =
  /^(?:package-lock\.json|tests\/(?:bench|mutation)\/package-lock\.json|LICENSE|src\/assets\/fonts\/OFL.*|content\/catalog\/rules\/.*|src\/decisions\/10-.*|tests\/checks\/spelling\.test\.ts)$/;
const isText = /\.(?:tsx?|mjs|astro|css|md|json|ya?ml|conf|txt|csv|svg|example)$|Dockerfile|Caddyfile/;
/** Texts in French and Portuguese; the keys of translations are the same as in English. */
const isTranslation = /^(?:content\/[a-z-]+\/(?:fr|pt)\/|public\/locales\/(?!en\/))/;

/** What stays: names that others gave, and what is posted or published under its former name. */
const kept: readonly RegExp[] = [
  /aria-labelledby|greyscale|greylist\w*|\.initialise\(|\{ analyse as findReports \}/gi,
  /European Consumer Centres?|Labour Day/g,
  // A path of HMRC's API.
  /organisations\/vat\//g,
  // The key of published rules.
  /\brules(?:\[[^\]]*\])?\??\.programmes\b|\b(?:properties|after|before)\.programmes\b|programmes(?=: z\.\w+\(\s*\w+, z\.partialRecord)/g,
  /\bv\d\.yaml: programmes\b|\{ programmes \}|Object\.entries\(programmes\)/g,
  // What a button of the sandbox's payment page posts.
  /value="cancelled"|\bpress\([^;\n]*'cancelled'|type (?:Press|Outcome) = .*|const outcomes = .*|'declined',\s+'cancelled',\s+'disputed'|outcome === 'cancelled'/g,
  // French in code, tests and data.
  /\b(?:fr|pt|es): (?:"[^"\n]*"|'[^'\n]*'|[^{}\n]*?(?=, (?:en|fr|pt|es): | \}|$))/gm,
  /^( *)(?:- )?(?:fr|pt|es):(?: *[>|].*)?\n(?:\1 +.*\n|\n)+/gm,
  /(?<![A-Za-z])[dl][’']\w+|r[ée]initialis\w*/gi,
];

/** Trading platforms write "Cancelled" in the files that these read. */
const readsExports = /\/replay\/(?:fill-file\/|.*\.test\.ts)/;

/** British readers search too. */
const isTyped = /^content\/search-synonyms\.yaml$/;

const findBritish = (text: string) =>
  [...kept.reduce((rest, each) => rest.replace(each, ' '), text).matchAll(pattern)].map(([word]) => word);

test('English texts, code and file names are in American spelling', () => {
  const files = listFiles('.').filter((file) => !notOurs.test(file));
  const inNames = files.filter((file) => findBritish(file).length > 0);
  const inTexts = files
    .filter((file) => isText.test(file) && !isTranslation.test(file) && !isTyped.test(file))
    .flatMap((file) => [...new Set(findBritish(readFileSync(file, 'utf8')))].map((word) => [file, word] as const))
    .filter(([file, word]) => !(readsExports.test(file) && /^cancelled$/i.test(word)))
    .map(([file, word]) => `${file}: ${word}`);
  expect([...inNames, ...inTexts]).toEqual([]);
});
