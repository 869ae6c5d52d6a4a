import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { getCatalog } from '#content/catalog.ts';
import { lintVersions } from '#content/lint-versions.ts';
import { createTemplateVariables } from '#content/template-variables.ts';
import { locales } from '#i18n/locales.ts';
import { matchRoute } from '#routes.ts';
import { listFiles } from './sources.ts';

const [, section = ''] =
  /## Laws, texts and the program\n([\s\S]*?)\n## /.exec(readFileSync('content/README.md', 'utf8')) ?? [];
const rows = [...section.matchAll(/^\| (?!law \|)(.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, law = '', text = '', program = '']) => ({ law, text, program }),
);

/** The ids that the headings of an English text get on its page. */
function anchorsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#{2,} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function findTextFaults(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#]+)(?:#([^)]+))?\)/g)];
  if (links.length === 0) return ['no text'];
  return links.flatMap(([, path = '', anchor]) => {
    const files = locales.map((locale) => `content/${path.replace('/en/', `/${locale}/`)}`);
    const missing = files.filter((file) => !existsSync(file));
    if (missing.length > 0) return missing;
    return anchor === undefined || anchorsOf(`content/${path}`).includes(anchor) ? [] : [`${path}#${anchor}`];
  });
}

/** Text in backticks is a route if it starts with a slash, and a file path if it contains one. */
function findProgramFaults(program: string): string[] {
  const places = [...program.matchAll(/`([^`]*\/[^`]*)`/g)].map(([, place = '']) => place);
  if (places.length === 0) return ['no place in the program'];
  return places.filter((place) => (place.startsWith('/') ? matchRoute(place) === undefined : !existsSync(place)));
}

test('each law links to existing texts in every language and to existing places in the program', () => {
  expect(rows.length).toBeGreaterThanOrEqual(16);
  const faults = rows.flatMap(({ law, text, program }) =>
    [...findTextFaults(text), ...findProgramFaults(program)].map((fault) => `${law}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

test('each legal text and agreement is required by a listed law', () => {
  const unnamed = ['legal/en', 'agreements/en'].flatMap((folder) =>
    readdirSync(`content/${folder}`).filter((file) => !section.includes(`](${folder}/${file}`)),
  );
  expect(unnamed).toEqual([]);
});

test('each text that people accept says, with its figures, what is recorded for its version', () => {
  const tree = {
    list: (folder: string) => listFiles(folder).map((file) => file.slice(folder.length + 1)),
    read: (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : ''),
  };
  expect(lintVersions(tree, createTemplateVariables(getCatalog(), 'en'))).toEqual([]);
});
