/** Every job and its payload, as `firm/jobs.ts` declares them: only ids, so that jobs read the rows when they run. */
export interface JobPayloads extends Record<never, never> {}

export type JobName = keyof JobPayloads;
