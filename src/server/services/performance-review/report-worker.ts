import { parentPort, workerData } from 'node:worker_threads';
import { makeReport, type ReportInput } from '../../../domain/performance-review/report.ts';

/** Runs in a thread of its own, because thousands of draws would hold up every request of this server. */
parentPort?.postMessage(makeReport(workerData as ReportInput));
