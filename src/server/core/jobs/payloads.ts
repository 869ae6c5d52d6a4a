/**
 * Every job and its payload; each area's `jobs.ts` declares its own. Payloads hold only ids, so that jobs read the
 * current rows when they run.
 */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface JobPayloads {}

export type JobName = keyof JobPayloads;
