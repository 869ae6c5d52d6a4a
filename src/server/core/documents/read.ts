import { Worker } from 'node:worker_threads';
import { type DocumentMediaType, maxDocumentBytes } from '#shared/core/document.ts';
import { createQueue } from '../create-queue.ts';
import { invalid } from '../deps.ts';
import { libraries } from '../libraries.ts';
import { runPicture } from '../pictures/picture-queue.ts';

const timeoutMs = 10_000;

const runQueued = createQueue(1, 20);

export const documentContext = (documentId: string) => `payee-document:${documentId}`;

export type DocumentContent = { readonly mediaType: DocumentMediaType; readonly bytes: Buffer };

const maxPixels = 50_000_000;
const maxSidePixels = 2_400;

const signatures: readonly (readonly ['image' | 'pdf', (bytes: Buffer) => boolean])[] = [
  ['image', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image', (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  [
    'image',
    (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  ],
  ['pdf', (bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-'],
];

/**
 * Reads a document by its bytes, because names and declared types are the sender's claim. Images are re-encoded, which
 * drops camera data and anything hidden in the file.
 * @throws {ServiceError} 422 for anything but JPEG, PNG, WebP or a plain PDF
 */
export async function readDocument(file: File | undefined): Promise<DocumentContent> {
  if (!file || file.size === 0) throw invalid({ document: ['required'] });
  if (file.size > maxDocumentBytes) throw invalid({ document: ['document_size'] });
  const bytes = Buffer.from(await file.arrayBuffer());
  const kind = signatures.find(([, matches]) => matches(bytes))?.[0];
  if (kind === 'image') return { mediaType: 'image/webp', bytes: await runPicture(() => reencode(bytes)) };
  if (kind === 'pdf') return { mediaType: 'application/pdf', bytes: await checkPdf(bytes) };
  throw invalid({ document: ['document_type'] });
}

async function reencode(bytes: Buffer): Promise<Buffer> {
  const sharp = await libraries.sharp();
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 85 })
      .timeout({ seconds: 15 })
      .toBuffer();
  } catch {
    throw invalid({ document: ['document_type'] });
  }
}

async function checkPdf(bytes: Buffer): Promise<Buffer> {
  if (!bytes.toString('latin1', Math.max(0, bytes.length - 1_024)).includes('%%EOF'))
    throw invalid({ document: ['document_type'] });
  if (await checkActivePdf(bytes)) throw invalid({ document: ['document_active'] });
  return bytes;
}

/**
 * Whether a PDF is active, found out in a thread of its own: reading ten megabytes would hold up all other requests. One
 * that takes too long counts as active.
 */
function checkActivePdf(bytes: Buffer): Promise<boolean> {
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
