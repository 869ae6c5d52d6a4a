import { dayMs, minuteMs } from '#lib/durations.ts';
import { instruments, isInstrument } from '#shared/exchange/instruments.ts';
import { type Contract, parseContract, toTicks } from '../core/contracts.ts';
import type { OutboxEvent } from '../core/outbox.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { RithmicSettings } from './settings.ts';
import { type Message, numberOf, textOf, timeOf } from './wire.ts';

/** Dollars per contract and side, by product. */
export type Rates = ReadonlyMap<string, number>;
/** What a later notice may correct, by the vendor's sequence number. */
type Sequence = { readonly sourceId: string; readonly at: number; readonly feeCents?: number };
const fillNotice = 5;
const buy = 1;
/** The newest of a trading day and a weekend. */
const sequencesKeptMs = 4 * dayMs;
const correctionWaitMs = minuteMs;

/** The fees of an account's fills are known only with its rates, so its fills wait for these. */
export function createFills(
  { clock, store, outbox, metrics, say }: CoreParts,
  { fillKey, corrections }: Pick<RithmicSettings['open'], 'fillKey' | 'corrections'>,
  accountIdOf: (vendorId: string) => string | undefined,
  /** A fill of an account has been booked, at the vendor's time. */
  onFill: (vendorId: string, symbol: string, at: number) => void,
) {
  const rates = new Map<string, Rates>();
  const waiting = new Map<string, Message[]>();
  /** Corrections of what hasn't arrived. */
  const early = new Map<string, { readonly message: Message; readonly since: number }>();
  let lagMs = 0;
  const refuse = createUnreadReport({ outbox, metrics, say });

  function book(accountId: string, vendorId: string, message: Message) {
    const fill = readFill(message, clock.now());
    if (!fill) return refuse(accountId, message, 'fill');
    const [at, sourceId] = [timeOf(message), sourceIdOf(message, fillKey)];
    // A replay of what was booked at another rate changes nothing.
    const booked = store.get<Sequence>('sequences', sequenceOf(message));
    const feeCents = booked?.feeCents ?? feeOf(rates.get(vendorId), fill.contract, fill.trade.quantity);
    const event = { type: 'fill', at, ...fill.contract, ...fill.trade, feeCents };
    if (message.isSnapshot?.[0] !== 1) lagMs = Math.max(0, clock.now() - at);
    add(accountId, vendorId, message, [{ sourceId, event }], { sourceId, feeCents });
  }

  function correct(accountId: string, vendorId: string, message: Message, of: string) {
    const isBust = numberOf(message, 'notifyType') !== fillNotice || numberOf(message, 'fillSize') === 0;
    const fill = isBust ? null : readFill(message, clock.now());
    if ((fill === null && !isBust) || corrections === 'ask') return refuse(accountId, message, 'correction');
    // Another size has another fee.
    const feeCents = fill && feeOf(rates.get(vendorId), fill.contract, fill.trade.quantity);
    add(accountId, vendorId, message, correctionOf(message, of, fill?.trade ?? null, feeCents), { sourceId: of });
  }

  /** Reports what a notice says about a fill. A correction of this notice changes the same fill. */
  function add(
    accountId: string,
    vendorId: string,
    message: Message,
    events: readonly OutboxEvent[],
    of: Omit<Sequence, 'at'>,
  ): void {
    const [at, sequence] = [timeOf(message), sequenceOf(message)];
    if (store.get<Sequence>('sequences', sequence)?.sourceId === of.sourceId) outbox.add(accountId, events);
    else {
      outbox.add(accountId, events, ['sequences', sequence, { ...of, at } satisfies Sequence]);
      metrics.count(isCorrection(message) ? 'corrections' : 'fills');
    }
    onFill(vendorId, textOf(message, 'symbol'), at);
    for (const [key, { message: waited }] of early) {
      if (sequenceOf(waited, 'correctedSequence') !== sequence || !early.delete(key)) continue;
      correct(accountId, vendorId, waited, of.sourceId);
    }
  }

  function takeCorrection(accountId: string, vendorId: string, message: Message): void {
    const corrected = sequenceOf(message, 'correctedSequence');
    const original = store.get<Sequence>('sequences', corrected);
    if (original) correct(accountId, vendorId, message, original.sourceId);
    else early.set(`${sequenceOf(message)} of ${corrected}`, { message, since: clock.now() });
  }

  function take(message: Message): void {
    const vendorId = textOf(message, 'accountId');
    const accountId = accountIdOf(vendorId);
    const isFill = numberOf(message, 'notifyType') === fillNotice;
    if (accountId === undefined || !(isFill || isCorrection(message))) return;
    if (!rates.has(vendorId)) waiting.set(vendorId, [...(waiting.get(vendorId) ?? []), message]);
    else if (isCorrection(message)) takeCorrection(accountId, vendorId, message);
    else book(accountId, vendorId, message);
  }

  return {
    /** Forgets what no correction names anymore. */
    forgetOld: () => forgetOld(store, clock.now()),
    /** Takes notices as they come: repeated, out of order, live or replayed. */
    take,
    setRates(vendorId: string, of: Rates): void {
      rates.set(vendorId, of);
      const held = waiting.get(vendorId) ?? [];
      waiting.delete(vendorId);
      for (const message of held) take(message);
    },
    /** A correction of a fill that nobody knows is for a person. */
    giveUp(): void {
      for (const [key, { message, since }] of early) {
        if (clock.now() - since < correctionWaitMs) continue;
        early.delete(key);
        const accountId = accountIdOf(textOf(message, 'accountId'));
        if (accountId !== undefined) refuse(accountId, message, 'correction');
      }
    },
    lagMs: () => lagMs,
    waiting: () => waiting.size,
  };
}

