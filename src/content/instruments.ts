import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ExpiryRule, expiryRules } from '#shared/exchange/last-trading-day.ts';
import { readYaml } from './content-error.ts';

/** Groups of products with the same trading hours. */
export const sessionGroups = [
  'equity-index',
  'rates-and-currencies',
  'energy-and-metals',
  'grains',
  'livestock',
  'crypto',
] as const;

const exchangeMonths = 'FGHJKMNQUVXZ';
const decimal = z.string().regex(/^\d+(\.\d+)?$/, 'an exact decimal in quotes, as "0.25"');
const tenThousandths = /^\d+(\.\d{1,4})?$/;

const instrument = z
  .strictObject({
    code: z.string().regex(/^[A-Z0-9]{2,4}$/, 'the product code of the exchange, as MES'),
    name: z.string().min(1),
    exchange: z.enum(['CME', 'CBOT', 'NYMEX', 'COMEX']),
    months: z.union([z.literal('all'), z.string().regex(/^[FGHJKMNQUVXZ]+$/, 'letters of months, as HMUZ, or all')]),
    expiry: z.enum(Object.keys(expiryRules) as [ExpiryRule, ...ExpiryRule[]]),
    /** How many calendar months ahead its months, and the months between them, are listed. */
    listedMonths: z.int().min(3).max(48),
    serialMonths: z.int().min(0).max(24).default(0),
    tick: decimal,
    /** Value of one contract's tick in US dollars. */
    tickValue: decimal.regex(
      tenThousandths,
      'four digits after the point at most: a hundredth of a cent is the smallest unit',
    ),
    microOf: z.string().optional(),
    /** How many contracts count as one against an account's limit. */
    ratio: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(5), z.literal(10)]).default(1),
    session: z.enum(sessionGroups),
    feeCents: z.int().min(0),
  })
  .refine(({ microOf, ratio }) => microOf === undefined || ratio > 1, 'a part of a contract has a ratio above 1');

export const instrumentsSchema = z
  .strictObject({ instruments: z.array(instrument).min(1) })
  .superRefine(({ instruments }, context) => {
    const codes = instruments.map(({ code }) => code);
    for (const [index, { code, microOf }] of instruments.entries()) {
      const path = ['instruments', index];
      if (codes.indexOf(code) !== index) context.addIssue({ code: 'custom', path, message: `${code} is listed twice` });
      if (microOf !== undefined && !codes.includes(microOf)) {
        context.addIssue({ code: 'custom', path, message: `there is no ${microOf} to be a part of` });
      }
    }
  });

export type InstrumentFacts = z.infer<typeof instrumentsSchema>['instruments'][number];

export function compileInstruments(entries: readonly InstrumentFacts[]): Readonly<Record<string, string>> {
  const rows = entries.map(({ code, tick, tickValue, ratio, months, session, feeCents, microOf, ...listing }) => {
    const digits = tick.split('.')[1]?.length ?? 0;
    const letters = months === 'all' ? exchangeMonths : months;
    const key = /^\d/.test(code) ? `'${code}'` : code;
    const value = hundredthsOfCent(tickValue);
    const product = `${Number(tick)}, ${digits}, ${value}, ${ratio}, '${letters}', '${session}', ${feeCents}, '${microOf ?? code}'`;
    return `  ${key}: [${product}, '${listing.expiry}', ${listing.listedMonths}, ${listing.serialMonths}],\n`;
  });
  return {
    'src/shared/exchange/contract-specs.ts': [
      '// Written from content/catalog/instruments.yaml: change that file, not this one.\n',
      '// tick size, decimals, tick value (hundredths of a cent), ratio, months, session group, fee (cents), full-size contract,\n',
      '// rule of the last trading day, calendar months ahead in which its months and the months between them are listed\n',
      `export const contractSpecs = {\n${rows.join('')}} as const;\n`,
    ].join(''),
  };
}

export function readInstruments(folder = resolve('content')): readonly InstrumentFacts[] {
  const file = 'catalog/instruments.yaml';
  return readYaml(readFileSync(resolve(folder, file), 'utf8'), `content/${file}`, instrumentsSchema).instruments;
}

/** Converts dollars to hundredths of a cent, '15.625' → 156250, without floating-point errors. */
function hundredthsOfCent(dollars: string): number {
  const [whole = '0', fraction = ''] = dollars.split('.');
  return Number(`${whole}${fraction.padEnd(4, '0')}`);
}
