import { parentPort } from 'node:worker_threads';
import { drawReport } from '#server/accounts/breach/draw-report.ts';
import { drawCreative } from '#server/affiliates/draw-creative.ts';
import { drawInvoice } from '#server/billing/invoices/draw.ts';
import { drawCertificateFile } from '#server/certificates/draw-file.ts';
import { drawCertificatePicture } from '#server/certificates/draw-picture.ts';
import { drawAnnualStatement } from '#server/payouts/annual-statement/draw.ts';
import { drawAgreement } from '#server/payouts/payees/draw-agreement.ts';
import { drawReview } from '#server/reviews/draw-file.ts';

/** Everything that is drawn from what people typed. Each takes plain values and gives the file's bytes. */
const drawings = {
  agreement: drawAgreement,
  annualStatement: drawAnnualStatement,
  breach: drawReport,
  certificate: drawCertificateFile,
  certificatePicture: drawCertificatePicture,
  creative: drawCreative,
  invoice: drawInvoice,
  review: drawReview,
};

export type Drawings = typeof drawings;
export type DrawRequest = { readonly name: keyof Drawings; readonly values: readonly unknown[] };

parentPort?.on('message', async ({ name, values }: DrawRequest) => {
  const render: (...values: never[]) => Promise<Buffer> = drawings[name];
  parentPort?.postMessage(await render(...(values as never[])));
});
