import { readFileSync } from 'node:fs';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { BackupError } from './format.ts';

/** The same streams, typed for browsers by age and for Node by Node. */
type WebStream = ReadableStream<Uint8Array>;
type NodeWebStream = NodeReadableStream<Uint8Array>;

const ageHeader = 'age-encryption.org/v1';

/**
 * Writes a file for one recipient of age (https://age-encryption.org), or as it is without one.
 * @param recipient the public key, `age1…`
 * @throws {BackupError} for anything but a public key
 */
export async function writeEncrypted<Result>(
  to: Writable,
  recipient: string | undefined,
  write: (plain: Writable) => Promise<Result>,
): Promise<Result> {
  if (!recipient) return write(to);
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient.trim());
  } catch {
    throw new BackupError('BACKUP_RECIPIENT must be a public key of age, which starts with age1.');
  }
  const plain = new PassThrough();
  const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as WebStream);
  const [result] = await Promise.all([write(plain), pipeline(Readable.fromWeb(encrypted as NodeWebStream), to)]);
  return result;
}

/** The keys in a file of `age-keygen`, without its comments. */
function readIdentities(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Reads a backup, encrypted or not.
 * @param identityFile the file with the secret key
 * @throws {BackupError} if the file is encrypted and the key is missing or another one
 */
export async function readDecrypted(from: Readable, identityFile: string | undefined): Promise<Readable> {
  const chunks: AsyncIterator<Buffer> = from[Symbol.asyncIterator]();
  const first = await chunks.next();
  async function* readAll(): AsyncGenerator<Buffer> {
    for (let next = first; !next.done; next = await chunks.next()) yield next.value;
  }
  const all = Readable.from(readAll());
  if (first.done || !first.value.toString('latin1').startsWith(ageHeader)) return all;
  if (!identityFile)
    throw new BackupError('the backup is encrypted: set BACKUP_IDENTITY_FILE to the file with its secret key.');
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    for (const identity of readIdentities(identityFile)) decrypter.addIdentity(identity);
    const plain = await decrypter.decrypt(Readable.toWeb(all) as WebStream);
    return Readable.fromWeb(plain as NodeWebStream);
  } catch {
    throw new BackupError(`BACKUP_IDENTITY_FILE ${identityFile} has no key that reads this backup.`);
  }
}
