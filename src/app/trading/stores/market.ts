import { atom, computed } from 'nanostores';
import type { Failure } from '#app/http/failure.ts';
import { freshDataMs } from '#shared/trading/decide-trading.ts';
import { keepMarketStreaming, type StreamedFrame } from './market-stream.ts';

export type StreamedQuote = NonNullable<StreamedFrame['quotes'][string]>;

/** `lost` means reconnecting; `refused` means that a retry wouldn't help. */
export type MarketLiveness = 'idle' | 'connecting' | 'live' | 'lost' | 'refused';

/** Data this old means a broken or congested connection, even if messages arrive. */
const reconnectAfterMs = 5_000;
const ageEveryMs = 250;

export const $marketLiveness = atom<MarketLiveness>('idle');
/**
 * The server's own message about why the stream doesn't open, until prices arrive. Retries go on unless the liveness is
 * `refused`.
 */
export const $marketUnavailableReason = atom<string | null>(null);
export const $marketFrame = atom<StreamedFrame | null>(null);
/** The age of the newest frame in milliseconds; null before the first one. */
export const $marketAge = atom<number | null>(null);
export const $isMarketStale = computed($marketAge, (ageMs) => ageMs === null || ageMs > freshDataMs);

/** How many components watch each contract. */
const watched = new Map<string, number>();
let connection: { readonly contracts: string; readonly stop: AbortController } | null = null;
let pendingChange: ReturnType<typeof setTimeout> | undefined;
let ageTimer: ReturnType<typeof setInterval> | undefined;
/** The shortest time between a frame and its arrival on this connection. The two clocks needn't agree. */
let shortestDelayMs = 0;
/** False until this connection's first frame: a clock changed in between can't distort later ages. */
let hasBaseline = false;
let lastMessageAt = 0;

/** Watches a contract by its name, such as ESZ6, until the returned function is called. */
export function watchContract(contract: string): () => void {
  watched.set(contract, (watched.get(contract) ?? 0) + 1);
  changeSoon();
  let isWatching = true;
  return () => {
    if (!isWatching) return;
    isWatching = false;
    const left = (watched.get(contract) ?? 1) - 1;
    if (left > 0) watched.set(contract, left);
    else watched.delete(contract);
    changeSoon();
  };
}

/** Opens the stream again, e.g. after it was refused. */
export function reconnectMarket(): void {
  connection?.stop.abort();
  connection = null;
  changeSoon();
}

/** Reconnects once for several changes, such as when one screen replaces another. */
function changeSoon(): void {
  if (pendingChange !== undefined) return;
  pendingChange = setTimeout(() => {
    pendingChange = undefined;
    connect([...watched.keys()].sort());
  }, 0);
}

function connect(names: readonly string[]): void {
  const contracts = names.join(',');
  if ((connection?.contracts ?? '') === contracts) return;
  connection?.stop.abort();
  connection = null;
  clearInterval(ageTimer);
  $marketUnavailableReason.set(null);
  if (names.length === 0) {
    $marketLiveness.set('idle');
    $marketFrame.set(null);
    $marketAge.set(null);
    return;
  }
  const stop = new AbortController();
  connection = { contracts, stop };
  lastMessageAt = performance.now();
  hasBaseline = false;
  if ($marketLiveness.get() !== 'live') $marketLiveness.set('connecting');
  ageTimer = setInterval(updateAge, ageEveryMs);
  const listener = {
    received(frame: StreamedFrame) {
      lastMessageAt = performance.now();
      const delayMs = lastMessageAt - frame.at;
      shortestDelayMs = hasBaseline ? Math.min(shortestDelayMs, delayMs) : delayMs;
      hasBaseline = true;
      $marketFrame.set(frame);
      $marketLiveness.set('live');
      $marketUnavailableReason.set(null);
      $marketAge.set(ageOf(frame));
    },
    lost() {
      hasBaseline = false;
      $marketLiveness.set('lost');
    },
    failed(failure: Failure, end: 'refused' | 'lost') {
      if (end === 'refused') $marketLiveness.set('refused');
      $marketUnavailableReason.set(failure.kind === 'status' && failure.message !== '' ? failure.message : null);
    },
  };
  void keepMarketStreaming(names, listener, stop.signal);
}

function ageOf(frame: StreamedFrame): number {
  return Math.max(0, Math.round(performance.now() - frame.at - shortestDelayMs));
}

function updateAge(): void {
  const frame = $marketFrame.get();
  if (frame !== null) $marketAge.set(ageOf(frame));
  const liveness = $marketLiveness.get();
  const isBehind = liveness === 'live' && frame !== null && ageOf(frame) > reconnectAfterMs;
  const isSilent = liveness === 'connecting' && performance.now() - lastMessageAt > 2 * reconnectAfterMs;
  if (!isBehind && !isSilent) return;
  $marketLiveness.set('lost');
  reconnectMarket();
}
