import { parentPort, workerData } from 'node:worker_threads';
import { isActivePdf } from './active-pdf.ts';

parentPort?.postMessage(isActivePdf(Buffer.from(workerData as Uint8Array)));
