import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { chicagoTime, isWeekend, parseDate } from '#shared/exchange/chicago.ts';
import { clockTime, minutesOf } from './calendar.ts';
import { readYaml } from './content-error.ts';
import { localizedText } from './localized-text.ts';

const date = z.string().refine((text) => parseDate(text) !== null, 'a date in quotes, as "2026-11-26"');

export const newsSchema = z.strictObject({
  releases: z
    .array(
      z
        .strictObject({
          name: localizedText,
          url: z.url(),
          checkedOn: date,
          coveredUntil: date,
          time: clockTime,
          dates: z.array(date),
        })
        .superRefine(({ coveredUntil, dates }, context) => {
          for (const [index, on] of dates.entries()) {
            const report = (message: string) => context.addIssue({ code: 'custom', path: ['dates', index], message });
            if (on <= (dates[index - 1] ?? '')) report(`${on} is out of order or listed twice`);
            if (isWeekend(parseDate(on) ?? 0)) report(`${on} is a weekend`);
            if (on > coveredUntil) report(`${on} comes after coveredUntil`);
          }
        }),
    )
    .min(1),
});

/** Generates the module that the server and the account's screen read. */
export function compileNews(folder = resolve('content')): Readonly<Record<string, string>> {
  const file = 'catalog/news.yaml';
  const { releases } = readYaml(readFileSync(resolve(folder, file), 'utf8'), `content/${file}`, newsSchema);
  const times = releases.flatMap(({ time, dates }, index) =>
    dates.map((on) => ({ index, at: new Date(chicagoTime(parseDate(on) ?? 0, minutesOf(time) ?? 0)).toISOString() })),
  );
  times.sort((left, right) => left.at.localeCompare(right.at));
  const [coveredUntil] = releases.map((each) => each.coveredUntil).sort();
  const quoted = (text: string) => `'${text.replaceAll("'", '’')}'`;
  const names = releases.map(({ name }) =>
    ['  {\n', ...Object.entries(name).map(([locale, text]) => `    ${locale}: ${quoted(text)},\n`), '  },\n'].join(''),
  );
  return {
    'src/shared/exchange/news-releases.ts': [
      '// Written from content/catalog/news.yaml: change that file, not this one.\n',
      '\n',
      `/** The last day for which every schedule is known. */\nexport const newsCoveredUntil = '${coveredUntil}';\n`,
      '\n',
      `const names = [\n${names.join('')}] as const;\n`,
      '\n',
      '/** The releases in order, with their time in UTC ms. */\n',
      'export const newsReleases = [\n',
      ...times.map(({ at, index }) => `  { at: Date.parse('${at}'), name: names[${index}] },\n`),
      '];\n',
    ].join(''),
  };
}
