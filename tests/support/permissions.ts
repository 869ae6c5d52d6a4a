import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** `POST orders/create`: a call as permissions.yaml names it. */
export const nameOf = (call: { readonly method: string; readonly path: string }) => `${call.method} ${call.path}`;

function expand(entry: string): readonly string[] {
  const [call = '', suffixes] = entry.split('[');
  return [call, ...(suffixes?.replace(']', '').split('|') ?? []).map((suffix) => call + suffix)];
}

const table = parse(readFileSync('tests/support/permissions.yaml', 'utf8')) as Record<string, readonly string[]>;
const { 'trader view': traderView = [], ...granted } = table;

/** Who may make each call: `any`, `token`, `verified`, `payout`, or roles with a space between them. */
export const permissions: ReadonlyMap<string, string> = new Map(
  Object.entries(granted).flatMap(([who, calls]) => calls.flatMap(expand).map((call) => [call, who] as const)),
);

/** What a trader's read-only view reads besides public calls. */
export const traderViewCalls: ReadonlySet<string> = new Set(traderView);
