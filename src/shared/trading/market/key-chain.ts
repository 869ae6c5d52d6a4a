import { hashEntry } from '#shared/payouts/statistics-chain.ts';
import type { ContractParameters } from './references.ts';

/** A published entry. `hash` is the lower-case hex SHA-256 of the previous hash, a line feed and `body`. */
export type KeyEntry = { readonly hash: string; readonly body: string };

/** The JSON contents of `body`. Keys and hashes are lower-case hex, by day as YYYY-MM-DD. */
export type KeyEntryBody = {
  /** From 1, without gaps. */
  readonly number: number;
  /** When it was appended, in ISO 8601. */
  readonly at: string;
  /** The SHA-256 of each key whose day is still to come; after a pause, and in the first entry, also of earlier days. */
  readonly hashes: Readonly<Record<string, string>>;
  /** The keys of days that have ended. */
  readonly keys: Readonly<Record<string, string>>;
  /** In the first entry: its first day, each product's price then relative to the reference, and what else is needed. */
  readonly start?: {
    readonly day: string;
    readonly opens: Readonly<Record<string, number>>;
    /** Epoch milliseconds from which the premium of later months counts. */
    readonly referenceAt: number;
    readonly contracts: Readonly<Record<string, ContractParameters>>;
  };
};

/** What the chain says about a day. Times in epoch milliseconds. */
export type PublishedDay = { readonly hash: string; readonly announcedAt: number; readonly key: string | null };

export type KeyChain = {
  readonly start: NonNullable<KeyEntryBody['start']>;
  readonly days: ReadonlyMap<string, PublishedDay>;
};

/** Rehashes a chain and every key in it; null if an entry was changed or a key isn't the one that was announced. */
export async function readKeyChain(entries: readonly KeyEntry[]): Promise<KeyChain | null> {
  const days = new Map<string, PublishedDay>();
  let start: KeyEntryBody['start'];
  let previous = '';
  for (const [index, { hash, body }] of entries.entries()) {
    const entry = parseBody(body);
    if (entry?.number !== index + 1 || hash !== (await hashEntry(previous, body))) return null;
    if (index === 0) start = entry.start;
    for (const [day, keyHash] of Object.entries(entry.hashes)) {
      if (days.has(day)) return null;
      days.set(day, { hash: keyHash, announcedAt: Date.parse(entry.at), key: null });
    }
    for (const [day, key] of Object.entries(entry.keys)) {
      const announced = days.get(day);
      if (announced?.key !== null || announced.hash !== (await hashKey(fromHex(key)))) return null;
      days.set(day, { ...announced, key });
    }
    previous = hash;
  }
  return start === undefined ? null : { start, days };
}

export async function hashKey(key: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(key))));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function parseBody(body: string): KeyEntryBody | null {
  try {
    const content = JSON.parse(body) as Partial<KeyEntryBody> | null;
    return typeof content?.hashes === 'object' && typeof content.keys === 'object' ? (content as KeyEntryBody) : null;
  } catch {
    return null;
  }
}
