import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listFiles } from './sources.ts';

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
