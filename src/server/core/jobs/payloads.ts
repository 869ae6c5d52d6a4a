/**
 * Every job and its payload; each area's `jobs.ts` declares its own. Payloads hold only ids, so that jobs read the
 * current rows when they run.
 */
export interface JobPayloads extends Record<never, never> {}

export type JobName = keyof JobPayloads;
