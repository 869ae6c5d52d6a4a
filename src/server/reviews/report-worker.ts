import { parentPort, workerData } from 'node:worker_threads';
import { makeReport, type ReportInput } from '#shared/reviews/report.ts';

/** Runs in its own thread, because thousands of draws would block this server's requests. */
parentPort?.postMessage(makeReport(workerData as ReportInput));
