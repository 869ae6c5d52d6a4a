import { minuteMs } from '#lib/durations.ts';
import { exchanges } from '#shared/orders/types.ts';

export type DataProducts = { readonly top: number; readonly depth: number };

export type VolumetricaSettings = ReturnType<typeof readSettings>;

const defaultProducts = exchanges.map((exchange, index) => `${exchange}:${index}:${index + 4}`).join(',');

/** @throws {Error} one sentence that names what is missing or wrong */
export function readSettings(source: Readonly<Record<string, string | undefined>>) {
  const apiKey = source['VOLUMETRICA_API_KEY'];
  if (!apiKey) throw new Error('Set VOLUMETRICA_API_KEY: volumetrica.md says where to find it.');
  const text = (name: string, otherwise: string) => source[`VOLUMETRICA_${name}`] ?? otherwise;
  const number = (name: string, otherwise: number) => {
    const value = Number(text(name, String(otherwise)));
    if (!Number.isInteger(value) || value < 0) throw new Error(`VOLUMETRICA_${name} must be a whole number.`);
    return value;
  };
  const secret = source['VOLUMETRICA_WEBHOOK_SECRET'];
  return {
    url: text('URL', 'https://dxfeed.volumetricaprop.com/api/v2/Propsite').replace(/(?<!\/)\/+$/, ''),
    apiKey,
    /** How the vendor signs its webhooks; null takes none. */
    webhook: secret ? { header: text('WEBHOOK_HEADER', 'x-api-key').toLowerCase(), secret } : null,
    /** The program that market data is for: 0 is the vendor's own. */
    dataPlatform: number('DATA_PLATFORM', 0),
    /** What the vendor's documents leave open: `doctor` prints these. */
    open: {
      requestsPerHour: number('REQUESTS_PER_HOUR', 20_000),
      /** How long nothing is sent after a 429 that doesn't say. */
      retryMs: number('RETRY_MS', minuteMs),
      /** The shortest pause between two polls. */
      pollMs: number('POLL_MS', 250),
      /** How late a fill may appear in the list of fills. */
      overlapMs: number('OVERLAP_MS', 2 * minuteMs),
      /** How often the whole session is read again, for what changed or came later still. */
      rereadMs: number('REREAD_MS', 10 * minuteMs),
      /** What a fill means that the list no longer has. */
      goneFills: text('GONE_FILLS', 'report') === 'bust' ? 'bust' : 'report',
      sells: text('SELLS', 'negative') === 'positive' ? 'positive' : 'negative',
      /** Whether a rule of 0 contracts keeps an instrument from being opened, but lets it be closed. */
      halts: text('HALTS', 'rule') === 'person' ? 'person' : 'rule',
      /** Whether the rule also holds the trader's own limits of the day, or only the site's lock enforces them. */
      personalStops: text('PERSONAL_STOPS', 'rule') === 'site' ? 'site' : 'rule',
      dataMonths: number('DATA_MONTHS', 1),
      dataProducts: readProducts(text('DATA_PRODUCTS', defaultProducts)),
    },
  } as const;
}

/** `CME:0:4,CBOT:1:5`: for each exchange the numbers of its products with prices and with depth. */
function readProducts(text: string): Readonly<Record<string, DataProducts>> {
  const entries = text.split(',').map((each) => {
    const [, exchange, top, depth] = /^([A-Z]+):(\d+):(\d+)$/.exec(each.trim()) ?? [];
    if (exchange === undefined) throw new Error('VOLUMETRICA_DATA_PRODUCTS must look like CME:0:4,CBOT:1:5.');
    return [exchange, { top: Number(top), depth: Number(depth) }] as const;
  });
  return Object.fromEntries(entries);
}

/** What to ask the vendor before going live, a sentence each. */
export function describeOpen({ open, webhook }: VolumetricaSettings): readonly string[] {
  const products = Object.entries(open.dataProducts).map(([name, { top, depth }]) => `${name} ${top} and ${depth}`);
  return [
    `how many requests an hour are allowed; at most ${open.requestsPerHour} are sent (VOLUMETRICA_REQUESTS_PER_HOUR), and none for ${open.retryMs} ms after a 429 without a time (VOLUMETRICA_RETRY_MS).`,
    `how often the lists may be polled; every ${open.pollMs} ms at most, less often where the hour’s requests demand it (VOLUMETRICA_POLL_MS).`,
    `how late a fill may appear in the list; ${open.overlapMs} ms are read again each time (VOLUMETRICA_OVERLAP_MS), and the whole session every ${open.rereadMs} ms (VOLUMETRICA_REREAD_MS).`,
    `how a bust is shown; a fill that the list no longer has is taken as ${open.goneFills === 'bust' ? 'a bust' : 'a fault, and said'} (VOLUMETRICA_GONE_FILLS).`,
    `whether sells are ${open.sells} quantities (VOLUMETRICA_SELLS).`,
    `whether a rule of 0 contracts still lets positions be closed; halts are ${open.halts === 'rule' ? 'set so' : 'left to a person'} (VOLUMETRICA_HALTS).`,
    `whether an intraday drawdown and run-up that disable the day count from its starting balance, include open profit and end with the session, also in a rule that is changed during it; personal stops are ${open.personalStops === 'rule' ? 'set so' : 'left to the site’s lock'} (VOLUMETRICA_PERSONAL_STOPS).`,
    `the numbers of the data products; ${products.join(', ')} (VOLUMETRICA_DATA_PRODUCTS), for ${open.dataMonths} months at a time (VOLUMETRICA_DATA_MONTHS).`,
    webhook
      ? `which header webhooks carry; ${webhook.header} is compared (VOLUMETRICA_WEBHOOK_HEADER).`
      : 'for a webhook: without VOLUMETRICA_WEBHOOK_SECRET none is taken, and changes are seen only at the next poll.',
  ];
}
