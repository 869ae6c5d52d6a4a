import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError, type BackupRecord, recordSchema } from './format.ts';

/** A row exactly as in the file, or a record between the rows. */
export type BackupLine = { readonly row: string } | { readonly record: BackupRecord };

function parseRecord(text: string): BackupRecord {
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError(`the file is not a backup of this software: ${JSON.stringify(text.slice(0, 60))}`);
  }
}

/** @throws {BackupError} if the file is damaged, incomplete or not a backup */
export async function* readLines(from: Readable): AsyncGenerator<BackupLine> {
  const text = new PassThrough();
  const failed = pipeline(from, createGunzip(), text).then(
    () => undefined,
    (error: unknown) => error,
  );
  text.on('error', () => undefined);
  let ended = false;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith('[')) {
        yield { row: line };
        continue;
      }
      const record = parseRecord(line);
      ended = record.kind === 'end';
      yield { record };
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
  } finally {
    from.destroy();
  }
  if ((await failed) || !ended) throw new BackupError('the backup is damaged or ends too early: nothing was restored.');
}
