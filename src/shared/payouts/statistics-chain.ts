import { type DayFigures, nextUtcDay } from './statistics.ts';

/** A published day. `hash` is the lower-case hex SHA-256 of the previous hash, a line feed and `body`. */
export type ChainEntry = { readonly hash: string; readonly body: string };

/** The JSON contents of `body`. */
export type ChainDay = {
  /** From 1, without gaps. */
  readonly number: number;
  /** UTC: YYYY-MM-DD. */
  readonly day: string;
  readonly sample: boolean;
  /** The figures of the day itself, then of earlier days it corrects. */
  readonly figures: readonly DayFigures[];
  /** The newest entry of the simulated market's keys at the time, so that noting this chain's head covers that one. */
  readonly market?: { readonly number: number; readonly hash: string } | undefined;
};

/** The newest entry. Anyone who notes it down can detect later changes to earlier entries. */
export type ChainHead = { readonly number: number; readonly day: string; readonly hash: string };

export type ChainProblem = 'hash' | 'number' | 'day' | 'body' | 'noted-head';

export type ChainVerdict =
  | { readonly intact: true; readonly head: ChainHead | null; readonly days: readonly ChainDay[] }
  | { readonly intact: false; readonly number: number; readonly problem: ChainProblem };

export async function hashEntry(previousHash: string, body: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${previousHash}\n${body}`));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The text that is hashed and published. */
export function writeBody({ number, day, sample, figures, market }: ChainDay): string {
  return JSON.stringify({ number, day, sample, figures, market });
}

/**
 * Recomputes every hash of a chain.
 * @param noted a head noted earlier, which must still be in the chain
 */
export async function verifyChain(
  entries: readonly ChainEntry[],
  noted?: Pick<ChainHead, 'number' | 'hash'>,
): Promise<ChainVerdict> {
  const days: ChainDay[] = [];
  let head: ChainHead | null = null;
  for (const { hash, body } of entries) {
    const number: number = (head?.number ?? 0) + 1;
    const fail = (problem: ChainProblem) => ({ intact: false, number, problem }) as const;
    if (hash !== (await hashEntry(head?.hash ?? '', body))) return fail('hash');
    const content = readBody(body);
    if (!content) return fail('body');
    if (content.number !== number) return fail('number');
    if (head !== null && content.day !== nextUtcDay(head.day)) return fail('day');
    if (noted?.number === number && noted.hash !== hash) return fail('noted-head');
    days.push(content);
    head = { number, day: content.day, hash };
  }
  if (noted && noted.number > (head?.number ?? 0))
    return { intact: false, number: noted.number, problem: 'noted-head' };
  return { intact: true, head, days };
}

/** Parses a body; null if it isn't a day. */
export function readBody(body: string): ChainDay | null {
  try {
    const content: unknown = JSON.parse(body);
    return isDay(content) ? content : null;
  } catch {
    return null;
  }
}

function isDay(content: unknown): content is ChainDay {
  if (typeof content !== 'object' || content === null) return false;
  const { number, day, figures } = content as Partial<ChainDay>;
  return typeof number === 'number' && typeof day === 'string' && Array.isArray(figures) && figures[0]?.day === day;
}
