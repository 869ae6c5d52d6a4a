import { findStatus, type Status } from '../../stores/status.ts';

export type { Status };

/** Fetches the status from the call that the page names. */
export function loadStatus({ dataset }: HTMLElement): Promise<Status | undefined> {
  return findStatus(dataset['call'] ?? '');
}
