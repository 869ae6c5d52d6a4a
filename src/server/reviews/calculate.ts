import { Worker } from 'node:worker_threads';
import type { ReportInput } from '#shared/reviews/report.ts';
import type { ReviewReport } from '#shared/reviews/shape.ts';

/** 100,000 fills take about 12 s on a busy core; the queue allows a job 120 s. */
const timeoutMs = 100_000;

/**
 * Calculates a report in its own worker thread.
 * @throws what the calculation throws, and an error if the worker takes too long or ends without a result
 */
export function calculateReport(input: ReportInput, withinMs = timeoutMs): Promise<ReviewReport> {
  const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { workerData: input });
  const { promise, resolve, reject } = Promise.withResolvers<ReviewReport>();
  const timer = setTimeout(() => reject(new Error(`The report took longer than ${withinMs} ms`)), withinMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The report's thread ended with ${code} and without a result`)));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}
