import crypto, { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { newId } from '#server/core/deps.ts';

export type Chance = ReturnType<typeof createChance>;

/** Numbers that follow from a seed. */
export function createChance(seed: number) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    between: (from: number, to: number) => from + below(to - from + 1),
    hits: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item,
  };
}

const RealDate = Date;
let now = RealDate.now();
let source = '';
let drawn = 0;
let drawnByDatabase = 0;

/** A date that is made without a time is now. Those that were made before are also dates. */
const virtualDate = new Proxy(RealDate, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now] : given, newTarget),
  get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
});

function fill<View extends NodeJS.ArrayBufferView>(view: View): View {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let from = 0; from < bytes.length; from += 32) {
    const block = createHash('sha256').update(`${source}:${drawn++}`).digest();
    bytes.set(block.subarray(0, Math.min(32, bytes.length - from)), from);
  }
  return view;
}

const draw = (count: number) => fill(Buffer.alloc(count));

function drawBelow(limit: number): number {
  return Math.floor((draw(6).readUIntBE(0, 6) / 2 ** 48) * limit);
}

function drawUuid() {
  const bytes = draw(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ReturnType<
    typeof crypto.randomUUID
  >;
}

/** Limits are longer, and pauses shorter. */
const maxTimerMs = 1_000;

/** What comes before the 32 drawn bytes in the private keys of RFC 8410. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function drawKeyPair(type: string) {
  if (type !== 'ed25519') throw new Error(`The simulator can't draw a key of ${type}`);
  const der = Buffer.concat([ed25519Prefix, draw(32)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/**
 * From now on this process, and the database in it, read the time and draw ids from here. Only passwords' salts, which
 * nothing else follows from, come from outside.
 */
export function takeOverTimeAndChance(): void {
  Object.assign(crypto, {
    randomBytes: draw,
    randomFillSync: fill,
    randomUUID: drawUuid,
    generateKeyPairSync: drawKeyPair,
    randomInt: (from: number, to?: number) => (to === undefined ? drawBelow(from) : from + drawBelow(to - from)),
  });
  Object.assign(globalThis.crypto, { getRandomValues: fill, randomUUID: drawUuid });
  Math.random = () => drawBelow(2 ** 32) / 2 ** 32;
  globalThis.Date = virtualDate;
  // A limit on the wall's clock runs out on a busy machine only, or ends what a process that has ended was waiting for. And
  // a timer of the database that waits for the clock of a seed years ahead would fire at once, again and again.
  const start = globalThis.setTimeout;
  const wait = (act: () => void, ms = 0, ...given: []) =>
    start(ms < maxTimerMs ? act : () => undefined, ms % 2 ** 31, ...given);
  globalThis.setTimeout = Object.assign(wait, start) as typeof setTimeout;
  const { setTimeout: startPromised } = timers;
  Object.assign(timers, {
    setTimeout: (...given: Parameters<typeof startPromised>) =>
      (given[0] ?? 0) < maxTimerMs ? startPromised(...given) : new Promise(() => undefined),
  });
  syncBuiltinESMExports();
}

/** What is drawn follows from the text alone, whatever was drawn before. */
export function drawFrom(text: string): void {
  source = text;
  drawn = 0;
  drawnByDatabase = 0;
  // Ids are drawn many at once; what is left of the last draw must not be used.
  do newId();
  while (drawn === 0);
}

/** What the embedded database reads from /dev/urandom; on its own, because it reads more when it is new. */
export function drawByteForDatabase(): number {
  return createHash('sha256').update(`${source}:database:${drawnByDatabase++}`).digest()[0] ?? 0;
}

export function setTime(at: number): void {
  now = at;
}

export function passTime(ms: number): void {
  now += ms;
}
