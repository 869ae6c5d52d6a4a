import type { InstrumentCode } from '#shared/exchange/instruments.ts';

/** What a halt covers: all accounts, those of a program or platform, or one instrument on all accounts. */
export const haltScopes = ['all', 'program', 'platform', 'instrument'] as const;

export type HaltScope = (typeof haltScopes)[number];

/** `value` names the program, platform or instrument; null for all accounts. */
export type Halt = { readonly scope: HaltScope; readonly value: string | null };

type HaltableAccount = { readonly program: string; readonly platform: string };

export function stopsAccount({ scope, value }: Halt, account: HaltableAccount): boolean {
  if (scope === 'all') return true;
  return scope !== 'instrument' && account[scope] === value;
}

/** The instruments that may not be traded, sorted by code. */
export function haltedInstruments(halts: readonly Halt[]): InstrumentCode[] {
  const codes = halts.flatMap(({ scope, value }) => (scope === 'instrument' && value !== null ? [value] : []));
  return [...new Set(codes as InstrumentCode[])].sort();
}
