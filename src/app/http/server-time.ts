import { atom } from 'nanostores';

/** Clocks that differ by less mislead nobody. */
const toleratedMs = 5 * 60_000;

/** The server's time and this device's at the first answer, if they differ by minutes; undefined before it. */
export const $wrongClock = atom<{ readonly server: number; readonly device: number } | null | undefined>();

export function compareClocks(response: Response): void {
  if ($wrongClock.get() !== undefined) return;
  const [server, device] = [Date.parse(response.headers.get('Date') ?? ''), Date.now()];
  if (!Number.isNaN(server)) $wrongClock.set(Math.abs(device - server) > toleratedMs ? { server, device } : null);
}
