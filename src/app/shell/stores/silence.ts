import { atom, computed, type ReadableAtom } from 'nanostores';

/** Live figures are shown as old once nothing, not even a heartbeat, has arrived for this long. */
const staleAfterMs = 10_000;

export type Silence = {
  /** How long nothing has arrived, in milliseconds by this device's clock; null while figures are current. */
  readonly $silentMs: ReadableAtom<number | null>;
  readonly $isOld: ReadableAtom<boolean>;
  heard(): void;
  /** Measures until aborted. */
  follow(signal: AbortSignal): void;
};

/** Measures how long a screen's live figures have gone without a sign of life. */
export function createSilence(): Silence {
  const $silentMs = atom<number | null>(null);
  let heardAt = 0;
  const heard = () => {
    heardAt = Date.now();
    $silentMs.set(null);
  };
  return {
    $silentMs,
    $isOld: computed($silentMs, (silentMs) => silentMs !== null),
    heard,
    follow(signal) {
      heard();
      const timer = setInterval(() => {
        const silentMs = Date.now() - heardAt;
        $silentMs.set(silentMs < staleAfterMs ? null : silentMs);
      }, 1_000);
      signal.addEventListener('abort', () => clearInterval(timer));
    },
  };
}
