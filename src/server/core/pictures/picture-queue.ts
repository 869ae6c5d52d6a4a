import { createQueue } from '../create-queue.ts';

/**
 * People's pictures, two at a time: a large one keeps a thread of the pool busy for a second, and passwords and files
 * wait for the same threads.
 */
export const runPicture = createQueue(2, 20);
