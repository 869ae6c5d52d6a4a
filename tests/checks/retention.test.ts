import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderKeptTable } from '#content/kept-table.ts';
import { locales } from '#i18n/locales.ts';
import { retention } from '#shared/core/retention.ts';
import { keptAfterDeletion, policyLines } from '#shared/privacy/kept-after-deletion.ts';

type Compose = { readonly services: Readonly<Record<string, { readonly logging: { readonly driver: string } }>> };

// A language without translations has no folder and shows the English pages.
const translated = locales.filter((locale) => existsSync(`content/legal/${locale}`));

test.each(translated)('the %s pages about data take every period from the settings that the jobs use', (locale) => {
  for (const page of ['privacy-policy', 'cookies'] as const) {
    const text = readFileSync(`content/legal/${locale}/${page}.md`, 'utf8');
    const typed = text.match(/\d+\s(days|months|years|jours|mois|ans|dias|meses|anos)\b/gu) ?? [];
    // The age of majority is not a retention period.
    expect(typed.filter((period) => !period.startsWith('18'))).toEqual([]);
    const named = {
      cookies: ['deviceDays', 'themeDays'],
      'privacy-policy': Object.keys(retention).filter((name) => name !== 'themeDays'),
    };
    for (const name of named[page]) expect(text).toContain(`{{retention.${name}}}`);
    expect(text).toContain('{{affiliate.linkDays}}');
  }
});

test.each(translated)(
  'the %s privacy policy says in one line each how long data is kept, as many as the program knows',
  (locale) => {
    const sections = readFileSync(`content/legal/${locale}/privacy-policy.md`, 'utf8').split(/^## /m);
    const periods = sections.find((section) => section.includes('{{retention.orderDays}}')) ?? '';
    expect(periods.match(/^- \*\*/gm)).toHaveLength(policyLines.length);
  },
);

test.each([
  ['en', 'Orders in the terminal', '365 days after they end'],
  ['fr', 'Ordres du terminal', '365 jours après leur fin'],
  ['pt', 'Ordens do terminal', '365 dias após o seu fim'],
] as const)(
  'the %s privacy policy says of all that a deletion leaves why, by which law and until when',
  (locale, data, until) => {
    expect(readFileSync(`content/legal/${locale}/privacy-policy.md`, 'utf8')).toContain(
      '{{privacy.keptAfterDeletion}}',
    );
    const [headings, , ...rows] = renderKeptTable(locale)
      .split('\n')
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(rows).toHaveLength(Object.keys(keptAfterDeletion).length);
    // A text without a translation shows its key.
    for (const row of [headings, ...rows]) expect(row).toEqual(Array(4).fill(expect.stringMatching(/^[^.{}]{3,}/)));
    expect(rows.find(([first]) => first === data)?.at(-1)).toBe(until);
  },
);

test.each([
  ['payee', 'documents_text'],
  ['performance-review', 'floor_prices'],
])('the screen text %s.%s takes its period from the settings that the jobs use', (file, key) => {
  for (const locale of translated) {
    const texts = JSON.parse(readFileSync(`public/locales/${locale}/${file}.json`, 'utf8')) as Record<string, string>;
    expect(texts[key]).toContain('{{days}}');
    expect(texts[key]).not.toMatch(/\d+\s(days|jours|dias)\b/u);
  }
});

test('the journal and the proxy delete logs after the number of days in the privacy policy', () => {
  const journal = readFileSync('deploy/journald.conf', 'utf8');
  expect(journal.match(/^\w+Sec=.*$/gm)).toEqual([`MaxRetentionSec=${retention.serverLogDays}day`, 'MaxFileSec=1day']);
  const rotation = readFileSync('deploy/logrotate.conf', 'utf8');
  expect(rotation).toMatch(/^\tdaily$/m);
  expect(rotation.match(/^\t(?:rotate|maxage) \d+$/gm)).toEqual([
    `\trotate ${retention.serverLogDays}`,
    `\tmaxage ${retention.serverLogDays}`,
  ]);
  // A log that isn't rotated keeps its old files.
  expect(rotation).toMatch(/^\tifempty$/m);
  const compose = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as Compose;
  expect(Object.values(compose.services).map(({ logging }) => logging.driver)).toEqual(Array(5).fill('journald'));
});
