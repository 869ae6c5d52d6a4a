import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { officeLists } from '#shared/firm/lists.ts';
import type { ListColumn } from '#shared/office/list-columns.ts';
import { collectLists, listFiles } from './sources.ts';

type Strings = { readonly [key: string]: string | Strings };

const flatten = (strings: Strings, path = ''): (readonly [key: string, value: string])[] =>
  Object.entries(strings).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}/${key}`, value] as const] : flatten(value, `${path}/${key}`),
  );

const readStrings = (language: string): ReadonlyMap<string, string> =>
  new Map(
    listFiles(`public/locales/${language}`).flatMap((file) =>
      flatten(JSON.parse(readFileSync(file, 'utf8')) as Strings, file.replace(`/${language}/`, '/')),
    ),
  );

/** A button or a heading that an English text quotes, and the text of a link to a screen behind sign-in. */
const mentions =
  /“([^”]+?)[.,]?”|\[([^\]]+)\]\(\/(?:my-account|billing|web-trading|profile|withdraw|cancel|dashboard)[^)]*\)/g;

test.each(['fr', 'pt'])('texts in %s name buttons and screens as the interface does', (language) => {
  const english = [...readStrings('en')];
  const translated = readStrings(language);
  const texts = listFiles('content').filter((file) => /\/en\/.*\.md$/.test(file));
  const labels = texts.flatMap((file) => {
    const translation = file.replace('/en/', `/${language}/`);
    const text = existsSync(translation) ? readFileSync(translation, 'utf8') : '';
    return [...readFileSync(file, 'utf8').matchAll(mentions)].flatMap(([, quoted, linked]) => {
      const names = english.flatMap(([key, value]) =>
        value === (quoted ?? linked) ? (translated.get(key) ?? []) : [],
      );
      return names.length === 0 ? [] : [{ translation, names, isNamed: names.some((name) => text.includes(name)) }];
    });
  });
  expect(labels.length).toBeGreaterThan(30);
  expect(
    labels.flatMap(({ translation, names, isNamed }) => (isNamed ? [] : `${translation}: say ${names.join(' or ')}`)),
  ).toEqual([]);
});

/** `status_*` → the members of a list that a file has keys for. */
function findPatterns(keys: ReadonlySet<string>, list: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const patterns = new Map<string, Set<string>>();
  for (const member of list)
    for (const key of keys) {
      const [before = '', after] = key.split(member, 2);
      if (after === undefined || !/^(?:|.*[_.])$/.test(before) || !/^(?:$|[_.])/.test(after) || key === member)
        continue;
      const pattern = `${before}*${after}`;
      patterns.set(pattern, (patterns.get(pattern) ?? new Set()).add(member));
    }
  return patterns;
}

/** Members that are shown in other words, or nowhere. */
const unlabeled = [
  'accounts limit_* self',
  ...['accounts rule_text_* none', 'accounts phase_* active', 'billing line_* package'],
  ...['errors data_* no-account', 'features progress_* considered', 'mail line_* package'],
  ...['mail account_*_lead terminated'],
  ...['mail account_*_lead active', 'notification-messages account_*_title terminated', 'office column_* all'],
  ...['notification-messages account_*_text terminated', 'notification-messages account_*_title active'],
  ...['notification-messages account_*_text active', 'office evidence_* signed-in', 'office line_* package'],
  ...['office column_* first-payout', 'orders line_* package', 'orders done_*_title evaluation'],
  ...[
    'orders done_*_title trial',
    'orders *_title draft',
    'orders *_title awaiting-payment',
    'payee identity_* started',
  ],
  ...['status incident_* dismissed', 'terminal state_*_title active', 'terminal state_*_text active'],
  ...['terminal role_* own', 'terminal update_* working'],
];

test('where most members of a list have a label, each has one', async () => {
  const lists = await collectLists();
  const missing = listFiles('public/locales/en').flatMap((file) => {
    const name = file.replace(/^.*\/(.*)\.json$/, '$1');
    const written = flatten(JSON.parse(readFileSync(file, 'utf8')) as Strings).map(([key]) => key.slice(1));
    const keys = new Set(written.flatMap((key) => [key, key.replace(/_(?:one|many|other)$/, '')]));
    const found = [...lists.values()].flatMap((list) =>
      [...findPatterns(keys, list)]
        .filter(([, members]) => members.size >= 0.75 * list.length)
        .map(([pattern, members]) => ({ pattern, members, without: list.filter((each) => !members.has(each)) })),
    );
    /** Another list names all of its members by this pattern, these among them. */
    const isAnothers = (pattern: string, members: ReadonlySet<string>) =>
      found.some((each) => each.pattern === pattern && each.without.length === 0 && members.isSubsetOf(each.members));
    return found
      .filter(({ pattern, members }) => !isAnothers(pattern, members))
      .flatMap(({ pattern, without }) => without.map((each) => `${name} ${pattern} ${each}`));
  });
  const help =
    'Each is a file of public/locales, a pattern and the member without a label: add it, or list it in unlabeled';
  expect([...new Set(missing)].sort(), help).toEqual(unlabeled.toSorted());
});

test('each value that a list of the office shows by a label has one', () => {
  const texts = JSON.parse(readFileSync('public/locales/en/office.json', 'utf8'));
  const columns = Object.values(officeLists).flatMap((list) => Object.entries<ListColumn>(list.columns));
  const shown = columns.flatMap(([column, { kind, values = [] }]) =>
    /^(?:label|state)$/.test(kind)
      ? values.map((value) => [`value_${value}`, `value_${column}_${value}`] as const)
      : [],
  );
  expect(shown.length).toBeGreaterThan(200);
  expect(shown.filter((keys) => keys.every((key) => texts[key] === undefined))).toEqual([]);
});
