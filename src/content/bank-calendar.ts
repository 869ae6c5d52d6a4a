import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { isWeekend, parseDate } from '#shared/exchange/chicago.ts';
import { readYaml } from './content-error.ts';

const date = z.string().refine((text) => parseDate(text) !== null, 'a date in quotes, as "2026-11-26"');
const area = z.enum(['us', 'eu']);

export const bankCalendarSchema = z
  .strictObject({
    coveredUntil: date,
    sources: z.array(z.strictObject({ area, url: z.url(), checkedOn: date })).min(1),
    holidays: z.array(z.strictObject({ date, name: z.string().min(1), areas: z.array(area).min(1) })).min(1),
  })
  .superRefine(({ coveredUntil, holidays }, context) => {
    for (const [index, { date: on }] of holidays.entries()) {
      const report = (message: string) => context.addIssue({ code: 'custom', path: ['holidays', index], message });
      if (on <= (holidays[index - 1]?.date ?? '')) report(`${on} is out of order or listed twice`);
      if (isWeekend(parseDate(on) ?? 0)) report(`${on} is a weekend`);
      if (on > coveredUntil) report(`${on} comes after coveredUntil`);
    }
  });

export type BankCalendar = z.infer<typeof bankCalendarSchema>;

export function readBankCalendar(folder = resolve('content')): BankCalendar {
  const file = 'catalog/bank-holidays.yaml';
  return readYaml(readFileSync(resolve(folder, file), 'utf8'), `content/${file}`, bankCalendarSchema);
}

export function compileBankCalendar({ holidays }: BankCalendar): Readonly<Record<string, string>> {
  const rows = holidays.map(({ date: on, name }) => `  '${on}', // ${name}\n`);
  return {
    'src/shared/exchange/bank-holidays.ts': [
      '// Written from content/catalog/bank-holidays.yaml: change that file, not this one.\n',
      '\n',
      `export const bankHolidays: ReadonlySet<string> = new Set([\n${rows.join('')}]);\n`,
    ].join(''),
  };
}