export type Fills = ReturnType<typeof createFills>;

/** Of what happened in the same millisecond, the order of ids decides. */
const pad = (id: string) => (/^\d+$/.test(id) ? id.padStart(12, '0') : id);

const sequenceOf = (message: Message, name: 'sequenceNumber' | 'correctedSequence' = 'sequenceNumber') =>
  `${textOf(message, 'accountId')} ${textOf(message, name)}`;

const isCorrection = (message: Message) =>
  !['', '0', textOf(message, 'sequenceNumber')].includes(textOf(message, 'correctedSequence'));

/** The contract, side and price of a fill, or null if it can't be booked. */
function readFill(message: Message, now: number) {
  const contract = parseContract(textOf(message, 'symbol'), now);
  const priceTicks = contract && toTicks(contract.instrument, numberOf(message, 'fillPrice'));
  if (!contract || priceTicks === null) return null;
  const side = numberOf(message, 'transactionType') === buy ? ('buy' as const) : ('sell' as const);
  return { contract, trade: { side, quantity: numberOf(message, 'fillSize'), priceTicks } };
}

function feeOf(rates: Rates | undefined, { instrument }: Contract, quantity: number): number {
  const rate = rates?.get(instrument);
  if (rate !== undefined) return Math.round(rate * quantity * 100);
  return isInstrument(instrument) ? instruments[instrument].feeCents * quantity : 0;
}

/** Tells a person what can't be booked. */
function createUnreadReport({ outbox, metrics, say }: Pick<CoreParts, 'outbox' | 'metrics' | 'say'>) {
  return (accountId: string, message: Message, reason: string): void => {
    const side = numberOf(message, 'transactionType') === buy ? 'Buy' : 'Sell';
    const value = `${side} ${numberOf(message, 'fillSize')} ${textOf(message, 'symbol')} at ${numberOf(message, 'fillPrice')}`;
    metrics.count('refused_fills');
    say(`${accountId}: ${reason}: ${value}`);
    const file = `Rithmic ${reason} ${textOf(message, 'fillId') || textOf(message, 'sequenceNumber')}`.slice(0, 120);
    outbox.addUnread(accountId, { file, reason: 'instrument', value });
  };
}

function forgetOld(store: CoreParts['store'], now: number): void {
  const old = store.list<Sequence>('sequences').filter(([, { at }]) => at < now - sequencesKeptMs);
  store.write(...old.map(([key]) => ['sequences', key, null] as const));
}

const sourceIdOf = (message: Message, fillKey: RithmicSettings['open']['fillKey']) =>
  `fill-${fillKey.map((name) => pad(textOf(message, name))).join('-')}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 80);

function correctionOf(message: Message, of: string, fill: object | null, feeCents: number | null): OutboxEvent[] {
  const [at, number] = [timeOf(message), pad(textOf(message, 'sequenceNumber')).slice(0, 60)];
  const events = [{ sourceId: `correction-${number}`, event: { type: 'fill-correction', at, of, fill } }];
  const fee = { sourceId: `fee-${number}`, event: { type: 'fill-fee', at, of, feeCents } };
  return feeCents === null ? events : [...events, fee];
}
