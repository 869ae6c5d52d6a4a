import { atom } from 'nanostores';
import { followSlowRequests, stopSlowRequests } from '#app/http/slow-requests.ts';

/** Whether the server is taking longer than usual to respond. */
export const $isSlow = atom(false);

followSlowRequests((isSlow) => $isSlow.set(isSlow));

export function stopWaiting(): void {
  stopSlowRequests();
}
