import { totalmem } from 'node:os';

/** Of this copy, in bytes: its container's limit, or the machine's memory. */
export const memoryLimitBytes = Math.min(process.constrainedMemory() || totalmem(), totalmem());
