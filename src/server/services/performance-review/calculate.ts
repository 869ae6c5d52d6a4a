import { Worker } from 'node:worker_threads';
import type { PerformanceReport, ReportInput } from '../../../domain/performance-review/report.ts';

/** Makes a report in a thread of its own. @throws what the calculation throws */
export function calculateReport(input: ReportInput): Promise<PerformanceReport> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./report-worker.ts', import.meta.url), { workerData: input });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The report's thread ended with ${code} and without a result`)));
  });
}
