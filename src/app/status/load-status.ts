import { findStatus, type Status } from './stores/status.ts';

export type { Status };

/** Fetches the status from the path in the page's markup. */
export function loadStatus({ dataset }: HTMLElement): Promise<Status | undefined> {
  return findStatus(dataset['call'] ?? '');
}
