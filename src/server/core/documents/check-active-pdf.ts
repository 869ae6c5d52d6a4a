import { Worker } from 'node:worker_threads';
import { createQueue } from '../create-queue.ts';

const timeoutMs = 10_000;
const runQueued = createQueue(1, 20);

/**
 * Whether a PDF is active, found out in a thread of its own: reading ten megabytes would hold up all other requests. One
 * that takes too long counts as active.
 */
export function checkActivePdf(bytes: Buffer): Promise<boolean> {
  return runQueued(
    () =>
      new Promise((resolve) => {
        const worker = new Worker(new URL('./active-pdf-worker.ts', import.meta.url), { workerData: bytes });
        const timer = setTimeout(() => void worker.terminate(), timeoutMs);
        worker.once('message', resolve);
        worker.once('error', () => resolve(true));
        worker.once('exit', () => {
          clearTimeout(timer);
          resolve(true);
        });
      }),
  );
}
